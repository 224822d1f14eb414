//! Replaces a formula by an equation about a term below it.

use murxla_api::{ActionKind, SortKind, base_action, theory};

use super::TracePass;
use super::hoist::is_within;
use super::literals::simple_value;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::typed::Typed;
use crate::trace::check::{Free, TermFacts};
use crate::trace::{Applied, Call, CallArg, Name, Operator, TermName};

/// A formula becomes an equation: a term below it, of any other sort, equals something simple. That is how what is below
/// gets to the top where no term has its sort. The nearest terms come first, others in later rounds.
pub(super) struct Equations;

/// So many terms below each formula are tried.
const ALTERNATIVES: usize = 4;
/// So many terms below each formula are looked at.
const LOOKED_AT: usize = 64;

impl TracePass for Equations {
    fn name(&self) -> &'static str {
        "equations"
    }

    fn rounds(&self) -> usize {
        ALTERNATIVES
    }

    fn edits(&self, typed: &Typed<'_>, round: usize) -> Vec<Edit> {
        // What is made last stands above the rest.
        typed.calls().rev().filter_map(|(at, _)| equation(typed, at, round)).collect()
    }
}

fn equation(typed: &Typed<'_>, at: usize, round: usize) -> Option<Edit> {
    let TermFacts { sort, free, .. } = typed.facts(at)?;
    let is_formula = sort.as_ref().is_some_and(|sort| sort.kind() == SortKind::Bool);
    if !is_formula || at == typed.last() || typed.applied_at(at).is_none() {
        return None;
    }
    let term = *below(typed, at, free).get(round)?;
    let mut before = Vec::new();
    let other = leaf(typed, at, term, &mut before)?;
    let equal = Operator::Base(theory::operator("OP_EQUAL")?);
    let applied = Applied::plain(equal, SortKind::Bool, vec![term, other]);
    let args = vec![CallArg::Applied(Box::new(applied))];
    let call = typed.call(at);
    let equation = Call { args, ..Call::new(call.seed, base_action("mk-term")?, Vec::new()) };
    let equation = equation.returning(call.rets.clone());
    let changes = vec![(at, Change::Before(before)), (at, Change::Become(equation))];
    Some(Edit::of(changes).strictly())
}

/// Terms below a formula that are no formulas and no leaves, and can stand in an equation in its place.
fn below(typed: &Typed<'_>, at: usize, free: &Free) -> Vec<TermName> {
    let mut found = Vec::new();
    let mut open = vec![at];
    let mut next = 0;
    while let Some(place) = open.get(next).copied() {
        next += 1;
        for name in typed.call(place).uses() {
            let Name::Term(term) = name else { continue };
            let Some(maker) = typed.maker(term) else { continue };
            if open.len() >= LOOKED_AT || open.contains(&maker) {
                continue;
            }
            open.push(maker);
            let fits = typed.facts(maker).is_some_and(|facts| {
                facts.sort.as_ref().is_some_and(|sort| can_be_equal(sort.kind()))
                    && is_within(&facts.free, free)
            });
            if fits && typed.applied_at(maker).is_some() {
                found.push(term);
            }
        }
    }
    found
}

fn can_be_equal(kind: SortKind) -> bool {
    !matches!(kind, SortKind::Bool | SortKind::RegLan | SortKind::Fun | SortKind::MatchCase)
}

/// What the term is to equal: a leaf below it, which is there anyway, or else the simplest value, or itself.
fn leaf(typed: &Typed<'_>, at: usize, term: TermName, before: &mut Vec<Call>) -> Option<TermName> {
    let maker = typed.maker(term)?;
    let sort = typed.sort_at(maker)?;
    let leaves = [ActionKind::MkConst, ActionKind::MkValue, ActionKind::MkSpecialValue];
    let known = typed.cone(maker).into_iter().find(|place| {
        leaves.contains(&typed.call(*place).action.kind()) && typed.sort_at(*place) == Some(sort)
    });
    if let Some(known) = known {
        return typed.term_at(known);
    }
    let mut sorts = Vec::new();
    let name = typed.name_of_sort(sort, at, &mut sorts);
    let Some(value) = name.and_then(|name| simple_value(typed.call(at).seed, sort, name)) else {
        return Some(term);
    };
    let fresh = typed.fresh_term();
    before.extend(sorts);
    before.push(value.returning(vec![Name::Term(fresh)]));
    Some(fresh)
}
