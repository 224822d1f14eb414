//! The contract oracle: reports a reply that makes no sense to the wrapper, such as a core of terms that were never
//! asserted.

use super::{Accuses, Cost, Interest, Oracle, OracleDef, Step, Verdict};
use crate::exec::{Played, Player};

/// Its name.
pub(super) const NAME: &str = "contract";

pub(super) const DEF: OracleDef = OracleDef {
    name: NAME,
    about: "a reply that makes no sense, such as a core of terms that were never asserted",
    needs: "-",
    cost: Cost::Nothing,
    accuses: Accuses::Contract,
    by_default: true,
    make: || Box::new(Contract),
};

struct Contract;

impl Oracle for Contract {
    fn name(&self) -> &'static str {
        NAME
    }

    fn interest(&self) -> Interest {
        Interest::FAILURES
    }

    fn judge(&mut self, step: &Step<'_>, _: &mut Player<'_>) -> Option<Verdict> {
        match step.played {
            Played::Broken(why) => Some(step.violates(NAME, why.clone())),
            _ => None,
        }
    }
}
