//! The reduction engine, for anything: passes propose edits, one engine tries them.
//!
//! The engine knows neither traces nor solvers. What is reduced is a [`Candidate`]; a [`Pass`] proposes edits of one;
//! a [`Tester`] says which candidate still is interesting; a [`Keeper`] keeps the best so far. The result depends on
//! the candidate, the passes and the verdicts alone: whoever tests many candidates at once accepts the first
//! interesting one in the order in which they are proposed.

mod cache;
mod keeper;
mod pass;
mod search;

pub use cache::Cache;
pub(crate) use cache::Hash;
pub(crate) use keeper::{KeepError, OnDisk};
pub use pass::{Apply, Pass};
pub(crate) use pass::{Candidate, Plan, Strategy};
pub use search::{Ended, Engine, Figures, Keeper, Progress, Tester};
