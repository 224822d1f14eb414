//! What is known of the solver for which a trace is reduced.

use murxla_api::{Library, OptionDef};

use crate::trace::check::OwnRows;

/// What is known of the solver for which a trace is reduced.
#[derive(Clone, Copy)]
pub struct Bench {
    library: &'static dyn Library,
    /// Whether calls whose needs are not met are no part of a candidate: so it was in the input, too.
    pub(super) enforces_needs: bool,
}

impl Bench {
    /// A bench for traces on this library.
    pub fn new(library: &'static dyn Library) -> Bench {
        Bench { library, enforces_needs: true }
    }

    /// The solver's own rows.
    pub(super) fn own(&self) -> &'static dyn OwnRows {
        self.library.profile()
    }

    /// The solver's option with this name.
    pub(super) fn option(&self, name: &str) -> Option<&'static OptionDef> {
        self.library.options().iter().find(|option| option.name == name)
    }
}

impl std::fmt::Debug for Bench {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bench({})", self.library.info().version)
    }
}
