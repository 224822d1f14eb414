//! Gives calls the same seed: then it does not matter which way of the API is taken.

use super::TracePass;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::typed::Typed;
use crate::reduce::weight::PLAIN_SEED;
use crate::trace::Call;

/// Gives calls the same seed.
pub(super) struct Seeds;

impl TracePass for Seeds {
    fn name(&self) -> &'static str {
        "seeds"
    }

    fn changes_operators(&self) -> bool {
        false
    }

    fn shows_in_scripts(&self) -> bool {
        false
    }

    fn edits(&self, typed: &Typed<'_>, _: usize) -> Vec<Edit> {
        let odd = typed.calls().filter(|(_, call)| call.seed != PLAIN_SEED);
        odd.map(|(at, call)| {
            let plain = Call { seed: PLAIN_SEED, ..call.clone() };
            Edit::one(at, Change::Become(plain))
        })
        .collect()
    }
}
