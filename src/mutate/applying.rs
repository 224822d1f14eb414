//! Applies rules to the formulas of a script: which of them can be used on its terms, and what fills what they leave open.

use std::sync::Arc;

use murxla_api::{Literal, Op, QuickMap, QuickSet, Sort, SortKind, SpecialValue, theory::Theory};

use super::chain::{Chain, Pool};
use super::rules::{Binding, Builder, Filling, Pattern, Rule, Side, SortForm, Values, matching};
use super::{Occurrences, Repertoire, Unusable};
use crate::rng::Rng;
use crate::smt::{Graph, Node, Term, Variable};

/// A rule of a file, or one that is made for a seed.
#[derive(Clone, Debug)]
pub(super) enum Known {
    Ours(&'static Rule),
    Made(Arc<Rule>),
}

impl std::ops::Deref for Known {
    type Target = Rule;

    fn deref(&self) -> &Rule {
        match self {
            Known::Ours(rule) => rule,
            Known::Made(rule) => rule,
        }
    }
}

/// One side of a rule is looked for, and the other one put there.
#[derive(Clone, Debug)]
pub(super) struct Use {
    pub(super) rule: Known,
    /// Whether the left side is looked for.
    pub(super) from_left: bool,
}

impl Use {
    pub(super) fn source(&self) -> &Side {
        if self.from_left { &self.rule.left } else { &self.rule.right }
    }

    pub(super) fn target(&self) -> &Side {
        if self.from_left { &self.rule.right } else { &self.rule.left }
    }
}

/// What a script is made of, as far as rules must know.
pub(super) struct Contents {
    ops: QuickSet<&'static str>,
    theories: Vec<Theory>,
    has_quantifiers: bool,
    /// Whether its arithmetic is linear: then it stays so.
    pub(super) is_linear: bool,
}

/// Whether formulas mean the same whatever else is there. A universe of sets is made of the elements that a script has, so that
/// even a term that is equal to another one may change it.
pub(super) fn means_what_it_says(graph: &Graph) -> Result<(), Unusable> {
    let depends = |term: Term| match graph.node(term) {
        Node::Value(literal) => *literal == Literal::Special(SpecialValue::SetUniverse),
        Node::Apply { head, .. } => head.op().key == "OP_SET_COMPLEMENT",
        _ => false,
    };
    match graph.terms().any(depends) {
        true => Err(Unusable("it has a universe of sets, which depends on all of it".to_owned())),
        false => Ok(()),
    }
}

/// The theory that a term brings with it: that of its operator, or of its sort.
pub fn theory_of(graph: &Graph, term: Term) -> Option<Theory> {
    Some(match (graph.node(term), graph.sort(term).kind()) {
        (Node::Apply { head, .. }, _) => head.op().theory,
        (Node::Bind { .. }, _) => Theory::Quantifiers,
        (_, SortKind::Int) => Theory::Ints,
        (_, SortKind::Real) => Theory::Reals,
        (_, SortKind::BitVec) => Theory::BitVectors,
        (_, SortKind::FloatingPoint | SortKind::RoundingMode) => Theory::FloatingPoint,
        (_, SortKind::Array) => Theory::Arrays,
        (_, SortKind::String | SortKind::RegLan) => Theory::Strings,
        (_, SortKind::Seq) => Theory::Sequences,
        (_, SortKind::Set) => Theory::Sets,
        (_, SortKind::Bag) => Theory::Bags,
        (_, SortKind::Datatype) => Theory::Datatypes,
        (_, SortKind::Uninterpreted) => Theory::Functions,
        _ => return None,
    })
}

impl Contents {
    pub(super) fn of(graph: &Graph) -> Contents {
        let mut contents = Contents {
            ops: QuickSet::default(),
            theories: vec![Theory::Core],
            has_quantifiers: false,
            is_linear: true,
        };
        for term in graph.terms() {
            match graph.node(term) {
                Node::Apply { head, args } => {
                    let op = head.op();
                    contents.ops.insert(op.key);
                    contents.is_linear &= super::rules::is_linear(graph, op.linearity, args);
                }
                Node::Bind { .. } => contents.has_quantifiers = true,
                _ => {}
            }
            if let Some(theory) = theory_of(graph, term)
                && !contents.theories.contains(&theory)
            {
                contents.theories.push(theory);
            }
        }
        contents
    }

