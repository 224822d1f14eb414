//! The logic of a run.

use murxla_api::{ActionKind, Theory};

use super::demands::{Demand, demands};
use super::generator::{Did, Generator};
use super::swarm::Swarm;
use crate::trace::CallArg;

/// The smallest logic that has the theories of the run; `None` if SMT-LIB has no letters for one of them.
fn smallest(swarm: &Swarm) -> Option<String> {
    const WITHOUT_LETTERS: &[Theory] = &[
        Theory::Sequences,
        Theory::Sets,
        Theory::Relations,
        Theory::Bags,
        Theory::Separation,
        Theory::Transcendentals,
        Theory::FiniteFields,
    ];
    if WITHOUT_LETTERS.iter().any(|theory| swarm.has(*theory)) {
        return None;
    }
    let mut letters = String::new();
    for (theory, part) in [
        (Theory::Arrays, "A"),
        (Theory::Functions, "UF"),
        (Theory::BitVectors, "BV"),
        (Theory::FloatingPoint, "FP"),
        (Theory::Datatypes, "DT"),
        (Theory::Strings, "S"),
    ] {
        // The formats of floating-point numbers are converted to and from bits.
        let needed = theory == Theory::BitVectors && swarm.has(Theory::FloatingPoint);
        if swarm.has(theory) || needed {
            letters.push_str(part);
        }
    }
    // Strings have lengths.
    let ints = swarm.has(Theory::Ints) || swarm.has(Theory::Strings);
    letters.push_str(match (ints, swarm.has(Theory::Reals)) {
        (true, true) => "NIRA",
        (true, false) => "NIA",
        (false, true) => "NRA",
        (false, false) if letters.is_empty() => "UF",
        (false, false) => "",
    });
    if letters == "A" {
        letters.push('X');
    }
    let prefix = if swarm.has(Theory::Quantifiers) { "" } else { "QF_" };
    Some(format!("{prefix}{letters}"))
}

impl Generator<'_> {
    pub(super) fn set_logic(&mut self) -> Did {
        let named = self.rng.chance(self.numbers.logic_named, 100);
        let logic = if named { smallest(&self.swarm) } else { None };
        let mut logic = logic.unwrap_or_else(|| "ALL".to_owned());
        let says_order =
            demands(self.target.solver).any(|demand| demand == Demand::HigherOrderLogic);
        if says_order && self.swarm.is_higher_order() {
            logic.insert_str(0, "HO_");
        }
        let heard = self.command(ActionKind::SetLogic, vec![CallArg::Text(logic.into())]);
        self.session.begun |= heard.accepted();
        // A solver that does not know the logic goes on without one.
        Did::Done
    }
}
