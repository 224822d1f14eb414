//! Free variables of all terms of a growing graph, as numbers of sets.

use std::sync::Arc;

use murxla_api::QuickMap;

use crate::smt::{Graph, Node, Term, Variable};

/// Terms with more free variables are not told apart: they are never closed.
const MANY: usize = 64;

/// The number of a set of variables.
type SetNumber = u32;

/// No variables.
const CLOSED: SetNumber = 0;
/// More variables than are told apart.
const TOO_MANY: SetNumber = 1;

/// Which variables are free in each term.
#[derive(Debug)]
pub(super) struct FreeVariables {
    of: Vec<SetNumber>,
    sets: Vec<Arc<[Variable]>>,
    numbers: QuickMap<Arc<[Variable]>, SetNumber>,
}

impl FreeVariables {
    pub(super) fn new() -> FreeVariables {
        let mut free =
            FreeVariables { of: Vec::new(), sets: Vec::new(), numbers: QuickMap::default() };
        free.clear();
        free
    }

    pub(super) fn clear(&mut self) {
        self.of.clear();
        self.sets.clear();
        self.numbers.clear();
        let none: Arc<[Variable]> = [].into();
        // The second stands for all that have too many.
        self.sets.extend([none.clone(), none.clone()]);
        self.numbers.insert(none, CLOSED);
    }

    /// So many terms are looked at.
    pub(super) fn len(&self) -> usize {
        self.of.len()
    }

    /// Whether no variable is free in a term.
    #[inline]
    pub(super) fn is_closed(&self, term: Term) -> bool {
        self.of[term.index()] == CLOSED
    }

    /// Whether some variable is known to be free in a term.
    pub(super) fn is_open(&self, term: Term) -> bool {
        !self.is_closed(term) && !self.is_vague(term)
    }

    /// Whether it has too many free variables to know them.
    pub(super) fn is_vague(&self, term: Term) -> bool {
        self.of[term.index()] == TOO_MANY
    }

    /// Looks at the terms that came since it was last called; tells whether there are variables in one of them.
    pub(super) fn extend(&mut self, graph: &Graph) -> bool {
        if !graph.any_has_variables(self.of.len()) {
            self.of.resize(graph.len(), CLOSED);
            return false;
        }
        for term in graph.terms().skip(self.of.len()) {
            if !graph.has_variables(term) {
                self.of.push(CLOSED);
                continue;
            }
            let number = match graph.node(term) {
                Node::Variable(variable) => self.number(&[variable]),
                node => {
                    let mut set = CLOSED;
                    graph.visit_children(term, |child| {
                        set = self.union(set, self.of[child.index()]);
                    });
                    match node {
                        Node::Bind { variables, .. } => self.without(set, variables),
                        // A case of a match binds all its arguments but the last one.
                        Node::Apply { head, args: [patterns @ .., _] }
                            if head.op().key == "OP_DT_MATCH_BIND_CASE" =>
                        {
                            let variables =
                                patterns.iter().filter_map(|one| match graph.node(*one) {
                                    Node::Variable(variable) => Some(variable),
                                    _ => None,
                                });
                            self.without(set, &variables.collect::<Vec<_>>())
                        }
                        _ => set,
                    }
                }
            };
            self.of.push(number);
        }
        true
    }

    fn number(&mut self, set: &[Variable]) -> SetNumber {
        if set.len() > MANY {
            return TOO_MANY;
        }
        if let Some(number) = self.numbers.get(set) {
            return *number;
        }
        let number = self.sets.len() as SetNumber;
        let set: Arc<[Variable]> = set.into();
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        number
    }

    fn union(&mut self, a: SetNumber, b: SetNumber) -> SetNumber {
        match (a, b) {
            (CLOSED, one) | (one, CLOSED) => one,
            (TOO_MANY, _) | (_, TOO_MANY) => TOO_MANY,
            (a, b) if a == b => a,
            (a, b) => {
                let mut all: Vec<Variable> =
                    self.sets[a as usize].iter().chain(&*self.sets[b as usize]).copied().collect();
                all.sort();
                all.dedup();
                self.number(&all)
            }
        }
    }

    fn without(&mut self, set: SetNumber, bound: &[Variable]) -> SetNumber {
        if matches!(set, CLOSED | TOO_MANY) {
            return set;
        }
        let rest = self.sets[set as usize].iter().filter(|one| !bound.contains(one));
        let rest: Vec<Variable> = rest.copied().collect();
        self.number(&rest)
    }
}
