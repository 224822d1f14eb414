//! The result of playing one call: done, answered, refused, skipped, or a broken contract.

use murxla_api::{Answer, SolverError, Value};

use crate::trace::check::Problem;
use crate::trace::{Call, Recorded, TermName};

/// Why a call was not executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Skip {
    /// This solver does not have that.
    Unsupported(String),
    /// It makes no sense, or uses what a call that was not executed should have made.
    Problem(Problem),
    /// It sets an option that a trace may not set.
    Forbidden(String),
}

/// What became of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Played {
    /// It did what it should; names are bound. With the number of sorts or terms that the solver gave.
    Done(usize),
    /// The answer of a check.
    Answer(Answer),
    /// Terms that were given to the solver before.
    Terms(Vec<TermName>),
    /// Values.
    Values(Vec<Value>),
    /// The solver said no.
    Rejected(String),
    /// It was not executed.
    Skipped(Skip),
    /// The solver or its wrapper broke the contract.
    Broken(String),
    /// What the solver tells of something is not what we know.
    Mismatch(String),
}

impl From<SolverError> for Played {
    fn from(error: SolverError) -> Played {
        match error {
            SolverError::Unsupported(what) => Played::Skipped(Skip::Unsupported(what)),
            SolverError::Rejected(why) => Played::Rejected(why),
            SolverError::Broken(why) => Played::Broken(why),
            SolverError::Mismatch(mismatch) => Played::Mismatch(mismatch.to_string()),
        }
    }
}

impl std::fmt::Display for Skip {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Skip::Unsupported(what) => write!(f, "unsupported: {what}"),
            Skip::Problem(problem) => problem.fmt(f),
            Skip::Forbidden(why) => write!(f, "forbidden: {why}"),
        }
    }
}

impl Skip {
    /// The reason without the names that occur in it, to be counted.
    pub fn reason(&self) -> String {
        match self {
            Skip::Problem(Problem::Undefined(_)) => "it uses what a skipped call makes".to_owned(),
            other => other.to_string(),
        }
    }
}

impl Played {
    /// Whether the call was executed and the solver accepted it.
    pub fn accepted(&self) -> bool {
        !matches!(
            self,
            Played::Rejected(_) | Played::Skipped(_) | Played::Broken(_) | Played::Mismatch(_)
        )
    }

    /// What a trace records of it.
    pub fn recorded(&self) -> Option<Recorded> {
        Some(match self {
            Played::Done(_) => return None,
            Played::Answer(answer) => Recorded::Answer(*answer),
            Played::Terms(terms) => Recorded::Terms(terms.clone()),
            Played::Values(values) => {
                Recorded::Values(values.iter().map(|value| value.to_string().into()).collect())
            }
            Played::Rejected(why) => Recorded::Rejected(why.as_str().into()),
            Played::Skipped(skip) => Recorded::Skipped(skip.to_string().into()),
            Played::Broken(why) | Played::Mismatch(why) => Recorded::Broken(why.as_str().into()),
        })
    }

    /// The call with what became of it in place of what was recorded before.
    pub fn record(&self, call: &Call) -> Call {
        let mut call = call.clone();
        if !self.accepted() {
            call.rets.clear();
        }
        call.reply = self.recorded();
        call
    }
}
