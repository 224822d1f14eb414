//! The cores oracle: the formulas of a core, and failed assumptions, are among those that were asserted and assumed, and are
//! unsatisfiable; the evaluator says so, or a new instance.

use murxla_api::{ActionKind, Answer};

use super::fresh::{MOST_TERMS, Question, Way};
use super::planted::defined;
use super::{Accuses, Cost, Interest, Oracle, OracleDef, Proof, Step, Verdict};
use crate::eval::{Truth, truth};
use crate::exec::{Played, Player};
use crate::smt::{FromCalls, Node, Term};
use crate::trace::TermName;

/// Its name.
pub const CORES: &str = "cores";

pub(super) const DEF: OracleDef = OracleDef {
    name: CORES,
    about: "a core, or failed assumptions, with a formula that was not asked, or satisfiable",
    needs: "a core or failed assumptions of a small problem; may ask a new instance",
    cost: Cost::Some,
    accuses: Accuses::Model,
    by_default: false,
    make: || Box::new(Cores),
};

/// So many assignments are tried before a new instance is asked.
const MOST_ASSIGNMENTS: u64 = 1 << 10;

struct Cores;

impl Oracle for Cores {
    fn name(&self) -> &'static str {
        CORES
    }

    fn interest(&self) -> Interest {
        Interest::COMMANDS.and(Interest::QUESTIONS)
    }

    fn judge(&mut self, step: &Step<'_>, player: &mut Player<'_>) -> Option<Verdict> {
        let (Played::Terms(told), Some(questions)) = (step.played, step.questions) else {
            return None;
        };
        if player.profile().demands.makes_answers_up {
            return None;
        }
        let kind = step.call.action.kind();
        if !matches!(kind, ActionKind::GetUnsatCore | ActionKind::GetUnsatAssumptions) {
            return None;
        }
        let check = questions.last_check()?;
        if check.answer != Some(Answer::Unsat) {
            return Some(Verdict::CannotTell(
                "the last check was one of the solver's own".to_owned(),
            ));
        }
        let asserted: Vec<Term> = questions.asserted_at(check).map(|one| one.term).collect();
        // What an action of the solver's own asserted has no name, so no core can tell it.
        let nameless = |term: &Term| match questions.graph().node(*term) {
            Node::Opaque(opaque) => opaque.same().is_none(),
            _ => false,
        };
        if asserted.iter().any(nameless) {
            return Some(Verdict::CannotTell("the solver asserted something itself".to_owned()));
        }
        let is_core = kind == ActionKind::GetUnsatCore;
        let (candidates, beside, done) = match is_core {
            true => (&asserted, &check.assumptions, "asserted"),
            false => (&check.assumptions, &asserted, "assumed"),
        };
        let told = match members(questions, told, candidates) {
            Ok(terms) => terms,
            Err(name) => {
                let what = match is_core {
                    true => format!("{name} is in the core, but not {done}"),
                    false => format!("{name} is a failed assumption, but not {done}"),
                };
                return Some(step.violates(CORES, what));
            }
        };
        let formulas: Vec<Term> = told.into_iter().chain(beside.iter().copied()).collect();
        Some(judge_unsat(step, is_core, formulas, questions, player))
    }
}

/// The terms with these names; an error names the first that is none of the candidates.
fn members(
    questions: &FromCalls,
    names: &[TermName],
    candidates: &[Term],
) -> Result<Vec<Term>, TermName> {
    let mut terms = Vec::with_capacity(names.len());
    for name in names {
        match questions.term(*name) {
            Some(term) if candidates.contains(&term) => terms.push(term),
            // Only a solver knows even its sort: it has no place in the graph.
            None => {}
            Some(_) => return Err(*name),
        }
    }
    Ok(terms)
}

fn judge_unsat(
    step: &Step<'_>,
    is_core: bool,
    formulas: Vec<Term>,
    questions: &FromCalls,
    player: &Player<'_>,
) -> Verdict {
    let what = match is_core {
        true => "the core",
        false => "the assertions with the failed assumptions",
    };
    let violated = |by: &str| {
        let proof = Proof::Answers { said: Answer::Unsat, against: Answer::Sat, by: by.to_owned() };
        step.contradicted(CORES, format!("{by} says that {what} can be satisfied"), proof)
    };
    match truth(questions.graph(), &formulas, &defined(questions), MOST_ASSIGNMENTS) {
        Truth::Sat(_) => return violated("the evaluator"),
        Truth::Unsat => return Verdict::Holds,
        Truth::TooMany(_) | Truth::CannotTell(_) => {}
    }
    let question = match Question::new(questions, formulas, MOST_TERMS) {
        Ok(question) => question,
        Err(why) => return Verdict::CannotTell(why.to_owned()),
    };
    match question.ask(Way::Flat, &[], player) {
        Ok(Answer::Sat) => violated("a new instance"),
        Ok(Answer::Unsat) => Verdict::Holds,
        Ok(Answer::Unknown) => Verdict::CannotTell("a new instance says unknown".to_owned()),
        Err(why) => Verdict::CannotTell(why),
    }
}
