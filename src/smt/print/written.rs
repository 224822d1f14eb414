//! The parts of a term that its text shows, by dialect.

use murxla_api::Binder;
use murxla_api::smtlib::{Dialect, FunctionStyle};

use super::said::Said;
use crate::smt::{Graph, Node, Term};

/// The terms of a graph, as a dialect writes them.
pub(super) struct Written<'g> {
    pub(super) graph: &'g Graph,
    /// Operators of which the argument alone is written.
    silent: Vec<&'static str>,
    /// Whether a lambda of a lambda is another thing than one lambda of all variables. For us it is not.
    lambdas_differ: bool,
    /// Terms of which the name alone is written.
    pub(super) said: Said,
}

impl<'g> Written<'g> {
    pub(super) fn new(graph: &'g Graph, dialect: &Dialect) -> Written<'g> {
        let lambdas_differ = dialect.functions == FunctionStyle::Arrays;
        Written { graph, silent: dialect.silent(), lambdas_differ, said: Said::default() }
    }

    /// The term whose text stands for this one: mostly itself.
    pub(super) fn heard(&self, mut term: Term) -> Term {
        if self.silent.is_empty() {
            return term;
        }
        while let Node::Apply { head, args: [arg] } = self.graph.node(term)
            && self.silent.contains(&head.op().key)
        {
            term = *arg;
        }
        term
    }

    /// Visits the parts of a term that may have names: all but its patterns.
    pub(super) fn visit(&self, term: Term, mut visit: impl FnMut(Term)) {
        match self.graph.node(term) {
            _ if self.said.contains(term) => {}
            Node::Bind { bodies, .. } => bodies.iter().for_each(|body| visit(self.heard(*body))),
            _ => self.graph.visit_children(term, |child| visit(self.heard(child))),
        }
    }

    /// The term without the annotations that are written beside the patterns of the quantifier around it: inside of
    /// another term, Z3 does not know of which quantifier they speak.
    pub(super) fn without_annotations(&self, body: Term) -> Option<Term> {
        match self.graph.node(body) {
            Node::Annotated { term, .. } if !self.said.contains(body) => Some(term),
            _ => None,
        }
    }

    /// A part that is written as one with this term, and so has no name of its own.
    pub(super) fn grown_together(&self, term: Term) -> Option<Term> {
        match self.graph.node(term) {
            Node::Bind { binder: Binder::Forall | Binder::Exists, bodies: [body], .. } => {
                self.without_annotations(*body).map(|_| *body)
            }
            _ => self.inner_lambda(term),
        }
    }

    /// The lambda that this lambda gives, if both are written as one.
    pub(super) fn inner_lambda(&self, term: Term) -> Option<Term> {
        let body = |term: Term| match self.graph.node(term) {
            Node::Bind { binder: Binder::Lambda, bodies: [body], .. } => Some(*body),
            _ => None,
        };
        let inner = body(term).filter(|_| self.lambdas_differ)?;
        body(inner).map(|_| inner)
    }
}
