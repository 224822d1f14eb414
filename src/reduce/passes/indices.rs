//! Shrinks indices of operators, alone and together with a width that depends on them.

use murxla_api::SortShape;

use super::TracePass;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::engine::Strategy;
use crate::reduce::typed::Typed;
use crate::trace::{Call, CallArg};

/// Shrinks indices.
pub(super) struct Indices;

impl TracePass for Indices {
    fn name(&self) -> &'static str {
        "indices"
    }

    fn changes_operators(&self) -> bool {
        false
    }

    fn strategy(&self, _: usize) -> Strategy {
        Strategy::Each
    }

    fn edits(&self, typed: &Typed<'_>, _: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, call) in typed.calls() {
            let Some(applied) = typed.applied_at(at) else { continue };
            let indices = &applied.indices;
            let with = |indices: Vec<u32>| {
                let mut new = applied.clone();
                new.indices = indices;
                let args = vec![CallArg::Applied(Box::new(new))];
                (at, Change::Become(Call { args, ..call.clone() }))
            };
            for down in steps(indices.iter().copied().min().unwrap_or(0)) {
                // All at once: a range that moves keeps its width.
                let moved = indices.iter().map(|index| index - down).collect();
                edits.push(Edit::of(vec![with(moved)]).strictly());
            }
            for (place, index) in indices.iter().enumerate() {
                for down in steps(*index) {
                    let mut less = indices.clone();
                    less[place] = index - down;
                    edits.push(Edit::of(vec![with(less.clone())]).strictly());
                    edits.extend(with_widths(typed, with(less), down));
                }
            }
        }
        edits
    }
}

/// By how much a number goes down, the most first.
fn steps(number: u32) -> Vec<u32> {
    let mut steps = vec![number, number.saturating_sub(1), number / 2, number.min(1)];
    steps.retain(|down| *down > 0);
    steps.dedup();
    steps
}

/// The same change with each declared width less by as much.
fn with_widths(typed: &Typed<'_>, change: (usize, Change), down: u32) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, call) in typed.calls() {
        if let [CallArg::Shape(SortShape::BitVec(width))] = call.args.as_slice()
            && *width > down
        {
            let shape = CallArg::Shape(SortShape::BitVec(width - down));
            let narrower = Change::Become(Call { args: vec![shape], ..call.clone() });
            edits.push(Edit::of(vec![change.clone(), (at, narrower)]).strictly());
        }
    }
    edits
}
