//! From how a run ended to the key that tells it apart.

use crate::exec::Run;
use crate::findings::{BROKEN_CONTRACT, Evidence, Key, message_of};
use crate::sandbox::Class;
use crate::trace::Recorded;

/// What is wrong with a run.
pub struct Wrong {
    /// Which findings are the same.
    pub key: Key,
    /// The action in which it happened.
    pub action: Option<String>,
    /// What was said.
    pub message: String,
}

/// What is wrong with a run; `None` if nothing is.
pub fn wrong(solver: &str, run: &Run) -> Option<Wrong> {
    let (outcome, calls) = (&run.outcome, &run.played.calls);
    let broken = calls.iter().find_map(|call| match &call.reply {
        Some(Recorded::Broken(why)) => Some((call.action.name().to_owned(), why.to_string())),
        _ => None,
    });
    let (action, message, oracle, frames) = match (broken, &outcome.class) {
        (Some((action, why)), Class::Completed) => {
            (Some(action), why, Some(BROKEN_CONTRACT), &[][..])
        }
        (None, Class::Completed) => return None,
        (_, class) => {
            let fatal = run.fatal_call().and_then(|call| calls.get(call));
            let action = fatal.map(|call| call.action.name().to_owned());
            (action, message_of(class, &outcome.stderr), None, outcome.frames.as_slice())
        }
    };
    let class = &outcome.class;
    let evidence =
        Evidence { solver, class, oracle, frames, message: &message, action: action.as_deref() };
    Some(Wrong { key: Key::of(&evidence), action, message })
}
