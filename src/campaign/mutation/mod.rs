//! Campaigns of mutants: what is mutated how, and the runs that this gives.
//!
//! * [`Mutation`] is what the campaign keeps as its settings;
//! * [`SeedFile`] holds the seeds with what is known of them, as they were when the campaign was begun;
//! * [`learn_seed`] asks a solver what is to be known;
//! * [`MutantRuns`] are the runs.

mod facts;
mod fresh_seeds;
mod learn;
mod runs;
mod seed_file;
mod settings;

pub(crate) use learn::learn_seed;
pub(crate) use runs::MutantRuns;
pub(crate) use seed_file::{KnownSeed, SeedFile};
pub(crate) use settings::{Mutation, MutationError};
