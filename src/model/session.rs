//! What the model knows of the solver's state, so that it asks only for what there is.

use murxla_api::{Answer, Sort, StandardOption, StandardOptions};

/// The solver's state, as far as calls and their answers tell.
#[derive(Clone, Debug, Default)]
pub(super) struct Session {
    pub(super) options: StandardOptions,
    /// Open levels.
    pub(super) levels: u32,
    /// The answer of the last check, and whether that had assumptions; until something changes.
    pub(super) last: Option<(Answer, bool)>,
    pub(super) checks: u64,
    /// A logic was set or a formula asserted.
    pub(super) begun: bool,
    /// A formula was asserted, a level opened, a check made, something defined or simplified: the solver is set up.
    pub(super) solving: bool,
    /// The sorts of the locations of the heap and of what they hold.
    pub(super) heap: Option<(Sort, Sort)>,
}

impl Session {
    pub(super) fn is_on(&self, option: StandardOption) -> bool {
        match option {
            StandardOption::Incremental => self.options.incremental,
            StandardOption::Models => self.options.models,
            StandardOption::UnsatCores => self.options.unsat_cores,
            StandardOption::UnsatAssumptions => self.options.unsat_assumptions,
        }
    }

    /// Only one check is allowed, and it was made.
    pub(super) fn is_used_up(&self) -> bool {
        !self.options.incremental && self.checks > 0
    }

    pub(super) fn checked(&mut self, answer: Answer, assumptions: bool) {
        self.checks += 1;
        self.last = Some((answer, assumptions));
    }
}
