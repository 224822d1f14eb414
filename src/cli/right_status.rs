//! The export of a trace whose answers are wrong: `:status` is what can be proved.

use std::sync::Arc;

use crate::oracle::{asked, promise_of, right_answer, values_in};
use crate::smt::export::{Export, Target, export};
use crate::smt::{Command, FromCalls};
use crate::trace::{Recorded, Trace};

/// The script of a trace with the right answers in place of those that it records, as far as they are known, and in comments
/// the values that show them.
pub(super) fn export_with_right_answers(trace: &Trace, target: &Target<'_>) -> Export {
    let mut right = trace.clone();
    let mut questions = FromCalls::new();
    let mut witness = Vec::new();
    for (number, call) in right.calls.iter_mut().enumerate() {
        questions.add(call, target.own);
        if !matches!(call.reply, Some(Recorded::Answer(_))) {
            continue;
        }
        let check = questions.last_check().filter(|check| check.call == number);
        let known = check.and_then(|check| Some((check, right_answer(&questions, check).ok()?)));
        (call.reply, witness) = match known {
            Some((check, known)) => {
                let formulas = asked(&questions, check);
                let values = known.witness.map(|one| values_in(&questions, &formulas, &one));
                (Some(Recorded::Answer(known.answer)), values.unwrap_or_default())
            }
            None => (promise_of(call).map(Recorded::Answer), Vec::new()),
        };
    }
    let mut exported = export(&right, target);
    // The last check is the one that was found wrong.
    let commands = &mut exported.script.commands;
    if let Some(place) = commands.iter().rposition(is_status) {
        let comment = |(name, value): (String, String)| -> Command {
            Command::Comment(Arc::from(format!("{name} = {value}")))
        };
        commands.splice(place..place, witness.into_iter().map(comment));
    }
    exported
}

fn is_status(command: &Command) -> bool {
    matches!(command, Command::SetInfo { keyword, .. } if &**keyword == "status")
}
