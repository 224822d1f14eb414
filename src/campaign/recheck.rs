//! A finding of a build with assertions, done again on the release: in a process of its own, because two versions of a
//! solver do not go into one.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use murxla_api::Library;
use serde::{Deserialize, Serialize};

use super::wrong;
use crate::exec::OptionPolicy;
use crate::findings::{Ending, OnRelease};
use crate::oracle::{LocalRunner, Runner};
use crate::sandbox::{self, Limits};
use crate::trace::read;

/// What is to be done again.
#[derive(Debug, Serialize, Deserialize)]
pub struct Recheck {
    /// The release, as the command line would name it.
    pub solver: String,
    /// The trace.
    pub trace: String,
    /// Seconds of processor time.
    pub time: f64,
    /// Bytes of memory.
    pub memory: u64,
}

impl Recheck {
    /// The sub-command that reads a [`Recheck`] and answers it.
    pub const COMMAND: &'static str = "recheck";

    /// Has another process of our program do it. That it cannot be done is a result, too: the finding stays.
    pub fn ask(&self, program: &Path) -> OnRelease {
        let answer = || -> io::Result<OnRelease> {
            let mut process = sandbox::spawn_leashed(Command::new(program).arg(Recheck::COMMAND))?;
            if let Some(mut order) = process.stdin.take() {
                serde_json::to_writer(&mut order, self)?;
                order.flush()?;
            }
            let mut text = String::new();
            if let Some(mut answer) = process.stdout.take() {
                answer.read_to_string(&mut text)?;
            }
            process.wait()?;
            Ok(serde_json::from_str(&text)?)
        };
        answer().unwrap_or_else(|error| OnRelease::not_done(error.to_string()))
    }

    /// Does it in a child of this process.
    pub fn answer(&self, solver: &str, library: &'static dyn Library) -> OnRelease {
        let trace = match read(self.trace.as_bytes()) {
            Ok((trace, _)) => trace,
            Err(error) => return OnRelease::not_done(format!("the trace cannot be read: {error}")),
        };
        let cpu = Duration::from_secs_f64(self.time);
        let limits = Limits { cpu, wall: cpu * 10, memory: self.memory, ..Limits::default() };
        let runner = LocalRunner::new(solver, library, OptionPolicy::NoFiles);
        let run = match runner.play(&trace, &limits) {
            Ok(run) => run,
            Err(error) => return OnRelease::not_done(error.to_string()),
        };
        let wrong = wrong(solver, &run);
        OnRelease {
            version: Some(library.info().build()),
            class: Some(wrong.as_ref().map_or(Ending::Completed, |wrong| wrong.key.class)),
            message: wrong.as_ref().map(|wrong| wrong.message.clone()).unwrap_or_default(),
            key: wrong.map(|wrong| wrong.key),
        }
    }
}
