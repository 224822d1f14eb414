//! The assertions of a run by level, and what each check asked.

use std::sync::Arc;

use murxla_api::Answer;

use super::FromCalls;
use crate::smt::Term;

/// A formula that was asserted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// The number of the call that asserted it.
    pub call: usize,
    /// The formula.
    pub term: Term,
    /// Its name, if it has one.
    pub name: Option<Arc<str>>,
    /// The level, 0 for what no `pop` takes away.
    pub level: usize,
    /// The one that was asserted before it and held then, by its number.
    before: Option<u32>,
}

/// A question for satisfiability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The number of its call.
    pub call: usize,
    /// What it assumes beside what is asserted.
    pub assumptions: Vec<Term>,
    /// What the solver answered, if it did.
    pub answer: Option<Answer>,
    /// How many levels were open.
    pub level: usize,
    /// What was asserted last, by its number.
    asserted: Option<u32>,
    /// So many calls had changed the levels.
    level_calls: usize,
}

/// All assertions, and which of them hold now: each knows the one before it, so that an older state is there as soon as its
/// last assertion is.
#[derive(Clone, Debug, Default)]
pub(super) struct Asserted {
    list: Vec<Assertion>,
    last: Option<u32>,
    /// Levels that were opened at once: how many of them are open, and what was the last assertion when they began.
    levels: Vec<(u32, Option<u32>)>,
    checks: Vec<Check>,
    /// Calls that opened or closed levels or took all assertions away.
    level_calls: Vec<u32>,
}

impl Asserted {
    fn level(&self) -> usize {
        self.levels.iter().map(|(count, _)| *count as usize).sum()
    }

    pub(super) fn assert(&mut self, call: u32, term: Term, name: Option<Arc<str>>) {
        let (level, before) = (self.level(), self.last);
        self.last = Some(self.list.len() as u32);
        self.list.push(Assertion { call: call as usize, term, name, level, before });
    }

    pub(super) fn check(&mut self, call: u32, assumptions: Vec<Term>, answer: Option<Answer>) {
        self.checks.push(Check {
            call: call as usize,
            assumptions,
            answer,
            level: self.level(),
            asserted: self.last,
            level_calls: self.level_calls.len(),
        });
    }

    pub(super) fn push(&mut self, call: u32, levels: u32) {
        self.levels.push((levels, self.last));
        self.level_calls.push(call);
    }

    pub(super) fn pop(&mut self, call: u32, mut levels: u32) {
        while let Some((count, last)) = self.levels.last_mut().filter(|_| levels > 0) {
            let closed = levels.min(*count);
            self.last = *last;
            levels -= closed;
            *count -= closed;
            if *count == 0 {
                self.levels.pop();
            }
        }
        self.level_calls.push(call);
    }

    /// Nothing is asserted any more, and no level is open.
    pub(super) fn reset(&mut self, call: u32) {
        self.last = None;
        self.levels.clear();
        self.level_calls.push(call);
    }

    /// From the one with this number back to the first.
    fn back_from(&self, last: Option<u32>) -> impl Iterator<Item = &Assertion> {
        let get = |number: u32| self.list.get(number as usize);
        std::iter::successors(last.and_then(get), move |one| one.before.and_then(get))
    }
}

impl FromCalls {
    /// What is asserted now, the latest first.
    pub fn assertions(&self) -> impl Iterator<Item = &Assertion> {
        self.asserted.back_from(self.asserted.last)
    }

    /// What was asserted when a check was made, the latest first.
    pub fn asserted_at(&self, check: &Check) -> impl Iterator<Item = &Assertion> {
        self.asserted.back_from(check.asserted)
    }

    /// How many levels are open.
    pub fn level(&self) -> usize {
        self.asserted.level()
    }

    /// The checks since the solver began or forgot all.
    pub fn checks(&self) -> &[Check] {
        &self.asserted.checks
    }

    /// The last check, with what it assumed.
    pub fn last_check(&self) -> Option<&Check> {
        self.asserted.checks.last()
    }

    /// The calls on which it depends what a check asks, in their order: those that asserted what held then and made what it and
    /// the assumptions are made of, and those that changed the levels. The check itself is not among them.
    pub fn grounds(&self, check: &Check) -> Vec<usize> {
        let asserted = self.asserted_at(check).map(|one| one.call);
        let levels = self.asserted.level_calls.iter().take(check.level_calls);
        let levels = levels.map(|call| *call as usize);
        let mut calls = self.made_of(asserted.chain(levels).chain([check.call]));
        calls.retain(|call| *call != check.call);
        calls
    }
}
