//! The first string of a language.

use super::query::Query;
use super::{Regex, Regexes, TooLarge};
use crate::QuickSet;

/// A state of the search, and how it was reached.
struct Reached {
    state: Regex,
    /// The place of the state before it, and the character that led from there.
    by: Option<(usize, u32)>,
}

impl Regexes {
    /// The shortest string of the language, and of those the first in lexicographic order; `None` if the
    /// language is empty.
    pub fn shortest(&mut self, regex: Regex) -> Result<Option<Vec<u32>>, TooLarge> {
        let mut query = Query::new(self);
        // Breadth first, and smaller characters first: a state is reached first by the string that comes
        // first.
        let mut reached = vec![Reached { state: regex, by: None }];
        let mut seen = QuickSet::from_iter([Regex::NONE, regex]);
        let mut place = 0;
        while place < reached.len() {
            let state = reached[place].state;
            if query.regexes.is_nullable(state) {
                return Ok(Some(way_to(&reached, place)));
            }
            for character in query.representatives(&[state])? {
                let next = query.derivative(state, character)?;
                if seen.insert(next) {
                    reached.push(Reached { state: next, by: Some((place, character)) });
                }
            }
            place += 1;
        }
        Ok(None)
    }
}

/// The characters that led to a state.
fn way_to(reached: &[Reached], place: usize) -> Vec<u32> {
    let mut way = Vec::new();
    let mut by = reached[place].by;
    while let Some((before, character)) = by {
        way.push(character);
        by = reached[before].by;
    }
    way.reverse();
    way
}
