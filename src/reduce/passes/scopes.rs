//! Removes pairs of push and pop, closes levels that need not be open, and makes commands simpler.

use murxla_api::{ActionKind, Effects, base_action};

use super::TracePass;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::typed::Typed;
use crate::trace::{Call, CallArg};

/// Round 0: pairs of push and pop go. Round 1: fewer levels, in pairs and alone; two pushes become one. Round 2: a check
/// with assumptions becomes a check, a named assertion an assertion.
pub(super) struct Scopes;

impl TracePass for Scopes {
    fn name(&self) -> &'static str {
        "scopes"
    }

    fn rounds(&self) -> usize {
        3
    }

    fn strategy(&self, round: usize) -> crate::reduce::engine::Strategy {
        use crate::reduce::engine::Strategy;
        if round == 1 { Strategy::Each } else { Strategy::Bisect }
    }

    fn edits(&self, typed: &Typed<'_>, round: usize) -> Vec<Edit> {
        match round {
            0 => pairs(typed)
                .into_iter()
                .filter(|(_, pop)| *pop != typed.last())
                .map(|(push, pop)| Edit::of(vec![(push, Change::Remove), (pop, Change::Remove)]))
                .collect(),
            1 => fewer_levels(typed),
            _ => typed.calls().filter_map(|(at, call)| simpler(at, call)).collect(),
        }
    }
}

fn levels(call: &Call) -> u32 {
    match call.args.first() {
        Some(CallArg::Number(levels)) => *levels,
        _ => 0,
    }
}

fn with_levels(call: &Call, levels: u32) -> Change {
    Change::Become(Call { args: vec![CallArg::Number(levels)], ..call.clone() })
}

/// Each push with the pop that closes its first level, if there is one.
fn pairs(typed: &Typed<'_>) -> Vec<(usize, usize)> {
    let mut open: Vec<usize> = Vec::new();
    let mut pairs = Vec::new();
    for (at, call) in typed.calls() {
        let effects = call.effects(typed.target().own());
        if effects.any(Effects::OPENS_LEVELS) {
            open.extend(std::iter::repeat_n(at, levels(call) as usize));
        } else if effects.any(Effects::CLOSES_LEVELS) {
            let left = open.len().saturating_sub(levels(call) as usize);
            let closed = open.split_off(left);
            if let Some(push) = closed.first() {
                pairs.push((*push, at));
            }
        } else if effects.any(Effects::FORGETS_ASSERTIONS.and(Effects::FORGETS_ALL)) {
            open.clear();
        }
    }
    pairs
}

fn fewer_levels(typed: &Typed<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut fewer = |changes: &[(usize, u32)]| {
        let change = |(at, levels): &(usize, u32)| (*at, with_levels(typed.call(*at), *levels));
        edits.push(Edit::of(changes.iter().map(change).collect()).strictly());
    };
    for (push, pop) in pairs(typed) {
        let (opened, closed) = (levels(typed.call(push)), levels(typed.call(pop)));
        for least in [1, opened.min(closed).saturating_sub(1)] {
            let down = opened.min(closed).saturating_sub(least);
            if least > 0 && down > 0 {
                fewer(&[(push, opened - down), (pop, closed - down)]);
            }
        }
    }
    let mut before: Option<(usize, ActionKind)> = None;
    for (at, call) in typed.calls() {
        let kind = call.action.kind();
        if !matches!(kind, ActionKind::Push | ActionKind::Pop) {
            continue;
        }
        let all = levels(call);
        for least in [1, all / 2, all.saturating_sub(1)] {
            if least > 0 && least < all {
                edits.push(Edit::one(at, with_levels(call, least)).strictly());
            }
        }
        if let Some((earlier, same)) = before
            && same == kind
        {
            let sum = all.saturating_add(levels(typed.call(earlier)));
            let both = vec![(earlier, Change::Remove), (at, with_levels(call, sum))];
            edits.push(Edit::of(both));
            if at == typed.last() {
                continue;
            }
            let both = vec![(earlier, with_levels(call, sum)), (at, Change::Remove)];
            edits.push(Edit::of(both));
        }
        before = Some((at, kind));
    }
    edits
}

fn simpler(at: usize, call: &Call) -> Option<Edit> {
    let (action, args) = match call.action.kind() {
        ActionKind::CheckSatAssuming => ("check-sat", 0),
        ActionKind::AssertNamed => ("assert-formula", 1),
        _ => return None,
    };
    let args = call.args.iter().take(args).cloned().collect();
    let new = Call::new(call.seed, base_action(action)?, args);
    Some(Edit::one(at, Change::Become(new)))
}
