//! The right answer to a check, where it can be proved without a solver: by planted values, or by trying all assignments.

use std::collections::BTreeSet;

use murxla_api::Answer;
use murxla_api::smtlib::SymbolText;

use super::exhausted::{EXHAUSTED, MOST};
use super::planted::{PLANTED, RECURSION, defined, witness_satisfies};
use super::{asked, planted_assignment};
use crate::eval::{Assignment, Truth, truth};
use crate::smt::{Check, FromCalls, Node, Symbol, Term};

/// What the answer to a check has to be.
#[derive(Clone, Debug)]
pub struct RightAnswer {
    /// Sat or unsat.
    pub answer: Answer,
    /// If it is sat, the values that show it.
    pub witness: Option<Assignment>,
    /// The oracle that proves it.
    pub by: &'static str,
}

/// The right answer to a check; otherwise why it cannot be told.
pub fn right_answer(questions: &FromCalls, check: &Check) -> Result<RightAnswer, String> {
    let sat = |witness: Assignment, by| match questions.has_recursion() {
        true => Err(RECURSION.to_owned()),
        false => Ok(RightAnswer { answer: Answer::Sat, witness: Some(witness), by }),
    };
    if !questions.planted().is_empty() && witness_satisfies(questions, check) == Ok(true) {
        return sat(planted_assignment(questions), PLANTED);
    }
    let formulas = asked(questions, check);
    match truth(questions.graph(), &formulas, &defined(questions), MOST) {
        Truth::Sat(witness) => sat(*witness, EXHAUSTED),
        Truth::Unsat => Ok(RightAnswer { answer: Answer::Unsat, witness: None, by: EXHAUSTED }),
        Truth::TooMany(_) => Err("there are too many assignments to try".to_owned()),
        Truth::CannotTell(unknown) => Err(unknown.to_string()),
    }
}

/// The values of the constants on which terms depend, as SMT-LIB writes them, by the order of declaration.
pub fn values_in(
    questions: &FromCalls,
    terms: &[Term],
    assignment: &Assignment,
) -> Vec<(String, String)> {
    let graph = questions.graph();
    let (mut seen, mut symbols) = (BTreeSet::new(), BTreeSet::<Symbol>::new());
    let mut todo = terms.to_vec();
    while let Some(term) = todo.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let Node::Constant(symbol) = graph.node(term) {
            match questions.definition(symbol) {
                Some(definition) => todo.push(definition.body),
                None => _ = symbols.insert(symbol),
            }
        }
        graph.visit_children(term, |part| todo.push(part));
    }
    let shown = |symbol: Symbol| {
        let declared = graph.symbol(symbol);
        let value = assignment.value(symbol)?;
        let text = value.to_value(&declared.sort).map(|value| value.to_string());
        Some((SymbolText(&declared.name).to_string(), text.unwrap_or_else(|| value.to_string())))
    };
    symbols.into_iter().filter_map(shown).collect()
}
