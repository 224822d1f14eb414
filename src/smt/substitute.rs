//! Substitution of terms for variables.

use murxla_api::QuickMap;

use super::rewrite::{BoundVariables, RewriteError};
use super::{Graph, Node, Term, Variable};

impl Graph {
    /// The term with these terms for its free variables, all at once. Variables that are bound in what changes get new
    /// variables of the same names: so nothing is captured, and a variable is bound at one place.
    pub fn substitute(
        &mut self,
        term: Term,
        map: &[(Variable, Term)],
    ) -> Result<Term, RewriteError> {
        let map: QuickMap<Variable, Term> = map.iter().copied().collect();
        let value = |graph: &Graph, term| match graph.node(term) {
            Node::Variable(variable) => map.get(&variable).copied(),
            _ => None,
        };
        let rewritten = self.rewrite_within(
            &[term],
            BoundVariables::Renewed,
            |graph, term| graph.has_variables(term),
            |graph, term| value(graph, term).is_some(),
            |graph, term| Ok::<_, RewriteError>(value(graph, term)),
        )?;
        Ok(rewritten.first().copied().unwrap_or(term))
    }
}

#[cfg(test)]
mod tests {
    use murxla_api::smtlib::STANDARD;
    use murxla_api::{Binder, Sort, theory};

    use super::*;
    use crate::smt::{Command, Script, print};

    #[test]
    fn nothing_is_captured() {
        let mut graph = Graph::new();
        let (x, y) = (graph.add_variable("x", Sort::bool()), graph.add_variable("y", Sort::bool()));
        let (tx, ty) = (graph.variable_term(x), graph.variable_term(y));
        let and = theory::operator("OP_AND").unwrap();
        let both = graph.apply(and, &[tx, ty]).unwrap();
        let exists = graph.bind(Binder::Exists, &[y], Vec::new(), &[both]).unwrap();
        let outer = graph.apply(and, &[exists, ty]).unwrap();
        // x ↦ y, and y ↦ x at the same time.
        let term = graph.substitute(outer, &[(x, ty), (y, tx)]).unwrap();
        let script = Script { graph, commands: vec![Command::Assert(term)] };
        let text = print(&script, &STANDARD).unwrap();
        assert_eq!(text, "(assert (and (exists ((y Bool)) (and y y)) x))\n");
    }
}
