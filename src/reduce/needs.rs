//! What calls need, followed through a trace: a reduced trace must not use a solver in a way that is not allowed, if
//! the trace did not do so before.

use murxla_api::{ActionDef, ActionKind, Answer, Changes, Need, StandardOption};

use crate::trace::check::OwnRows;
use crate::trace::{Action, Call, CallArg, Recorded};

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

fn row<'a>(call: &'a Call, own: &dyn OwnRows) -> Option<&'a ActionDef> {
    match &call.action {
        Action::Base(row) => Some(row),
        Action::Own(name) => own.action(name),
    }
}

fn levels_of(call: &Call) -> u64 {
    match call.args.first() {
        Some(CallArg::Number(levels)) => u64::from(*levels),
        _ => 0,
    }
}

impl Needs {
    /// Whether all that the call needs is there.
    pub(super) fn are_met(&self, call: &Call, own: &dyn OwnRows) -> bool {
        let needs = row(call, own).map_or(&[][..], |row| row.needs);
        needs.iter().all(|need| match need {
            Need::Option(option) => self.on.contains(option),
            Need::LastAnswer(wanted) => match self.last {
                Last::None => false,
                Last::Unknown => true,
                Last::Answer(answer) => answer == *wanted,
            },
            Need::Assumptions => self.assumed,
            Need::OpenLevels => levels_of(call) <= self.levels,
            Need::Fresh => self.fresh,
        })
    }

    /// The call was executed.
    pub(super) fn pass(&mut self, call: &Call, own: &dyn OwnRows) {
        if matches!(
            call.reply,
            Some(Recorded::Rejected(_) | Recorded::Skipped(_) | Recorded::Broken(_))
        ) {
            return;
        }
        match call.action.kind() {
            ActionKind::New | ActionKind::Delete | ActionKind::Reset => *self = Needs::default(),
            ActionKind::SetLogic => self.fresh = false,
            ActionKind::SetOption => {
                if let [CallArg::Text(name), CallArg::Text(value)] = call.args.as_slice()
                    && let Some(option) = StandardOption::from_key(name)
                {
                    self.on.retain(|on| *on != option);
                    if &**value == "true" {
                        self.on.push(option);
                    }
                }
            }
            ActionKind::Assert | ActionKind::AssertNamed => {
                self.fresh = false;
                self.last = Last::None;
            }
            ActionKind::Push => {
                self.levels += levels_of(call);
                self.last = Last::None;
            }
            ActionKind::Pop => {
                self.levels = self.levels.saturating_sub(levels_of(call));
                self.last = Last::None;
            }
            ActionKind::ResetAssertions => {
                self.levels = 0;
                self.last = Last::None;
            }
            kind @ (ActionKind::CheckSat | ActionKind::CheckSatAssuming) => {
                self.assumed = kind == ActionKind::CheckSatAssuming;
                self.last = match &call.reply {
                    Some(Recorded::Answer(answer)) => Last::Answer(*answer),
                    _ => Last::Unknown,
                };
            }
            ActionKind::Own if row(call, own).is_some_and(|row| row.changes == Changes::Answer) => {
                self.last = Last::None;
            }
            _ => {}
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
