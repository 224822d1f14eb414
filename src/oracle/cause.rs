//! The operators of what a solver was wrong about: they tell one cause from another.

use std::collections::BTreeSet;

use murxla_api::theory;

use super::asked;
use crate::smt::{FromCalls, Graph, Node, Term};
use crate::trace::check::OwnRows;
use crate::trace::{Call, TermName};

/// The operators of the term with this name, in the order of their keys: of an assertion that a model makes false they tell one
/// cause from another.
pub fn operators_of(calls: &[Call], name: TermName, own: &dyn OwnRows) -> Vec<&'static str> {
    let questions = questions_of(calls, own);
    operators_in(questions.graph(), questions.term(name).into_iter().collect())
}

/// The operators of what the last check asks, in the order of their keys.
pub fn operators_asked(calls: &[Call], own: &dyn OwnRows) -> Vec<&'static str> {
    let questions = questions_of(calls, own);
    match questions.last_check() {
        Some(check) => operators_in(questions.graph(), asked(&questions, check)),
        None => Vec::new(),
    }
}

/// What joins formulas: it is seldom the cause, and which of them is left is chance.
const JOINING: &[&str] = &["OP_AND", "OP_EQUAL", "OP_IFF", "OP_IMPLIES", "OP_NOT", "OP_OR"];

/// Those of these operators that tell most: a solver's own ones, which few people use; else those that do more than to join
/// formulas; else all.
pub fn telling(operators: Vec<&'static str>) -> Vec<&'static str> {
    let is_own = |key: &&&str| theory::operator(key).is_none() && key.contains("-OP_");
    let own: Vec<&str> = operators.iter().filter(is_own).copied().collect();
    if !own.is_empty() {
        return own;
    }
    let particular = |key: &&&str| !JOINING.contains(key);
    let particular: Vec<&str> = operators.iter().filter(particular).copied().collect();
    if particular.is_empty() { operators } else { particular }
}

fn questions_of(calls: &[Call], own: &dyn OwnRows) -> FromCalls {
    let mut questions = FromCalls::new();
    for call in calls {
        questions.add(call, own);
    }
    questions
}

/// The operators and binders of terms, in the order of their keys.
pub(super) fn operators_in(graph: &Graph, mut todo: Vec<Term>) -> Vec<&'static str> {
    let (mut keys, mut seen) = (BTreeSet::new(), BTreeSet::new());
    while let Some(term) = todo.pop() {
        if !seen.insert(term) {
            continue;
        }
        match graph.node(term) {
            Node::Apply { head, .. } => _ = keys.insert(head.op().key),
            Node::Bind { binder, .. } => _ = keys.insert(binder.key()),
            _ => {}
        }
        graph.visit_children(term, |part| todo.push(part));
    }
    keys.into_iter().collect()
}
