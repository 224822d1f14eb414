//! Reduction of scripts by a command of the user's: what stays is how it ends and what it prints.
//!
//! A script becomes a trace, which the passes reduce; each candidate is written as SMT-LIB for the command. So results
//! are well-sorted, and in standard SMT-LIB. One that has no sorts is reduced as it stands (`untyped`).

mod criterion;
mod session;
mod tester;
mod untyped;

pub(crate) use criterion::Keep;
pub use criterion::Rules;
pub(crate) use session::{CommandRefusal, CommandTask, reduce_script, result_of};
pub use session::{Reduced, Subject};
pub(crate) use tester::UserCommand;
