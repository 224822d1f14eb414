//! The operators of what a solver was wrong about: they tell one cause from another.

use std::collections::BTreeSet;

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
