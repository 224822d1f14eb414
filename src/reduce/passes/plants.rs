//! Takes planted values away: only what proves a wrong answer needs them.

use super::TracePass;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::typed::Typed;
use crate::trace::Call;

/// Constants lose their planted values.
pub(super) struct Plants;

impl TracePass for Plants {
    fn name(&self) -> &'static str {
        "plants"
    }

    fn changes_operators(&self) -> bool {
        false
    }

    fn shows_in_scripts(&self) -> bool {
        false
    }

    fn edits(&self, typed: &Typed<'_>, _: usize) -> Vec<Edit> {
        let planted = typed.calls().filter(|(_, call)| call.planted.is_some());
        let without = |(at, call): (usize, &Call)| {
            let call = Call { planted: None, ..call.clone() };
            Edit::one(at, Change::Become(call)).keeping_idle()
        };
        planted.map(without).collect()
    }
}
