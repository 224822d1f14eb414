//! Comparing what a trace records with what happened when it was executed again.

use std::fmt;

use murxla_api::Answer;

use crate::trace::check::NoOwnRows;
use crate::trace::{Call, Recorded, Trace};

/// A call whose reply is not the recorded one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of the call, counted from 0.
    pub call: usize,
    /// What the trace records.
    pub recorded: String,
    /// What happened now.
    pub now: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "recorded {}, now {}", self.recorded, self.now)
    }
}

/// Calls of one trace to which two solvers gave answers that cannot both be right.
pub fn contradictions(one: &Trace, other: &Trace) -> Vec<(usize, Answer, Answer)> {
    let pairs = one.calls.iter().zip(&other.calls).take(same_problem(one, other));
    let contradiction =
        |(call, (one, other)): (usize, (&Call, &Call))| match (&one.reply, &other.reply) {
            (Some(Recorded::Answer(one)), Some(Recorded::Answer(other)))
                if one.contradicts(*other) =>
            {
                Some((call, *one, *other))
            }
            _ => None,
        };
    pairs.enumerate().filter_map(contradiction).collect()
}

/// How many calls can be compared: up to the first that changes the assertions on one side only. A check that is refused may
/// change them, too (traces/found/cvc5-sat-after-refused-check-b1006.trace).
fn same_problem(one: &Trace, other: &Trace) -> usize {
    let changes = |call: &Call| call.effects(&NoOwnRows).matters_to_answers();
    let mut pairs = one.calls.iter().zip(&other.calls);
    let differ = pairs.position(|(one, other)| changes(one) && one.failed() != other.failed());
    differ.unwrap_or_else(|| one.calls.len().min(other.calls.len()))
}

/// The calls that went otherwise than recorded. On the same version of the same solver everything must be as it
/// was, but for the wording of messages; on another, only answers must not contradict each other.
pub fn differences(recorded: &Trace, now: &Trace) -> Vec<Difference> {
    let (then, this) = (&recorded.header, &now.header);
    let same = then.solver == this.solver
        && then.solver_version.is_some()
        && then.solver_version == this.solver_version;
    let comparable = if same { usize::MAX } else { same_problem(recorded, now) };
    let pairs = recorded.calls.iter().zip(&now.calls).take(comparable);
    let differ = |(call, (old, new)): (usize, (&Call, &Call))| {
        let agree = if same { same_reply(old, new) } else { compatible(old, new) };
        (!agree).then(|| Difference { call, recorded: shown(old), now: shown(new) })
    };
    pairs.enumerate().filter_map(differ).collect()
}

fn compatible(old: &Call, new: &Call) -> bool {
    match (&old.reply, &new.reply) {
        (Some(Recorded::Answer(old)), Some(Recorded::Answer(new))) => !old.contradicts(*new),
        _ => true,
    }
}

fn same_reply(old: &Call, new: &Call) -> bool {
    match (&old.reply, &new.reply) {
        (Some(Recorded::Rejected(_)), Some(Recorded::Rejected(_)))
        | (Some(Recorded::Broken(_)), Some(Recorded::Broken(_)))
        // What was not executed then tells nothing.
        | (Some(Recorded::Skipped(_)), _) => true,
        (Some(old), Some(new)) => old == new,
        // A call that nothing is recorded of but what it made.
        (None, _) if !old.rets.is_empty() => !new.failed(),
        (None, _) => true,
        (Some(_), None) => false,
    }
}

fn shown(call: &Call) -> String {
    match &call.reply {
        None if call.rets.is_empty() => "no reply".to_owned(),
        None => "accepted".to_owned(),
        Some(Recorded::Answer(answer)) => answer.to_string(),
        Some(Recorded::Terms(terms)) => {
            let names: Vec<String> = terms.iter().map(ToString::to_string).collect();
            format!("({})", names.join(" "))
        }
        Some(Recorded::Values(values)) => format!("({})", values.join(" ")),
        Some(Recorded::Rejected(why)) => format!("rejected ({why})"),
        Some(Recorded::Skipped(why)) => format!("skipped ({why})"),
        Some(Recorded::Broken(why)) => format!("broken ({why})"),
    }
}
