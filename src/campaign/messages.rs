//! The messages between the coordinator and the processes that work for it: one line of JSON each.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Counts;
use crate::findings::Finding;

/// What a worker must know before it begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The solver, as the command line names it.
    pub solver: String,
    /// The release on which findings are done again, if the solver is a build with assertions.
    #[serde(default)]
    pub release: Option<String>,
    /// The sha256 of the solver's library, in hexadecimal digits.
    #[serde(default)]
    pub sha256: Option<String>,
    /// The user's own builds.
    pub libraries: Vec<(String, PathBuf)>,
    /// Settings that differ from their defaults.
    pub settings: Vec<(String, String)>,
    /// The seed from which the seeds of all runs come.
    pub campaign_seed: u64,
    /// Seconds of processor time for a run.
    pub time: f64,
    /// The same for runs in batches, if a campaign has learned that less will do.
    #[serde(default)]
    pub shortened: Option<f64>,
    /// Bytes of memory for a batch.
    pub memory: u64,
}

impl Setup {
    /// The values of the options that all runs set.
    pub fn required_values(&self) -> impl Iterator<Item = &str> {
        let options = self.settings.iter().filter(|(name, _)| name == "option");
        options.filter_map(|(_, option)| Some(option.split_once('=')?.1))
    }

    /// The value of a setting that differs from its default.
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.settings.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Runs to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The lease that they belong to.
    pub lease: u64,
    /// The first run.
    pub from: u64,
    /// The run after the last; in a report, of those that were done.
    pub to: u64,
    /// No run begins later than so many milliseconds after the first.
    pub time: u64,
}

/// A finding that a process of our own program is to minimize.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MinimizeOrder {
    /// Its folder.
    pub folder: PathBuf,
    /// The solver, as the command line names it.
    pub solver: String,
    /// The user's own builds.
    pub libraries: Vec<(String, PathBuf)>,
    /// Seconds of processor time for a run.
    pub time: f64,
    /// Bytes of memory for a run.
    pub memory: u64,
    /// Seconds for all of it.
    pub budget: f64,
    /// The solvers of a cross-check, as the command line names them.
    #[serde(default)]
    pub cross_check: Option<String>,
}

impl MinimizeOrder {
    /// The sub-command that reads an order and answers with what became of the finding.
    pub const COMMAND: &'static str = "minimize-finding";
}

/// What a worker says.
#[derive(Debug, Serialize, Deserialize)]
pub enum Report {
    /// The solver is loaded.
    Ready,
    /// Runs are done.
    Done(Box<DoneRuns>),
    /// Nothing can be done; why.
    Failed(String),
}

/// Runs that are done.
#[derive(Debug, Serialize, Deserialize)]
pub struct DoneRuns {
    /// The order that this answers.
    pub order: Order,
    /// What was counted.
    pub counts: Counts,
    /// What was found, each reproduced alone.
    pub findings: Vec<WholeFinding>,
    /// Runs that hit a limit.
    pub limited: Vec<WholeFinding>,
    /// What failed in a batch and not alone, with the runs of the batch before it.
    pub unstable: Vec<(WholeFinding, Vec<u64>)>,
}

/// A finding with what its folder holds in files of their own.
#[derive(Debug, Serialize, Deserialize)]
pub struct WholeFinding {
    /// The finding.
    pub finding: Finding,
    /// The end of what was printed on standard error.
    pub stderr: String,
    /// The trace.
    pub trace: String,
    /// A small trace that goes wrong in the same way, if there is one.
    #[serde(default)]
    pub narrowed: Option<String>,
    /// Files that tell what the run was made of.
    #[serde(default)]
    pub made_of: Vec<(String, String)>,
}

impl WholeFinding {
    /// Takes texts out of the finding, which does not carry them itself.
    pub fn new(finding: Finding) -> WholeFinding {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        WholeFinding {
            stderr: text(finding.stderr_tail()),
            trace: text(&finding.trace),
            narrowed: finding.narrowed.as_deref().map(text),
            made_of: finding.made_of.clone(),
            finding,
        }
    }

    /// The finding with its texts.
    pub fn into_finding(self) -> Finding {
        let (stderr, trace) = (self.stderr.into_bytes(), self.trace.into_bytes());
        let narrowed = self.narrowed.map(String::into_bytes);
        Finding { stderr, trace, narrowed, made_of: self.made_of, ..self.finding }
    }
}
