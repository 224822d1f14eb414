//! Gives constants values.

use murxla_api::ActionKind;

use super::TracePass;
use super::literals::{another_value, simple_value};
use crate::reduce::edit::{Change, Edit};
use crate::reduce::typed::Typed;
use crate::trace::CallArg;

/// A constant becomes the simplest value of its sort; in the second round, the next one: a declaration less to read.
pub(super) struct Values;

impl TracePass for Values {
    fn name(&self) -> &'static str {
        "values"
    }

    fn changes_operators(&self) -> bool {
        false
    }

    fn rounds(&self) -> usize {
        2
    }

    fn edits(&self, typed: &Typed<'_>, round: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, call) in typed.calls() {
            let Some(CallArg::Sort(name)) = call.args.first() else { continue };
            if call.action.kind() != ActionKind::MkConst || at == typed.last() {
                continue;
            }
            let Some(sort) = typed.sort_named(*name) else { continue };
            let value = match round {
                0 => simple_value(call.seed, sort, *name),
                _ => another_value(call.seed, sort, *name),
            };
            if let Some(value) = value {
                let value = value.returning(call.rets.clone());
                edits.push(Edit::one(at, Change::Become(value)).strictly());
            }
        }
        edits
    }
}
