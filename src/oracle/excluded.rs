//! Models that a run excluded: what only the solver asserts is judged by whether the next model is another one.
//!
//! Of such a clause no more is known than that: how a solver excludes a model is its own affair (cvc5 may negate a part of its
//! literals). So a model that differs is taken to fulfil it, and of one that does not differ nothing is said.

use murxla_api::Effects;
use murxla_api::meaning::{Datum, Unknown, equal};

use super::Step;
use super::told_model::{STEPS, ToldModel};
use crate::eval::Evaluator;
use crate::smt::{Graph, Node, Term};
use crate::trace::Name;

/// Why nothing is said of a model that does not differ.
const NO_OTHER: &str = "whether the model is one that was excluded";

/// What a call excluded.
pub(super) struct Excluded {
    /// The clause, which only the solver knows.
    clause: Term,
    /// Terms of which one has another value in later models, with those that they had.
    values: Vec<(Term, Datum)>,
}

impl Excluded {
    /// What a call excludes, if the model that it excludes is known.
    pub(super) fn by(step: &Step<'_>, effects: Effects, told: &ToldModel) -> Option<Excluded> {
        let questions = step.questions?;
        if !effects.any(Effects::EXCLUDES) || effects.any(Effects::FORGETS_ALL) {
            return None;
        }
        let graph = questions.graph();
        let number = questions.call_count().checked_sub(1)?;
        let clause = graph.terms().next_back().filter(|term| match graph.node(*term) {
            Node::Opaque(opaque) => opaque.call as usize == number,
            _ => false,
        })?;
        let mut terms: Vec<Term> = Vec::new();
        for name in step.call.uses() {
            if let Name::Term(name) = name {
                terms.push(questions.term(name)?);
            }
        }
        if terms.is_empty() {
            terms.extend(graph.terms().filter(|term| match graph.node(*term) {
                Node::Constant(symbol) => told.assignment.value(symbol).is_some(),
                _ => false,
            }));
        }
        let mut evaluator = Evaluator::new(graph, &told.assignment).with_budget(STEPS);
        let values = terms.into_iter().filter_map(|term| {
            evaluator.evaluate(term).ok().filter(is_comparable).map(|value| (term, value))
        });
        Some(Excluded { clause, values: values.collect() })
    }

    /// The terms whose values decide.
    pub(super) fn terms(&self) -> impl Iterator<Item = Term> {
        self.values.iter().map(|(term, _)| *term)
    }

    /// The clause, if it is among what is asked.
    pub(super) fn clause_in(&self, asked: &[Term]) -> Option<Term> {
        asked.contains(&self.clause).then_some(self.clause)
    }

    /// Whether this model is another one.
    pub(super) fn differs(&self, graph: &Graph, told: &ToldModel) -> Result<(), Unknown> {
        let mut evaluator = Evaluator::new(graph, &told.assignment).with_budget(STEPS);
        let differs = self.values.iter().any(|(term, old)| {
            evaluator.evaluate(*term).is_ok_and(|new| equal(&new, old) == Ok(false))
        });
        if differs { Ok(()) } else { Err(Unknown::cannot_tell(NO_OTHER)) }
    }
}

/// Whether a value means the same in another model: elements of uninterpreted sorts are those of one model.
fn is_comparable(value: &Datum) -> bool {
    let mut todo = vec![value];
    while let Some(value) = todo.pop() {
        match value {
            Datum::Element(_) => return false,
            Datum::Seq(parts) | Datum::Set(parts) | Datum::Tuple(parts) => todo.extend(&**parts),
            Datum::Bag(parts) => todo.extend(parts.iter().map(|(one, _)| one)),
            Datum::Datatype(value) => todo.extend(&value.fields),
            Datum::Array(table) | Datum::Function(table) => {
                todo.push(table.default());
                todo.extend(table.entries().iter().flat_map(|(at, one)| [at, one]));
            }
            _ => {}
        }
    }
    true
}
