//! What can be told of a trace without a solver: whether names are defined before they are used, what sorts
//! things have, which variables are free.
//!
//! [`Context`] goes through a trace call by call. The player keeps one, too: so a call that is ill-sorted never
//! reaches a solver, of which we could not tell afterwards whether it was right to crash.

mod apply;
mod context;
mod facts;
mod problem;
mod sorts;

use murxla_api::Op;

use super::Trace;
pub use context::{Context, Effect};
pub use facts::{Free, TermFacts};
pub use problem::Problem;

/// Finds the row of a solver's own operator.
pub type OwnOperators<'a> = &'a dyn Fn(&str) -> Option<&'static Op>;

/// The problems of a trace, each with the number of its call, counted from 0. A call with a problem defines
/// nothing.
pub fn check(trace: &Trace, own: OwnOperators<'_>) -> Vec<(usize, Problem)> {
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
