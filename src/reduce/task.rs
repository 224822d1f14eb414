//! The input, the task and the result of a reduction.

use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use murxla_api::{Answer, Library};
use serde::{Deserialize, Serialize};

use super::Form;
use crate::exec::OptionPolicy;
use crate::findings::Key;
use crate::oracle::Runner;
use crate::trace::Trace;

/// A trace that is to be reduced.
pub struct Input<'a> {
    /// The trace.
    pub trace: &'a Trace,
    /// Its text, as it was read.
    pub text: &'a [u8],
}

/// What is to be done.
pub struct Task {
    /// The solver's name.
    pub solver: &'static str,
    /// Its library.
    pub library: &'static dyn Library,
    /// A second solver, if what fails is that the two contradict each other.
    pub other: Option<Rc<dyn Runner>>,
    /// What is right, if what fails is that the solver contradicts it: only candidates of which it is known count.
    pub status: Option<Answer>,
    /// Which options are executed.
    pub policy: OptionPolicy,
    /// Time for a run; a test gets less if the input fails sooner.
    pub time: Duration,
    /// Bytes of memory for a run.
    pub memory: u64,
    /// Whether the failure is that it exceeds the limit of time.
    pub wants_timeout: bool,
    /// Whether any failure that ends in the same way will do, whatever is said.
    pub ignores_err: bool,
    /// A pattern that what it says must match, instead of being the same failure.
    pub match_err: Option<String>,
    /// A pattern that its standard output must match.
    pub match_out: Option<String>,
    /// Where the best goes.
    pub output: PathBuf,
    /// In which form.
    pub form: Form,
    /// Whether what an earlier reduction left is not looked at.
    pub restarts: bool,
    /// When to end at the latest.
    pub budget: Option<Duration>,
    /// How many processes, with all that is needed to start them.
    pub jobs: usize,
    /// Our own program, which can be such a process, with what it must know of the solver.
    pub program: PathBuf,
    /// The solver, or both, as the command line names them.
    pub solver_texts: Vec<String>,
    /// The user's own builds.
    pub libraries: Vec<(String, PathBuf)>,
}

/// Why there is nothing to reduce.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It does not fail.
    DoesNotFail,
    /// It exceeds the limit of time.
    TimesOut,
    /// It was to exceed the limit of time, and does not.
    InTime(Option<Key>),
    /// It fails in these ways, `None` is none.
    Unstable(Vec<Option<Key>>),
    /// An error of our own.
    OwnError(String),
    /// What it says does not match the pattern.
    NoMatch,
    /// A trace without calls fails, too.
    EmptyFails,
    /// What is right of the input says nothing of a part of it: it does more than assert and check once.
    NoGuard,
}

/// A trace that was reduced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Minimized {
    /// What fails.
    pub key: Option<Key>,
    /// Calls before and after.
    pub calls: [u64; 2],
    /// Bytes before and after.
    pub bytes: [u64; 2],
    /// Candidates that were tested.
    pub tests: u64,
    /// Runs of the solver, with those that look whether a candidate fails alone, too.
    pub runs: u64,
    /// Seconds.
    pub seconds: f64,
    /// Passes that helped, and how often.
    pub helped: Vec<(String, u64)>,
    /// Whether no pass knows how to go on.
    pub minimal: bool,
    /// The file.
    pub file: PathBuf,
}

/// Who hears of what happens.
pub trait Audience {
    /// What is being reduced: what fails, and how many calls there are.
    fn begins(&mut self, failure: &str, calls: usize);
    /// Some tests were done.
    fn progress(&mut self, calls: usize, bytes: usize, tests: u64, pass: &str);
    /// Anything else that should be known.
    fn note(&mut self, text: &str);
}
