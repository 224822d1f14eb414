//! Edits of a candidate, and the rebuild after them, which drops what no longer makes sense.

use std::collections::BTreeSet;

use super::TraceCandidate;
use super::candidate::{Numbering, tell_kind};
use super::names::{Renaming, renamed};
use super::needs::Needs;
use super::typed::Typed;
use crate::trace::check::{Context, OwnRows};
use crate::trace::own_action::{flatten, group};
use crate::trace::{Action, Call, CallArg, Name};

/// What happens to one call.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// It goes, and with it all that uses what it makes.
    Remove,
    /// It goes, and this stands for what it makes.
    Alias(Name),
    /// Another call in its place, which makes the same.
    Become(Call),
    /// New calls before it.
    Before(Vec<Call>),
    /// An element of a list among its arguments goes: the number of the argument, and the place in the list.
    Without(usize, usize),
}

/// Changes that belong together.
#[derive(Clone, Debug, Default)]
pub(super) struct Edit {
    changes: Vec<(usize, Change)>,
    /// Whether there is no candidate if a call would have to go that the edit does not name.
    strict: bool,
    /// Whether what is not used any more stays.
    keeps_idle: bool,
}

impl Edit {
    /// One change.
    pub(super) fn one(at: usize, change: Change) -> Edit {
        Edit { changes: vec![(at, change)], ..Edit::default() }
    }

    /// Several changes.
    pub(super) fn of(changes: Vec<(usize, Change)>) -> Edit {
        Edit { changes, ..Edit::default() }
    }

    /// The same edit; it is none if other calls would have to go with it.
    pub(super) fn strictly(mut self) -> Edit {
        self.strict = true;
        self
    }

    /// The same edit; what is not used any more stays.
    pub(super) fn keeping_idle(mut self) -> Edit {
        self.keeps_idle = true;
        self
    }
}

/// A call in the making.
struct Draft {
    call: Call,
    /// Where it was in the candidate; a new call was nowhere.
    origin: Option<usize>,
}

/// The candidate after these edits; `None` if there is none.
pub(super) fn apply(typed: &Typed<'_>, edits: &[&Edit]) -> Option<TraceCandidate> {
    let base = typed.candidate;
    let strict = edits.iter().any(|edit| edit.strict);
    let mut changes: Vec<Vec<&Change>> = vec![Vec::new(); base.calls.len()];
    for (at, change) in edits.iter().flat_map(|edit| &edit.changes) {
        changes.get_mut(*at)?.push(change);
    }
    let mut aliases = Renaming::default();
    let mut drafts = Vec::with_capacity(base.calls.len());
    for (at, (call, changes)) in base.calls.iter().zip(&changes).enumerate() {
        edit_call(typed, at, call, changes, &mut drafts, &mut aliases)?;
    }
    let own = base.target.own();
    let mut context = Context::default();
    let mut needs = Needs::default();
    let mut kept: Vec<Draft> = Vec::with_capacity(drafts.len());
    for mut draft in drafts {
        draft.call.args = renamed(&draft.call, |name| aliases.followed(name));
        let effect = context.examine(&draft.call, own).ok();
        let met = !base.target.enforces_needs || needs.are_met(&draft.call, own);
        match effect {
            Some(effect) if met => {
                tell_kind(&mut draft.call, &effect);
                context.commit(&draft.call, effect);
                needs.pass(&draft.call, own);
                kept.push(draft);
            }
            _ if strict => return None,
            _ => {}
        }
    }
    if !edits.iter().any(|edit| edit.keeps_idle) {
        drop_idle(typed, &mut kept);
    }
    let mut numbering = Numbering::default();
    let calls: Vec<Call> = kept.iter().map(|draft| numbering.renumber(&draft.call)).collect();
    (!calls.is_empty() && calls != base.calls).then(|| TraceCandidate { calls, ..base.clone() })
}

fn edit_call(
    typed: &Typed<'_>,
    at: usize,
    call: &Call,
    changes: &[&Change],
    drafts: &mut Vec<Draft>,
    aliases: &mut Renaming,
) -> Option<()> {
    if changes.is_empty() {
        drafts.push(Draft { call: call.clone(), origin: Some(at) });
        return Some(());
    }
    for change in changes {
        if let Change::Before(new) = change {
            drafts.extend(new.iter().map(|call| Draft { call: call.clone(), origin: None }));
        }
    }
    if changes.iter().any(|change| matches!(change, Change::Remove)) {
        return Some(());
    }
    let alias = changes.iter().find_map(|change| match change {
        Change::Alias(name) => Some(*name),
        _ => None,
    });
    if let Some(name) = alias {
        aliases.add(*call.rets.first()?, name);
        return Some(());
    }
    let other = changes.iter().find_map(|change| match change {
        Change::Become(other) => Some(other),
        _ => None,
    });
    let mut edited = other.unwrap_or(call).clone();
    let mut places: Vec<(usize, usize)> = changes
        .iter()
        .filter_map(|change| match change {
            Change::Without(arg, place) => Some((*arg, *place)),
            _ => None,
        })
        .collect();
    places.sort_unstable();
    places.dedup();
    if !places.is_empty() && other.is_none() {
        edited.args = without(typed, &edited, &places)?;
    }
    drafts.push(Draft { call: edited, origin: Some(at) });
    Some(())
}

/// The arguments without these elements of their lists; places ascend.
fn without(typed: &Typed<'_>, call: &Call, places: &[(usize, usize)]) -> Option<Vec<CallArg>> {
    let own = match &call.action {
        Action::Own(name) => Some(typed.target().own().action(name)?),
        Action::Base(_) => None,
    };
    let mut args = match own {
        Some(row) => group(row, &call.args)?,
        None => call.args.clone(),
    };
    for (arg, place) in places.iter().rev() {
        match args.get_mut(*arg)? {
            CallArg::Terms(list) if *place < list.len() => _ = list.remove(*place),
            CallArg::Sorts(list) if *place < list.len() => _ = list.remove(*place),
            CallArg::Applied(applied) if *place < applied.args.len() => {
                applied.args.remove(*place);
            }
            _ => return None,
        }
    }
    let is_empty = |arg: &CallArg| match arg {
        CallArg::Terms(list) => list.is_empty(),
        CallArg::Sorts(list) => list.is_empty(),
        _ => false,
    };
    if args.iter().any(is_empty) {
        return None;
    }
    Some(if own.is_some() { flatten(args) } else { args })
}

/// Whether a call does nothing but make sorts or terms, as far as an API shows.
pub(super) fn only_makes(call: &Call, own: &dyn OwnRows) -> bool {
    !call.rets.is_empty() && call.effects(own).only_makes()
}

/// Drops what was used before and is not used any more, and new calls that nothing uses. The last call stays: it is
/// where the trace fails.
fn drop_idle(typed: &Typed<'_>, drafts: &mut Vec<Draft>) {
    let mut used: BTreeSet<Name> = BTreeSet::new();
    let mut keep = vec![true; drafts.len()];
    for (place, draft) in drafts.iter().enumerate().rev() {
        let is_last = place + 1 == drafts.len();
        let was_used = draft.origin.is_none_or(|at| !typed.users(at).is_empty());
        let is_used = draft.call.rets.iter().any(|name| used.contains(name));
        if !is_last && was_used && !is_used && only_makes(&draft.call, typed.target().own()) {
            keep[place] = false;
            continue;
        }
        used.extend(draft.call.uses());
    }
    let mut keep = keep.into_iter();
    drafts.retain(|_| keep.next().unwrap_or(true));
}
