//! What the generator knows of its terms: their values under a planted assignment and some others.
//!
//! So it sees which formulas the planted values make true, which terms never change, and which formulas are worth asking. The
//! values follow from the seed alone, so a run stays a function of its seed.

use murxla_api::meaning::Datum;
use murxla_api::{ActionKind, Sort};

use super::plants;
use super::settings::Numbers;
use crate::eval::{Assignment, Columns, Truths};
use crate::rng::{Rng, Seed, Stream};
use crate::smt::{FromCalls, Node, Term};
use crate::trace::{Call, Name};

/// The column of the planted assignment.
const PLANTED: usize = 0;

/// The values of the terms of a run.
pub(super) struct Knowledge {
    columns: Columns,
    rng: Rng,
    /// The values of the constant that is being made, one for each column.
    pending: Vec<Datum>,
}

impl Knowledge {
    /// Nothing is known of the run with this seed yet. The memory is that of an earlier run.
    pub(super) fn new(seed: Seed, width: usize, columns: Option<Columns>) -> Knowledge {
        let columns = match columns.filter(|columns| columns.width() == width) {
            Some(mut columns) => {
                columns.reset();
                columns
            }
            None => Columns::new(vec![Assignment::new(); width]),
        };
        Knowledge { columns, rng: seed.generator(Stream::Plant), pending: Vec::new() }
    }

    /// True in so many of a hundred cases.
    pub(super) fn chance(&mut self, percent: u64) -> bool {
        self.rng.chance(percent, 100)
    }

    /// Its memory, for the next run.
    pub(super) fn into_columns(self) -> Columns {
        self.columns
    }

    /// Draws the values of a constant that is about to be made; gives the planted one, as traces write it.
    pub(super) fn plant(&mut self, numbers: &Numbers, sort: &Sort) -> Option<Box<str>> {
        self.pending.clear();
        for _ in 0..self.columns.width() {
            match plants::draw(&mut self.rng, numbers, sort) {
                Some(value) => self.pending.push(value),
                None => {
                    self.pending.clear();
                    return None;
                }
            }
        }
        self.pending.get(PLANTED)?.to_notation().map(String::into_boxed_str)
    }

    /// A call was executed that made something or forgot all.
    pub(super) fn learn(&mut self, call: &Call, questions: &FromCalls) {
        let graph = questions.graph();
        if graph.len() < self.columns.len() {
            self.columns.reset();
        }
        match call.action.kind() {
            ActionKind::MkConst if !self.pending.is_empty() => {
                let made = call.rets.first().and_then(|name| match name {
                    Name::Term(name) => questions.term(*name),
                    Name::Sort(_) => None,
                });
                if let Some(Node::Constant(symbol)) = made.map(|term| graph.node(term)) {
                    for (column, value) in self.pending.drain(..).enumerate() {
                        self.columns.set(symbol, column, value);
                    }
                }
                self.pending.clear();
            }
            ActionKind::MkFun | ActionKind::DefineRecFun => {
                let defined = call.rets.iter().chain(&call.uses()).find_map(|name| match name {
                    Name::Term(name) => questions.term(*name),
                    Name::Sort(_) => None,
                });
                if let Some(Node::Constant(symbol)) = defined.map(|term| graph.node(term))
                    && let Some(definition) = questions.definition(symbol)
                {
                    for column in 0..self.columns.width() {
                        self.columns.assignment_mut(column).define(definition.clone());
                    }
                }
            }
            _ => {}
        }
        self.columns.extend(graph);
    }

    /// In which columns a formula holds. Of what is not known yet it holds in none.
    pub(super) fn truths(&self, term: Term) -> Truths {
        self.columns.truths(term)
    }

    /// Whether the planted values make a formula true.
    pub(super) fn planted_truth(&self, term: Term) -> Option<bool> {
        let Truths { holds, known } = self.truths(term);
        (known >> PLANTED & 1 == 1).then_some(holds >> PLANTED & 1 == 1)
    }

    /// All columns.
    pub(super) fn all(&self) -> u64 {
        u64::MAX >> (64 - self.columns.width().clamp(1, 64))
    }

    /// Whether a term has the same value in all columns.
    pub(super) fn is_constant(&self, term: Term) -> bool {
        self.columns.is_constant(term) == Some(true)
    }

    /// The planted value of a term.
    pub(super) fn planted_value(&self, term: Term) -> Option<Datum> {
        self.columns.value(term, PLANTED)?.ok()
    }
}
