//! The status comparison: answers against what the script says of itself, `(set-info :status …)`.

use murxla_api::Answer;

use super::{Proof, Verdict, Violation};
use crate::trace::{Call, Recorded};

/// The name under which contradictions to the `:status` of a script are reported.
pub const STATUS: &str = "status";

/// Whether one of the answers contradicts the status of all checks.
pub fn contradicts_status(calls: &[Call], status: Answer) -> Verdict {
    let wrong = calls.iter().enumerate().find_map(|(number, call)| match call.reply {
        Some(Recorded::Answer(answer)) if answer.contradicts(status) => Some((number, answer)),
        _ => None,
    });
    let Some((call, said)) = wrong else { return Verdict::Holds };
    Verdict::Violated(Violation {
        oracle: STATUS.into(),
        call,
        what: format!("{said}, but :status is {status}"),
        proof: Proof::Answers { said, against: status, by: ":status".to_owned() },
    })
}
