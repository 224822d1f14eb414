//! Executing a whole trace, in a child or in this process.

use std::io;

use murxla_api::Library;

use super::{OptionPolicy, Player, Recorder, play_all};
use crate::sandbox::{self, Class, Frame, Limits};
use crate::trace::{Header, Trace, read};

/// What became of a trace.
#[derive(Debug)]
pub struct Replay {
    /// The calls that were begun, with their replies; the header tells the solver and its version.
    pub played: Trace,
    /// How the run ended.
    pub class: Class,
    /// Where it crashed, if it did.
    pub frames: Vec<Frame>,
    /// Why the solver could not be loaded.
    pub load_error: Option<String>,
}

/// A line that stands for a solver that could not be loaded.
pub const LOAD_ERROR: &str = "# load error: ";

/// Executes the calls, giving the text of the trace to `sink` line by line: what is written before a call
/// outlives a crash in it.
pub fn replay_here(
    trace: &Trace,
    solver: &str,
    policy: OptionPolicy,
    load: impl FnOnce() -> Result<&'static dyn Library, String>,
    mut sink: impl FnMut(&[u8]),
) {
    let library = match load() {
        Ok(library) => library,
        Err(error) => {
            sink(format!("{LOAD_ERROR}{}\n", error.replace('\n', " ")).as_bytes());
            return;
        }
    };
    let mut header = Header::current(solver, &library.info().build());
    header.seed = trace.header.seed;
    header.settings.clone_from(&trace.header.settings);
    sink(Trace { header, calls: Vec::new() }.to_text().as_bytes());
    let mut player = Player::new(library, solver, policy);
    play_all(&mut player, &trace.calls, &mut [&mut Recorder::new(sink)]);
}

/// Executes the calls in a child under limits.
pub fn replay_in_child(
    trace: &Trace,
    solver: &str,
    policy: OptionPolicy,
    load: impl FnOnce() -> Result<&'static dyn Library, String>,
    limits: &Limits,
) -> io::Result<Replay> {
    let outcome = sandbox::run(limits, |log| {
        replay_here(trace, solver, policy, load, |bytes| log.write(bytes));
    })?;
    Ok(Replay::from_log(&outcome.log, outcome.class, outcome.frames))
}

impl Replay {
    /// What a log tells. It may end anywhere.
    pub fn from_log(log: &[u8], class: Class, frames: Vec<Frame>) -> Replay {
        let load_error = log
            .strip_prefix(LOAD_ERROR.as_bytes())
            .map(|rest| String::from_utf8_lossy(rest).trim_end().to_owned());
        let mut lines: Vec<&[u8]> = log.split_inclusive(|byte| *byte == b'\n').collect();
        let played = loop {
            match read(&lines.concat()) {
                Ok((trace, _)) => break trace,
                // Our own log is well-formed up to where the run ended.
                Err(error) => lines.truncate((error.line - 1).min(lines.len().saturating_sub(1))),
            }
        };
        Replay { played, class, frames, load_error }
    }

    /// Whether the run ended before the trace did: in the call that was begun last.
    pub fn fatal_call(&self) -> Option<usize> {
        match self.class {
            Class::Completed => None,
            _ => self.played.calls.len().checked_sub(1),
        }
    }
}

/// How a run ended, in a few words.
pub fn class_name(class: &Class) -> String {
    match class {
        Class::Completed => "completed".to_owned(),
        Class::Crash { signal } => format!("crash, signal {signal}"),
        Class::Aborted { .. } => "abort".to_owned(),
        Class::StackOverflow => "stack overflow".to_owned(),
        Class::Timeout => "timeout".to_owned(),
        Class::OutOfMemory => "out of memory".to_owned(),
        Class::UnexpectedExit { code } => format!("exit with code {code}"),
        Class::OutputFlood => "too much output".to_owned(),
        Class::OwnError { .. } => "error of murxla".to_owned(),
    }
}
