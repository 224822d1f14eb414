//! A second solver, or the script's own word: what fails then is that the answer contradicts it.

use std::io;
use std::time::Duration;

use murxla_api::Answer;

use super::criterion::Judged;
use super::tester::{LocalTester, up_to_failure};
use crate::exec::Run;
use crate::findings::Key;
use crate::trace::{Call, Recorded};

/// Who says that something is wrong when two solvers contradict each other.
const CROSSCHECK: &str = "crosscheck";

/// Who says so when a script's `:status` is contradicted.
const STATUS: &str = "status";

/// What became of calls that were run alone.
pub(super) struct Alone {
    pub(super) judged: Judged,
    /// How many calls there are up to the one that failed.
    failing: usize,
    pub(super) wall: Duration,
    /// What the (first) solver did.
    pub(super) run: Run,
}

impl Alone {
    /// The calls up to the one that failed, with what is recorded of them.
    pub(super) fn calls(&self) -> &[Call] {
        &self.run.played.calls[..self.failing]
    }
}

impl LocalTester {
    /// Runs calls alone, on the second solver, too, if there is one: what became of them.
    pub fn judge(&mut self, calls: &[Call]) -> io::Result<Judged> {
        Ok(self.judge_alone(calls)?.judged)
    }

    /// Runs calls alone, on the second solver, too, if there is one, and judges what became of them.
    pub(super) fn judge_alone(&mut self, calls: &[Call]) -> io::Result<Alone> {
        let run = self.alone(calls)?;
        let status = self.status();
        let second = if status.is_none() { self.on_the_other(calls)? } else { None };
        let solver = self.solver();
        let (judged, failing) = match (status, &second) {
            (Some(status), _) => against_status(solver, status, &run),
            (None, Some(second)) => against_other(solver, &run, second),
            (None, None) => (Judged::of(solver, &run), up_to_failure(&run).len()),
        };
        let wall =
            second.map_or(run.outcome.wall, |second| second.outcome.wall.max(run.outcome.wall));
        Ok(Alone { judged, failing, wall, run })
    }
}

/// Whether an answer contradicts that of another solver, and how many calls there are up to there.
fn against_other(solver: &str, run: &Run, other: &Run) -> (Judged, usize) {
    match contradictions(&run.played, &other.played).into_iter().next() {
        Some((number, says, contradicts)) => {
            let answers = format!("{says}/{contradicts}");
            (Judged::Failure(Key::of_answers(solver, CROSSCHECK, &answers)), number + 1)
        }
        None => (Judged::Fine, up_to_failure(run).len()),
    }
}

/// Whether an answer contradicts what is right, and how many calls there are up to there.
fn against_status(solver: &str, status: Answer, run: &Run) -> (Judged, usize) {
    let calls = up_to_failure(run);
    let wrong = calls.iter().enumerate().find_map(|(number, call)| match call.reply {
        Some(Recorded::Answer(answer)) if answer.contradicts(status) => Some((number, answer)),
        _ => None,
    });
    let Some((number, answer)) = wrong else { return (Judged::Fine, calls.len()) };
    let key = Key::of_answers(solver, STATUS, &format!("{answer}/{status}"));
    (Judged::Failure(key), number + 1)
}
