//! Free variables of terms.

use std::collections::HashSet;

use super::rewrite::bound_variables;
use super::{Graph, Node, Term, Variable};

impl Graph {
    /// A variable of these that is free in a term.
    pub fn free_variable(&self, term: Term, among: &[Variable]) -> Option<Variable> {
        if among.is_empty() {
            return None;
        }
        let among: HashSet<Variable> = among.iter().copied().collect();
        // What is bound around a term; most binders bind none of the variables, so there are few such sets.
        let mut hidden: Vec<HashSet<Variable>> = vec![HashSet::new()];
        let mut seen = HashSet::new();
        let mut open = vec![(term, 0)];
        while let Some((term, layer)) = open.pop() {
            if !seen.insert((term, layer)) {
                continue;
            }
            if let Node::Variable(variable) = self.node(term)
                && among.contains(&variable)
                && !hidden[layer].contains(&variable)
            {
                return Some(variable);
            }
            let mut bound = bound_variables(self, term);
            bound.retain(|variable| among.contains(variable) && !hidden[layer].contains(variable));
            let mut inner = layer;
            if !bound.is_empty() {
                let mut more = hidden[layer].clone();
                more.extend(bound);
                hidden.push(more);
                inner = hidden.len() - 1;
            }
            self.visit_children(term, |child| open.push((child, inner)));
        }
        None
    }
}
