//! Campaigns: many runs on one solver, by several processes, with a memory on disk that survives a kill.
//!
//! * [`Plan`] is `campaign.toml`: with what the campaign was started;
//! * [`Store`] hands out runs and takes what became of them, in [`SqliteStore`] so that a kill loses nothing;
//! * `postgres` is a store that many machines share;
//! * [`RunSource`] says what the runs are: [`GeneratedRuns`] come from the generator, [`EnumeratedRuns`] are all small terms;
//!   [`MutantRuns`] are mutants of scripts;
//! * [`Release`] does a finding again, if it was found in a build with assertions;
//! * [`Narrow`] makes wrong answers small, so that their keys tell causes apart;
//! * epochs (`epochs.rs`) have settings of their own, which the campaign has learned;
//! * [`Counts`] are its figures; [`CallCounter`] makes them while calls are executed.

mod audience;
mod coordinator;
mod counter;
mod counts;
mod dump;
mod enumerated;
mod epochs;
mod evidence;
mod learning;
mod lock;
pub mod messages;
mod mutation;
mod narrow;
mod note;
mod plan;
pub(crate) mod postgres;
mod recheck;
mod rechecker;
mod reducer;
mod source;
mod sqlite;
mod store;
#[cfg(test)]
mod store_suite;
mod together;
mod worker;

pub use audience::Audience;
pub(crate) use audience::Status;
pub use coordinator::{Campaign, Parts, Signal};
pub(crate) use coordinator::{CampaignError, Goals};
pub(crate) use counter::CallCounter;
pub use counts::Counts;
pub(crate) use counts::{ENUMERATION, UNCOMPARED};
pub(crate) use dump::Dump;
pub(crate) use enumerated::{AsItStands, EnumeratedRuns};
pub use learning::Learned;
pub(crate) use mutation::{KnownSeed, MutantRuns, Mutation, SeedFile, learn_seed};
pub(crate) use narrow::{Narrow, Narrowed};
pub(crate) use plan::{Plan, SolverPlan, file_sha256};
pub(crate) use recheck::Release;
pub(crate) use source::{GeneratedRuns, RunSource};
pub(crate) use sqlite::SqliteStore;
pub use store::Seen;
pub(crate) use store::TaskKind;
pub(crate) use store::{Bucket, Bucketed, Lease, Store, StoreError};
pub use worker::Worker;
