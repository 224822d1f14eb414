//! Adapts scripts to front ends that have another solver for non-linear arithmetic: one without divisibility, cores,
//! and assumptions other than constants.

use murxla_api::ActionKind;

use super::exporter::Exporter;
use crate::smt::{Command, Term};
use crate::trace::CallArg;

/// Whether the name of a logic promises non-linear arithmetic.
fn is_nonlinear(logic: &str) -> bool {
    ["NIA", "NRA", "NIRA"].iter().any(|arithmetic| logic.ends_with(arithmetic))
}

impl Exporter<'_> {
    /// Whether what follows, until all is reset, is for that other solver.
    pub(super) fn is_for_nonlinear_solver(&self) -> bool {
        let logic =
            self.calls_of_part().filter(|call| call.took_effect()).find_map(|call| {
                match (call.action.kind(), call.args.as_slice()) {
                    (ActionKind::SetLogic, [CallArg::Text(logic)]) => Some(&**logic),
                    _ => None,
                }
            });
        let is_there = |logic: &str| is_nonlinear(logic) && self.knows_logic(logic);
        self.dialect().logic.nonlinear_apart && logic.is_some_and(is_there)
    }

    /// Whether there is a logic with this name.
    pub(super) fn knows_logic(&self, logic: &str) -> bool {
        self.dialect().logic.known.is_empty() || self.dialect().logic.known.contains(&logic)
    }

    /// Assumptions as assertions on a level of their own, which stays after the check as long as its answer may be asked
    /// about.
    pub(super) fn assume_above(&mut self, formulas: Vec<Term>) -> Command {
        self.note_otherwise(
            "assumptions are written as assertions on a level of their own".to_owned(),
        );
        self.say(Command::Push(1));
        for formula in formulas {
            self.say(Command::Assert(formula));
        }
        Command::CheckSat
    }

    /// Before a command: the level of assumptions ends if the command is not about their answer.
    pub(super) fn close_level(&mut self, next: &Command) {
        let about_answer = matches!(next, Command::GetValue(_) | Command::Comment(_))
            || next.is(ActionKind::PrintModel);
        if self.level_to_close && !about_answer {
            self.level_to_close = false;
            self.script.commands.push(Command::Pop(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_non_linear_logics() {
        assert!(is_nonlinear("QF_AUFBVNIA") && is_nonlinear("QF_NRA") && is_nonlinear("QF_UFNIRA"));
        assert!(!is_nonlinear("QF_LIRA") && !is_nonlinear("ALL") && !is_nonlinear("QF_BV"));
    }
}
