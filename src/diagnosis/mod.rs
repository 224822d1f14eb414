//! What maintainers ask of a finding beside its input: on what it depends, where in the solver it is, since when it is there.
//!
//! * [`Subject`] is what fails: a trace, or a script with its `:status`; it is played on solvers, each time in a child;
//! * [`Seen`] is what became of it, compared with how it failed at first ([`Likeness`]);
//! * `variants` are the subject without an option, without levels, without what came before: which of them still fails tells
//!   what matters;
//! * `switches` tries which option of the solver takes a wrong answer away;
//! * [`FrontEnd`] is the solver's own reader of scripts; `told_values` judges what it printed;
//! * [`Outside`] is what fails without us: a C program, or a script for a binary;
//! * `component` reads the place of a crash;
//! * [`released`] is a row of the matrix of versions.

mod component;
mod configuration;
mod diagnose;
mod front_end;
mod outside;
mod scripted;
mod seen;
mod subject;
mod switches;
mod told_values;
mod variants;

use std::io;

use crate::sandbox::Limits;
use crate::solvers::{Choice, Locator};

pub use component::component;
pub use configuration::configuration;
pub use diagnose::{Ask, diagnose};
pub use front_end::{FrontEnd, Shown};
pub use outside::Outside;
pub use scripted::Scripted;
pub use seen::{Likeness, Seen, released};
pub use subject::Subject;

/// What can be tried on a version of a solver.
pub trait Playable {
    /// What the version does with it.
    fn play(&self, choice: &Choice, locator: &Locator, limits: &Limits) -> io::Result<Seen>;
}

impl Playable for Subject {
    fn play(&self, choice: &Choice, locator: &Locator, limits: &Limits) -> io::Result<Seen> {
        Subject::play(self, choice, locator, limits)
    }
}
