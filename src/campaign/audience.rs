//! The trait through which a campaign reports its progress and its new findings.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use super::Counts;
use crate::findings::Finding;

/// Who hears of what happens.
pub trait Audience {
    /// The figures, several times in a second.
    fn status(&mut self, status: &Status<'_>);
    /// A bucket that was not there before.
    fn new_bucket(&mut self, finding: &Finding, folder: &Path);
    /// Anything else that should be known.
    fn note(&mut self, text: &str);
}

/// How a campaign stands.
pub struct Status<'a> {
    /// All counts.
    pub counts: &'a Counts,
    /// Runs done since the start of this session.
    pub session_runs: u64,
    /// Time since then.
    pub elapsed: Duration,
    /// How many buckets there are of each class.
    pub buckets: &'a BTreeMap<String, u64>,
    /// The newest finding.
    pub newest: Option<&'a str>,
    /// How many runs there are to be done in all, if that is known.
    pub goal: Option<u64>,
}
