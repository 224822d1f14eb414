//! The generator's view of the solver's state: options, levels, the last answer; so it asks only for what there is.

use murxla_api::{Answer, Effects, Sort, StandardOption, StandardOptions};

use crate::oracle::Feedback;
use crate::trace::Call;

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

    /// A call with these effects was made.
    #[inline(never)]
    pub(super) fn after(&mut self, effects: Effects, call: &Call, feedback: Feedback) {
        if effects.any(Effects::CHECKS) {
            self.checks += 1;
            // Whatever the solver did, nothing is known of its last answer if it gave none.
            self.last = match feedback {
                Feedback::Answer(answer) => Some((answer, effects.any(Effects::ASSUMES))),
                _ => None,
            };
            return;
        }
        // As SMT-LIB has it: a declaration ends the state in which questions about an answer are allowed.
        if effects.any(Effects::DECLARES.and(Effects::SPOILS_ANSWER)) {
            self.last = None;
        }
        if !feedback.accepted() {
            return;
        }
        if effects.any(Effects::FORGETS_ALL) {
            *self = Session::default();
            return;
        }
        self.begun |= effects.any(Effects::ASSERTS.and(Effects::SETS_LOGIC));
        let levels = call.levels() as u32;
        if effects.any(Effects::OPENS_LEVELS) {
            self.levels += levels;
        } else if effects.any(Effects::CLOSES_LEVELS) {
            self.levels = self.levels.saturating_sub(levels);
        } else if effects.any(Effects::FORGETS_ASSERTIONS) {
            self.levels = 0;
        }
        if effects.ends_answer() {
            self.last = None;
        }
    }
}
