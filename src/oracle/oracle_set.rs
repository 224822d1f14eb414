//! The oracles that look on in a run.

use super::{Interest, ORACLES, Oracle, oracle};
use crate::trace::Trace;

/// The oracles that look on in a run.
#[derive(Default)]
pub struct OracleSet<'a>(pub(super) Vec<Looking<'a>>);

/// An oracle with what is asked of it for every call.
pub(super) struct Looking<'a> {
    pub(super) interest: Interest,
    pub(super) oracle: Box<dyn Oracle + 'a>,
}

impl<'a> OracleSet<'a> {
    /// Those that look on unless they are switched off.
    pub fn standard() -> OracleSet<'a> {
        let rows = ORACLES.iter().filter(|row| row.by_default);
        // One more is often added: who counts calls.
        let empty = OracleSet(Vec::with_capacity(ORACLES.len() + 1));
        rows.fold(empty, |set, row| set.with((row.make)()))
    }

    /// The standard ones, and those with these names.
    pub fn with_named<'n>(names: impl IntoIterator<Item = &'n str>) -> OracleSet<'a> {
        let mut set = OracleSet::standard();
        for name in names {
            if !set.has(name)
                && let Some(row) = oracle(name)
            {
                set = set.with((row.make)());
            }
        }
        set
    }

    /// The same and one more, which may be none of the rows.
    pub fn with(mut self, oracle: Box<dyn Oracle + 'a>) -> OracleSet<'a> {
        self.0.push(Looking { interest: oracle.interest(), oracle });
        self
    }

    /// Whether this oracle looks on, and is one that asks the solver itself.
    pub(super) fn asks(&self, name: &str) -> bool {
        let asking = |looking: &Looking<'_>| looking.interest.meets(Interest::ASKS);
        self.0.iter().any(|looking| asking(looking) && looking.oracle.name() == name)
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|looking| looking.oracle.name() == name)
    }

    pub(super) fn interest(&self) -> Interest {
        self.0.iter().fold(Interest::NONE, |sum, looking| sum.and(looking.interest))
    }
}

/// The oracles that found or asked something when a trace was recorded.
pub fn oracles_of(trace: &Trace) -> Vec<Box<str>> {
    let mut names: Vec<Box<str>> = Vec::new();
    for call in &trace.calls {
        let found = call.violated.as_ref().map(|violated| &violated.oracle);
        for name in [found, call.asked_by.as_ref()].into_iter().flatten() {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
    }
    names
}
