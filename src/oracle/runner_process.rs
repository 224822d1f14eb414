//! A runner in another process of our own program: a process holds one version of a solver, so two versions are
//! compared through two processes.

use std::cell::RefCell;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command};

use serde::{Deserialize, Serialize};

use super::Runner;
use crate::exec::{OptionPolicy, Run};
use crate::sandbox::{self, Limits, Outcome, read_message, write_message};
use crate::trace::Trace;

/// The sub-command that loads a solver and plays traces: it reads a [`PlaySetup`], then [`PlayRequest`]s, one on each line.
pub const PLAY_COMMAND: &str = "play-traces";

/// What such a process must know before it begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlaySetup {
    /// The solver, as the command line names it.
    pub solver: String,
    /// The user's own builds.
    pub libraries: Vec<(String, PathBuf)>,
    /// Which options are executed.
    pub policy: OptionPolicy,
}

/// A trace to be played.
#[derive(Debug, Serialize, Deserialize)]
pub struct PlayRequest {
    /// The trace, as text.
    pub trace: String,
    /// What the run may use.
    pub limits: Limits,
}

/// What such a process says.
#[derive(Debug, Serialize, Deserialize)]
pub enum PlayResponse {
    /// The solver is loaded.
    Ready,
    /// How the run of a trace ended.
    Ended(Box<Outcome>),
    /// It cannot be done; why.
    Failed(String),
}

/// A [`Runner`] whose runs are children of another process of our own program.
pub struct RunnerProcess {
    process: RefCell<Child>,
    pipes: RefCell<(ChildStdin, BufReader<ChildStdout>)>,
}

impl RunnerProcess {
    /// Starts a process of this program, and waits until it has loaded its solver. It ends with the calling thread.
    pub fn start(program: &Path, setup: &PlaySetup) -> io::Result<RunnerProcess> {
        let mut process = sandbox::spawn_leashed(Command::new(program).arg(PLAY_COMMAND))?;
        let (Some(requests), Some(responses)) = (process.stdin.take(), process.stdout.take())
        else {
            return Err(io::Error::other("it has no pipes"));
        };
        let pipes = RefCell::new((requests, BufReader::new(responses)));
        let runner = RunnerProcess { process: RefCell::new(process), pipes };
        match runner.ask(setup)? {
            PlayResponse::Failed(why) => Err(io::Error::other(why)),
            PlayResponse::Ready | PlayResponse::Ended(_) => Ok(runner),
        }
    }

    fn ask(&self, message: &impl Serialize) -> io::Result<PlayResponse> {
        let (requests, responses) = &mut *self.pipes.borrow_mut();
        // One that is gone is heard of by what it does not say.
        let _ = write_message(requests, message);
        let gone = || io::Error::other("the process that plays traces ended");
        read_message(responses)?.ok_or_else(gone)
    }
}

impl Runner for RunnerProcess {
    fn play(&self, trace: &Trace, limits: &Limits) -> io::Result<Run> {
        let request = PlayRequest { trace: trace.to_text(), limits: limits.clone() };
        match self.ask(&request)? {
            PlayResponse::Ended(outcome) => Ok(Run::from(*outcome)),
            PlayResponse::Failed(why) => Err(io::Error::other(why)),
            PlayResponse::Ready => Err(io::Error::other("a trace has no reply")),
        }
    }
}

impl Drop for RunnerProcess {
    fn drop(&mut self) {
        let process = self.process.get_mut();
        // One that is gone already needs no killing.
        let _ = process.kill();
        let _ = process.wait();
    }
}
