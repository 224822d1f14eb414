//! A second solver: what fails then is that the two contradict each other.

use std::io;
use std::time::Duration;

use murxla_api::Library;

use super::criterion::Judged;
use super::tester::{LocalTester, up_to_failure};
use crate::exec::{Replay, contradictions};
use crate::findings::Key;
use crate::sandbox::{Class, Outcome};
use crate::trace::Call;

/// Who says that something is wrong when two solvers contradict each other.
const CROSSCHECK: &str = "crosscheck";

/// A solver; as a second one, its answers are compared with those of the first.
#[derive(Clone, Copy)]
pub struct Other {
    /// Its name.
    pub solver: &'static str,
    /// Its library.
    pub library: &'static dyn Library,
}

/// What became of calls that were run alone.
pub(super) struct Alone {
    pub(super) judged: Judged,
    /// The calls up to the one that failed, with what is recorded of them.
    pub(super) calls: Vec<Call>,
    pub(super) wall: Duration,
    /// What the (first) solver did.
    pub(super) outcome: Outcome,
}

impl LocalTester {
    /// Runs calls alone, on the second solver, too, if there is one: what became of them.
    pub fn judge(&mut self, calls: &[Call]) -> io::Result<Judged> {
        Ok(self.judge_alone(calls)?.judged)
    }

    /// Runs calls alone, on the second solver, too, if there is one, and judges what became of them.
    pub(super) fn judge_alone(&mut self, calls: &[Call]) -> io::Result<Alone> {
        let outcome = self.alone(calls)?;
        let (wall, done) = (outcome.wall, up_to_failure(&outcome));
        let judged = Judged::of(self.solver(), &outcome);
        let Some(other) = self.other() else {
            return Ok(Alone { judged, calls: done, wall, outcome });
        };
        let second = self.alone_on(&other, calls)?;
        let played =
            |outcome: &Outcome| Replay::from_log(&outcome.log, Class::Completed, Vec::new()).played;
        let (one, two) = (played(&outcome), played(&second));
        let first = contradictions(&one, &two).into_iter().next();
        let (judged, calls) = match first {
            Some((number, says, contradicts)) => {
                let answers = format!("{says}/{contradicts}");
                let key = Key::of_answers(self.solver(), CROSSCHECK, &answers);
                let calls = one.calls.into_iter().take(number + 1).collect();
                (Judged::Failure(key), calls)
            }
            None => (Judged::Fine, done),
        };
        Ok(Alone { judged, calls, wall: wall.max(second.wall), outcome })
    }
}
