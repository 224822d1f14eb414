//! Columns: the terms of a growing graph under several assignments at once.
//!
//! The values of a term are one row: in machine words if they fit, and computed by the kernel of its operator in one go;
//! else, and where an operator has no kernel, cell by cell by its meaning.

mod applied;
mod cone;
mod demand;
mod free;
mod quantified;
mod rows;
#[cfg(test)]
pub(super) mod tests;

use murxla_api::meaning::words::Coding;
use murxla_api::meaning::{Datum, Unknown};

use super::Assignment;
use super::evaluator::{Evaluator, Known};
use crate::smt::{Graph, Node, Symbol, Term};
use cone::Cones;
use free::FreeVariables;
use rows::{Form, NO_REASON, Row, Rows, columns_of};

/// So many steps are made for the binders and calls of one term.
const STEPS: u64 = 5_000;

/// The most columns: one bit of a word for each.
pub const MOST_COLUMNS: usize = 64;

/// In which columns a formula is true, and in which it is known: bit 0 is the first column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truths {
    /// It is true.
    pub holds: u64,
    /// It is true or false.
    pub known: u64,
}

/// The values of all terms of a graph under some assignments; terms that are added later are evaluated from the values of
/// their parts.
#[derive(Debug)]
pub struct Columns {
    assignments: Vec<Assignment>,
    rows: Rows,
    /// How many terms were looked at.
    seen: usize,
    free: FreeVariables,
    cones: Cones,
    /// Rows that may still be computed inside of binders, for the term that is looked at.
    steps: u64,
    /// Whether it took more.
    out_of_steps: bool,
    /// The steps for each term.
    steps_each: u64,
    /// Numbers of more bits are not computed with.
    most_bits: u64,
    /// The work that may still be done for terms that are asked for one by one; see [`Columns::demand`].
    work: u64,
    /// Room for the parts of a term that is asked for.
    missing: Vec<Term>,
    /// The constants among them.
    missing_constants: Vec<Symbol>,
    /// The number of the demand in which each term was met last.
    met: Vec<u32>,
    demands: u32,
}

impl Columns {
    /// No terms yet, under these assignments, of which there are at most [`MOST_COLUMNS`].
    pub fn new(mut assignments: Vec<Assignment>) -> Columns {
        assignments.truncate(MOST_COLUMNS);
        Columns {
            rows: Rows::new(assignments.len()),
            assignments,
            seen: 0,
            free: FreeVariables::new(),
            cones: Cones::default(),
            steps: 0,
            out_of_steps: false,
            steps_each: STEPS,
            most_bits: u64::MAX,
            work: u64::MAX,
            missing: Vec::new(),
            missing_constants: Vec::new(),
            met: Vec::new(),
            demands: 0,
        }
    }

    /// With these limits: so many steps are made for the binders and calls of one term, and values that are no machine words
    /// are looked at in so many columns only, the first ones.
    pub fn with_limits(mut self, steps: u64, data_columns: usize) -> Columns {
        self.steps_each = steps;
        self.rows.set_data_columns(data_columns);
        self
    }

    /// Integers and fractions of more bits are not computed with: products of products grow without bounds, and a fraction is
    /// reduced in a time that grows with the square.
    pub fn with_numbers_of(mut self, bits: u64) -> Columns {
        self.most_bits = bits;
        self
    }

    /// Nobody asks why values are not known.
    pub fn without_reasons(mut self) -> Columns {
        self.rows.forget_reasons();
        self
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.assignments.len()
    }

    /// Forgets all terms and all that the assignments say, and keeps the memory: for another graph.
    pub fn reset(&mut self) {
        self.assignments.iter_mut().for_each(Assignment::clear);
        self.rows.clear();
        self.seen = 0;
        self.free.clear();
        self.cones.clear();
        self.met.clear();
        self.out_of_steps = false;
    }

    /// Gives a symbol a value in a column. It must come before the symbol's term is evaluated, which happens once.
    pub fn set(&mut self, symbol: Symbol, column: usize, value: Datum) {
        self.assignments[column].set(symbol, value);
    }

    /// The assignment of a column.
    pub fn assignment(&self, column: usize) -> &Assignment {
        &self.assignments[column]
    }

    /// The assignment of a column, to be added to before a term that needs it is evaluated.
    pub fn assignment_mut(&mut self, column: usize) -> &mut Assignment {
        &mut self.assignments[column]
    }

    /// How many terms were evaluated.
    pub fn len(&self) -> usize {
        self.seen
    }

    /// Whether no term was evaluated.
    pub fn is_empty(&self) -> bool {
        self.seen == 0
    }

    /// The value of a term in a column; `None` if it was not evaluated yet.
    pub fn value(&self, term: Term, column: usize) -> Option<Known> {
        let evaluated = term.index() < self.seen && column < self.width();
        evaluated.then(|| self.rows.cell(self.row(term), column))
    }

