//! Decides formulas: all values of all symbols if these are few, else a search for a model.

use std::collections::BTreeSet;

use murxla_api::meaning::Datum;
use murxla_api::meaning::finite::{self, Size};

use super::evaluate::{Evaluation, Known, Values, first_value};
use super::lie::{Lie, Place};
use super::node::{Node, NodeId, Shape};
use crate::any_value::any_value;
use crate::digest::Digest;

/// So many assignments are tried if these are all.
const MOST: u64 = 1 << 10;

/// So many are tried if there are more.
const TRIES: u64 = 150;

/// So many terms are looked at for one question.
const BUDGET: u64 = 150_000;

/// What is known of some formulas.
pub(super) enum Decision {
    /// These values make all of them true.
    Sat(Values),
    /// No values do.
    Unsat,
    /// It was not found out.
    Unknown,
}

/// Decides whether formulas can be true together.
pub(super) fn decide(nodes: &[Node], formulas: &[NodeId], lie: Option<Lie>) -> Decision {
    let symbols = symbols(nodes, formulas);
    let mut search = Search { nodes, formulas, lie, budget: BUDGET };
    let mut total = Some(1u64);
    let mut sizes = Vec::new();
    for symbol in &symbols {
        match finite::size(&nodes[*symbol].sort) {
            Size::Finite(size) => {
                total = total.and_then(|total| total.checked_mul(size));
                sizes.push(size);
            }
            _ => total = None,
        }
    }
    match total.filter(|total| *total <= MOST) {
        Some(total) => search.exhaust(&symbols, &sizes, total),
        None => search.climb(&symbols),
    }
}

/// The symbols on which formulas depend.
fn symbols(nodes: &[Node], formulas: &[NodeId]) -> Vec<NodeId> {
    let mut seen = BTreeSet::new();
    let mut open = formulas.to_vec();
    while let Some(id) = open.pop() {
        if seen.insert(id) {
            open.extend(nodes[id].shape.parts());
        }
    }
    seen.into_iter().filter(|id| matches!(nodes[*id].shape, Shape::Symbol)).collect()
}

struct Search<'a> {
    nodes: &'a [Node],
    formulas: &'a [NodeId],
    lie: Option<Lie>,
    budget: u64,
}

impl Search<'_> {
    /// What the formulas are under values.
    fn known(&mut self, values: &Values) -> Vec<Known> {
        let mut evaluation =
            Evaluation::new(self.nodes, values, self.lie, Place::Check, self.budget);
        let known = self.formulas.iter().map(|formula| evaluation.value(*formula)).collect();
        self.budget = evaluation.budget;
        known
    }

    fn exhaust(&mut self, symbols: &[NodeId], sizes: &[u64], total: u64) -> Decision {
        let mut doubt = false;
        for number in 0..total {
            let mut rest = number;
            let mut values = Values::new();
            for (symbol, size) in symbols.iter().zip(sizes) {
                if let Some(value) = finite::nth(&self.nodes[*symbol].sort, rest % size) {
                    values.insert(*symbol, value);
                }
                rest /= size;
            }
            let known = self.known(&values);
            if known.iter().all(is_true) {
                return Decision::Sat(values);
            }
            doubt |= !known.iter().any(|one| matches!(one, Ok(Datum::Bool(false))));
        }
        if doubt { Decision::Unknown } else { Decision::Unsat }
    }

    /// Changes one value after the other as long as no fewer formulas are true.
    fn climb(&mut self, symbols: &[NodeId]) -> Decision {
        let pool = self.literals();
        let mut values = Values::new();
        for symbol in symbols {
            if let Some(value) = first_value(&self.nodes[*symbol].sort) {
                values.insert(*symbol, value);
            }
        }
        let mut best = 0;
        for number in 0..TRIES {
            let mut next = values.clone();
            let digest = Digest::new(number);
            let symbol = symbols[(digest.number(1).finish() % symbols.len() as u64) as usize];
            let sort = &self.nodes[symbol].sort;
            let fitting: Vec<&Datum> = pool
                .iter()
                .filter(|one| self.nodes[**one].sort == *sort)
                .filter_map(|one| match &self.nodes[*one].shape {
                    Shape::Value(Ok(value)) => Some(value),
                    _ => None,
                })
                .collect();
            let choice = digest.number(2).finish();
            let value = match fitting.get((choice % (2 * fitting.len().max(1) as u64)) as usize) {
                Some(value) => Some((*value).clone()),
                None => Datum::of_value(&any_value(sort, digest.number(3))).ok(),
            };
            let Some(value) = value else { continue };
            next.insert(symbol, value);
            let known = self.known(if number == 0 { &values } else { &next });
            let found = known.iter().filter(|one| is_true(one)).count();
            if found == self.formulas.len() {
                return Decision::Sat(if number == 0 { values } else { next });
            }
            if number > 0 && found >= best {
                (best, values) = (found, next);
            }
            if self.budget == 0 {
                break;
            }
        }
        Decision::Unknown
    }

    /// The values that occur in the formulas.
    fn literals(&self) -> Vec<NodeId> {
        let mut seen = BTreeSet::new();
        let mut open = self.formulas.to_vec();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                open.extend(self.nodes[id].shape.parts());
            }
        }
        seen.into_iter().filter(|id| matches!(self.nodes[*id].shape, Shape::Value(_))).collect()
    }
}

fn is_true(known: &Known) -> bool {
    *known == Ok(Datum::Bool(true))
}
