//! Narrowing: wrong answers are told apart by their causes, so their traces are made small before they get a key.
//!
//! The answer of a solver says nothing of why it is wrong, and a drawn trace has dozens of operators. What is left of them in a
//! small trace that goes wrong in the same way is the cause, as far as a key can tell it.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use crate::findings::Key;
use crate::trace::Trace;

/// Makes traces of wrong answers small, within bounds.
pub trait Narrow {
    /// A small trace that goes wrong in the same way; `None` if this one does not do so again.
    fn narrow(&self, trace: &Trace, key: &Key) -> Option<Narrowed>;

    /// Whether a trace goes wrong in the same way without these operators, constants in place of the terms that they make.
    fn fails_without(&self, trace: &Trace, key: &Key, operators: &[&'static str]) -> bool;
}

/// A trace that was made small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Narrowed {
    /// The operators of what it asks, in the order of their keys.
    pub operators: Vec<&'static str>,
    /// Its text.
    pub trace: Vec<u8>,
    /// Whether it was made as small as it gets; otherwise the bounds were too narrow.
    pub complete: bool,
}

/// Of an incomplete reduction so many operators still say something.
const FEW_OPERATORS: usize = 6;
/// A worker spends no more than this part of its time before it looks whether a cause is known already.
const SHARE: u32 = 5;
/// At first it may spend so much.
const GRACE: Duration = Duration::from_secs(20);

/// Narrows the wrong answers that a worker finds, with bounds on what that costs.
pub(super) struct Narrowing<'a> {
    by: Box<dyn Narrow + 'a>,
    since: Instant,
    spent: Cell<Duration>,
    /// Causes that were found: the keys, and the operators in them.
    causes: RefCell<Vec<(Key, Vec<&'static str>)>>,
}

impl<'a> Narrowing<'a> {
    pub(super) fn new(by: Box<dyn Narrow + 'a>) -> Narrowing<'a> {
        let (since, spent) = (Instant::now(), Cell::default());
        Narrowing { by, since, spent, causes: RefCell::default() }
    }

    /// The key of a wrong answer by its cause, and a small trace of it.
    pub(super) fn cause(&self, trace: &Trace, key: &Key) -> (Key, Option<Vec<u8>>) {
        let began = Instant::now();
        let found = self
            .known_cause(trace, key)
            .map_or_else(|| self.new_cause(trace, key), |known| (known, None));
        self.spent.set(self.spent.get() + began.elapsed());
        found
    }

    fn budget(&self) -> Duration {
        GRACE + self.since.elapsed() / SHARE
    }

    /// If there are many wrong answers: the cause without which this one would not be, or none in particular.
    fn known_cause(&self, trace: &Trace, key: &Key) -> Option<Key> {
        let (spent, budget) = (self.spent.get(), self.budget());
        if spent < budget {
            return None;
        }
        let causes = self.causes.borrow();
        let mut alike = causes.iter().filter(|(cause, _)| cause.same_failure(key));
        let known = alike.find(|(_, operators)| {
            !operators.is_empty() && !self.by.fails_without(trace, key, operators)
        });
        match known {
            Some((cause, _)) => Some(cause.clone()),
            None => (spent > budget * 2).then(|| key.clone()),
        }
    }

    fn new_cause(&self, trace: &Trace, key: &Key) -> (Key, Option<Vec<u8>>) {
        let Some(narrowed) = self.by.narrow(trace, key) else { return (key.clone(), None) };
        let Narrowed { operators, trace, complete } = narrowed;
        if !complete && operators.len() > FEW_OPERATORS {
            return (key.clone(), Some(trace));
        }
        let cause = key.clone().with_operators(&operators);
        let mut causes = self.causes.borrow_mut();
        if causes.iter().all(|(known, _)| *known != cause) {
            causes.push((cause.clone(), operators));
        }
        (cause, Some(trace))
    }
}
