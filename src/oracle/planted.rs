//! The planted oracle: the trace holds values of its constants under which all that is asserted and assumed is true, and the
//! solver says unsat.

use murxla_api::Answer;
use murxla_api::meaning::{Datum, Unknown, finite};

use super::{Accuses, Cost, Interest, Oracle, OracleDef, Step, Verdict};
use crate::eval::{Assignment, Evaluator};
use crate::exec::{Played, Player};
use crate::smt::{Check, FromCalls, Term};

/// Its name.
pub const PLANTED: &str = "planted";

pub(super) const DEF: OracleDef = OracleDef {
    name: PLANTED,
    about: "unsat, although the values that the trace plants for its constants make all assertions and assumptions true",
    needs: "values that the generator plants (`#=` in traces), unsat",
    cost: Cost::Time,
    accuses: Accuses::Answer,
    by_default: true,
    make: || Box::new(Planted),
};

/// Why a model of the assertions alone proves nothing.
pub(super) const RECURSION: &str = "a recursive definition may have no model";

struct Planted;

impl Oracle for Planted {
    fn name(&self) -> &'static str {
        PLANTED
    }

    fn interest(&self) -> Interest {
        Interest::ANSWERS.and(Interest::QUESTIONS)
    }

    fn judge(&mut self, step: &Step<'_>, player: &mut Player<'_>) -> Option<Verdict> {
        if player.profile().demands.makes_answers_up {
            return None;
        }
        // Whether sat is right is for the model to show.
        let (Played::Answer(Answer::Unsat), Some(questions)) = (step.played, step.questions) else {
            return None;
        };
        if questions.planted().is_empty() {
            return None;
        }
        let Some(check) = questions.last_check().filter(|check| check.call == step.number) else {
            return Some(Verdict::CannotTell("a check of the solver's own".to_owned()));
        };
        Some(match witness_satisfies(questions, check) {
            Ok(true) if questions.has_recursion() => Verdict::CannotTell(RECURSION.to_owned()),
            Ok(true) => {
                step.violates(PLANTED, "unsat, but the planted values are a model".to_owned())
            }
            Ok(false) => Verdict::Holds,
            Err(unknown) => Verdict::CannotTell(reason(&unknown)),
        })
    }
}

/// So many steps are made for all that a check asks: quantifiers over large sorts would take longer than the solver, and nobody is
/// accused by what takes more.
const STEPS: u64 = 500_000;

/// Whether the planted values make all that a check asks true.
pub(super) fn witness_satisfies(questions: &FromCalls, check: &Check) -> Result<bool, Unknown> {
    let assignment = planted_assignment(questions);
    let mut evaluator = Evaluator::new(questions.graph(), &assignment);
    let (mut unknown, mut left) = (None, STEPS);
    for formula in asked(questions, check) {
        evaluator.set_budget(left);
        match evaluator.evaluate(formula) {
            Ok(Datum::Bool(true)) => {}
            Ok(_) => return Ok(false),
            Err(why) => unknown = Some(why),
        }
        left = left.saturating_sub(evaluator.steps());
    }
    unknown.map_or(Ok(true), Err)
}

/// Why it cannot be told, without what differs from run to run, to be counted.
pub(super) fn reason(unknown: &Unknown) -> String {
    match unknown {
        Unknown::Open(call) => match call.is_member {
            false => format!("open: {}", call.function),
            true => "open: a selector".to_owned(),
        },
        Unknown::TooLarge(what) => format!("too large: {what}"),
        Unknown::CannotTell(why) if why.ends_with(NO_VALUE) => "a symbol without value".to_owned(),
        Unknown::CannotTell(why) => why.to_string(),
    }
}

/// How the evaluator ends what it says of a symbol without value.
const NO_VALUE: &str = "has no value";

/// The formulas that must be true together for a check to be sat.
pub fn asked(questions: &FromCalls, check: &Check) -> Vec<Term> {
    let mut formulas: Vec<Term> = questions.asserted_at(check).map(|one| one.term).collect();
    formulas.reverse();
    formulas.extend_from_slice(&check.assumptions);
    formulas
}

/// The planted values, and definitions as they are. A constant without a value may have any: it gets the first of a finite
/// sort, and zero or nothing of others.
pub fn planted_assignment(questions: &FromCalls) -> Assignment {
    let mut assignment = defined(questions);
    let graph = questions.graph();
    for (symbol, definition) in graph.symbols() {
        if questions.definition(symbol).is_none()
            && let Some(value) = first_value(&definition.sort)
        {
            assignment.set(symbol, value);
        }
    }
    for (symbol, text) in questions.planted() {
        if let Some(value) = Datum::of_notation(text, &graph.symbol(*symbol).sort) {
            assignment.set(*symbol, value);
        }
    }
    assignment
}

/// The definitions alone.
pub(super) fn defined(questions: &FromCalls) -> Assignment {
    let mut assignment = Assignment::new();
    questions.definitions().for_each(|one| assignment.define(one.clone()));
    assignment
}

/// Some value of a sort.
fn first_value(sort: &murxla_api::Sort) -> Option<Datum> {
    use murxla_api::SortShape as S;
    match sort.shape() {
        S::Int => Some(Datum::Int(0)),
        S::Real => Some(Datum::Real(0, 1)),
        S::BitVec(width) => Some(Datum::wide_bits(*width, 0u32.into())),
        S::String => Some(Datum::String([].into())),
        S::Seq(_) => Some(Datum::Seq([].into())),
        S::Uninterpreted(_) => Some(Datum::element(sort.clone(), "e0")),
        _ => finite::nth(sort, 0),
    }
}
