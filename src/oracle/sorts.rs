//! The sorts oracle: reports a term whose sort is another to the solver than the standard gives it.

use super::{Accuses, Cost, Interest, Oracle, OracleDef, Step, Verdict};
use crate::exec::{Drawn, Player};
use crate::trace::Name;

const NAME: &str = "sorts";

pub(super) const DEF: OracleDef = OracleDef {
    name: NAME,
    about: "a term that has another sort, as the solver tells it, than the standard gives it",
    needs: "-",
    cost: Cost::Nothing,
    accuses: Accuses::Contract,
    by_default: true,
    make: || Box::new(Sorts),
};

/// Asks for the sort of simplified terms, and of some others, by the seed of their call, so that a replay asks for the same.
struct Sorts;

impl Oracle for Sorts {
    fn name(&self) -> &'static str {
        NAME
    }

    fn interest(&self) -> Interest {
        Interest::SOME_TERMS
    }

    fn judge(&mut self, step: &Step<'_>, player: &mut Player<'_>) -> Option<Verdict> {
        let Some(Name::Term(name)) = step.call.rets.first() else { return None };
        let told = player.sort_of(*name)?;
        let known = match step.drawn {
            Drawn::Term(sort) => Some(sort),
            _ => player.context().term(*name).ok().and_then(|facts| facts.sort.as_ref()),
        };
        let known = known?;
        if player.profile().same_sort(known, &told) {
            return Some(Verdict::Holds);
        }
        let what = format!("the solver says that a term of sort {known} has sort {told}");
        Some(step.violates(NAME, what))
    }
}
