//! The own-checks oracle: has each run switch on one of the checks that the solver can make of itself, and reports that it failed.
//!
//! Which option that is, and what the solver says if it fails, are rows of its profile; the generator sets the option. A check of
//! a model that our own evaluation finds true is sorted out by who runs campaigns.

use super::{Accuses, Cost, Interest, Oracle, OracleDef, Step, Verdict};
use crate::exec::{Played, Player};

/// Its name.
pub const OWN_CHECKS: &str = "own-checks";

pub(super) const DEF: OracleDef = OracleDef {
    name: OWN_CHECKS,
    about: "a check that the solver makes of itself and that fails; each run switches one of them on",
    needs: "an option by which the solver checks itself: it is set in every run",
    cost: Cost::Some,
    accuses: Accuses::Model,
    by_default: false,
    make: || Box::new(OwnChecks),
};

struct OwnChecks;

impl Oracle for OwnChecks {
    fn name(&self) -> &'static str {
        OWN_CHECKS
    }

    fn interest(&self) -> Interest {
        Interest::FAILURES
    }

    fn judge(&mut self, step: &Step<'_>, player: &mut Player<'_>) -> Option<Verdict> {
        let Played::Rejected(said) = step.played else { return None };
        let checks = player.profile().demands.self_checks;
        let failed = checks.iter().find(|check| said.contains(check.says))?;
        Some(step.violates(OWN_CHECKS, format!("{}: {said}", failed.option)))
    }
}
