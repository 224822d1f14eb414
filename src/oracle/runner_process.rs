//! A runner in another process of our own program: a process holds one version of a solver, so two versions are
//! compared through two processes.

use std::cell::RefCell;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command};

use serde::{Deserialize, Serialize};

use super::{Abilities, Runner};
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
    /// The solver is loaded, and has this.
    Ready(Abilities),
    /// How the run of a trace ended.
    Ended(Box<Outcome>),
    /// It cannot be done; why.
    Failed(String),
}

/// A process of our own program that has loaded a solver; it ends with this.
struct Process {
    child: Child,
    requests: ChildStdin,
    responses: BufReader<ChildStdout>,
    abilities: Abilities,
}

/// A [`Runner`] whose runs are children of another process of our own program. Should that end, another one takes its place.
pub struct RunnerProcess {
    program: PathBuf,
    setup: PlaySetup,
    process: RefCell<Process>,
}

impl Process {
    fn start(program: &Path, setup: &PlaySetup) -> io::Result<Process> {
        let mut child = sandbox::spawn_leashed(Command::new(program).arg(PLAY_COMMAND))?;
        let (Some(requests), Some(responses)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("it has no pipes"));
        };
        let (responses, abilities) = (BufReader::new(responses), Abilities::default());
        let mut process = Process { child, requests, responses, abilities };
        match process.ask(setup)? {
            PlayResponse::Ready(abilities) => process.abilities = abilities,
            PlayResponse::Failed(why) => return Err(io::Error::other(why)),
            PlayResponse::Ended(_) => {
                return Err(io::Error::other("a trace ended that was not played"));
            }
        }
        Ok(process)
    }

    fn ask(&mut self, message: &impl Serialize) -> io::Result<PlayResponse> {
        // One that is gone is heard of by what it does not say.
        let _ = write_message(&mut self.requests, message);
        let gone = || io::Error::other("the process that plays traces ended");
        read_message(&mut self.responses)?.ok_or_else(gone)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // One that is gone already needs no killing.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl RunnerProcess {
    /// Starts a process of this program, and waits until it has loaded its solver. It ends with the calling thread.
    pub fn start(program: &Path, setup: &PlaySetup) -> io::Result<RunnerProcess> {
        let process = RefCell::new(Process::start(program, setup)?);
        Ok(RunnerProcess { program: program.to_owned(), setup: setup.clone(), process })
    }

    /// What its solver has.
    pub fn abilities(&self) -> Abilities {
        self.process.borrow().abilities.clone()
    }
}

impl Runner for RunnerProcess {
    fn play(&self, trace: &Trace, limits: &Limits) -> io::Result<Run> {
        let request = PlayRequest { trace: trace.to_text(), limits: limits.clone() };
        let mut process = self.process.borrow_mut();
        let mut response = process.ask(&request);
        if response.is_err() {
            *process = Process::start(&self.program, &self.setup)?;
            response = process.ask(&request);
        }
        match response? {
            PlayResponse::Ended(outcome) => Ok(Run::from(*outcome)),
            PlayResponse::Failed(why) => Err(io::Error::other(why)),
            PlayResponse::Ready(_) => Err(io::Error::other("a trace has no reply")),
        }
    }
}
