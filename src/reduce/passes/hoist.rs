//! Replaces a term by one of its arguments, or by what is further below, of the same sort.

use super::TracePass;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::typed::Typed;
use crate::trace::check::{Free, TermFacts};
use crate::trace::{Name, TermName};

/// A term is replaced by one below it of the same sort: the nearest one first, others in later rounds.
pub(super) struct Hoist;

/// So many terms below each are tried.
const ALTERNATIVES: usize = 4;
/// So many terms below each are looked at.
const LOOKED_AT: usize = 64;

impl TracePass for Hoist {
    fn name(&self) -> &'static str {
        "hoist"
    }

    fn rounds(&self) -> usize {
        ALTERNATIVES
    }

    fn edits(&self, typed: &Typed<'_>, round: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, _) in typed.calls().rev() {
            if at == typed.last() || typed.term_at(at).is_none() {
                continue;
            }
            if let Some(term) = below(typed, at).get(round) {
                edits.push(Edit::one(at, Change::Alias(Name::Term(*term))));
            }
        }
        edits
    }
}

/// Terms below a call that have its sort, and no free variable that it does not have; the nearest first.
fn below(typed: &Typed<'_>, at: usize) -> Vec<TermName> {
    let Some(TermFacts { sort: Some(sort), free, .. }) = typed.facts(at) else { return Vec::new() };
    let mut found: Vec<TermName> = Vec::new();
    let mut open = vec![at];
    let mut next = 0;
    while let Some(place) = open.get(next).copied() {
        next += 1;
        for name in typed.call(place).uses() {
            let Name::Term(term) = name else { continue };
            let Some(maker) = typed.maker(term) else { continue };
            if open.len() < LOOKED_AT && !open.contains(&maker) {
                open.push(maker);
            }
            let fits = typed.facts(maker).is_some_and(|facts| {
                facts.sort.as_ref() == Some(sort) && is_within(&facts.free, free)
            });
            if fits && !found.contains(&term) {
                found.push(term);
            }
        }
        if found.len() >= ALTERNATIVES {
            break;
        }
    }
    found
}

/// Whether all free variables of the one are free in the other.
pub(super) fn is_within(inner: &Free, outer: &Free) -> bool {
    match (inner, outer) {
        (Free::None, _) => true,
        (Free::These(inner), Free::These(outer)) => inner.iter().all(|name| outer.contains(name)),
        _ => false,
    }
}
