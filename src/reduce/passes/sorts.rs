//! Merges sorts, and makes them simpler.

use murxla_api::{ActionKind, SortShape};

use super::TracePass;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::typed::Typed;
use crate::trace::{Call, CallArg, Name, SortName};

/// Round 0: a sort is replaced by the first one of its kind. Round 1: by the first one of all. Rounds 2 and 3: it becomes
/// Bool, or a sort without structure.
pub(super) struct Sorts;

impl TracePass for Sorts {
    fn name(&self) -> &'static str {
        "sorts"
    }

    fn rounds(&self) -> usize {
        4
    }

    fn edits(&self, typed: &Typed<'_>, round: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, call) in typed.calls().rev() {
            let makes_sort = [ActionKind::MkSort, ActionKind::InstantiateSort];
            let ([Name::Sort(_)], Some(sort)) = (call.rets.as_slice(), typed.sorts_at(at).first())
            else {
                continue;
            };
            if at == typed.last() || !makes_sort.contains(&call.action.kind()) {
                continue;
            }
            let change = match round {
                0 | 1 => {
                    let mut others = typed
                        .calls()
                        .take(at)
                        .flat_map(|(other, call)| typed.sorts_at(other).iter().zip(&call.rets));
                    let fits = |other: &murxla_api::Sort| round == 1 || other.kind() == sort.kind();
                    match others.find(|(other, _)| fits(other)) {
                        Some((_, name)) => Change::Alias(*name),
                        None => continue,
                    }
                }
                2 => become_sort(call, SortShape::Bool),
                _ if sort.shape().children().count() > 0
                    || matches!(sort.shape(), SortShape::Datatype(..)) =>
                {
                    let name = format!("S{at}");
                    become_sort(call, SortShape::Uninterpreted(name.into()))
                }
                _ => continue,
            };
            edits.push(Edit::one(at, change).strictly());
        }
        edits
    }
}

fn become_sort(call: &Call, shape: SortShape<SortName>) -> Change {
    let action = murxla_api::base_action("mk-sort");
    let mut new = Call { args: vec![CallArg::Shape(shape)], ..call.clone() };
    if let Some(action) = action {
        new.action = crate::trace::Action::Base(action);
    }
    Change::Become(new)
}
