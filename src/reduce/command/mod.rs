//! Reduction of scripts by a command of the user's: what stays is how it ends and what it prints.
//!
//! A script becomes a trace, which the passes reduce; each candidate is written as SMT-LIB for the command. So results
//! are well-sorted, and in standard SMT-LIB.

mod criterion;
mod session;
mod tester;

pub use criterion::{Keep, Rules};
pub use session::{CommandRefusal, CommandTask, Reduced, reduce_script, result_of};
pub use tester::{CommandError, UserCommand};
