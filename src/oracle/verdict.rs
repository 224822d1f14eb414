//! The verdict of an oracle, and what proves an accusation.

use murxla_api::Answer;

use crate::exec::Run;
use crate::trace::{Call, Recorded};

use super::cross_check::recorded_answers;
use super::{CROSS_CHECK, contract};

/// What an oracle says of a call or of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is wrong.
    Holds,
    /// The solver is wrong, and this proves it.
    Violated(Violation),
    /// It cannot be told, for this reason. It is never taken for either.
    CannotTell(String),
}

/// What a solver did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The name of the oracle.
    pub oracle: Box<str>,
    /// The number of the call in the trace.
    pub call: usize,
    /// What is wrong, in words.
    pub what: String,
    /// Why that is certain.
    pub proof: Proof,
}

/// Why a violation is certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The reply of the call itself shows it.
    Reply,
    /// An answer contradicts another one to the same question.
    Answers {
        /// The answer.
        said: Answer,
        /// The other one.
        against: Answer,
        /// Who gave that: another solver, or the `:status` of a script.
        by: String,
    },
    /// What a solver tells of its model contradicts what it was asked: the assignment and the values of terms under it, in
    /// lines for people.
    Model(String),
}

impl Proof {
    /// The lines that a trace keeps of it; empty if the calls show it.
    pub fn text(&self) -> &str {
        match self {
            Proof::Model(text) => text,
            Proof::Reply | Proof::Answers { .. } => "",
        }
    }
}

impl Verdict {
    /// The violation, if it is one.
    pub fn violation(self) -> Option<Violation> {
        match self {
            Verdict::Violated(violation) => Some(violation),
            Verdict::Holds | Verdict::CannotTell(_) => None,
        }
    }

    /// What the oracles that looked on said of a run, as its trace records it: the first violation.
    pub fn recorded_in(run: &Run) -> Verdict {
        let violation = run
            .played
            .calls
            .iter()
            .enumerate()
            .find_map(|(call, of)| Violation::recorded(call, of));
        violation.map_or(Verdict::Holds, Verdict::Violated)
    }
}

impl Violation {
    /// What is recorded of a call.
    pub fn recorded(number: usize, call: &Call) -> Option<Violation> {
        let (oracle, what, proof) = match (&call.violated, &call.reply) {
            (Some(violated), _) => {
                let answers = (&*violated.oracle == CROSS_CHECK)
                    .then(|| recorded_answers(&violated.what, call.reply.as_ref()));
                let proof = match (&*violated.proof, answers.flatten()) {
                    (_, Some(answers)) => answers,
                    ("", None) => Proof::Reply,
                    (lines, None) => Proof::Model(lines.to_owned()),
                };
                (violated.oracle.clone(), violated.what.to_string(), proof)
            }
            // Traces from before there were lines for violations.
            (None, Some(Recorded::Broken(why))) => {
                (contract::NAME.into(), why.to_string(), Proof::Reply)
            }
            (None, _) => return None,
        };
        Some(Violation { oracle, call: number, what, proof })
    }
}
