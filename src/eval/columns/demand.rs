//! Evaluation on demand: the row of one term with what it is made of, as long as there is leave to work.
//!
//! Whoever looks at few of the terms of a growing graph does not pay for the others, and whoever looks at many pays no more than
//! the allowance. Work is counted, not timed: what is known depends on the terms alone.

use murxla_api::Sort;
use murxla_api::meaning::words::{Coding, Kernel};

use super::Columns;
use super::rows::columns_of;
use crate::smt::{Graph, Node, Symbol, Term};

/// What a row costs whose values are words, in hundreds of instructions, roughly.
pub(super) const ROW: u64 = 3;
/// What a cell costs that is computed by the meaning of its operator.
pub(super) const CELL: u64 = 8;
/// What a step of the evaluator costs, or a value of a bound variable.
pub(super) const STEP: u64 = 3;

impl Columns {
    /// Gives leave for so much work on terms that are demanded, and no more.
    pub fn set_work(&mut self, work: u64) {
        self.work = work;
    }

    /// Gives leave for so much more work, up to a bound.
    pub fn allow_work(&mut self, more: u64, most: u64) {
        self.work = self.work.saturating_add(more).min(most);
    }

    /// Some work was done.
    #[inline]
    pub(super) fn spend(&mut self, work: u64) {
        self.work = self.work.saturating_sub(work);
    }

    /// Whether there is leave to work.
    #[inline]
    pub fn may_work(&self) -> bool {
        self.work > 0
    }

    /// Finds the terms whose rows must be computed for that of this one, which is the last of them; none if it has its row, or is
    /// not closed. Gives the constants among them.
    pub fn find_missing(&mut self, graph: &Graph, term: Term) -> &[Symbol] {
        self.missing.clear();
        self.missing_constants.clear();
        self.look_at(graph);
        self.met.resize(graph.len(), 0);
        self.demands += 1;
        if self.free.is_closed(term) && self.rows.is_empty(term) {
            self.missing.push(term);
            let mut next = 0;
            while let Some(part) = self.missing.get(next).copied() {
                next += 1;
                let (missing, rows, free) = (&mut self.missing, &self.rows, &self.free);
                let (met, demands) = (&mut self.met, self.demands);
                let add = |child: Term| {
                    // What is inside of a binder is computed with it, but what is closed there comes first.
                    let is_missing = rows.is_empty(child) || free.is_open(child);
                    if is_missing && std::mem::replace(&mut met[child.index()], demands) != demands
                    {
                        missing.push(child);
                    }
                };
                if let Some((_, args)) = graph.application(part) {
                    args.iter().copied().for_each(add);
                    continue;
                }
                match graph.node(part) {
                    Node::Value(_) | Node::Variable(_) => {}
                    Node::Constant(symbol) => {
                        self.missing_constants.push(symbol);
                        let first = self.assignments.first().and_then(|one| one.definition(symbol));
                        if let Some(definition) = first.filter(|one| one.variables.is_empty()) {
                            [definition.body].into_iter().for_each(add);
                        }
                    }
                    _ => graph.visit_children(part, add),
                }
            }
            // Mostly there is nothing missing but the term itself.
            if self.missing.len() > 1 {
                let free = &self.free;
                self.missing.retain(|part| free.is_closed(*part));
                // Parts come before what is made of them.
                self.missing.sort_unstable();
            }
        }
        &self.missing_constants
    }

    /// The columns in which a value of this sort is looked at.
    pub fn columns_for(&self, sort: &Sort) -> impl Iterator<Item = usize> + use<> {
        let columns =
            if Coding::of(sort).is_some() { self.rows.all() } else { self.rows.with_data() };
        columns_of(columns)
    }

    /// Computes the row of a term, and those that are missing for it, if there is leave for that; else it stays unknown for now.
    pub fn demand(&mut self, graph: &Graph, term: Term) {
        if self.may_work() {
            self.find_missing(graph, term);
            self.compute_missing(graph);
        }
    }

    /// Computes the rows that were found missing last.
    pub fn compute_missing(&mut self, graph: &Graph) {
        for place in 0..self.missing.len() {
            if !self.may_work() {
                break;
            }
            self.steps = self.steps_each;
            self.compute(graph, self.missing[place]);
        }
        self.seen = self.seen.max(graph.len());
    }

    /// Whether the row of an application is little work: words, computed from words that are there.
    pub fn is_quick(&self, graph: &Graph, term: Term) -> bool {
        let Some((head, args)) = graph.application(term) else { return false };
        let has_row = |arg: &Term| {
            !matches!(self.rows.row(*arg).form, super::Form::Data | super::Form::Empty)
        };
        let is_leaf = |arg: &Term| graph.is_leaf(*arg) && Coding::of(graph.sort(*arg)).is_some();
        !matches!(head.op().kernel, Kernel::None)
            && args.len() <= super::applied::FEW
            && Coding::of(graph.sort(term)).is_some()
            && args.iter().all(|arg| has_row(arg) || is_leaf(arg))
    }
}
