//! Drops elements of tuples, in their sorts, where they are made, and where elements are selected.

use murxla_api::{Sort, SortShape};

use super::TracePass;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::engine::Strategy;
use crate::reduce::typed::Typed;
use crate::trace::{Call, CallArg};

/// Drops elements of tuples.
pub(super) struct Tuples;

impl TracePass for Tuples {
    fn name(&self) -> &'static str {
        "tuples"
    }

    fn strategy(&self, _: usize) -> Strategy {
        Strategy::Each
    }

    fn edits(&self, typed: &Typed<'_>, _: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, call) in typed.calls() {
            let [CallArg::Shape(SortShape::Tuple(elements))] = call.args.as_slice() else {
                continue;
            };
            let Some(sort) = typed.sorts_at(at).first() else { continue };
            for place in 0..elements.len() {
                let mut left = elements.clone();
                left.remove(place);
                let args = vec![CallArg::Shape(SortShape::Tuple(left))];
                let mut changes = vec![(at, Change::Become(Call { args, ..call.clone() }))];
                changes.extend(users(typed, sort, place));
                edits.push(Edit::of(changes));
            }
        }
        edits
    }
}

/// The changes of calls that make a tuple of this sort, or select a later element.
fn users(typed: &Typed<'_>, sort: &Sort, place: usize) -> Vec<(usize, Change)> {
    let mut changes = Vec::new();
    for (at, call) in typed.calls() {
        let Some(applied) = typed.applied_at(at) else { continue };
        let selects = applied.args.first().and_then(|arg| typed.sort_of(*arg)) == Some(sort);
        match applied.operator.key() {
            "OP_TUPLE" if typed.sort_at(at) == Some(sort) => {
                changes.push((at, Change::Without(0, place)));
            }
            "OP_TUPLE_SELECT" | "OP_TUPLE_UPDATE" if selects => {
                // One that selects the element itself goes: its index does not fit, or the sort of what it gives.
                let mut fewer = applied.clone();
                let later = fewer.indices.iter_mut().filter(|index| **index as usize > place);
                later.for_each(|index| *index -= 1);
                let args = vec![CallArg::Applied(Box::new(fewer))];
                changes.push((at, Change::Become(Call { args, ..call.clone() })));
            }
            _ => {}
        }
    }
    changes
}
