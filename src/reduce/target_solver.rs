//! The facts about the solver that a reduction needs: its own rows, and whether calls must have what they need.

use murxla_api::{Library, OptionDef, Wrapper};

use crate::smt::export::WrapperRows;
use crate::trace::check::OwnRows;

/// What is known of the solver for which a trace is reduced.
#[derive(Clone, Copy)]
pub struct TargetSolver {
    own: &'static dyn OwnRows,
    options: &'static [OptionDef],
    /// Whether calls whose needs are not met are no part of a candidate: so it was in the input, too.
    pub(super) enforces_needs: bool,
}

impl TargetSolver {
    /// A bench for traces on this library.
    pub fn new(library: &'static dyn Library) -> TargetSolver {
        TargetSolver { own: library.profile(), options: library.options(), enforces_needs: true }
    }

    /// A bench for traces of a solver that is not loaded, or of none in particular.
    pub fn of_wrapper(wrapper: Option<&'static dyn Wrapper>) -> TargetSolver {
        // It lives as long as the process, as libraries do.
        let own = Box::leak(Box::new(WrapperRows(wrapper)));
        TargetSolver { own, options: &[], enforces_needs: true }
    }

    /// The solver's own rows.
    pub(super) fn own(&self) -> &'static dyn OwnRows {
        self.own
    }

    /// The solver's option with this name.
    pub(super) fn option(&self, name: &str) -> Option<&'static OptionDef> {
        self.options.iter().find(|option| option.name == name)
    }
}

impl std::fmt::Debug for TargetSolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TargetSolver({} options)", self.options.len())
    }
}
