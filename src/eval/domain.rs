//! What a binder ranges over: all values of its variables, or a few of them.

use murxla_api::meaning::finite::{self, Size};
use murxla_api::meaning::{Datum, Table, Unknown};
use murxla_api::{Binder, Sort, SortShape};

use super::evaluator::Known;

/// The values of one variable.
enum Range {
    /// All of a sort that has so many.
    All(Sort, u64),
    /// Some of a sort that has more.
    Some(Vec<Datum>),
}

impl Range {
    fn of(sort: &Sort) -> Range {
        match finite::size(sort) {
            Size::Finite(size) => Range::All(sort.clone(), size),
            _ => Range::Some(samples(sort)),
        }
    }

    fn len(&self) -> u64 {
        match self {
            Range::All(_, size) => *size,
            Range::Some(values) => values.len() as u64,
        }
    }

    fn nth(&self, number: u64) -> Option<Datum> {
        match self {
            Range::All(sort, _) => finite::nth(sort, number),
            Range::Some(values) => values.get(number as usize).cloned(),
        }
    }
}

/// Some values of a sort that has too many: those on which formulas tend to turn.
fn samples(sort: &Sort) -> Vec<Datum> {
    const NUMBERS: [i64; 6] = [0, 1, -1, 2, -2, 7];
    match sort.shape() {
        SortShape::Int => NUMBERS.map(Datum::Int).into(),
        SortShape::Real => NUMBERS
            .iter()
            .map(|number| Datum::Real(*number, 1))
            .chain([Datum::Real(1, 2)])
            .collect(),
        SortShape::BitVec(64) => [0, 1, u64::MAX, 1 << 63].map(|bits| Datum::bits(64, bits)).into(),
        SortShape::String => vec![Datum::String([].into()), Datum::String([97].into())],
        SortShape::Seq(_) => vec![Datum::Seq([].into())],
        _ => Vec::new(),
    }
}

/// So many values are tried for a binder.
const MOST: u64 = 1 << 16;

/// A binder on its way through the values of its variables.
pub(super) struct Domain {
    binder: Binder,
    ranges: Vec<Range>,
    /// The sort of the binder.
    sort: Sort,
    total: u64,
    /// Whether all values are tried.
    complete: bool,
    next: u64,
    unknown: Option<Unknown>,
    /// Arguments and results of a function.
    entries: Vec<(Datum, Datum)>,
    current: Vec<Datum>,
    /// Whether the body is looked at under no values: what it is then, it is under all.
    blind: bool,
}

impl Domain {
    pub(super) fn new(binder: Binder, variables: &[Sort], sort: &Sort) -> Result<Domain, Unknown> {
        let ranges: Vec<Range> = variables.iter().map(Range::of).collect();
        let mut complete = ranges.iter().all(|range| matches!(range, Range::All(..)));
        let total = ranges.iter().fold(1u64, |total, range| total.saturating_mul(range.len()));
        match binder {
            Binder::Forall | Binder::Exists => complete &= total <= MOST,
            Binder::Lambda if !complete => {
                return Err(Unknown::cannot_tell("a function on an infinite sort as a value"));
            }
            Binder::Lambda if total > MOST => {
                return Err(Unknown::TooLarge("a function as a value"));
            }
            Binder::Lambda => {}
            Binder::Witness | Binder::Comprehension => {
                return Err(Unknown::cannot_tell(format!("the value of {}", binder.key())));
            }
        }
        Ok(Domain {
            binder,
            ranges,
            sort: sort.clone(),
            total: total.min(MOST),
            complete,
            next: 0,
            unknown: None,
            entries: Vec::new(),
            current: Vec::new(),
            blind: false,
        })
    }

    /// What the variables of a quantifier are at first, if not all values are tried: nothing that is known.
    pub(super) fn begin(&mut self) -> Option<Vec<Known>> {
        self.blind = !self.complete && self.binder != Binder::Lambda;
        let unknown = || Err(Unknown::cannot_tell("a variable that may be anything"));
        self.blind.then(|| self.ranges.iter().map(|_| unknown()).collect())
    }

    /// Whether all values of the variables are tried.
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// Why a quantifier has no value that none of the values that were tried decides.
    pub(super) fn incomplete() -> Unknown {
        Unknown::cannot_tell("a quantifier over too many values to try all")
    }

    /// The next values of the variables.
    pub(super) fn advance(&mut self) -> Option<&[Datum]> {
        if self.next >= self.total {
            return None;
        }
        let mut number = self.next;
        self.next += 1;
        let mut values = Vec::with_capacity(self.ranges.len());
        for range in &self.ranges {
            values.push(range.nth(number % range.len())?);
            number /= range.len();
        }
        self.current = values;
        Some(&self.current)
    }

    /// Takes the value of the body for the current values; gives that of the binder if it is decided.
    pub(super) fn take(&mut self, body: Known) -> Option<Datum> {
        if std::mem::take(&mut self.blind) {
            return body.ok();
        }
        match (self.binder, body) {
            (Binder::Forall, Ok(Datum::Bool(false))) => return Some(Datum::Bool(false)),
            (Binder::Exists, Ok(Datum::Bool(true))) => return Some(Datum::Bool(true)),
            (Binder::Lambda, Ok(value)) => {
                let args: Vec<&Datum> = self.current.iter().collect();
                self.entries.push((murxla_api::meaning::table::key(&args), value));
            }
            (_, Ok(_)) => {}
            (_, Err(unknown)) => {
                self.unknown.get_or_insert(unknown);
            }
        }
        None
    }

    /// The value of the binder after all values were tried.
    pub(super) fn end(self) -> Known {
        if let Some(unknown) = self.unknown {
            return Err(unknown);
        }
        if !self.complete {
            return Err(Domain::incomplete());
        }
        match self.binder {
            Binder::Lambda => {
                let default = self.entries.first().map(|(_, value)| value.clone());
                let default =
                    default.ok_or_else(|| Unknown::cannot_tell("a function on nothing"))?;
                Ok(Datum::Function(Table::new(self.sort, default, self.entries)?.into()))
            }
            binder => Ok(Datum::Bool(binder == Binder::Forall)),
        }
    }
}
