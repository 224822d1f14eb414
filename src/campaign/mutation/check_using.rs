//! STORM's `check-sat-using`: before its last check, what a mutant asserts is asked of a solver object that a tactic makes, where
//! the solver has such. That one compares its answer with that of a plain solver object.

use murxla_api::{ActionKind, Profile};

use crate::rng::Rng;
use crate::trace::{Action, Call, CallArg};

/// One mutant in so many is asked so, as in the paper.
const OFTEN: u64 = 2;

/// The paper's ways: actions with their words, which make a tactic.
const WAYS: [&[(&str, &str)]; 4] = [
    &[("z3-tactic", "horn")],
    &[("z3-tactic", "horn-simplify"), ("z3-tactic", "default"), ("z3-tactic-combine", "and-then")],
    &[("z3-tactic", "dom-simplify")],
    &[("z3-tactic", "dom-simplify"), ("z3-tactic", "smt"), ("z3-tactic-combine", "and-then")],
];
const CHECK: &str = "z3-tactic-check";

/// Adds the calls, if the solver has these actions and the draw says so.
pub(super) fn check_using(calls: &mut Vec<Call>, profile: &Profile, rng: &mut Rng) {
    if !rng.chance(1, OFTEN) {
        return;
    }
    let is_check = |call: &Call| call.action.kind() == ActionKind::CheckSat;
    let Some(last) = calls.iter().rposition(is_check) else { return };
    let asserted = calls[..last].iter().filter(|call| call.action.kind() == ActionKind::Assert);
    let terms = asserted.filter_map(|call| match call.args.first() {
        Some(CallArg::Term(name)) => Some(*name),
        _ => None,
    });
    let terms: Vec<_> = terms.collect();
    let Some(way) = rng.pick(&WAYS) else { return };
    let mut own = |name: &str, arg: CallArg| {
        profile.own_action(name)?;
        Some(Call::of_action(rng.number() >> 32, Action::Own(name.into()), vec![arg]))
    };
    let made = way.iter().map(|(name, word)| own(name, CallArg::Text((*word).into())));
    let made: Option<Vec<Call>> = made.collect();
    let check = own(CHECK, CallArg::Terms(terms));
    if let (Some(mut made), Some(check)) = (made, check) {
        made.push(check);
        calls.splice(last..last, made);
    }
}
