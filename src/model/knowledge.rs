//! What the generator knows of its terms: their values under a planted assignment and some others.
//!
//! So it sees which formulas the planted values make true, which terms never change, and which formulas are worth asking. The
//! values follow from the seed alone, so a run stays a function of its seed.

use murxla_api::meaning::Datum;
use murxla_api::{ActionKind, Effects, Sort};

use super::plants;
use super::settings::Numbers;
use crate::eval::{Assignment, Columns, Truths};
use crate::rng::{Rng, Seed, Stream};
use crate::smt::{FromCalls, Graph, Node, Symbol, Term};
use crate::trace::{Call, Name};

/// The column of the planted assignment.
const PLANTED: usize = 0;
/// Values that are no machine words, such as arrays and strings, are looked at in so many columns.
const DATA_COLUMNS: usize = 3;
/// So many steps are made for the binders and calls of one term; oracles make more.
const STEPS: u64 = 200;
/// Numbers of more bits are unknown.
const NUMBER_BITS: u64 = 128;
/// So much work may be done for each call, in hundreds of instructions, on the average.
const WORK_EACH: u64 = 12;
/// So much may be saved for terms that are more work.
const WORK_MOST: u64 = 800;

/// The values of the terms of a run.
pub(super) struct Knowledge {
    columns: Columns,
    rng: Rng,
    /// The planted value of the constant that is being made.
    pending: Option<Datum>,
    /// Room for the constants of a term that is looked at.
    drawn: Vec<Symbol>,
}

impl Knowledge {
    /// Nothing is known of the run with this seed yet. The memory is that of an earlier run.
    pub(super) fn new(seed: Seed, width: usize, columns: Option<Columns>) -> Knowledge {
        let mut columns = match columns.filter(|columns| columns.width() == width) {
            Some(mut columns) => {
                columns.reset();
                columns
            }
            None => Columns::new(vec![Assignment::new(); width])
                .with_limits(STEPS, DATA_COLUMNS)
                .without_reasons()
                .with_numbers_of(NUMBER_BITS),
        };
        columns.set_work(WORK_MOST);
        Knowledge { columns, rng: seed.generator(Stream::Plant), pending: None, drawn: Vec::new() }
    }

    /// True in so many of a hundred cases.
    pub(super) fn chance(&mut self, percent: u64) -> bool {
        self.rng.chance(percent, 100)
    }

    /// Its memory, for the next run.
    pub(super) fn into_columns(self) -> Columns {
        self.columns
    }

    /// Draws the planted value of a constant that is about to be made; gives it as traces write it.
    pub(super) fn plant(&mut self, numbers: &Numbers, sort: &Sort) -> Option<Box<str>> {
        self.pending = plants::draw(&mut self.rng, numbers, sort);
        let text = self.pending.as_ref()?.to_notation().map(String::into_boxed_str);
        if text.is_none() {
            self.pending = None;
        }
        text
    }

    /// A call with these effects was executed.
    pub(super) fn learn(&mut self, call: &Call, effects: Effects, questions: &FromCalls) {
        let graph = questions.graph();
        // The graph begins anew there, too: its numbers mean other symbols from now on.
        if effects.any(Effects::FORGETS_ALL) && call.action.kind() != ActionKind::Own {
            self.columns.reset();
        }
        self.columns.allow_work(WORK_EACH, WORK_MOST);
        match call.action.kind() {
            ActionKind::MkConst => {
                let Some(value) = self.pending.take() else { return };
                let made = call.rets.first().and_then(|name| match name {
                    Name::Term(name) => questions.term(*name),
                    Name::Sort(_) => None,
                });
                if let Some(Node::Constant(symbol)) = made.map(|term| graph.node(term)) {
                    self.columns.set(symbol, PLANTED, value);
                }
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
    }

    /// Sees to it that a term is known, if it can be with the work that is left. The constants in it get their other values.
    pub(super) fn look_at(&mut self, numbers: &Numbers, graph: &Graph, term: Term) {
        if !self.columns.may_work() {
            return;
        }
        let constants = self.columns.find_missing(graph, term);
        self.drawn.clear();
        self.drawn.extend_from_slice(constants);
        for place in 0..self.drawn.len() {
            let symbol = self.drawn[place];
            if self.columns.assignment(PLANTED).value(symbol).is_some() {
                self.draw_others(numbers, graph, symbol);
            }
        }
        self.columns.compute_missing(graph);
    }

    fn draw_others(&mut self, numbers: &Numbers, graph: &Graph, symbol: Symbol) {
        let sort = &graph.symbol(symbol).sort;
        for column in self.columns.columns_for(sort).skip(PLANTED + 1) {
            if let Some(value) = plants::draw(&mut self.rng, numbers, sort) {
                self.columns.set(symbol, column, value);
            }
        }
    }

    /// The same for an application, if that is little work.
    pub(super) fn glance_at(&mut self, numbers: &Numbers, graph: &Graph, term: Term) {
        if self.columns.is_quick(graph, term) {
            self.look_at(numbers, graph, term);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::check::NoOwnRows;
    use crate::trace::read;

    #[test]
    fn nothing_is_known_after_a_reset() {
        let text = "\
0 new
0 mk-sort SORT_BOOL
  return s1
0 mk-var s1 \"x\"
  return t1
#= true
0 mk-const s1 \"c\"
  return t2
0 mk-fun \"f\" 1 t1 t1
  return t3
0 reset
";
        let (trace, _) = read(text.as_bytes()).unwrap();
        let mut questions = FromCalls::new();
        let mut knowledge = Knowledge::new(Seed(1), 2, None);
        let known = |knowledge: &Knowledge, questions: &FromCalls| -> usize {
            let symbols = questions.graph().symbols().map(|(symbol, _)| symbol);
            let assignment = knowledge.columns.assignment(PLANTED);
            let is_known = |symbol: &Symbol| {
                assignment.value(*symbol).is_some() || assignment.definition(*symbol).is_some()
            };
            symbols.filter(is_known).count()
        };
        let mut most = 0;
        for call in &trace.calls {
            if call.planted.is_some() {
                knowledge.pending = Some(Datum::Bool(true));
            }
            questions.add(call, &NoOwnRows);
            knowledge.learn(call, call.effects(&NoOwnRows), &questions);
            most = most.max(known(&knowledge, &questions));
        }
        // The constant and the function; nobody looked at any term before all was forgotten.
        assert_eq!(most, 2);
        let mut graph = Graph::new();
        let numbers = [(); 2].map(|()| graph.add_symbol("c", Sort::bool()));
        let assignment = knowledge.columns.assignment(PLANTED);
        assert!(numbers.iter().all(|one| assignment.value(*one).is_none()));
        assert!(numbers.iter().all(|one| assignment.definition(*one).is_none()));
    }
}
