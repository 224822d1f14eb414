//! The criterion for a trace: which failure counts as the same.

use regex::Regex;
use serde::{Deserialize, Serialize};

use crate::exec::Run;
use crate::findings::{Ending, Failure, Key};
use crate::sandbox::Class;

/// What the same failure is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Criterion {
    /// The one with this key. The key of answers that differ holds the answers, so they stay what they are.
    Key(Key),
    /// Any that ends so.
    Ending(Ending),
    /// It exceeds the limit of time.
    Timeout,
}

/// What is asked of a candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// The failure.
    pub failure: Criterion,
    /// A pattern that what it said must match: its message or its standard error.
    pub err: Option<String>,
    /// A pattern that its standard output must match.
    pub out: Option<String>,
}

/// What became of a run, as far as it matters here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// Nothing went wrong.
    Fine,
    /// An error of our own.
    OwnError(String),
    /// It exceeds the limit of time.
    Timeout,
    /// It fails.
    Failure(Key),
}

impl Judged {
    /// What became of a run.
    pub fn of(solver: &str, run: &Run) -> Judged {
        match (run.class(), Failure::of(solver, run)) {
            (Class::OwnError { message }, _) => Judged::OwnError(message.clone()),
            (Class::Timeout, _) => Judged::Timeout,
            (_, Some(Failure { key, .. })) => Judged::Failure(key),
            (_, None) => Judged::Fine,
        }
    }
}

/// A criterion with its patterns compiled.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    failure: Criterion,
    err: Option<Regex>,
    out: Option<Regex>,
}

impl Judge {
    pub(super) fn new(wanted: &Wanted) -> Result<Judge, regex::Error> {
        let compile = |text: &Option<String>| text.as_deref().map(Regex::new).transpose();
        let (err, out) = (compile(&wanted.err)?, compile(&wanted.out)?);
        Ok(Judge { failure: wanted.failure.clone(), err, out })
    }

    /// Whether this is the failure that is wanted.
    pub(super) fn wants(&self, found: &Key) -> bool {
        match &self.failure {
            Criterion::Key(key) => found.same_failure(key),
            Criterion::Ending(ending) => found.class == *ending,
            Criterion::Timeout => false,
        }
    }

    /// Whether a run failed in the way that is wanted.
    pub(super) fn accepts(&self, solver: &str, run: &Run) -> bool {
        if self.failure == Criterion::Timeout {
            return *run.class() == Class::Timeout;
        }
        let Some(failure) = Failure::of(solver, run) else { return false };
        let same = self.wants(&failure.key);
        let matches = |pattern: &Option<Regex>, texts: &[&str]| {
            pattern.as_ref().is_none_or(|one| texts.iter().any(|text| one.is_match(text)))
        };
        let text = |bytes| String::from_utf8_lossy(bytes);
        let (stderr, stdout) = (text(&run.outcome.stderr), text(&run.outcome.stdout));
        same && matches(&self.err, &[&failure.message, &stderr]) && matches(&self.out, &[&stdout])
    }
}
