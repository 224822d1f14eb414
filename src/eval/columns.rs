//! Columns: the terms of a growing graph under several assignments at once.

use std::borrow::Cow;

use murxla_api::meaning::{Arg, Call, Datum, Unknown, apply};

use super::Assignment;
use super::evaluator::{Evaluator, Known, find_variables};
use crate::smt::{Graph, Node, Symbol, Term};

/// So many steps are made for the binders and calls of one term.
const STEPS: u64 = 100_000;

/// In which columns a formula is true, and in which it is known: bit 0 is the first column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truths {
    /// It is true.
    pub holds: u64,
    /// It is true or false.
    pub known: u64,
}

/// The values of all terms of a graph under some assignments; terms that are added later are evaluated from the values of their parts.
pub struct Columns {
    assignments: Vec<Assignment>,
    /// All values of the first term, then all of the second, and so on.
    values: Vec<Known>,
    has_variables: Vec<bool>,
}

impl Columns {
    /// No terms yet, under these assignments.
    pub fn new(assignments: Vec<Assignment>) -> Columns {
        Columns { assignments, values: Vec::new(), has_variables: Vec::new() }
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.assignments.len()
    }

    /// How many terms were evaluated.
    pub fn len(&self) -> usize {
        self.has_variables.len()
    }

    /// Whether no term was evaluated.
    pub fn is_empty(&self) -> bool {
        self.has_variables.is_empty()
    }

    /// Forgets all terms and all that the assignments say.
    pub fn reset(&mut self) {
        self.assignments.iter_mut().for_each(|one| *one = Assignment::new());
        self.values.clear();
        self.has_variables.clear();
    }

    /// Gives a symbol a value in a column.
    pub fn set(&mut self, symbol: Symbol, column: usize, value: Datum) {
        self.assignments[column].set(symbol, value);
    }

    /// The assignment of a column.
    pub fn assignment_mut(&mut self, column: usize) -> &mut Assignment {
        &mut self.assignments[column]
    }

    /// The value of a term in a column; `None` if it was not evaluated yet.
    pub fn value(&self, term: Term, column: usize) -> Option<Known> {
        self.values(term).map(|values| values[column].clone())
    }

    /// In which columns a formula holds.
    pub fn truths(&self, formula: Term) -> Truths {
        let mut truths = Truths { holds: 0, known: 0 };
        for (column, value) in self.values(formula).unwrap_or_default().iter().enumerate() {
            if let Ok(Datum::Bool(value)) = value {
                truths.known |= 1 << column;
                truths.holds |= u64::from(*value) << column;
            }
        }
        truths
    }

    /// Whether a term has the same value in all columns; `None` if it is not known in all of them.
    pub fn is_constant(&self, term: Term) -> Option<bool> {
        let values = self.values(term)?;
        if values.iter().any(Result::is_err) {
            return None;
        }
        Some(values.windows(2).all(|two| two[0] == two[1]))
    }

    /// The values of a term under each assignment, if it was evaluated.
    pub fn values(&self, term: Term) -> Option<&[Known]> {
        let width = self.assignments.len();
        self.values.get(term.index() * width..(term.index() + 1) * width)
    }

    /// Evaluates the terms that came to the graph since it was last called.
    pub fn extend(&mut self, graph: &Graph) {
        let known = self.has_variables.len();
        find_variables(graph, &mut self.has_variables);
        for term in graph.terms().skip(known) {
            self.add(graph, term);
        }
    }

    fn add(&mut self, graph: &Graph, term: Term) {
        let width = self.assignments.len();
        let inner = self.has_variables[term.index()];
        match graph.node(term) {
            Node::Apply { head, args } if !inner && is_plain(graph, args) => {
                let call = Call {
                    op: head.op(),
                    sorts: &head.sorts,
                    names: &head.names,
                    indices: &head.indices,
                    result: graph.sort(term),
                };
                // The values of the arguments come before those of the term.
                for column in 0..width {
                    let known = |arg: &Term| self.values[arg.index() * width + column].as_ref();
                    let model = &self.assignments[column];
                    let value = match args {
                        [a] => apply(&call, &[known(a)], model),
                        [a, b] => apply(&call, &[known(a), known(b)], model),
                        [a, b, c] => apply(&call, &[known(a), known(b), known(c)], model),
                        args => {
                            apply(&call, &args.iter().map(known).collect::<Vec<Arg<'_>>>(), model)
                        }
                    };
                    self.values.push(value);
                }
            }
            // What is inside of a binder has no value of its own.
            Node::Variable(_) | Node::Apply { .. } if inner => {
                let inside = Unknown::cannot_tell("a term with variables");
                self.values.extend(std::iter::repeat_n(Err(inside), width));
            }
            _ => {
                for column in 0..width {
                    let value = self.through_evaluator(graph, term, column);
                    self.values.push(value);
                }
            }
        }
    }

    fn through_evaluator(&self, graph: &Graph, term: Term, column: usize) -> Known {
        let width = self.assignments.len();
        let before = |part: Term| match self.has_variables[part.index()] {
            // Also of the term itself: values of this row lie there only after it.
            _ if part >= term => None,
            true => None,
            false => self.values.get(part.index() * width + column),
        };
        let variables = Cow::Borrowed(self.has_variables.as_slice());
        let assignment = &self.assignments[column];
        Evaluator::with(graph, assignment, variables, Some(&before))
            .with_budget(STEPS)
            .evaluate(term)
    }
}

/// Whether the operator alone tells the value of an application: its function, if it has one, is no definition or lambda.
fn is_plain(graph: &Graph, args: &[Term]) -> bool {
    let function = args
        .first()
        .is_some_and(|first| matches!(graph.sort(*first).kind(), murxla_api::SortKind::Fun));
    !function
}
