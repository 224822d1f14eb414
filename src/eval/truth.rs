//! Truth by exhaustion: every assignment is tried, 64 at a time.

use murxla_api::meaning::finite::{self, Size};
use murxla_api::meaning::words::Coding;
use murxla_api::meaning::{Datum, Unknown};

use super::columns::{MOST_COLUMNS, Truths};
use super::{Assignment, Columns, Evaluator};
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

/// Values of a sort are held as words if there are at most so many.
const LISTED: u64 = 1 << 12;

/// Values of a sort are made once if there are at most so many.
const FEW_VALUES: u64 = 64;

/// A value that is no word is so much more work.
const DATA: u64 = 8;

/// A value that the evaluator finds, each for itself and with all that it goes through, is so much more work.
const EVALUATED: u64 = 32;

/// A symbol whose values are tried.
struct Free {
    symbol: Symbol,
    /// Its terms: none if only the evaluator meets it.
    term: Option<Term>,
    size: u64,
    /// The product of the sizes of those before it.
    stride: u64,
    /// The words of all its values.
    words: Option<Vec<u64>>,
    /// All its values, if there are few; they are asked for again and again.
    values: Vec<Datum>,
}

/// Tries all assignments of the symbols that have none in `given`.
///
/// `most` bounds the work: the number of terms that are evaluated, times the number of assignments under which they are; those
/// whose values are no words count [several times](DATA), and those that are found one by one [even more](EVALUATED). A quantifier counts once for each value of its variables. What needs more is [`Truth::TooMany`], be it known in advance or
/// seen on the way.
pub fn truth(graph: &Graph, assertions: &[Term], given: &Assignment, most: u64) -> Truth {
    let Some(plan) = Plan::new(graph, assertions, given) else {
        // A definition that needs itself: only the evaluator can say what becomes of it.
        return Truth::CannotTell(Unknown::cannot_tell("a definition that refers to itself"));
    };
    let mut symbols = Vec::new();
    let mut total: Option<u64> = Some(1);
    for symbol in &plan.symbols {
        let sort = &graph.symbol(*symbol).sort;
        let size = match finite::size(sort) {
            Size::Finite(size) if size > 0 => size,
            _ => return Truth::TooMany(None),
        };
        let stride = total.unwrap_or(u64::MAX);
        total = total.and_then(|total| total.checked_mul(size));
        let term = plan
            .terms
            .iter()
            .copied()
            .find(|term| matches!(graph.node(*term), Node::Constant(one) if one == *symbol));
        symbols.push(Free { symbol: *symbol, term, size, stride, words: None, values: Vec::new() });
    }
    let weight = |term: &Term| if Coding::of(graph.sort(*term)).is_some() { 1 } else { DATA };
    let each: u64 = plan.terms.iter().map(weight).sum();
    let work = |total: u64| total.checked_mul(each);
    let total = match total {
        Some(total) if work(total).is_some_and(|work| work <= most) => total,
        more => return Truth::TooMany(more),
    };
    for free in &mut symbols {
        let sort = &graph.symbol(free.symbol).sort;
        if free.size <= LISTED && Coding::of(sort).is_some() {
            let value = |number| Coding::word(&finite::nth(sort, number)?);
            free.words = (0..free.size).map(value).collect();
        }
        if free.size <= FEW_VALUES {
            free.values = (0..free.size).map_while(|number| finite::nth(sort, number)).collect();
        }
    }
    Search { graph, given, plan, symbols, total, left: most }.run(assertions)
}

/// What is evaluated for an assignment, in order.
struct Plan {
    symbols: Vec<Symbol>,
    /// What the assertions are made of, and what defines them; parts come first.
    terms: Vec<Term>,
    /// How many of the terms there are up to and with each assertion.
    ends: Vec<usize>,
}

impl Plan {
    /// `None` if a definition refers to itself.
    fn new(graph: &Graph, assertions: &[Term], given: &Assignment) -> Option<Plan> {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; graph.len()];
        let mut plan = Plan { symbols: Vec::new(), terms: Vec::new(), ends: Vec::new() };
        let mut recursive = false;
        for assertion in assertions {
            let mut stack = vec![(*assertion, false)];
            while let Some((term, parts_are_done)) = stack.pop() {
                if parts_are_done {
                    marks[term.index()] = Mark::Done;
                    plan.terms.push(term);
                    continue;
                }
                if marks[term.index()] != Mark::New {
                    continue;
                }
                marks[term.index()] = Mark::Open;
                stack.push((term, true));
                let mut need = |part: Term| match marks[part.index()] {
                    Mark::New => stack.push((part, false)),
                    Mark::Open => recursive = true,
                    Mark::Done => {}
                };
                if let Node::Constant(symbol) = graph.node(term)
                    && given.value(symbol).is_none()
                {
                    match given.definition(symbol) {
                        // A function may call itself: the evaluator has a budget for that.
                        Some(definition) if definition.variables.is_empty() => {
                            need(definition.body)
                        }
                        Some(definition) => {
                            if marks[definition.body.index()] == Mark::New {
                                stack.push((definition.body, false));
                            }
                        }
                        None => plan.symbols.push(symbol),
                    }
                } else {
                    graph.visit_children(term, need);
                }
            }
            plan.ends.push(plan.terms.len());
        }
        plan.symbols.sort();
        plan.symbols.dedup();
        (!recursive).then_some(plan)
    }
}

