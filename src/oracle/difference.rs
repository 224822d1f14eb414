//! Compares what a trace records with what happened when it was replayed.

use std::fmt;

use super::compare;
use crate::trace::check::OwnRows;
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

/// What differs from what was recorded: any reply, if both are of the same version of a solver; else answers that cannot both
/// be right.
pub fn differences(recorded: &Trace, now: &Trace, own: &dyn OwnRows) -> Vec<Difference> {
    let (then, this) = (&recorded.header, &now.header);
    let same = then.solver == this.solver
        && then.solver_version.is_some()
        && then.solver_version == this.solver_version;
    if !same {
        let told = compare(recorded, now, "this run", own).contradictions.into_iter();
        return told
            .filter_map(|violation| {
                let old = recorded.calls.get(violation.call)?;
                let super::Proof::Answers { against, .. } = violation.proof else { return None };
                let (call, recorded) = (violation.call, shown(old));
                Some(Difference { call, recorded, now: against.to_string() })
            })
            .collect();
    }
    let differ = |(call, (old, new)): (usize, (&Call, &Call))| {
        (!same_reply(old, new)).then(|| Difference { call, recorded: shown(old), now: shown(new) })
    };
    recorded.calls.iter().zip(&now.calls).enumerate().filter_map(differ).collect()
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
