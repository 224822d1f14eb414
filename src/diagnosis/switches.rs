//! Which option of the solver takes a failure away: a hint at the part of the solver that is wrong.

use std::io;
use std::time::{Duration, Instant};

use super::variants::with_option;
use super::{Likeness, Seen, Subject};
use crate::findings::Failure;
use crate::sandbox::Limits;
use crate::solvers::{Choice, Locator};

/// So many are told.
const MOST: usize = 5;

/// Plays the subject with each of these options set, within a time, and tells which of them take the failure away.
pub(super) fn switches(
    subject: &Subject,
    wanted: &Failure,
    choice: &Choice,
    locator: &Locator,
    limits: &Limits,
    options: &[(String, String)],
    time: Duration,
) -> io::Result<(Vec<String>, usize)> {
    let begin = Instant::now();
    let (mut found, mut tried) = (Vec::new(), 0);
    for (name, value) in options {
        if begin.elapsed() > time || found.len() >= MOST {
            break;
        }
        let set = |value: &str| -> io::Result<Option<Seen>> {
            let Some(trace) = with_option(&subject.trace, name, value) else { return Ok(None) };
            let flipped = Subject { trace, status: subject.status.clone() };
            flipped.play(choice, locator, limits).map(Some)
        };
        let Some(seen) = set(value)? else { continue };
        tried += 1;
        if seen.likeness(wanted) != Likeness::Fine {
            continue;
        }
        // With its default the failure must still be there: some are gone as soon as anything is another.
        let default = if value == "true" { "false" } else { "true" };
        let by_default = set(default)?.map(|seen| seen.likeness(wanted));
        if matches!(by_default, Some(Likeness::Fine)) {
            continue;
        }
        let answers = match &seen {
            Seen::Fine(answers) if !answers.is_empty() => {
                let words: Vec<String> = answers.iter().map(ToString::to_string).collect();
                format!(" ({})", words.join(" "))
            }
            _ => String::new(),
        };
        found.push(format!("{name}={value}{answers}"));
    }
    Ok((found, tried))
}
