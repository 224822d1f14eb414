//! The self-check oracle: reports that a check which the solver makes of itself failed, such as that of its own model.

use murxla_api::{ActionKind, SelfCheck};

use super::{Accuses, Cost, Interest, Oracle, OracleDef, Step, Verdict};
use crate::exec::{Played, Player};
use crate::trace::{Call, CallArg, Trace};

/// Its name.
pub const SELF_CHECK: &str = "self-check";

pub(super) const DEF: OracleDef = OracleDef {
    name: SELF_CHECK,
    about: "a check that the solver makes of itself and that fails, such as that of its own model",
    needs: "an option by which the solver checks itself",
    cost: Cost::Nothing,
    accuses: Accuses::Model,
    by_default: true,
    make: || Box::new(OwnChecks),
};

struct OwnChecks;

impl Oracle for OwnChecks {
    fn name(&self) -> &'static str {
        SELF_CHECK
    }

    fn interest(&self) -> Interest {
        Interest::FAILURES
    }

    fn judge(&mut self, step: &Step<'_>, player: &mut Player<'_>) -> Option<Verdict> {
        let Played::Rejected(said) = step.played else { return None };
        let checks = player.profile().demands.self_checks;
        let is_failure = checks.iter().any(|check| said.contains(check.says));
        is_failure.then(|| step.violates(SELF_CHECK, said.clone()))
    }
}

/// A trace without the checks that the solver makes of itself, to be played while its values are asked for instead.
pub fn without_self_checks(trace: &Trace, checks: &[SelfCheck]) -> Trace {
    let sets_check = |call: &Call| {
        matches!((call.action.kind(), call.args.as_slice()), (ActionKind::SetOption, [CallArg::Text(name), _])
            if checks.iter().any(|check| check.option == &**name))
    };
    let mut calls = trace.calls.clone();
    calls.retain(|call| !sets_check(call));
    for call in &mut calls {
        (call.violated, call.reply) = (None, None);
    }
    Trace { header: trace.header.clone(), calls }
}
