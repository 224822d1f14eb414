//! The record of a finding, as `finding.json` holds it.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{Diagnosis, Key, OnRelease, function_name, seed_text, solver_part};
use crate::sandbox::{Class, Frame};

/// The library in which something was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolverFacts {
    /// The version, as the library tells it.
    pub version: Option<String>,
    /// The file.
    pub library: Option<PathBuf>,
    /// The sha256 of the file, in hexadecimal digits.
    pub sha256: Option<String>,
}

/// What became of the trace of a finding when it was minimized.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Minimization {
    /// Calls before and after.
    pub calls: [u64; 2],
    /// Bytes before and after.
    pub bytes: [u64; 2],
    /// Candidates that were tested.
    pub tests: u64,
    /// Whether no pass knew how to go on; otherwise time was up.
    pub minimal: bool,
    /// Why it could not be minimized.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// All that is known of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The version of what is here; it rises when something that was there means something else.
    #[serde(default = "first_schema")]
    pub schema: u32,
    /// Which findings are the same.
    pub key: Key,
    /// The number of the run.
    pub run: u64,
    /// The seed of the run.
    #[serde(with = "seed_text")]
    pub seed: u64,
    /// Settings of the run that are not the default.
    pub settings: Vec<(String, String)>,
    /// The library.
    pub solver: SolverFacts,
    /// How the run ended.
    pub class: Class,
    /// The action in which it ended.
    pub action: Option<String>,
    /// What was said.
    pub message: String,
    /// The stack, innermost call first.
    pub frames: Vec<Frame>,
    /// Whether the run ended the same way alone in a new process; of something unstable, whether it did so once more
    /// after the runs of its history.
    pub reproduced: bool,
    /// What the release does with the trace, if it was found in a build with assertions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release: Option<OnRelease>,
    /// What became of it when it was minimized, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimized: Option<Minimization>,
    /// What it depends on, if that was found out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnosis: Option<Diagnosis>,
    /// What proves that the solver is wrong, in lines for people; empty if the trace itself shows it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub proof: String,
    /// What was printed on standard error; in a file of its own, which keeps the end of it.
    #[serde(skip)]
    pub stderr: Vec<u8>,
    /// The trace; in a file of its own.
    #[serde(skip)]
    pub trace: Vec<u8>,
    /// A small trace that goes wrong in the same way, if one was made to tell the cause; in a file of its own, which holds the
    /// smallest one known.
    #[serde(skip)]
    pub narrowed: Option<Vec<u8>>,
    /// What the run was made of, such as a mutant and its seeds: names of files of their own, with their texts.
    #[serde(skip)]
    pub made_of: Vec<(String, String)>,
}

/// The version of `finding.json` that is written.
pub const SCHEMA: u32 = 1;

/// Files from before there was a version are like the first one.
fn first_schema() -> u32 {
    1
}

/// So much of the standard error is kept.
const STDERR_KEPT: usize = 64 << 10;

impl Finding {
    /// The end of what was printed on standard error.
    pub(crate) fn stderr_tail(&self) -> &[u8] {
        &self.stderr[self.stderr.len().saturating_sub(STDERR_KEPT)..]
    }

    /// The stack as text, one call per line: number, function, library, address for `addr2line`.
    pub fn backtrace(&self) -> String {
        let mut text = String::new();
        for (number, frame) in solver_part(&self.frames).iter().enumerate() {
            let name = frame.symbol.as_deref().map_or_else(|| "?".to_owned(), function_name);
            text.push_str(&format!("#{number} {name} in {} at {:#x}", frame.library, frame.offset));
            match frame.symbol.as_deref() {
                Some(symbol) if symbol != name => text.push_str(&format!(" ({symbol})\n")),
                _ => text.push('\n'),
            }
        }
        text
    }
}
