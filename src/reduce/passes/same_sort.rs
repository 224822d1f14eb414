//! Replaces a term by another of the same sort that is made earlier.

use murxla_api::ActionKind;

use super::TracePass;
use super::hoist::is_within;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::typed::Typed;
use crate::trace::Name;

/// A term is replaced by the first term of its sort; in the second round by the last before it.
pub(super) struct SameSort;

impl TracePass for SameSort {
    fn name(&self) -> &'static str {
        "same-sort"
    }

    fn rounds(&self) -> usize {
        2
    }

    fn edits(&self, typed: &Typed<'_>, round: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, _) in typed.calls().rev() {
            if at == typed.last() || typed.term_at(at).is_none() || typed.users(at).is_empty() {
                continue;
            }
            let others: Vec<_> = typed
                .calls()
                .take(at)
                .filter(|(other, _)| can_stand_for(typed, *other, at))
                .collect();
            let other =
                if round == 0 { others.first() } else { others.get(1..).and_then(<[_]>::last) };
            if let Some(term) = other.and_then(|(other, _)| typed.term_at(*other)) {
                edits.push(Edit::one(at, Change::Alias(Name::Term(term))));
            }
        }
        edits
    }
}

fn can_stand_for(typed: &Typed<'_>, other: usize, at: usize) -> bool {
    let (Some(one), Some(two)) = (typed.facts(other), typed.facts(at)) else { return false };
    let recursive = |at: usize| typed.call(at).action.kind() == ActionKind::MkRecFun;
    one.sort.is_some()
        && one.sort == two.sort
        && one.variable == two.variable
        && is_within(&one.free, &two.free)
        && recursive(other) == recursive(at)
}
