//! Replaces terms by constants and by simple values of the same sort.

use murxla_api::{ActionKind, SortKind, base_action};

use super::TracePass;
use super::literals::simple_value;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::typed::Typed;
use crate::trace::{Call, CallArg};

/// Terms become constants; those that cannot become values.
pub(super) struct Leaves;

impl TracePass for Leaves {
    fn name(&self) -> &'static str {
        "leaves"
    }

    fn rounds(&self) -> usize {
        2
    }

    fn edits(&self, typed: &Typed<'_>, round: usize) -> Vec<Edit> {
        // What is made last stands above the rest: its cone is the largest.
        typed.calls().rev().filter_map(|(at, call)| leaf(typed, at, call, round)).collect()
    }
}

/// The edit that puts a constant (round 0) or a value in the place of a term.
pub(in crate::reduce) fn leaf(
    typed: &Typed<'_>,
    at: usize,
    call: &Call,
    round: usize,
) -> Option<Edit> {
    let composed = matches!(
        call.action.kind(),
        ActionKind::MkTerm | ActionKind::MkFun | ActionKind::MkLet | ActionKind::Simplify
    ) || (call.action.kind() == ActionKind::Own && typed.term_at(at).is_some());
    if !composed || at == typed.last() || typed.users(at).is_empty() {
        return None;
    }
    let sort = typed.sort_at(at)?;
    if matches!(sort.kind(), SortKind::MatchCase | SortKind::RegLan) {
        return None;
    }
    let mut before = Vec::new();
    let name = typed.name_of_sort(sort, at, &mut before)?;
    let new = match round {
        0 => {
            // To some solvers two constants of one name and sort are one.
            let symbol = CallArg::Text(typed.fresh_symbol(at).into());
            let args = vec![CallArg::Sort(name), symbol];
            let planted = typed.planted_value(at);
            Call { planted, ..Call::new(call.seed, base_action("mk-const")?, args) }
        }
        _ => simple_value(call.seed, sort, name)?,
    };
    let new = new.returning(call.rets.clone());
    Some(Edit::of(vec![(at, Change::Before(before)), (at, Change::Become(new))]))
}
