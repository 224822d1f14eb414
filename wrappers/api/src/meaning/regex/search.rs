//! Functions of strings that look for matches of a regular expression.

use super::query::Query;
use super::{Regex, Regexes, TooLarge};
use crate::QuickSet;
use crate::meaning::text::{append, concat};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::ops::Range;

impl Regexes {
    /// cvc5's `str.indexof_re`: the first position at or after `from` where a match begins, or -1. The empty
    /// string matches everywhere, also at the end, if it is in the language.
    pub fn index_of(
        &mut self,
        text: &[u32],
        regex: Regex,
        from: &BigInt,
    ) -> Result<BigInt, TooLarge> {
        let found = match from.to_usize() {
            Some(from) if from <= text.len() => Search::new(self, text, regex).find(from, 0)?,
            _ => None,
        };
        Ok(found.map_or_else(|| (-1).into(), |found| found.start.into()))
    }

    /// `str.replace_re`: the shortest leftmost match is replaced; it may be empty.
    pub fn replace(
        &mut self,
        text: &[u32],
        regex: Regex,
        by: &[u32],
    ) -> Result<Vec<u32>, TooLarge> {
        match Search::new(self, text, regex).find(0, 0)? {
            Some(found) => concat(&[&text[..found.start], by, &text[found.end..]]),
            None => Ok(text.to_vec()),
        }
    }

    /// `str.replace_re_all`: from left to right, the shortest leftmost match that is not empty is replaced.
    pub fn replace_all(
        &mut self,
        text: &[u32],
        regex: Regex,
        by: &[u32],
    ) -> Result<Vec<u32>, TooLarge> {
        let mut search = Search::new(self, text, regex);
        let mut result = Vec::new();
        let mut done = 0;
        while let Some(found) = search.find(done, 1)? {
            append(&mut result, &text[done..found.start])?;
            append(&mut result, by)?;
            done = found.end;
        }
        append(&mut result, &text[done..])?;
        Ok(result)
    }
}

/// A search for matches in one text.
struct Search<'a> {
    query: Query<'a>,
    text: &'a [u32],
    regex: Regex,
    /// A position and what would have to match from there on, if nothing does: found once, such a dead end
    /// serves all matches that might lead there.
    dead_ends: QuickSet<(usize, Regex)>,
}

impl<'a> Search<'a> {
    fn new(regexes: &'a mut Regexes, text: &'a [u32], regex: Regex) -> Search<'a> {
        Search { query: Query::new(regexes), text, regex, dead_ends: QuickSet::default() }
    }

    /// The shortest of the leftmost matches that begin at or after `from` and are so long.
    fn find(&mut self, from: usize, least: usize) -> Result<Option<Range<usize>>, TooLarge> {
        for start in from..=self.text.len() {
            if let Some(end) = self.shortest_match(start, least)? {
                return Ok(Some(start..end));
            }
        }
        Ok(None)
    }

    /// Where the shortest match ends that begins here and has at least `least` characters.
    fn shortest_match(&mut self, start: usize, least: usize) -> Result<Option<usize>, TooLarge> {
        let mut state = self.regex;
        let mut way = Vec::new();
        for end in start..=self.text.len() {
            self.query.spend(1)?;
            if end - start >= least && self.query.regexes.is_nullable(state) {
                return Ok(Some(end));
            }
            if state == Regex::NONE || self.dead_ends.contains(&(end, state)) {
                break;
            }
            // Where too short a match was not looked at, the end is not dead for others.
            if end - start >= least {
                way.push((end, state));
            }
            if let Some(character) = self.text.get(end) {
                state = self.query.derivative(state, *character)?;
            }
        }
        self.dead_ends.extend(way);
        Ok(None)
    }
}
