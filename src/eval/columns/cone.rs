//! What lies between a binder and its variables: the terms to be computed anew for other values of them.

use std::sync::Arc;

use murxla_api::{Binder, QuickMap, QuickSet};

use super::free::FreeVariables;
use crate::eval::Assignment;
use crate::smt::{Graph, Node, Term, Variable};

/// So deep may quantifiers be nested that are computed row by row.
const DEEPEST: u32 = 24;
/// So many variables may be bound inside of one another.
const VARIABLES: usize = 64;

/// The terms between a quantifier and its variables.
#[derive(Debug)]
pub(super) struct Cone {
    /// In the order in which they can be computed. Quantifiers inside are among them, but not what is inside of those.
    pub(super) terms: Vec<Term>,
    /// The terms that are the variables; there is none of a variable that occurs nowhere.
    pub(super) variables: Vec<Option<Term>>,
    /// All variables that are bound here or inside.
    bound: Vec<Variable>,
    depth: u32,
}

/// The cones of all quantifiers that can be computed row by row.
#[derive(Debug, Default)]
pub(super) struct Cones {
    of: QuickMap<Term, Arc<Cone>>,
    /// The terms of variables.
    variables: QuickMap<Variable, Term>,
}

impl Cones {
    pub(super) fn clear(&mut self) {
        self.of.clear();
        self.variables.clear();
    }

    pub(super) fn get(&self, binder: Term) -> Option<Arc<Cone>> {
        self.of.get(&binder).cloned()
    }

    /// Learns which term a variable is.
    pub(super) fn add_variable(&mut self, variable: Variable, term: Term) {
        self.variables.insert(variable, term);
    }

    /// Looks at a binder; its variables and the binders inside were looked at before.
    pub(super) fn add(
        &mut self,
        graph: &Graph,
        free: &FreeVariables,
        assignments: &[Assignment],
        term: Term,
    ) {
        if let Some(cone) = self.cone(graph, free, assignments, term) {
            self.of.insert(term, Arc::new(cone));
        }
    }

    fn cone(
        &self,
        graph: &Graph,
        free: &FreeVariables,
        assignments: &[Assignment],
        term: Term,
    ) -> Option<Cone> {
        let Node::Bind {
            binder: Binder::Forall | Binder::Exists, variables, bodies: [body], ..
        } = graph.node(term)
        else {
            return None;
        };
        let places = variables.iter().map(|one| self.variables.get(one).copied()).collect();
        let mut cone =
            Cone { terms: Vec::new(), variables: places, bound: variables.into(), depth: 1 };
        let mut inner: Vec<Variable> = Vec::new();
        let mut seen = QuickSet::default();
        let mut open = vec![*body];
        while let Some(part) = open.pop() {
            if free.is_vague(part) {
                return None;
            }
            if free.is_closed(part) || !seen.insert(part) {
                continue;
            }
            match graph.node(part) {
                // Whoever binds it gives it its row.
                Node::Variable(_) => continue,
                Node::Bind { .. } => {
                    let nested = self.of.get(&part)?;
                    inner.extend(&nested.bound);
                    cone.depth = cone.depth.max(nested.depth + 1);
                }
                Node::Apply { head, args } => {
                    match (head.op().key, args.first().map(|first| graph.node(*first))) {
                        ("OP_DT_MATCH", _) => return None,
                        ("OP_UF_APPLY", Some(Node::Constant(symbol)))
                            if assignments.iter().all(|one| one.definition(symbol).is_none()) => {}
                        ("OP_UF_APPLY", _) => return None,
                        _ => {}
                    }
                    open.extend(args);
                }
                Node::Annotated { term, .. } => open.push(term),
                _ => return None,
            }
            cone.terms.push(part);
        }
        // Quantifiers that share a variable would write to each other's rows. Those inside that are closed have rows of
        // their own, but may share variables all the same: they are computed before, not in between.
        if inner.iter().any(|variable| variables.contains(variable)) {
            return None;
        }
        cone.bound.extend(inner);
        cone.bound.sort();
        cone.bound.dedup();
        if cone.depth > DEEPEST || cone.bound.len() > VARIABLES {
            return None;
        }
        cone.terms.sort();
        Some(cone)
    }
}
