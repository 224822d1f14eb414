//! Gathers what a campaign can learn from, in its store and folders, and makes settings of what it learned.

use std::fs;
use std::path::Path;

use super::learning::{Evidence, Learned, names_of};
use super::messages::Setup;
use super::{Bucket, Counts};
use crate::findings::{FolderError, MIN_TRACE, read_findings, timeout_traces};
use crate::model::{SettingError, Settings};
use crate::trace::{Call, read};

/// So many runs that hit the time limit are looked at, the newest ones.
const MOST_TIMEOUTS: usize = 2_000;

/// All that was seen until now.
pub(super) fn gather(
    out: &Path,
    setup: &Setup,
    counts: &Counts,
    buckets: &[Bucket],
) -> Result<Evidence, FolderError> {
    let seconds = |milliseconds: u64| milliseconds as f64 / 1000.0;
    let runs_with = counts.runs_with.iter().map(|(name, [runs, _])| (name.clone(), *runs));
    // Options that the user sets are in every run.
    let set = setup.settings.iter().filter(|(name, _)| name == "option");
    let set: Vec<&str> = set.filter_map(|(_, value)| Some(value.split_once('=')?.0)).collect();
    let mut findings = Vec::new();
    for (folder, finding) in read_findings(out)? {
        let bucket = buckets.iter().find(|bucket| bucket.key == finding.key);
        if let (Some(bucket), Some(calls)) = (bucket, calls_in(&folder.join(MIN_TRACE))) {
            findings.push((bucket.count, names_of(&calls, &set)));
        }
    }
    let traces = timeout_traces(out, MOST_TIMEOUTS)?;
    let timeouts = traces.iter().filter_map(|path| calls_in(path));
    Ok(Evidence {
        runs: counts.runs,
        seconds: seconds(counts.milliseconds),
        lost: seconds(counts.milliseconds_lost),
        limit: setup.time,
        runs_with: runs_with.collect(),
        timeouts: timeouts.map(|calls| names_of(&calls, &set)).collect(),
        findings,
    })
}

/// The calls of a trace; `None` if there is none, or not a whole one.
fn calls_in(trace: &Path) -> Option<Vec<Call>> {
    let text = fs::read(trace).ok()?;
    read(&text).ok().map(|(trace, _)| trace.calls)
}

/// A setup in which runs keep to what was learned, too.
pub(super) fn with_learned(setup: &Setup, learned: &Learned) -> Result<Setup, SettingError> {
    // An enumeration has settings of another kind, and learns nothing.
    if learned.seldom.is_empty() {
        return Ok(Setup { shortened: learned.time, ..setup.clone() });
    }
    let pairs = setup.settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let mut settings = Settings::restore(pairs)?;
    for (name, percent) in &learned.seldom {
        // What the user says holds.
        if !settings.seldom.iter().any(|(known, _)| known == name) {
            settings.seldom.push((name.clone(), *percent));
        }
    }
    Ok(Setup { settings: settings.changed(), shortened: learned.time, ..setup.clone() })
}

/// What was learned, in a line.
pub(super) fn told(from: u64, learned: &Learned, usual_time: f64) -> String {
    let seldom = learned.seldom.iter();
    let seldom = seldom.map(|(name, percent)| format!("{name} in {percent} % of runs"));
    let time = learned.time.unwrap_or(usual_time);
    let parts: Vec<String> = seldom.chain([format!("{time} s for a run")]).collect();
    format!("learned for the runs from {from} on: {}", parts.join(", "))
}
