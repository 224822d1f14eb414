//! Models that a run excluded: what only the solver asserts is judged by whether the next model is another one.
//!
//! Of such a clause no more is known than that: how a solver excludes a model is its own affair (cvc5 may negate a part of its
//! literals). So a model that differs is taken to fulfil it. One that does not differ is wrong if the call named the terms whose
//! values are excluded; if the solver chose what to exclude, nothing is said of it.

use murxla_api::Effects;
use murxla_api::meaning::{Datum, Unknown, equal};

use super::Step;
use super::told_model::{Names, STEPS, ToldModel};
use crate::eval::Evaluator;
use crate::smt::{Graph, Node, Term};
use crate::trace::Name;

/// Why nothing is said of a model that does not differ.
const NO_OTHER: &str = "what the solver excluded, which it does not tell";
/// The same where the values of the terms that were named cannot be compared.
const NOT_COMPARABLE: &str = "whether the model is one that was excluded";

/// What a call excluded.
pub(super) struct Excluded {
    /// The clause, which only the solver knows.
    clause: Term,
    /// Terms of which one has another value in later models, with those that they had.
    values: Vec<(Term, Datum)>,
    /// What is known of the clause.
    known: Known,
}

/// What is known of a clause that excludes a model.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// It says that one of the terms has another value.
    All,
    /// Of some of the terms that the call names the value is not known, or means nothing in another model.
    InPart,
    /// The call names no terms: the solver chose what to exclude.
    Nothing,
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
        let (named, by_solver) = (terms.len(), terms.is_empty());
        if by_solver {
            terms.extend(graph.terms().filter(|term| match graph.node(*term) {
                Node::Constant(symbol) => told.assignment.value(symbol).is_some(),
                _ => false,
            }));
        }
        let mut evaluator = Evaluator::new(graph, &told.assignment).with_budget(STEPS);
        let values = terms.into_iter().filter_map(|term| {
            evaluator.evaluate(term).ok().filter(is_comparable).map(|value| (term, value))
        });
        let values: Vec<(Term, Datum)> = values.collect();
        let known = match values.len() == named {
            _ if by_solver => Known::Nothing,
            true => Known::All,
            false => Known::InPart,
        };
        Some(Excluded { clause, values, known })
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
    pub(super) fn differs(&self, graph: &Graph, told: &ToldModel) -> Result<bool, Unknown> {
        let mut evaluator = Evaluator::new(graph, &told.assignment).with_budget(STEPS);
        let mut all_known = true;
        for (term, old) in &self.values {
            match evaluator.evaluate(*term).and_then(|new| equal(&new, old)) {
                Ok(false) => return Ok(true),
                Ok(true) => {}
                Err(_) => all_known = false,
            }
        }
        match self.known {
            Known::All if all_known => Ok(false),
            Known::All | Known::InPart => Err(Unknown::cannot_tell(NOT_COMPARABLE)),
            Known::Nothing => Err(Unknown::cannot_tell(NO_OTHER)),
        }
    }

    /// The values that were excluded, one on each line.
    pub(super) fn text(&self, graph: &Graph, names: &Names) -> String {
        let line = |(term, value): &(Term, Datum)| {
            let name = names.get(*term).map_or("a term".to_owned(), |name| name.to_string());
            let shown = value.to_value(graph.sort(*term)).map(|value| value.to_string());
            format!("  {name} = {}\n", shown.unwrap_or_else(|| value.to_string()))
        };
        self.values.iter().map(line).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smt::read;

    /// Whether a model with this value of `a` differs from one in which it was 1.
    fn differs(known: Known, now: Option<u64>) -> Result<bool, Unknown> {
        let script = b"(declare-const a (_ BitVec 2)) (assert (= a a))";
        let script = read(script, &[]).expect("a script");
        let graph = &script.graph;
        let constant = |term: &Term| matches!(graph.node(*term), Node::Constant(_));
        let term = graph.terms().find(constant).expect("a");
        let (symbol, _) = graph.symbols().next().expect("a");
        let mut told = ToldModel::default();
        if let Some(now) = now {
            told.assignment.set(symbol, Datum::bits(2, now));
        }
        let values = vec![(term, Datum::bits(2, 1))];
        Excluded { clause: term, values, known }.differs(graph, &told)
    }

    #[test]
    fn a_model_that_was_excluded_is_wrong_if_it_is_known_what_was_excluded() {
        let unclear = |why: &str| Err(Unknown::cannot_tell(why));
        assert_eq!(differs(Known::All, Some(2)), Ok(true));
        assert_eq!(differs(Known::All, Some(1)), Ok(false));
        assert_eq!(differs(Known::All, None), unclear(NOT_COMPARABLE));
        assert_eq!(differs(Known::InPart, Some(1)), unclear(NOT_COMPARABLE));
        assert_eq!(differs(Known::InPart, Some(2)), Ok(true));
        assert_eq!(differs(Known::Nothing, Some(1)), unclear(NO_OTHER));
        assert_eq!(differs(Known::Nothing, Some(0)), Ok(true));
    }
}
