//! The same-question oracle: what a check asked is asked of a new instance of the same library in another way, and a
//! simplified term is compared with the original there.

use murxla_api::{ActionKind, Answer, CallSeed, Effects};

use super::fresh::{MOST_TERMS, Question, Way};
use super::planted::asked;
use super::{Accuses, Cost, Interest, Oracle, OracleDef, Proof, Step, Verdict, Violation};
use crate::exec::{Played, Player};
use crate::smt::{FromCalls, Node};
use crate::trace::{Call, Name};

/// Its name.
pub const SAME_QUESTION: &str = "same-question";

pub(super) const DEF: OracleDef = OracleDef {
    name: SAME_QUESTION,
    about: "an answer that a new instance contradicts when it is asked the same in another way; a simplified term that differs",
    needs: "sat or unsat, a small problem; asks a new instance after one check in 4 and each simplification",
    cost: Cost::Some,
    accuses: Accuses::Answer,
    by_default: false,
    make: || Box::<SameQuestion>::default(),
};

/// One check in so many is asked again, by the seed of its call, so that a replay asks again for the same.
const CHECKS_APART: usize = 4;

/// Simplified terms of more parts are not compared.
const MOST_SIMPLIFIED: usize = 80;

/// Knows the options of the run.
#[derive(Default)]
struct SameQuestion {
    /// The calls that set them.
    options: Vec<Call>,
}

impl Oracle for SameQuestion {
    fn name(&self) -> &'static str {
        SAME_QUESTION
    }

    fn interest(&self) -> Interest {
        Interest::COMMANDS.and(Interest::SOME_TERMS).and(Interest::QUESTIONS)
    }

    fn judge(&mut self, step: &Step<'_>, player: &mut Player<'_>) -> Option<Verdict> {
        let questions = step.questions?;
        if player.profile().demands.makes_answers_up || !step.played.accepted() {
            return None;
        }
        match (step.call.action.kind(), step.played) {
            (_, Played::Answer(Answer::Unknown)) => None,
            (_, Played::Answer(answer)) => ask_again(step, *answer, questions, player),
            (ActionKind::SetOption, _) => {
                self.options.push(step.call.clone());
                None
            }
            (ActionKind::Simplify, _) => self.compare_simplified(step, questions, player),
            _ if step.call.effects(player.profile()).any(Effects::FORGETS_ALL) => {
                self.options.clear();
                None
            }
            _ => None,
        }
    }
}

fn ask_again(
    step: &Step<'_>,
    said: Answer,
    questions: &FromCalls,
    player: &Player<'_>,
) -> Option<Verdict> {
    let mut choice = CallSeed::new(step.call.seed);
    if choice.pick(CHECKS_APART) != 0 {
        return None;
    }
    let way = Way::ALL[choice.pick(Way::ALL.len())];
    let Some(check) = questions.last_check().filter(|check| check.call == step.number) else {
        return Some(Verdict::CannotTell("a check of the solver's own".to_owned()));
    };
    let question = match Question::new(questions, asked(questions, check), MOST_TERMS) {
        Ok(question) => question,
        Err(why) => return Some(Verdict::CannotTell(why.to_owned())),
    };
    Some(match question.ask(way, &[], player) {
        Ok(against) if said.contradicts(against) => {
            let by = format!("a new instance, asked {}", way.words());
            let what = format!("{said}, but {by}, says {against}");
            step.contradicted(SAME_QUESTION, what, Proof::Answers { said, against, by })
        }
        Ok(_) => Verdict::Holds,
        Err(why) => Verdict::CannotTell(why),
    })
}

impl SameQuestion {
    /// The new instance simplifies the term, too: it has the options of the run, which may be what makes it wrong.
    fn compare_simplified(
        &self,
        step: &Step<'_>,
        questions: &FromCalls,
        player: &Player<'_>,
    ) -> Option<Verdict> {
        let Some(Name::Term(name)) = step.call.rets.first() else { return None };
        let simplified = questions.term(*name)?;
        let Node::Opaque(opaque) = questions.graph().node(simplified) else { return None };
        let original = opaque.same()?;
        let question = match Question::distinct(questions, [original, simplified], MOST_SIMPLIFIED)
        {
            Ok(question) => question,
            Err(why) => return Some(Verdict::CannotTell(why.to_owned())),
        };
        Some(match question.ask(Way::Flat, &self.options, player) {
            Ok(Answer::Sat) => {
                let what =
                    "a new instance says that a term and what it is simplified to can differ";
                step.violates(SAME_QUESTION, what.to_owned())
            }
            Ok(Answer::Unsat) => Verdict::Holds,
            Ok(Answer::Unknown) => Verdict::CannotTell("a new instance says unknown".to_owned()),
            Err(why) => Verdict::CannotTell(why),
        })
    }
}

impl Step<'_> {
    /// The verdict that an answer is contradicted.
    pub(super) fn contradicted(&self, oracle: &str, what: String, proof: Proof) -> Verdict {
        Verdict::Violated(Violation { oracle: oracle.into(), call: self.number, what, proof })
    }
}
