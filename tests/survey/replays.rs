//! Replays of the surveyed runs: the solver must say the same again.

use murxla::exec::{self, class_name};
use murxla::oracle::differences;
use murxla::sandbox::Class;
use murxla::trace::check::NoOwnRows;
use murxla::trace::{Call, Trace};

use crate::figures::failed;
use crate::runs::{Run, is_limit};

/// What comparing a run with its replay gives.
pub enum Verdict {
    Identical,
    Agrees,
    /// A limit ended one of them; as far as both came, they agree.
    Cut,
    Differs(String),
}

/// The calls of a run that are to be executed again. That in which a limit ended it would only take as long again.
pub fn to_replay(run: &Run, trace: &Trace) -> Trace {
    let mut trace = trace.clone();
    if run.is_cut() {
        trace.calls.pop();
    }
    trace
}

/// Compares a run with its replay. `recorded` is what was executed again.
pub fn compare(run: &Run, recorded: &Trace, replay: &exec::Run) -> Verdict {
    if run.text == replay.outcome.log && class_name(&run.class) == class_name(replay.class()) {
        return Verdict::Identical;
    }
    let cut = run.is_cut() || is_limit(replay.class());
    let (mut then, mut now) = (recorded.clone(), replay.played.clone());
    // Of the call in which a run ended nothing is known. A run that was cut lost that call before.
    if !run.is_cut() && run.class != Class::Completed {
        then.calls.pop();
    }
    if *replay.class() != Class::Completed {
        now.calls.pop();
    }
    if let Some(difference) = first_difference(&then, &now) {
        return Verdict::Differs(difference);
    }
    if cut {
        return Verdict::Cut;
    }
    let ends = [class_name(&run.class), class_name(replay.class())];
    if ends[0] != ends[1] || then.calls.len() != now.calls.len() {
        return Verdict::Differs(format!(
            "{} after {} calls, now {} after {}",
            ends[0],
            then.calls.len(),
            ends[1],
            now.calls.len()
        ));
    }
    Verdict::Agrees
}

/// The first call whose reply is another.
fn first_difference(then: &Trace, now: &Trace) -> Option<String> {
    let told = differences(then, now, &NoOwnRows).into_iter().next();
    let told = told.map(|difference| (difference.call, difference.to_string()));
    // A trace from elsewhere may leave out replies; ours do not, so a call without reply went well.
    let newly_failed = |(old, new): (&Call, &Call)| old.reply.is_none() && failed(new);
    let silent = then.calls.iter().zip(&now.calls).position(newly_failed);
    let silent = silent.map(|call| {
        let now = now.calls.get(call).and_then(|call| call.reply.as_ref());
        (call, format!("recorded no reply, now {now:?}"))
    });
    let (call, text) = told.into_iter().chain(silent).min_by_key(|(call, _)| *call)?;
    let action = then.calls.get(call).map_or("", |call| call.action.name());
    Some(format!("call {call}, {action}: {text}"))
}