    /// The row of a closed term. What is inside of a binder has rows on the way only.
    fn row(&self, term: Term) -> Row {
        let closed = term.index() < self.free.len() && !self.free.is_open(term);
        if closed { self.rows.row(term) } else { Row::EMPTY }
    }

    /// In which columns a term is known.
    pub fn known(&self, term: Term) -> u64 {
        self.row(term).known
    }

    /// In which columns a formula holds; nothing is known of a term that is no formula, or was not evaluated.
    pub fn truths(&self, formula: Term) -> Truths {
        self.truths_of(self.row(formula))
    }

    fn truths_of(&self, row: Row) -> Truths {
        match row.form {
            Form::Truths => Truths { holds: self.rows.truths(row), known: row.known },
            _ => Truths { holds: 0, known: 0 },
        }
    }

    /// Whether a term has the same value in all columns; `None` if it is not known in all of them.
    pub fn is_constant(&self, term: Term) -> Option<bool> {
        let row = self.row(term);
        let all = self.rows.all();
        if row.known != all || row.form == Form::Empty {
            return None;
        }
        Some(match row.form {
            Form::Truths => matches!(self.rows.truths(row), 0) || self.rows.truths(row) == all,
            Form::Words(_) => self.rows.words(row).windows(2).all(|two| two[0] == two[1]),
            // Different data may be equal arrays, if nobody knows how many keys there are: that is not known.
            Form::Data => {
                let mut same = true;
                for two in self.rows.data(row).windows(2) {
                    let [Ok(a), Ok(b)] = two else { return None };
                    same &= murxla_api::meaning::equal(a, b).ok()?;
                }
                same
            }
            Form::Empty => return None,
        })
    }

    /// Whether two terms of one sort have the same value, column by column.
    pub fn equal(&self, a: Term, b: Term) -> Truths {
        let (first, second) = (self.row(a), self.row(b));
        let known = first.known & second.known;
        if first.form == Form::Truths && second.form == Form::Truths {
            let same = !(self.rows.truths(first) ^ self.rows.truths(second));
            return Truths { holds: same & known, known };
        }
        let mut truths = Truths { holds: 0, known: 0 };
        for column in columns_of(known) {
            let (Ok(a), Ok(b)) = (self.rows.cell(first, column), self.rows.cell(second, column))
            else {
                continue;
            };
            if let Ok(same) = murxla_api::meaning::equal(&a, &b) {
                truths.known |= 1 << column;
                truths.holds |= u64::from(same) << column;
            }
        }
        truths
    }

    /// Evaluates the terms that came to the graph since it was last called.
    pub fn extend(&mut self, graph: &Graph) {
        self.look_at(graph);
        for term in graph.terms().skip(self.seen) {
            self.steps = self.steps_each;
            self.add(graph, term);
        }
        self.seen = graph.len();
    }

    /// Learns of the variables and binders of new terms, without evaluating them.
    pub(super) fn look_at(&mut self, graph: &Graph) {
        let before = self.free.len();
        if before == graph.len() {
            return;
        }
        self.rows.grow(graph.len());
        if !self.free.extend(graph) {
            return;
        }
        for term in graph.terms().skip(before).filter(|term| graph.has_variables(*term)) {
            match graph.node(term) {
                Node::Variable(variable) => self.cones.add_variable(variable, term),
                Node::Bind { .. } => self.cones.add(graph, &self.free, &self.assignments, term),
                _ => {}
            }
        }
    }

    /// Computes the row of a term, if it is closed, with at most so many rows inside of binders; tells how many rows there
    /// were, or `None` if there were too many.
    pub(super) fn add_counted(&mut self, graph: &Graph, term: Term, most: u64) -> Option<u64> {
        self.steps = most;
        self.add(graph, term);
        self.seen = self.seen.max(term.index() + 1);
        (!self.out_of_steps).then(|| most - self.steps + 1)
    }

    /// Whether a term, or something inside of it, is evaluated cell by cell under the assignment itself.
    pub(super) fn needs_evaluator(&self, graph: &Graph, term: Term) -> bool {
        match graph.node(term) {
            Node::Apply { head, args } => {
                self.free.is_vague(term) || !self.is_plain(graph, head.op().key, args)
            }
            Node::Bind { .. } => self.cones.get(term).is_none(),
            Node::Constant(symbol) => {
                let is_function = |one: &Assignment| {
                    one.definition(symbol).is_some_and(|one| !one.variables.is_empty())
                };
                self.assignments.iter().any(is_function)
            }
            Node::Opaque(_) => true,
            Node::Value(_) | Node::Variable(_) | Node::Annotated { .. } => false,
        }
    }

