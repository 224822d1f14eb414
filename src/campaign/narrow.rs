//! Narrowing: wrong answers are told apart by their causes, so their traces are made small before they get a key.
//!
//! The answer of a solver says nothing of why it is wrong, and a drawn trace has dozens of operators. What is left of them in a
//! small trace that goes wrong in the same way is the cause, as far as a key can tell it.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use crate::findings::Key;
use crate::oracle::telling;
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
    /// What the oracle itself names as the cause, if it does: it knows more than which operators are left.
    pub named: Option<String>,
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
        let Narrowed { operators, named, trace, complete } = narrowed;
        let operators = telling(operators);
        if named.is_none() && !complete && operators.len() > FEW_OPERATORS {
            return (key.clone(), Some(trace));
        }
        let cause = match &named {
            Some(named) => key.clone().with_operators(&[named]),
            None => key.clone().with_operators(&operators),
        };
        let mut causes = self.causes.borrow_mut();
        if causes.iter().all(|(known, _)| *known != cause) {
            causes.push((cause.clone(), operators));
        }
        (cause, Some(trace))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The traces are not looked at; all that is asked is counted.
    struct Told {
        operators: &'static [&'static str],
        named: Option<&'static str>,
        complete: bool,
        needed: bool,
        asked: Cell<[u32; 2]>,
    }

    impl Narrow for &Told {
        fn narrow(&self, _: &Trace, _: &Key) -> Option<Narrowed> {
            let [narrowed, without] = self.asked.get();
            self.asked.set([narrowed + 1, without]);
            let (operators, trace) = (self.operators.to_vec(), b"small".to_vec());
            let named = self.named.map(str::to_owned);
            Some(Narrowed { operators, named, trace, complete: self.complete })
        }

        fn fails_without(&self, _: &Trace, _: &Key, _: &[&'static str]) -> bool {
            let [narrowed, without] = self.asked.get();
            self.asked.set([narrowed, without + 1]);
            !self.needed
        }
    }

    const MANY: &[&str] = &["A", "B", "C", "D", "E", "F", "G"];

    fn told(operators: &'static [&'static str], complete: bool, needed: bool) -> Told {
        Told { operators, named: None, complete, needed, asked: Cell::default() }
    }

    fn key() -> Key {
        Key::of_oracle("mock", "planted", "unsat")
    }

    #[test]
    fn operators_that_are_left_tell_the_cause() {
        let table: &[(&'static [&'static str], bool, &str)] = &[
            (&["OP_BV_ADD", "OP_EQUAL", "OP_NOT"], true, "unsat [OP_BV_ADD]"),
            (&["OP_EQUAL", "OP_NOT"], true, "unsat [OP_EQUAL OP_NOT]"),
            (&[], true, "unsat"),
            (MANY, true, "unsat [A B C D E F G]"),
            (MANY, false, "unsat"),
        ];
        for (operators, complete, detail) in table {
            let told = told(operators, *complete, false);
            let (cause, small) = Narrowing::new(Box::new(&told)).cause(&Trace::default(), &key());
            assert_eq!((&*cause.detail, small.is_some()), (*detail, true));
        }
    }

    #[test]
    fn what_the_oracle_names_in_the_small_trace_is_the_cause() {
        let told = Told { named: Some("after unknown"), ..told(MANY, false, false) };
        let key = key().with_operators(&["OP_AND", "OP_FP_FMA"]);
        let (cause, _) = Narrowing::new(Box::new(&told)).cause(&Trace::default(), &key);
        assert_eq!(cause.detail, "unsat [after unknown]");
    }

    /// Once too much time went into it, known causes are tried first, and what is none of them is left as it is.
    #[test]
    fn a_flood_is_sorted_by_known_causes() {
        for (needed, detail) in [(true, "unsat [OP_XOR]"), (false, "unsat")] {
            let told = told(&["OP_XOR"], true, needed);
            let narrowing = Narrowing::new(Box::new(&told));
            narrowing.cause(&Trace::default(), &key());
            narrowing.spent.set(GRACE * 3);
            let (cause, small) = narrowing.cause(&Trace::default(), &key());
            assert_eq!((&*cause.detail, small), (detail, None));
            assert_eq!(told.asked.get(), [1, 1]);
        }
    }
}
