//! The inspection oracle: reports what a solver tells of something otherwise than it is, as its wrapper found by a comparison
//! with what we know: the width of a bit-vector, the children of a term, a value that is read again.

use super::{Accuses, Cost, Interest, Oracle, OracleDef, Step, Verdict};
use crate::exec::{Played, Player};

/// Its name.
pub(crate) const INSPECTION: &str = "inspection";

pub(super) const DEF: OracleDef = OracleDef {
    name: INSPECTION,
    about: "what the solver tells of a sort, a term, a value or a model otherwise than we know it",
    needs: "-",
    cost: Cost::Nothing,
    accuses: Accuses::Contract,
    by_default: true,
    make: || Box::new(Inspection),
};

struct Inspection;

impl Oracle for Inspection {
    fn name(&self) -> &'static str {
        INSPECTION
    }

    fn interest(&self) -> Interest {
        Interest::FAILURES
    }

    fn judge(&mut self, step: &Step<'_>, _: &mut Player<'_>) -> Option<Verdict> {
        match step.played {
            Played::Mismatch(what) => Some(step.violates(INSPECTION, what.clone())),
            _ => None,
        }
    }
}
