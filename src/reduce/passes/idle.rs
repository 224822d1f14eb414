//! Removes calls that make what no command uses.

use super::TracePass;
use crate::reduce::edit::{Change, Edit, only_makes};
use crate::reduce::typed::Typed;

/// Removes calls that make what no command uses, directly or through other terms.
pub(super) struct Idle;

impl TracePass for Idle {
    fn name(&self) -> &'static str {
        "idle"
    }

    fn edits(&self, typed: &Typed<'_>, _: usize) -> Vec<Edit> {
        let mut needed = vec![false; typed.last() + 1];
        for (at, call) in typed.calls().rev() {
            let users = typed.users(at);
            needed[at] = at == typed.last()
                || !only_makes(call, typed.target().own())
                || users.iter().any(|user| needed.get(*user) == Some(&true));
        }
        let idle = typed.calls().rev().filter(|(at, _)| !needed[*at]);
        idle.map(|(at, _)| Edit::one(at, Change::Remove)).collect()
    }
}
