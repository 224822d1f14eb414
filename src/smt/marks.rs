//! Marks in a graph: what was made after a mark can be taken away again, so that thousands of variations of one script are
//! made in one graph, each at the cost of what it adds.

/// How much of everything there was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub(super) nodes: usize,
    pub(super) args: usize,
    pub(super) literals: usize,
    pub(super) bound: usize,
    pub(super) attributes: usize,
    pub(super) opaque: usize,
    pub(super) symbols: usize,
    pub(super) variables: usize,
}

impl Mark {
    /// How many symbols there were.
    pub fn symbols(&self) -> usize {
        self.symbols
    }

    /// How many terms there were.
    pub fn terms(&self) -> usize {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use murxla_api::{Binder, Literal, Sort, theory};

    use super::super::graph::Graph;

    #[test]
    fn what_was_made_after_a_mark_is_gone_and_can_be_made_again() {
        let add = theory::operator("OP_INT_ADD").unwrap();
        let mut graph = Graph::new();
        let x = graph.add_symbol("x", Sort::int());
        let x = graph.constant(x);
        let before = graph.apply(add, &[x, x]).unwrap();
        let mark = graph.mark();
        let mut terms = Vec::new();
        for _ in 0..3 {
            let two = graph.value(Sort::int(), Literal::Integer("2".to_owned()));
            let sum = graph.apply(add, &[before, two]).unwrap();
            let variable = graph.add_variable("v", Sort::int());
            let body = graph.variable_term(variable);
            let equal = theory::operator("OP_EQUAL").unwrap();
            let body = graph.apply(equal, &[body, sum]).unwrap();
            let all = graph.bind(Binder::Forall, &[variable], Vec::new(), &[body]).unwrap();
            terms.push((two, sum, all, graph.len()));
            graph.roll_back(&mark);
            assert_eq!(graph.mark(), mark);
            assert_eq!(graph.apply(add, &[x, x]), Ok(before));
        }
        assert!(terms.iter().all(|made| *made == terms[0]));
    }
}
