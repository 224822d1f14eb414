//! Replaces operators by simpler ones with the same signature. The rules are data.

use murxla_api::theory;

use super::TracePass;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::typed::Typed;
use crate::trace::{Call, CallArg, Operator};

/// Of operators in no group.
const PLAIN: u64 = 30;

fn place(key: &str) -> Option<(&'static [&'static str], usize)> {
    theory::operator(key)?.group()
}

/// How intricate an operator is.
pub(crate) fn rank(key: &str) -> u64 {
    place(key).map_or(PLAIN, |(_, place)| place as u64)
}

/// An operator becomes the first of its group; in the second round, the one before it.
pub(super) struct Operators;

impl TracePass for Operators {
    fn name(&self) -> &'static str {
        "operators"
    }

    fn rounds(&self) -> usize {
        2
    }

    fn edits(&self, typed: &Typed<'_>, round: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, call) in typed.calls() {
            let Some(applied) = typed.applied_at(at) else { continue };
            let Some((group, place)) = place(applied.operator.key()) else { continue };
            let simpler = match round {
                0 if place > 0 => group.first(),
                1 if place > 1 => group.get(place - 1),
                _ => None,
            };
            let Some(op) = simpler.and_then(|key| theory::operator(key)) else { continue };
            let mut new = applied.clone();
            new.operator = Operator::Base(op);
            new.indices.truncate(op.index_count());
            let new = Call { args: vec![CallArg::Applied(Box::new(new))], ..call.clone() };
            edits.push(Edit::one(at, Change::Become(new)).strictly());
        }
        edits
    }
}
