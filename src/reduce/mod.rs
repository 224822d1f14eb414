//! The minimizer: the smallest trace that still fails the same way.
//!
//! * `engine` searches; it knows neither traces nor solvers;
//! * [`TraceCandidate`] is a trace that is being reduced; `typed` tells what its calls make, `edit` changes calls and
//!   rebuilds the rest: what became ill-sorted goes, names are numbered anew;
//! * `passes` propose edits, one file each; [`PASSES`] is their list;
//! * [`Criterion`] says what the same failure is; [`LocalTester`] runs candidates in children of this process,
//!   [`Pool`] in several processes;
//! * `truth` keeps wrong answers wrong by the script's own word: what of it is still known of a candidate;
//! * [`Narrower`] makes wrong answers of a campaign small, within bounds, for their keys;
//! * [`minimize`] puts all of it together; [`command`] does so for scripts and a command of the user's: both are a `session`;
//!   [`Form`] says in which form results are kept.

mod candidate;
pub mod command;
mod criterion;
mod crosscheck;
mod edit;
pub mod engine;
mod form;
mod guarded;
mod instantiate;
mod kept;
mod minimize;
mod names;
mod narrow;
mod needs;
mod pace;
mod passes;
mod pool;
mod session;
mod target_solver;
mod task;
mod tester;
mod truth;
mod typed;
mod weight;

pub use candidate::TraceCandidate;
pub use criterion::{Criterion, Judged, Wanted};
pub use form::Form;
pub use minimize::minimize;
pub use narrow::Narrower;
pub use passes::PASSES;
pub(crate) use pool::{PoolSetup, Request, Response};
pub use target_solver::TargetSolver;
pub use task::{Audience, Input, Minimized, Refusal, Task};
pub use tester::{LocalTester, TestError};
