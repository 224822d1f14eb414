//! Follows what calls need through a trace (options, levels, answers): a reduced trace must not use a solver in a way
//! that is not allowed, if the trace did not do so before.

use murxla_api::{Answer, Effects, Need, StandardOption};

use crate::trace::check::OwnRows;
use crate::trace::{Call, CallArg, Recorded};

/// What is known of the last check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    /// There was none, or something changed since.
    None,
    /// There was one, but what it gave is not recorded.
    Unknown,
    /// It gave this.
    Answer(Answer),
}

/// What was done so far, as far as calls need it.
#[derive(Clone, Debug)]
pub(super) struct Needs {
    on: Vec<StandardOption>,
    levels: u64,
    last: Last,
    assumed: bool,
    fresh: bool,
}

impl Default for Needs {
    fn default() -> Needs {
        Needs { on: Vec::new(), levels: 0, last: Last::None, assumed: false, fresh: true }
    }
}

impl Needs {
    /// Whether all that the call needs is there.
    pub(super) fn are_met(&self, call: &Call, own: &dyn OwnRows) -> bool {
        let needs = call.row(own).map_or(&[][..], |row| row.needs);
        needs.iter().all(|need| match need {
            Need::Option(option) => self.on.contains(option),
            Need::LastAnswer(wanted) => match self.last {
                Last::None => false,
                Last::Unknown => true,
                Last::Answer(answer) => answer == *wanted,
            },
            Need::Assumptions => self.assumed,
            Need::OpenLevels => call.levels() <= self.levels,
            Need::Fresh => self.fresh,
        })
    }

    /// The call was executed.
    pub(super) fn pass(&mut self, call: &Call, own: &dyn OwnRows) {
        if call.failed() {
            return;
        }
        // An action that nobody knows needs nothing, and what it does to the state is not known either.
        let Some(effects) = call.row(own).map(|row| row.effects) else { return };
        if effects.any(Effects::FORGETS_ALL) {
            *self = Needs::default();
            return;
        }
        if effects.any(Effects::SETS_OPTION)
            && let [CallArg::Text(name), CallArg::Text(value)] = call.args.as_slice()
            && let Some(option) = StandardOption::from_key(name)
        {
            self.on.retain(|on| *on != option);
            if &**value == "true" {
                self.on.push(option);
            }
        }
        self.fresh &= !effects.any(Effects::SETS_LOGIC.and(Effects::ASSERTS));
        if effects.any(Effects::OPENS_LEVELS) {
            self.levels += call.levels();
        }
        if effects.any(Effects::CLOSES_LEVELS) {
            self.levels = self.levels.saturating_sub(call.levels());
        }
        if effects.any(Effects::FORGETS_ASSERTIONS) {
            self.levels = 0;
        }
        if effects.any(Effects::CHECKS) {
            self.assumed = effects.any(Effects::ASSUMES);
            self.last = match &call.reply {
                Some(Recorded::Answer(answer)) => Last::Answer(*answer),
                _ => Last::Unknown,
            };
        } else if effects.ends_answer() {
            self.last = Last::None;
        }
    }

    /// Whether every call of a trace has what it needs.
    pub(super) fn are_met_in(calls: &[Call], own: &dyn OwnRows) -> bool {
        let mut needs = Needs::default();
        calls.iter().all(|call| {
            let met = needs.are_met(call, own);
            needs.pass(call, own);
            met
        })
    }
}
