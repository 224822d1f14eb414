//! The values of the sorts of a space, by numbers.

use murxla_api::QuickMap;
use murxla_api::meaning::{Datum, equal};

use super::literals::tried;
use super::rows::UNKNOWN;
use super::space::SpaceSort;

/// The values of one sort.
pub(super) struct Domain {
    pub(super) values: Vec<Datum>,
    numbers: QuickMap<Datum, u16>,
    /// How many of them are tried for constants.
    pub(super) tried: usize,
    /// Whether these are all that there are.
    pub(super) complete: bool,
}

/// A sort without an end of values holds at most so many.
const MOST: usize = 60_000;

impl Domain {
    pub(super) fn new(sort: &SpaceSort) -> Domain {
        let (values, complete) = tried(&sort.sort);
        let mut numbers = QuickMap::default();
        for (number, value) in values.iter().enumerate() {
            numbers.insert(value.clone(), number as u16);
        }
        Domain { tried: values.len(), values, numbers, complete }
    }

    /// The number of a value; it becomes one of the domain if the sort has no end.
    pub(super) fn number(&mut self, value: &Datum) -> u16 {
        if let Some(number) = self.numbers.get(value) {
            return *number;
        }
        // The same value in another form: an array, say.
        let mut same = None;
        for (number, other) in self.values.iter().enumerate() {
            match equal(value, other) {
                Ok(true) => {
                    same = Some(number as u16);
                    break;
                }
                Ok(false) => {}
                Err(_) => return UNKNOWN,
            }
            // Values of most sorts have one form; where they are many, no other is looked for.
            if !self.complete && !matches!(value, Datum::Array(_) | Datum::Function(_)) {
                break;
            }
        }
        let number = match same {
            Some(number) => number,
            None if self.complete || self.values.len() >= MOST => return UNKNOWN,
            None => {
                self.values.push(value.clone());
                self.values.len() as u16 - 1
            }
        };
        self.numbers.insert(value.clone(), number);
        number
    }
}