    /// Computes the row of a term, if it is closed.
    pub(super) fn add(&mut self, graph: &Graph, term: Term) {
        if self.free.is_closed(term) || self.free.is_vague(term) {
            self.compute(graph, term);
        }
    }

    /// Gives a term the values that a function says.
    pub(super) fn set_row(
        &mut self,
        graph: &Graph,
        term: Term,
        mut value: impl FnMut(usize) -> Known,
    ) {
        self.rows.set_each(term, graph.sort(term), |_, column| value(column));
    }

    /// Gives a term whose values are words these ones.
    pub(super) fn set_row_words(&mut self, graph: &Graph, term: Term, words: &[u64; 64]) -> bool {
        let all = self.rows.all();
        let no_reason = |_: &Rows, _: usize| Unknown::cannot_tell("nothing");
        match Coding::of(graph.sort(term)) {
            Some(Coding::Bool) => {
                let truths = words[..self.width()].iter().rev().fold(0, |all, one| all << 1 | one);
                self.rows.set_truths(term, truths, all, no_reason);
            }
            Some(coding) => self.rows.set_words(term, coding, words, all, no_reason),
            None => return false,
        }
        true
    }

    /// Computes the row of a term from those of its parts.
    fn compute(&mut self, graph: &Graph, term: Term) {
        self.spend(demand::ROW);
        match graph.node(term) {
            Node::Apply { head, args }
                if self.free.is_vague(term) || !self.is_plain(graph, head.op().key, args) =>
            {
                self.through_evaluator(graph, term);
            }
            Node::Apply { head, args } => self.applied(graph, term, head, args),
            Node::Value(literal) => {
                let value = Datum::of_literal(literal, graph.sort(term));
                self.rows.set_each(term, graph.sort(term), |_, _| value.clone());
            }
            Node::Annotated { term: inner, .. } if !self.rows.is_empty(inner) => {
                self.rows.copy(term, inner);
            }
            Node::Constant(symbol) => self.constant(graph, term, symbol),
            Node::Bind { binder, variables, bodies, .. } => {
                if !self.quantified(graph, term, binder, variables, bodies) {
                    self.through_evaluator(graph, term);
                }
            }
            _ => self.through_evaluator(graph, term),
        }
    }

    fn constant(&mut self, graph: &Graph, term: Term, symbol: Symbol) {
        if let Some(definition) = self.assignments.first().and_then(|one| one.definition(symbol))
            && definition.variables.is_empty()
            && self.assignments.iter().all(|one| {
                one.value(symbol).is_none() && one.definition(symbol) == Some(definition)
            })
            && !self.rows.is_empty(definition.body)
        {
            let body = definition.body;
            return self.rows.copy(term, body);
        }
        let defined =
            |one: &Assignment| one.value(symbol).is_none() && one.definition(symbol).is_some();
        if self.assignments.iter().any(defined) {
            return self.through_evaluator(graph, term);
        }
        let assignments = &self.assignments;
        self.rows.set_each(term, graph.sort(term), |rows, column| {
            assignments[column].value(symbol).cloned().ok_or_else(|| {
                if !rows.keeps_reasons() {
                    return NO_REASON;
                }
                let name = &graph.symbol(symbol).name;
                Unknown::cannot_tell(format!("{name} has no value"))
            })
        });
    }

    /// Whether the values of the arguments alone tell that of an application: its function, if it has one, is no definition
    /// or lambda.
    fn is_plain(&self, graph: &Graph, key: &str, args: &[Term]) -> bool {
        match key {
            "OP_DT_MATCH" => false,
            "OP_UF_APPLY" => args.first().is_some_and(|function| match graph.node(*function) {
                Node::Constant(symbol) => {
                    let has_value = |one: &Assignment| {
                        one.value(symbol).is_some() || one.definition(symbol).is_none()
                    };
                    self.assignments.iter().all(has_value)
                }
                _ => false,
            }),
            _ => true,
        }
    }

    /// Cell by cell, by the machine that knows all kinds of terms.
    fn through_evaluator(&mut self, graph: &Graph, term: Term) {
        let assignments = &self.assignments;
        let (columns, budget) = (self.rows.with_data(), self.steps_each);
        let mut used = 0;
        self.rows.set_some(term, graph.sort(term), columns, |rows, column| {
            // What has variables may have been computed for other values of them.
            let before = |part: Term| match graph.has_variables(part) || part == term {
                true => None,
                false => (!rows.is_empty(part)).then(|| rows.cell(rows.row(part), column)),
            };
            let mut evaluator =
                Evaluator::with(graph, &assignments[column], Some(&before)).with_budget(budget);
            let value = evaluator.evaluate(term);
            used += evaluator.steps();
            value
        });
        self.spend(used * demand::STEP);
        let used = used / self.width().max(1) as u64;
        self.out_of_steps |= used > self.steps;
        self.steps = self.steps.saturating_sub(used);
    }
}
