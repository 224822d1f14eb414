//! A failure of a run: it died, or an oracle found a violation.

use super::{Evidence, Key, message_of};
use crate::exec::Run;
use crate::oracle::{Verdict, Violation};
use crate::sandbox::Class;

/// What went wrong in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which findings are the same.
    pub key: Key,
    /// The number of the call in which it happened.
    pub call: Option<usize>,
    /// The action of that call.
    pub action: Option<String>,
    /// What was said.
    pub message: String,
}

impl Failure {
    /// What went wrong in a run, as far as the run itself shows it; `None` if nothing did.
    pub fn of(solver: &str, run: &Run) -> Option<Failure> {
        let class = run.class();
        if *class == Class::Completed {
            return Failure::by_verdict(solver, run, Verdict::recorded_in(run));
        }
        let call = run.fatal_call();
        let action = action_of(run, call);
        let message = message_of(class, &run.outcome.stderr);
        let key = Key::of(&Evidence {
            solver,
            class,
            frames: &run.outcome.frames,
            message: &message,
            action: action.as_deref(),
        });
        Some(Failure { key, call, action, message })
    }

    /// What an oracle found wrong with a run.
    pub fn by_verdict(solver: &str, run: &Run, verdict: Verdict) -> Option<Failure> {
        let violation = verdict.violation()?;
        let Violation { call, ref what, .. } = violation;
        let key = Key::of_violation(solver, &violation);
        Some(Failure {
            key,
            call: Some(call),
            action: action_of(run, Some(call)),
            message: what.clone(),
        })
    }
}

fn action_of(run: &Run, call: Option<usize>) -> Option<String> {
    let call = run.played.calls.get(call?)?;
    Some(call.action.name().to_owned())
}
