//! Judges a candidate that was run alone, by a second solver or the script's `:status` where the failure is a wrong
//! answer.

use std::io;
use std::time::Duration;

use super::TraceCandidate;
use super::criterion::Judged;
use super::tester::{LocalTester, up_to_failure};
use crate::exec::Run;
use crate::findings::Failure;
use crate::oracle::{compare, contradicts_status};
use crate::solvers::AllRows;
use crate::trace::{Call, Header};

/// What became of calls that were run alone.
pub(super) struct IsolatedRun {
    pub(super) judged: Judged,
    /// How many calls there are up to the one that failed.
    failing: usize,
    pub(super) wall: Duration,
    /// What the (first) solver did.
    pub(super) run: Run,
}

impl IsolatedRun {
    /// The calls up to the one that failed, with what is recorded of them.
    pub(super) fn calls(&self) -> &[Call] {
        &self.run.played.calls[..self.failing]
    }
}

impl LocalTester {
    /// Runs calls alone, on the second solver, too, if there is one: what became of them.
    pub fn judge(&mut self, header: &Header, calls: &[Call]) -> io::Result<Judged> {
        Ok(self.judge_isolated(header, calls)?.judged)
    }

    /// How many calls there are up to the one that fails when they are run alone.
    pub(super) fn failing_calls(&mut self, header: &Header, calls: &[Call]) -> io::Result<usize> {
        Ok(self.judge_isolated(header, calls)?.failing)
    }

    /// The text of a candidate with what its run records.
    pub(super) fn recorded(&mut self, best: &TraceCandidate) -> io::Result<Vec<u8>> {
        let played = self.judge_isolated(&best.header, &best.calls)?.run.played;
        let mut trace = best.trace();
        let mut own = std::mem::take(&mut trace.calls).into_iter();
        for played in played.calls {
            // What an oracle asked is a part of the trace: whoever plays it again has the oracle look on.
            if played.asked_by.is_some() {
                trace.calls.push(played);
                continue;
            }
            let Some(mut call) = own.next() else { break };
            // What makes names has nothing else to tell.
            if call.rets.is_empty() {
                call.reply = played.reply;
            }
            // Whoever plays it again has the oracle look on that found it.
            call.violated = played.violated;
            trace.calls.push(call);
        }
        trace.calls.extend(own);
        Ok(trace.to_text().into_bytes())
    }

    /// Runs calls alone, on the second solver, too, if there is one, and judges what became of them.
    pub(super) fn judge_isolated(
        &mut self,
        header: &Header,
        calls: &[Call],
    ) -> io::Result<IsolatedRun> {
        let run = self.alone(header, calls)?;
        let status = self.status();
        let second = if status.is_none() { self.on_the_other(header, calls)? } else { None };
        let solver = self.solver();
        let verdict = match (status, &second) {
            (Some(status), _) => Some(contradicts_status(up_to_failure(&run), status)),
            (None, Some(second)) => {
                Some(compare(&run.played, &second.played, "the other solver", &AllRows).verdict())
            }
            (None, None) => None,
        };
        let (judged, failing) = match verdict {
            Some(verdict) => match Failure::by_verdict(solver, &run, verdict) {
                Some(Failure { key, call, .. }) => {
                    (Judged::Failure(key), call.map_or(0, |call| call + 1))
                }
                None => (Judged::Fine, up_to_failure(&run).len()),
            },
            None => (Judged::of(solver, &run), up_to_failure(&run).len()),
        };
        let wall =
            second.map_or(run.outcome.wall, |second| second.outcome.wall.max(run.outcome.wall));
        Ok(IsolatedRun { judged, failing, wall, run })
    }
}
