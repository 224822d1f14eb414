//! A script by the API, or in the front end of a release whose API cannot say it.

use std::io;

use murxla_api::Answer;

use super::{FrontEnd, Playable, Seen, Subject};
use crate::findings::{Failure, Key};
use crate::oracle::{PROMISED, promise_of};
use crate::sandbox::{Limits, ProgramEnd};
use crate::solvers::{Choice, Locator};

/// A script.
pub struct Scripted {
    /// As a trace that promises the answers of its `:status`.
    pub subject: Subject,
    /// Its text.
    pub text: String,
}

impl Playable for Scripted {
    fn play(&self, choice: &Choice, locator: &Locator, limits: &Limits) -> io::Result<Seen> {
        let seen = self.subject.play(choice, locator, limits)?;
        if !matches!(seen, Seen::CannotTell(_)) {
            return Ok(seen);
        }
        let Some(front_end) = FrontEnd::of(locator, choice) else { return Ok(seen) };
        let run = front_end.read(&self.text, limits.wall)?;
        let answers: Option<Vec<Answer>> = run.answers().into_iter().map(answer).collect();
        let is_check = |one: &&crate::trace::Call| one.action.name().starts_with("check-sat");
        let checks: Vec<_> = self.subject.trace.calls.iter().filter(is_check).collect();
        // Z3 says of an answer that :status contradicts that this is an error.
        let (Some(answers), ProgramEnd::Code(0 | 1)) = (answers, run.end) else { return Ok(seen) };
        // What else is an error says that something of the script was not taken.
        let is_refused = run.errors.iter().any(|error| !error.contains("annotation"));
        if answers.len() != checks.len() || is_refused {
            return Ok(seen);
        }
        let wrong = answers.iter().zip(&checks).find_map(|(said, check)| {
            let right = promise_of(check)?;
            said.contradicts(right).then(|| (format!("{said}, but {right} is right"), check))
        });
        Ok(match wrong {
            Some((what, check)) => Seen::Failure {
                failure: Box::new(Failure {
                    key: Key::of_oracle(choice.name, PROMISED, &what),
                    call: None,
                    action: Some(check.action.name().to_owned()),
                    message: format!("{what}, in the front end"),
                }),
                frames: Vec::new(),
                proof: String::new(),
            },
            None => Seen::Fine(answers),
        })
    }
}

fn answer(word: &str) -> Option<Answer> {
    [Answer::Sat, Answer::Unsat, Answer::Unknown].into_iter().find(|one| one.to_string() == word)
}
