//! What maintainers ask of a finding beside its input: on what it depends, where in the solver it is, since when it is there.
//!
//! * [`Subject`] is what fails: a trace, or a script with its `:status`; it is played on solvers, each time in a child;
//! * [`Seen`] is what became of it, compared with how it failed at first ([`Likeness`]);
//! * `variants` are the subject without an option, without levels, without what came before: which of them still fails tells
//!   what matters;
//! * `switches` tries which option of the solver takes a wrong answer away;
//! * `component` reads the place of a crash;
//! * [`released`] is a row of the matrix of versions.

mod component;
mod diagnose;
mod seen;
mod subject;
mod switches;
mod variants;

pub use component::component;
pub use diagnose::{Ask, diagnose};
pub use seen::{Likeness, Seen, released};
pub use subject::Subject;
