//! The trace checker, without a solver: names are defined before they are used, applications are well-sorted, free
//! variables are known.
//!
//! [`Context`] goes through a trace call by call. The player keeps one, too: so a call that is ill-sorted never
//! reaches a solver, of which we could not tell afterwards whether it was right to crash.

mod apply;
mod context;
mod facts;
mod problem;
mod sorts;

use murxla_api::{ActionDef, Op, Profile};

use super::Trace;
pub(crate) use apply::may_be_rotated;
pub(crate) use context::{Context, Effect};
pub(crate) use facts::{Free, TermFacts};
pub use problem::Problem;

/// Finds the rows of a solver's own operators and actions.
pub trait OwnRows {
    /// The operator with this key.
    fn operator(&self, key: &str) -> Option<&'static Op>;

    /// The action with this name.
    fn action(&self, name: &str) -> Option<&'static ActionDef>;

    /// The operators that scripts write so, in the order in which a reader tries them, if that is known.
    fn with_symbol(&self, _symbol: &str) -> Vec<&'static Op> {
        Vec::new()
    }
}

impl OwnRows for Profile {
    fn operator(&self, key: &str) -> Option<&'static Op> {
        Profile::operator(self, key)
    }

    fn action(&self, name: &str) -> Option<&'static ActionDef> {
        self.own_action(name)
    }
}

/// No solver is known: its own operators and actions may do anything.
pub struct NoOwnRows;

impl OwnRows for NoOwnRows {
    fn operator(&self, _: &str) -> Option<&'static Op> {
        None
    }

    fn action(&self, _: &str) -> Option<&'static ActionDef> {
        None
    }
}

/// The problems of a trace, each with the number of its call, counted from 0. A call with a problem defines
/// nothing.
pub fn check(trace: &Trace, own: &dyn OwnRows) -> Vec<(usize, Problem)> {
    let mut context = Context::default();
    let mut problems = Vec::new();
    for (number, call) in trace.calls.iter().enumerate() {
        match context.examine(call, own) {
            Ok(effect) => context.commit(call, effect),
            Err(problem) => problems.push((number, problem)),
        }
    }
    problems
}
