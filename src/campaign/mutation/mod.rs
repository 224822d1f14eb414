//! Campaigns of mutants: what is mutated how, and the runs that this gives.
//!
//! * [`Mutation`] is what the campaign keeps as its settings;
//! * [`MutantRuns`] are the runs;
//! * `check_using` asks by tactics, too;
//! * `kept` is what a finding holds of them.

mod check_using;
mod kept;
mod runs;
mod settings;

pub(crate) use kept::mutant_text;
pub(crate) use runs::MutantRuns;
pub(crate) use settings::{Mutation, MutationError};
