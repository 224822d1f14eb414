//! Findings: what a campaign found, told apart by keys, and kept in folders.
//!
//! How the parts fit together:
//!
//! * [`Failure`] is what went wrong in a run: it died, or an oracle found a violation;
//! * [`Key`] says which findings are the same: it is made of [`Evidence`] by `assertion`, `stack` and `normalize`,
//!   which take out what differs from run to run and from machine to machine;
//! * [`Finding`] is all that is known of one; `folder` writes it so that it is there complete or not at all (`disk`);
//! * [`Known`] is a list of keys that a campaign need not tell again, [`filtered`] what a solver's profile says is
//!   no finding;
//! * [`Diagnosis`] is what maintainers ask beside the input, [`Matrix`] what releases do;
//! * [`Priority`] and [`Rank`] are the order in which people should look at them.

mod assertion;
mod diagnosis;
pub mod disk;
mod ending;
mod failure;
mod filter;
mod finding;
mod folder;
mod found_before;
mod issue_text;
mod key;
mod known;
mod matrix;
mod normalize;
mod on_release;
pub mod output_file;
mod priority;
mod scope;
pub mod seed_text;
mod stack;

pub(crate) use assertion::failed_assertion;
pub use diagnosis::{Diagnosis, OptionEffect};
pub(crate) use ending::Ending;
pub use failure::Failure;
pub use filter::filtered;
pub(crate) use finding::{Finding, Minimization, SCHEMA, SolverFacts};
pub(crate) use folder::{
    FolderError, ISSUE, MIN_TRACE, PROGRAM, SCRIPT, add_duplicates, cause_is_told, diagnosis_of,
    duplicates, finding_in, oracle_of, read_findings, record_diagnosis, record_minimized,
    record_proof, solver_of, timeout_traces, write_finding, write_timeout, write_unstable,
};
pub use folder::{TRACE, clean};
pub(crate) use folder::{Written, finding_folder, write_timeout_trace};
pub use found_before::found_before;
pub use issue_text::{Category, Issue};
pub use key::Key;
pub(crate) use key::{Evidence, message_of};
pub use known::Known;
pub(crate) use known::{Family, KnownKey};
pub use matrix::{Matrix, Release, ReleaseState, version_order};
pub(crate) use on_release::OnRelease;
pub(crate) use priority::{Priority, Rank};
pub(crate) use scope::{least_cared_for, rank, scope_of};
pub(crate) use stack::{function_name, solver_part};
