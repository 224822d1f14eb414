//! Terms of a space in a graph of terms.

use std::sync::Arc;

use murxla_api::{Binder, Literal, Op, QuickMap, TypeError};

use super::space::Space;
use super::term::Tree;
use crate::smt::{BindError, Graph, Head, Symbol, Term, Variable};

/// Makes terms in a graph, in which each constant of the space is a symbol.
pub struct InGraph {
    graph: Graph,
    space: Arc<Space>,
    symbols: Vec<Vec<Symbol>>,
    variables: QuickMap<(usize, usize), Variable>,
}

/// What does not happen: terms of a space are well sorted.
#[derive(Debug, thiserror::Error)]
pub enum IllSorted {
    /// An application.
    #[error(transparent)]
    Application(#[from] TypeError),
    /// A quantifier.
    #[error(transparent)]
    Binder(#[from] BindError),
}

/// The name of a constant: letters tell sorts apart.
pub(super) fn constant_name(sort: usize, number: usize) -> String {
    let letter = char::from(b'a' + (sort % 26) as u8);
    format!("{letter}{number}")
}

impl InGraph {
    /// A graph with the constants of a space.
    pub fn new(space: &Space) -> InGraph {
        let mut graph = Graph::new();
        let symbols = space.sorts.iter().enumerate().map(|(sort, one)| {
            let name = |number| constant_name(sort, number);
            (0..one.constants)
                .map(|number| graph.add_symbol(&name(number), one.sort.clone()))
                .collect()
        });
        let symbols = symbols.collect();
        InGraph { graph, space: Arc::new(space.clone()), symbols, variables: QuickMap::default() }
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The graph, to which terms may be added.
    pub fn graph_mut(&mut self) -> &mut Graph {
        &mut self.graph
    }

    /// The graph alone.
    pub fn into_graph(self) -> Graph {
        self.graph
    }

    /// The symbols of the constants of each sort.
    pub fn symbols(&self) -> &[Vec<Symbol>] {
        &self.symbols
    }
}

impl Tree for InGraph {
    type Term = Term;
    type Error = IllSorted;

    fn known(&self, _: u32, _: &[u8]) -> Option<Term> {
        None
    }

    fn keep(&mut self, _: u32, _: &[u8], _: Term) {}

    fn constant(&mut self, sort: usize, number: usize) -> Result<Term, IllSorted> {
        Ok(self.graph.constant(self.symbols[sort][number]))
    }

    fn variable(&mut self, sort: usize, depth: usize) -> Result<Term, IllSorted> {
        let (graph, space) = (&mut self.graph, &self.space);
        let variable = *self.variables.entry((sort, depth)).or_insert_with(|| {
            graph.add_variable(&format!("v{depth}"), space.sorts[sort].sort.clone())
        });
        Ok(graph.variable_term(variable))
    }

    fn literal(&mut self, sort: usize, number: usize) -> Result<Term, IllSorted> {
        let one = &self.space.sorts[sort];
        Ok(self.graph.value(one.sort.clone(), one.literals[number].clone()))
    }

    fn value(&mut self, sort: usize, literal: &Literal) -> Result<Term, IllSorted> {
        Ok(self.graph.value(self.space.sorts[sort].sort.clone(), literal.clone()))
    }

    fn operator(&mut self, op: &'static Op, args: &[Term]) -> Result<Term, IllSorted> {
        Ok(self.graph.apply(op, args)?)
    }

    fn apply(&mut self, head: usize, args: &[Term]) -> Result<Term, IllSorted> {
        let head: Head = self.space.heads[head].head.clone();
        Ok(self.graph.apply_head(head, args)?)
    }

    fn bind(
        &mut self,
        binder: Binder,
        sort: usize,
        depth: usize,
        body: Term,
    ) -> Result<Term, IllSorted> {
        self.variable(sort, depth)?;
        let Some(variable) = self.variables.remove(&(sort, depth)) else { return Ok(body) };
        Ok(self.graph.bind(binder, &[variable], Vec::new(), &[body])?)
    }
}
