//! Comparing two runs of one trace: the answers of two solvers, or of two versions of one, to the same questions.

use murxla_api::{Answer, Effects, QuickSet};

use super::{Proof, Verdict, Violation};
use crate::smt::FromCalls;
use crate::trace::check::OwnRows;
use crate::trace::{Call, Recorded, Trace};

/// The name under which contradictions between solvers are reported.
pub const CROSS_CHECK: &str = "cross-check";

/// What a comparison of two runs gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Answers that cannot both be right, each at its call in the first run.
    pub contradictions: Vec<Violation>,
    /// Checks to which both gave an answer that can be compared.
    pub compared: usize,
    /// Checks that do not ask both the same: one of the two refused something on which they depend.
    pub void: usize,
}

impl Comparison {
    /// What follows of the first run.
    pub fn verdict(&self) -> Verdict {
        match (self.contradictions.first(), self.void) {
            (Some(violation), _) => Verdict::Violated(violation.clone()),
            (None, 0) => Verdict::Holds,
            (None, void) => Verdict::CannotTell(format!(
                "{void} checks depend on calls that one of the two did not execute"
            )),
        }
    }
}

/// Compares the answers of two runs of the same calls; `by` is who made the second, and `own` knows the own actions of both.
///
/// Options and logics are left aside: each solver has its own. A call that one of the two refused or skipped makes those checks
/// void that depend on it, through what is asserted when they are made; a check that was refused may have left anything behind,
/// so it makes all later ones void.
pub fn compare(one: &Trace, other: &Trace, by: &str, own: &dyn OwnRows) -> Comparison {
    let mut comparison = Comparison::default();
    let mut questions = FromCalls::new();
    let mut void: QuickSet<usize> = QuickSet::default();
    let mut all_void = false;
    for (number, (first, second)) in said(one, own).zip(said(other, own)).enumerate() {
        let (at, first) = first;
        let (_, second) = second;
        if first.action != second.action {
            // They are not runs of the same calls.
            break;
        }
        let effects = first.effects(own);
        match (first.failed(), second.failed()) {
            (true, true) => questions.skip(),
            (false, false) => questions.add_done(first, own),
            _ => {
                void.insert(number);
                questions.add_done(first, own);
            }
        }
        if effects.any(Effects::FORGETS_ALL) {
            all_void = void.contains(&number);
        }
        if !effects.any(Effects::CHECKS) || first.row(own).is_none() {
            continue;
        }
        all_void |= first.failed() || second.failed();
        let (Some(said), Some(against)) = (answer(first), answer(second)) else { continue };
        let depends = || {
            let check = questions.last_check();
            let grounds = check.map(|check| questions.grounds(check)).unwrap_or_default();
            grounds.iter().any(|call| void.contains(call))
        };
        if all_void || depends() {
            comparison.void += 1;
            continue;
        }
        comparison.compared += 1;
        if said.contradicts(against) {
            comparison.contradictions.push(Violation {
                oracle: CROSS_CHECK.into(),
                call: at,
                what: format!("{said}, but {by} says {against}"),
                proof: Proof::Answers { said, against, by: by.to_owned() },
            });
        }
    }
    comparison
}

/// The calls that are the same in runs on different solvers, with their numbers.
fn said<'a>(trace: &'a Trace, own: &'a dyn OwnRows) -> impl Iterator<Item = (usize, &'a Call)> {
    let settings = Effects::SETS_OPTION.and(Effects::SETS_LOGIC);
    trace
        .calls
        .iter()
        .enumerate()
        .filter(move |(_, call)| call.row(own).is_none_or(|row| !row.effects.any(settings)))
}

/// What a check answered.
pub(super) fn answer(call: &Call) -> Option<Answer> {
    match &call.reply {
        Some(Recorded::Answer(answer)) => Some(*answer),
        _ => None,
    }
}
