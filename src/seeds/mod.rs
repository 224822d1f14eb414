//! The seeds of mutants, with what is known of them.
//!
//! * [`KnownSeed`] is one with what is known: its status, and values of its constants ([`facts`]);
//! * [`SeedFile`] holds those of a campaign, as they were when it was begun;
//! * [`learn_seed`] asks a solver what is to be known;
//! * [`FreshSeeds`] are runs of the generator.

mod facts;
mod file;
mod fresh;
mod learn;

pub(crate) use file::lines;
pub use file::{KnownSeed, SeedFile, SeedFileError};
pub use fresh::FreshSeeds;
pub use learn::learn_seed;
