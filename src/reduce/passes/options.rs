//! Sets options to their defaults, and the logic to the most general one.

use murxla_api::{ActionKind, OptionKind};

use super::TracePass;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::target_solver::TargetSolver;
use crate::reduce::typed::Typed;
use crate::trace::{Call, CallArg};

/// Sets options to their defaults. That they are not needed at all, the pass of commands finds out.
pub(super) struct Options;

impl TracePass for Options {
    fn name(&self) -> &'static str {
        "options"
    }

    fn edits(&self, typed: &Typed<'_>, _: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, call) in typed.calls() {
            let args = match (call.action.kind(), call.args.as_slice()) {
                (ActionKind::SetLogic, [CallArg::Text(logic)]) if &**logic != ALL => {
                    vec![CallArg::Text(ALL.into())]
                }
                (ActionKind::SetOption, [CallArg::Text(name), CallArg::Text(value)]) => {
                    match default(typed.target(), name) {
                        Some(default) if default != **value => {
                            vec![CallArg::Text(name.clone()), CallArg::Text(default.into())]
                        }
                        _ => continue,
                    }
                }
                _ => continue,
            };
            edits.push(Edit::one(at, Change::Become(Call { args, ..call.clone() })));
        }
        edits
    }
}

const ALL: &str = "ALL";

/// The default of an option, as its text, if the library tells it.
fn default(target: &TargetSolver, name: &str) -> Option<String> {
    match &target.option(name)?.kind {
        OptionKind::Bool { default } => default.map(|value| value.to_string()),
        OptionKind::Integer { default, .. } => default.map(|value| value.to_string()),
        OptionKind::Double { default, .. } => default.map(|value| value.to_string()),
        OptionKind::Modes { default, .. } | OptionKind::Text { default } => default.clone(),
        OptionKind::Void => None,
    }
}

/// How much an option adds to the weight of a call: a value other than the default is one more thing to know.
pub(in crate::reduce) fn weight(call: &Call, target: &TargetSolver) -> u64 {
    const OTHER_VALUE: u64 = 100;
    match (call.action.kind(), call.args.as_slice()) {
        (ActionKind::SetLogic, [CallArg::Text(logic)]) if &**logic != ALL => OTHER_VALUE,
        (ActionKind::SetOption, [CallArg::Text(name), CallArg::Text(value)])
            if default(target, name).is_some_and(|default| default != **value) =>
        {
            OTHER_VALUE
        }
        _ => 0,
    }
}
