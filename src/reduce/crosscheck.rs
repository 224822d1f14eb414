//! A second solver, or the script's own word: what fails then is that the answer contradicts it.

use std::io;
use std::time::Duration;

use murxla_api::{Answer, Library};

use super::criterion::Judged;
use super::tester::{LocalTester, up_to_failure};
use crate::exec::{Replay, contradictions};
use crate::findings::Key;
use crate::sandbox::{Class, Outcome};
use crate::trace::{Call, Recorded};

/// Who says that something is wrong when two solvers contradict each other.
const CROSSCHECK: &str = "crosscheck";

/// Who says so when a script's `:status` is contradicted.
const STATUS: &str = "status";

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
        if let Some(status) = self.status() {
            let (judged, calls) = against_status(self.solver(), status, done);
            return Ok(Alone { judged, calls, wall, outcome });
        }
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

/// Whether an answer contradicts what is right, and the calls up to there.
fn against_status(solver: &str, status: Answer, mut calls: Vec<Call>) -> (Judged, Vec<Call>) {
    let wrong = calls.iter().enumerate().find_map(|(number, call)| match call.reply {
        Some(Recorded::Answer(answer)) if answer.contradicts(status) => Some((number, answer)),
        _ => None,
    });
    let Some((number, answer)) = wrong else { return (Judged::Fine, calls) };
    calls.truncate(number + 1);
    (Judged::Failure(Key::of_answers(solver, STATUS, &format!("{answer}/{status}"))), calls)
}
