//! Removes commands: what only makes terms goes with the commands that use it.

use murxla_api::ActionKind;

use super::TracePass;
use crate::reduce::edit::{Change, Edit, only_makes};
use crate::reduce::typed::Typed;

/// Removes commands, in the second round without what they use.
pub(super) struct Commands;

impl TracePass for Commands {
    fn name(&self) -> &'static str {
        "commands"
    }

    fn rounds(&self) -> usize {
        2
    }

    fn edits(&self, typed: &Typed<'_>, round: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, call) in typed.calls() {
            // The last call is where it fails.
            let removable = at != typed.last()
                && (!only_makes(call, typed.target().own())
                    || call.action.kind() == ActionKind::Own)
                && !(at == 0 && call.action.kind() == ActionKind::New);
            if !removable {
                continue;
            }
            let edit = Edit::one(at, Change::Remove);
            let makes_idle = call
                .uses()
                .iter()
                .any(|name| typed.maker(*name).is_some_and(|maker| typed.users(maker).len() == 1));
            match round {
                0 => edits.push(edit),
                // Perhaps a term must have been made, but not asserted.
                _ if makes_idle => edits.push(edit.keeping_idle()),
                _ => {}
            }
        }
        edits
    }
}