struct Search<'a> {
    graph: &'a Graph,
    given: &'a Assignment,
    plan: Plan,
    symbols: Vec<Free>,
    total: u64,
    /// The work that may still be done.
    left: u64,
}

impl Search<'_> {
    fn run(mut self, assertions: &[Term]) -> Truth {
        let width = self.total.min(MOST_COLUMNS as u64) as usize;
        let mut columns = Columns::new(vec![self.given.clone(); width]);
        columns.look_at(self.graph);
        let by_hand = self.plan.terms.iter().any(|term| columns.needs_evaluator(self.graph, *term));
        let mut unknown = None;
        let mut first = 0;
        while first < self.total {
            // The last numbers are tried again if there are not enough new ones.
            let start = first.min(self.total - width as u64);
            self.assign(&mut columns, start, by_hand);
            let mut alive = if width == 64 { u64::MAX } else { (1 << width) - 1 };
            let mut doubtful = 0;
            let mut doubt = None;
            let mut done = 0;
            for (assertion, end) in assertions.iter().zip(&self.plan.ends) {
                for term in &self.plan.terms[done..*end] {
                    let Some(left) =
                        columns.add_within(self.graph, *term, self.left, &self.symbols)
                    else {
                        return Truth::TooMany(Some(self.total));
                    };
                    self.left = left;
                }
                done = *end;
                let Truths { holds, known } = columns.truths(*assertion);
                alive &= holds | !known;
                if alive & !known != 0 {
                    doubtful |= alive & !known;
                    let column = (alive & !known).trailing_zeros() as usize;
                    doubt = columns.value(*assertion, column).and_then(Result::err).or(doubt);
                }
                if alive == 0 {
                    break;
                }
            }
            let sure = alive & !doubtful;
            if sure != 0 {
                let number = start + u64::from(sure.trailing_zeros());
                return self.witness(assertions, number);
            }
            if alive != 0 {
                unknown = doubt.or(unknown);
            }
            first = start + width as u64;
        }
        unknown.map_or(Truth::Unsat, Truth::CannotTell)
    }

    /// The value of a symbol in the assignment with a number.
    fn value(&self, free: &Free, number: u64) -> Option<Datum> {
        let number = number / free.stride % free.size;
        match free.values.get(number as usize) {
            Some(value) => Some(value.clone()),
            None => finite::nth(&self.graph.symbol(free.symbol).sort, number),
        }
    }

    /// Gives the columns the assignments from this number on.
    fn assign(&self, columns: &mut Columns, start: u64, by_hand: bool) {
        for free in &self.symbols {
            if by_hand {
                for column in 0..columns.width() {
                    if let Some(value) = self.value(free, start + column as u64) {
                        columns.set(free.symbol, column, value);
                    }
                }
            }
            let Some(term) = free.term else { continue };
            let place = |column: usize| (start + column as u64) / free.stride % free.size;
            match &free.words {
                Some(words) => {
                    let row = std::array::from_fn(|column| words[place(column) as usize]);
                    columns.set_row_words(self.graph, term, &row);
                }
                None => columns.set_row(self.graph, term, |column| {
                    let value = self.value(free, start + column as u64);
                    value.ok_or_else(|| Unknown::cannot_tell("a sort that is too large"))
                }),
            }
        }
    }

    /// The assignment with a number, once more by the evaluator.
    fn witness(&self, assertions: &[Term], number: u64) -> Truth {
        let mut assignment = self.given.clone();
        for free in &self.symbols {
            if let Some(value) = self.value(free, number) {
                assignment.set(free.symbol, value);
            }
        }
        let mut evaluator = Evaluator::new(self.graph, &assignment);
        for assertion in assertions {
            match evaluator.evaluate(*assertion) {
                Ok(value) if value.as_bool() == Some(true) => {}
                Err(Unknown::TooLarge(_)) => {}
                other => {
                    debug_assert!(false, "columns and evaluator differ: {other:?}");
                    return Truth::CannotTell(Unknown::cannot_tell("two evaluations that differ"));
                }
            }
        }
        Truth::Sat(Box::new(assignment))
    }
}

impl Free {
    /// Whether a term is this symbol, whose row is given.
    fn is(&self, term: Term) -> bool {
        self.term == Some(term)
    }
}

impl Columns {
    /// Computes the row of a term that is no symbol with a row of its own, with so much work; gives what is left of it.
    fn add_within(&mut self, graph: &Graph, term: Term, left: u64, free: &[Free]) -> Option<u64> {
        if free.iter().any(|one| one.is(term)) {
            return Some(left);
        }
        let weight = match Coding::of(graph.sort(term)) {
            _ if self.needs_evaluator(graph, term) => EVALUATED,
            None => DATA,
            Some(_) => 1,
        };
        let each = self.width() as u64 * weight;
        let used = self.add_counted(graph, term, left / each)?;
        left.checked_sub(used.saturating_mul(each))
    }
}
