//! What runs ask: shapes of assertions and queries, read from their traces.

use std::collections::{BTreeMap, BTreeSet};

use libtest_mimic::Failed;
use murxla::eval::{Assignment, Evaluator};
use murxla::smt::{FromCalls, Graph, Node, Term};
use murxla::trace::{Call, CallArg, Recorded, read};
use murxla_api::meaning::{Datum, finite};
use murxla_api::{ActionKind, Answer, Profile, Sort, SortShape};

use crate::measure::MARK;

/// So many steps may the evaluation of a query take.
const STEPS: u64 = 1_000_000;

/// Numbers of which mean and median are told.
#[derive(Default)]
pub struct Sample(Vec<u64>);

impl Sample {
    pub fn mean(&self) -> String {
        match self.0.len() {
            0 => "-".to_owned(),
            count => format!("{:.1}", self.0.iter().sum::<u64>() as f64 / count as f64),
        }
    }

    pub fn median(&self) -> String {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).map_or("-".to_owned(), u64::to_string)
    }
}

pub fn share(part: u64, all: u64) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}

/// What runs ask.
#[derive(Default)]
pub struct Asked {
    profile: Option<&'static Profile>,
    pub checks: u64,
    pub repeats: u64,
    pub empty: u64,
    /// Queries that are neither empty nor repeated.
    sat: u64,
    others: u64,
    pub queries_with_false: u64,
    /// Sat queries that hold, do not hold, and of which that cannot be told, if all is zero.
    zero: [u64; 3],
    pub query_sizes: Sample,
    pub query_depths: Sample,
    pub assertions: u64,
    pub literals: u64,
    pub bare: u64,
    pub fold_true: u64,
    pub fold_false: u64,
    not_folded: u64,
    pub depths: Sample,
    pub sizes: Sample,
    pub widths: Sample,
    pub operators: BTreeSet<String>,
}

impl Asked {
    pub fn new(profile: &'static Profile) -> Asked {
        Asked { profile: Some(profile), ..Asked::default() }
    }

    pub fn queries(&self) -> u64 {
        self.sat + self.others
    }

    pub fn folds(&self) -> u64 {
        self.fold_true + self.fold_false + self.not_folded
    }

    pub fn zero(&self) -> String {
        let [holds, fails, unknown] = self.zero;
        format!("{:.1} % (? {:.0} %)", share(holds, holds + fails), share(unknown, self.sat))
    }

    pub fn add(&mut self, other: Asked) {
        let Asked { profile: _, checks, repeats, empty, sat, others, .. } = other;
        self.checks += checks;
        self.repeats += repeats;
        self.empty += empty;
        self.sat += sat;
        self.others += others;
        self.queries_with_false += other.queries_with_false;
        self.zero.iter_mut().zip(other.zero).for_each(|(sum, part)| *sum += part);
        self.query_sizes.0.extend(other.query_sizes.0);
        self.query_depths.0.extend(other.query_depths.0);
        self.assertions += other.assertions;
        self.literals += other.literals;
        self.bare += other.bare;
        self.fold_true += other.fold_true;
        self.fold_false += other.fold_false;
        self.not_folded += other.not_folded;
        self.depths.0.extend(other.depths.0);
        self.sizes.0.extend(other.sizes.0);
        self.widths.0.extend(other.widths.0);
        self.operators.extend(other.operators);
    }