    /// Whether all operators of a side are there, or may be put there; the second: whether all of its theories are.
    fn admits(&self, side: &Side, may: &Repertoire) -> (bool, bool) {
        let known = |op: &Op| self.ops.contains(op.key);
        let admitted = side.ops.iter().all(|op| known(op) || may.has(op))
            && (!side.binds || self.has_quantifiers);
        let near = side.ops.iter().all(|op| {
            // What only some solvers have is not brought in by rules.
            known(op) || (self.theories.contains(&op.theory) && op.standard)
        });
        (admitted, near)
    }
}

/// Uses of rules by what they can be used on.
#[derive(Default)]
pub(super) struct Index {
    /// By the operator that a side begins with.
    by_op: QuickMap<usize, Vec<Use>>,
    /// Those whose side is a value.
    of_values: Vec<Use>,
    /// Those whose side is a variable, by the kind of its sort.
    by_kind: QuickMap<SortKind, Vec<Use>>,
    /// Quantifiers.
    of_binders: Vec<Use>,
    /// How many there are.
    pub(super) count: usize,
}

impl Index {
    pub(super) fn add(&mut self, one: Use) {
        self.count += 1;
        match &one.source().pattern {
            Pattern::Apply { op, .. } => {
                let address = std::ptr::from_ref::<Op>(op).addr();
                self.by_op.entry(address).or_default().push(one);
            }
            Pattern::Value(_) => self.of_values.push(one),
            Pattern::Bind(..) => self.of_binders.push(one),
            Pattern::Variable(number) => {
                let kinds: Vec<SortKind> = match &one.rule.variables[*number as usize].sort {
                    SortForm::Just(sort) => vec![sort.kind()],
                    SortForm::Parameter(_) => SortKind::ALL.to_vec(),
                    SortForm::BitVec(_) => vec![SortKind::BitVec],
                    SortForm::FloatingPoint(..) => vec![SortKind::FloatingPoint],
                    SortForm::Array(_) => vec![SortKind::Array],
                    SortForm::Seq(_) => vec![SortKind::Seq],
                    SortForm::Set(_) => vec![SortKind::Set],
                    SortForm::Bag(_) => vec![SortKind::Bag],
                };
                for kind in kinds {
                    self.by_kind.entry(kind).or_default().push(one.clone());
                }
            }
        }
    }

    /// What begins as the term does, and what can be used on any term of its sort.
    pub(super) fn on(&self, graph: &Graph, term: Term) -> (&[Use], &[Use]) {
        let form = match graph.node(term) {
            Node::Apply { head, .. } => {
                list(self.by_op.get(&std::ptr::from_ref::<Op>(head.op()).addr()))
            }
            Node::Value(_) => &self.of_values,
            Node::Bind { .. } => &self.of_binders,
            _ => &[],
        };
        (form, list(self.by_kind.get(&graph.sort(term).kind())))
    }
}

fn list(found: Option<&Vec<Use>>) -> &[Use] {
    found.map_or(&[], Vec::as_slice)
}

/// Adds the uses that a script admits: those that stay in its theories, and those that leave them.
pub(super) fn admitted(
    uses: impl Iterator<Item = Use>,
    contents: &Contents,
    may: &Repertoire,
) -> (Index, Index) {
    let (mut near, mut far) = (Index::default(), Index::default());
    for one in uses {
        match contents.admits(one.target(), may) {
            (true, true) => near.add(one),
            (true, false) => far.add(one),
            _ => {}
        }
    }
    (near, far)
}

/// Fills what rules leave open with terms of the seed, and with values.
pub(super) struct FromPool<'a> {
    pub(super) pool: &'a Pool,
    pub(super) occurrences: &'a Occurrences,
    pub(super) scope: &'a [Variable],
}

impl Filling for FromPool<'_> {
    fn term(&mut self, graph: &mut Graph, sort: &Sort, rng: &mut Rng) -> Option<Term> {
        let number = self.pool.number(sort);
        if (number.is_none() || rng.chance(1, 4))
            && let Some(literal) = Values::draw(sort, rng)
        {
            return Some(graph.value(sort.clone(), literal));
        }
        self.pool.draw(number?, self.occurrences, self.scope, None, rng)
    }

    fn sort(&mut self, _: &Graph, rng: &mut Rng) -> Option<Sort> {
        let sort = rng.pick(&self.pool.list)?;
        (sort.is_first_class() && sort.kind() != SortKind::RegLan).then(|| sort.clone())
    }
}

/// The term that takes the place of `old` by a use of a rule, at the place that was drawn last.
pub(super) fn apply(
    one: &Use,
    old: Term,
    chain: &mut Chain,
    pool: &Pool,
    linear: bool,
    rng: &mut Rng,
) -> Option<Term> {
    let graph = &mut chain.script.graph;
    let mut binding: Binding = matching(&one.rule, one.source(), graph, old, rng)?;
    for (variable, list) in &one.rule.apart {
        let bound = &binding.lists[*list as usize];
        if let Some(term) = binding.terms[*variable as usize]
            && chain.occurrences.free(term).iter().any(|free| bound.contains(free))
        {
            return None;
        }
    }
    let scope = &chain.place.scope;
    let mut filling = FromPool { pool, occurrences: &chain.occurrences, scope };
    let mut builder = Builder { graph, linear, may: Some(&chain.may) };
    let new = builder.build(&one.rule, one.target(), &mut binding, &mut filling, rng)?;
    // A sort that the rule does not tell could be another one.
    let same_sort = graph.sort_number(new) == graph.sort_number(old);
    (new != old && same_sort).then_some(new)
}
