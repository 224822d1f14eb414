//! The promised oracle: the trace says which answer to a check is right, by how what is asked was made, and the solver says another
//! one.

use murxla_api::{Answer, Effects};

use super::{Accuses, Cost, Interest, Oracle, OracleDef, Proof, Step, Verdict, Violation};
use crate::exec::{Played, Player};
use crate::trace::{Call, Trace};

/// Its name.
pub const PROMISED: &str = "promised";

pub(super) const DEF: OracleDef = OracleDef {
    name: PROMISED,
    about: "another answer than the one that follows from how a mutant was made",
    needs: "an answer that the trace promises (`#:`), sat or unsat",
    cost: Cost::Nothing,
    accuses: Accuses::Answer,
    by_default: true,
    make: || Box::<Promised>::default(),
};

/// Knows whether the solver was given all that was asked.
#[derive(Default)]
struct Promised {
    incomplete: bool,
}

/// The answer that a promise names, and why it is right.
fn read(promised: &str) -> Option<(Answer, &str)> {
    let (word, why) = promised.split_once(' ').unwrap_or((promised, ""));
    let answer = match word {
        "sat" => Answer::Sat,
        "unsat" => Answer::Unsat,
        _ => return None,
    };
    Some((answer, why))
}

/// The answer that is promised for a check.
pub fn promise_of(call: &Call) -> Option<Answer> {
    read(call.promised.as_deref()?).map(|(answer, _)| answer)
}

/// The answer that a trace promises for all its checks, if it does.
pub fn promised_answer(trace: &Trace) -> Option<Answer> {
    let mut promises = trace.calls.iter().filter_map(|call| read(call.promised.as_deref()?));
    let (first, _) = promises.next()?;
    promises.all(|(answer, _)| answer == first).then_some(first)
}

impl Oracle for Promised {
    fn name(&self) -> &'static str {
        PROMISED
    }

    fn interest(&self) -> Interest {
        Interest::COMMANDS.and(Interest::ANSWERS).and(Interest::FAILURES)
    }

    fn judge(&mut self, step: &Step<'_>, player: &mut Player<'_>) -> Option<Verdict> {
        let effects = step.call.effects(player.profile());
        if effects.any(Effects::FORGETS_ALL) {
            self.incomplete = false;
        }
        if !step.played.accepted() && effects.changes_problem() {
            self.incomplete = true;
        }
        let (right, why) = step.call.promised.as_deref().and_then(read)?;
        let Played::Answer(said) = step.played else { return None };
        if !said.contradicts(right) || player.profile().demands.makes_answers_up {
            return Some(Verdict::Holds);
        }
        if self.incomplete {
            return Some(Verdict::CannotTell("a part of the mutant was refused".to_owned()));
        }
        Some(Verdict::Violated(Violation {
            oracle: PROMISED.into(),
            call: step.number,
            what: format!("{said}, but {right} is right"),
            proof: Proof::Model(format!("{right}: {why}\n")),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promises_are_read() {
        assert_eq!(read("unsat all follows"), Some((Answer::Unsat, "all follows")));
        assert_eq!(read("sat"), Some((Answer::Sat, "")));
        assert_eq!(read("perhaps"), None);
        let promised = |text: &str| {
            crate::trace::read(text.as_bytes()).map(|(trace, _)| promised_answer(&trace))
        };
        assert_eq!(promised("#: sat a\n1 check-sat\n"), Ok(Some(Answer::Sat)));
        assert_eq!(promised("#: sat a\n1 check-sat\n#: unsat b\n1 check-sat\n"), Ok(None));
        assert_eq!(promised("1 check-sat\n"), Ok(None));
    }
}