    /// Adds a run, given its trace with the lines that tell which formulas fold.
    pub fn add_run(&mut self, text: &[u8]) -> Result<(), Failed> {
        let Some(profile) = self.profile else { return Ok(()) };
        let (mut trace, mut folds) = (Vec::new(), BTreeMap::new());
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            match line.strip_prefix(MARK.as_bytes()) {
                Some(told) => {
                    let words = String::from_utf8_lossy(told);
                    let numbers: Vec<u64> =
                        words.split_whitespace().filter_map(|word| word.parse().ok()).collect();
                    if let [call, yes, no, other] = numbers[..] {
                        folds.insert(call as usize, [yes, no, other]);
                    }
                }
                None => trace.extend_from_slice(line),
            }
        }
        let (trace, _) = read(&trace)?;
        let mut known = FromCalls::new();
        let mut last: Option<Vec<Term>> = None;
        for (number, call) in trace.calls.iter().enumerate() {
            known.add(call, profile);
            let done = call.took_effect();
            match (call.action.kind(), call.args.as_slice()) {
                (ActionKind::New | ActionKind::Delete | ActionKind::Reset, _) => last = None,
                (ActionKind::MkSort, [CallArg::Shape(SortShape::BitVec(width))]) if done => {
                    self.widths.0.push(u64::from(*width));
                }
                (ActionKind::MkTerm, [CallArg::Applied(applied)]) if done => {
                    self.operators.insert(applied.operator.key().to_owned());
                }
                (ActionKind::Assert | ActionKind::AssertNamed, _) if done => {
                    self.add_assertion(&known, number, folds.get(&number));
                }
                (ActionKind::CheckSat | ActionKind::CheckSatAssuming, _) => {
                    self.add_check(&known, number, call, &folds, &mut last);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn add_assertion(&mut self, known: &FromCalls, number: usize, folds: Option<&[u64; 3]>) {
        let Some(assertion) = known.assertions().next().filter(|one| one.call == number) else {
            return;
        };
        let (graph, term) = (known.graph(), assertion.term);
        self.assertions += 1;
        match graph.node(term) {
            Node::Value(_) => self.literals += 1,
            Node::Constant(_) => self.bare += 1,
            _ => {}
        }
        if let Some([yes, no, other]) = folds {
            self.fold_true += yes;
            self.fold_false += no;
            self.not_folded += other;
        }
        let (size, depth) = size_and_depth(graph, &[term]);
        self.sizes.0.push(size);
        self.depths.0.push(depth);
    }

    fn add_check(
        &mut self,
        known: &FromCalls,
        number: usize,
        call: &Call,
        folds: &BTreeMap<usize, [u64; 3]>,
        last: &mut Option<Vec<Term>>,
    ) {
        let Some(Recorded::Answer(answer)) = call.reply else { return };
        let Some(check) = known.last_check().filter(|check| check.call == number) else { return };
        self.checks += 1;
        let mut query: Vec<Term> = known.asserted_at(check).map(|one| one.term).collect();
        query.extend(&check.assumptions);
        query.sort_unstable();
        query.dedup();
        if query.is_empty() {
            self.empty += 1;
            *last = Some(query);
            return;
        }
        if last.as_ref() == Some(&query) {
            self.repeats += 1;
            return;
        }
        let is_false = |call: usize| folds.get(&call).is_some_and(|[_, no, _]| *no > 0);
        let asserted_false = known.asserted_at(check).any(|one| is_false(one.call));
        self.queries_with_false += u64::from(asserted_false || is_false(number));
        let (size, depth) = size_and_depth(known.graph(), &query);
        self.query_sizes.0.push(size);
        self.query_depths.0.push(depth);
        if answer == Answer::Sat {
            self.sat += 1;
            self.zero[holds_if_zero(known, &query)] += 1;
        } else {
            self.others += 1;
        }
        *last = Some(query);
    }
}

/// How many different terms these are made of, themselves included, and how deep the deepest is; a term without parts has
/// depth 0.
fn size_and_depth(graph: &Graph, roots: &[Term]) -> (u64, u64) {
    let mut seen: BTreeSet<Term> = BTreeSet::new();
    let mut open = roots.to_vec();
    while let Some(term) = open.pop() {
        if seen.insert(term) {
            graph.visit_children(term, |child| open.push(child));
        }
    }
    // Parts come before what is made of them.
    let mut depths: BTreeMap<Term, u64> = BTreeMap::new();
    for term in &seen {
        let mut depth = 0;
        graph.visit_children(*term, |child| depth = depth.max(depths[&child] + 1));
        depths.insert(*term, depth);
    }
    let deepest = roots.iter().map(|root| depths[root]).max();
    (seen.len() as u64, deepest.unwrap_or(0))
}

/// 0: all are true if every symbol is zero, empty or the first of its sort. 1: one is false. 2: that cannot be told.
fn holds_if_zero(known: &FromCalls, query: &[Term]) -> usize {
    let graph = known.graph();
    let mut assignment = Assignment::new();
    known.definitions().for_each(|one| assignment.define(one.clone()));
    for (symbol, definition) in graph.symbols() {
        if known.definition(symbol).is_none()
            && let Some(value) = zero_of(&definition.sort)
        {
            assignment.set(symbol, value);
        }
    }
    let mut evaluator = Evaluator::new(graph, &assignment).with_budget(STEPS);
    let mut result = 0;
    for formula in query {
        match evaluator.evaluate(*formula) {
            Ok(Datum::Bool(true)) => {}
            Ok(_) => return 1,
            Err(_) => result = 2,
        }
    }
    result
}

fn zero_of(sort: &Sort) -> Option<Datum> {
    match sort.shape() {
        SortShape::Int => Some(Datum::Int(0)),
        SortShape::Real => Some(Datum::Real(0, 1)),
        SortShape::BitVec(width) => Some(Datum::wide_bits(*width, 0_u32.into())),
        SortShape::String => Some(Datum::String([].into())),
        SortShape::Seq(_) => Some(Datum::Seq([].into())),
        SortShape::Uninterpreted(_) => Some(Datum::element(sort.clone(), "e0")),
        _ => finite::nth(sort, 0),
    }
}
