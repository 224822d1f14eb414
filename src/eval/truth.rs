//! Truth by exhaustion: every assignment is tried.

use murxla_api::meaning::Unknown;
use murxla_api::meaning::finite::{self, Size};

use super::{Assignment, Evaluator};
use crate::smt::{Graph, Node, Symbol, Term};

/// What is true of assertions.
#[derive(Clone, Debug)]
pub enum Truth {
    /// This assignment makes all of them true.
    Sat(Box<Assignment>),
    /// None does.
    Unsat,
    /// There are more assignments than may be tried; `None`: infinitely many, or nobody knows how many.
    TooMany(Option<u64>),
    /// No assignment that was tried makes all of them true, but for one it cannot be told.
    CannotTell(Unknown),
}

/// Tries all assignments of the symbols that have none in `given`, at most so many.
pub fn truth(graph: &Graph, assertions: &[Term], given: &Assignment, most: u64) -> Truth {
    let symbols = free_symbols(graph, assertions, given);
    let mut sizes = Vec::with_capacity(symbols.len());
    let mut total: Option<u64> = Some(1);
    for symbol in &symbols {
        let Size::Finite(size) = finite::size(&graph.symbol(*symbol).sort) else {
            return Truth::TooMany(None);
        };
        total = total.and_then(|total| total.checked_mul(size));
        sizes.push(size);
    }
    let total = match total {
        Some(total) if total <= most => total,
        more => return Truth::TooMany(more),
    };
    let mut unknown = None;
    for number in 0..total {
        let mut assignment = given.clone();
        let mut rest = number;
        for (symbol, size) in symbols.iter().zip(&sizes) {
            if let Some(value) = finite::nth(&graph.symbol(*symbol).sort, rest % size) {
                assignment.set(*symbol, value);
            }
            rest /= size;
        }
        let mut evaluator = Evaluator::new(graph, &assignment);
        let mut doubt = None;
        let mut fails = false;
        for assertion in assertions {
            match evaluator.evaluate(*assertion) {
                Ok(value) if value.as_bool() == Some(true) => {}
                Ok(_) => {
                    fails = true;
                    break;
                }
                Err(why) => doubt = Some(why),
            }
        }
        match (fails, doubt) {
            (true, _) => {}
            (false, None) => return Truth::Sat(Box::new(assignment)),
            (false, Some(why)) => unknown = Some(why),
        }
    }
    unknown.map_or(Truth::Unsat, Truth::CannotTell)
}

/// The symbols on which terms depend, without those that are given.
fn free_symbols(graph: &Graph, terms: &[Term], given: &Assignment) -> Vec<Symbol> {
    let mut seen = vec![false; graph.len()];
    let mut symbols = Vec::new();
    let mut open = terms.to_vec();
    while let Some(term) = open.pop() {
        if std::mem::replace(&mut seen[term.index()], true) {
            continue;
        }
        if let Node::Constant(symbol) = graph.node(term)
            && given.value(symbol).is_none()
        {
            match given.definition(symbol) {
                Some(definition) => open.push(definition.body),
                None => symbols.push(symbol),
            }
        }
        graph.visit_children(term, |child| open.push(child));
    }
    symbols.sort();
    symbols.dedup();
    symbols
}
