//! A tester of several processes, each of which has loaded the solver: solvers are not made for threads.

use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::engine::{Candidate, Tester};
use super::pace::Pace;
use super::tester::TestError;
use super::{TraceCandidate, Wanted};
use crate::exec::OptionPolicy;
use crate::sandbox::{self, read_message, write_message};

/// What a process must know before it begins: the first line that it reads.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PoolSetup {
    /// The solver, as the command line names it, and a second one if what fails is that the two contradict each other.
    pub solvers: Vec<String>,
    /// The user's own builds.
    pub libraries: Vec<(String, PathBuf)>,
    /// Whether `sat` is right, if what fails is that the solver contradicts what is right.
    pub satisfiable: Option<bool>,
    /// Which options are executed.
    pub policy: OptionPolicy,
    /// Whether a candidate must not use the solver in a way that is not allowed.
    pub enforces_needs: bool,
    /// What is wanted.
    pub wanted: Wanted,
    /// Seconds for a test.
    pub time: f64,
    /// Bytes of memory for a test.
    pub memory: u64,
}

/// Candidates to be tested in this order, as texts: each further line.
#[derive(Debug, Serialize, Deserialize)]
pub struct Request {
    /// The candidates.
    pub traces: Vec<String>,
}

/// What a process answers.
#[derive(Debug, Serialize, Deserialize)]
pub enum Response {
    /// The place of the first that is interesting, if there is one, and how many runs it took.
    Tested(Option<usize>, u64),
    /// It cannot work; why.
    Failed(String),
}

struct Hand {
    process: Child,
    requests: ChildStdin,
    responses: BufReader<ChildStdout>,
}

/// Processes that test candidates.
pub struct Pool {
    hands: Vec<Hand>,
    runs: u64,
    pace: Pace,
}

/// Candidates for each process at once: what is tested beyond the first success is lost.
const SHARE: usize = 8;

impl Pool {
    /// Starts so many processes of this program.
    pub fn start(program: &Path, jobs: usize, setup: &PoolSetup) -> Result<Pool, TestError> {
        let mut hands = Vec::new();
        for _ in 0..jobs {
            let mut command = Command::new(program);
            command.arg("test-candidates");
            let mut process = sandbox::spawn_leashed(&mut command)?;
            let (Some(mut requests), Some(responses)) =
                (process.stdin.take(), process.stdout.take())
            else {
                return Err(TestError::Worker("it has no pipes".to_owned()));
            };
            send(&mut requests, setup)?;
            hands.push(Hand { process, requests, responses: BufReader::new(responses) });
        }
        Ok(Pool { hands, runs: 0, pace: Pace::default() })
    }

    /// How often a candidate was run.
    pub fn runs(&self) -> u64 {
        self.runs
    }
}

fn send(to: &mut ChildStdin, message: &impl Serialize) -> Result<(), TestError> {
    write_message(to, message).map_err(|error| TestError::Worker(error.to_string()))
}

impl Tester<TraceCandidate> for Pool {
    type Error = TestError;

    /// Candidates are dealt out in turn, and the first of all successes counts: each process has tested all of its
    /// candidates before its first success, so all before the first of all were tested.
    fn first_interesting(
        &mut self,
        candidates: &[TraceCandidate],
    ) -> Result<Option<usize>, TestError> {
        let since = Instant::now();
        let jobs = self.hands.len();
        let text = |one: &TraceCandidate| String::from_utf8_lossy(&one.text()).into_owned();
        let busy = jobs.min(candidates.len());
        for (number, hand) in self.hands.iter_mut().take(busy).enumerate() {
            let traces = candidates.iter().skip(number).step_by(jobs).map(text).collect();
            send(&mut hand.requests, &Request { traces })?;
        }
        let mut first: Option<usize> = None;
        for (number, hand) in self.hands.iter_mut().take(busy).enumerate() {
            match read_message(&mut hand.responses) {
                Ok(Some(Response::Tested(found, runs))) => {
                    self.runs += runs;
                    let found = found.map(|place| place * jobs + number);
                    first = [first, found].into_iter().flatten().min();
                }
                Ok(Some(Response::Failed(why))) => return Err(TestError::Worker(why)),
                Ok(None) | Err(_) => return Err(TestError::Worker("it ended".to_owned())),
            }
        }
        self.pace.add(first.map_or(candidates.len(), |first| first + 1), since);
        Ok(first)
    }

    fn window(&self) -> usize {
        // Not fewer than there are processes.
        self.pace.window(SHARE * self.hands.len()).max(self.hands.len())
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        for hand in &mut self.hands {
            // One that is gone already needs no killing.
            let _ = hand.process.kill();
            let _ = hand.process.wait();
        }
    }
}
