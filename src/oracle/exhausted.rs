//! The exhausted oracle: where all symbols range over small finite sorts, every assignment is tried, so the right answer is
//! known both ways.

use murxla_api::Answer;

use super::planted::{RECURSION, asked, defined, reason};
use super::{Accuses, Cost, Interest, Oracle, OracleDef, Step, Verdict};
use crate::eval::{Truth, truth};
use crate::exec::{Played, Player};

/// Its name.
pub const EXHAUSTED: &str = "exhausted";

pub(super) const DEF: OracleDef = OracleDef {
    name: EXHAUSTED,
    about: "an answer that is wrong, as all values of all constants show; only where these are few",
    needs: "constants of small finite sorts alone, sat or unsat",
    cost: Cost::Time,
    accuses: Accuses::Answer,
    by_default: true,
    make: || Box::new(Exhausted),
};

/// So many terms are evaluated, times the number of assignments.
pub(super) const MOST: u64 = 1 << 20;

struct Exhausted;

impl Oracle for Exhausted {
    fn name(&self) -> &'static str {
        EXHAUSTED
    }

    fn interest(&self) -> Interest {
        Interest::ANSWERS.and(Interest::QUESTIONS)
    }

    fn judge(&mut self, step: &Step<'_>, player: &mut Player<'_>) -> Option<Verdict> {
        if player.profile().demands.makes_answers_up {
            return None;
        }
        let (Played::Answer(answer), Some(questions)) = (step.played, step.questions) else {
            return None;
        };
        if *answer == Answer::Unknown {
            return None;
        }
        let Some(check) = questions.last_check().filter(|check| check.call == step.number) else {
            return Some(Verdict::CannotTell("a check of the solver's own".to_owned()));
        };
        let formulas = asked(questions, check);
        Some(match (truth(questions.graph(), &formulas, &defined(questions), MOST), answer) {
            (Truth::Sat(_), Answer::Unsat) if questions.has_recursion() => {
                Verdict::CannotTell(RECURSION.to_owned())
            }
            (Truth::Sat(_), Answer::Unsat) => {
                step.violates(EXHAUSTED, "unsat, but an assignment is a model".to_owned())
            }
            (Truth::Unsat, Answer::Sat) => {
                step.violates(EXHAUSTED, "sat, but no assignment is a model".to_owned())
            }
            (Truth::Sat(_) | Truth::Unsat, _) => Verdict::Holds,
            // That is no question for this oracle.
            (Truth::TooMany(_), _) => return None,
            (Truth::CannotTell(unknown), _) => Verdict::CannotTell(reason(&unknown)),
        })
    }
}
