//! What became of a subject, and how much that is like what it was about.

use murxla_api::Answer;

use super::component;
use crate::findings::{Ending, Failure, Key, Release, ReleaseState};
use crate::sandbox::Frame;

/// What became of a subject.
#[derive(Clone, Debug)]
pub enum Seen {
    /// It failed.
    Failure {
        /// In what way.
        failure: Box<Failure>,
        /// The stack, if it crashed.
        frames: Vec<Frame>,
        /// What proves it, if an oracle says so.
        proof: String,
    },
    /// It did not fail, with these answers.
    Fine(Vec<Answer>),
    /// Something of it was refused or is missing, so it was not the same that was asked.
    CannotTell(String),
    /// There is no solver.
    NotUsable(String),
}

/// How much what was seen is like the failure that is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// It is that failure.
    Same,
    /// It ends in the same way in the same call, but at another place in the solver.
    Elsewhere,
    /// It is another failure.
    Other,
    /// Nothing fails.
    Fine,
    /// It cannot be told.
    CannotTell,
}

impl Seen {
    /// The failure, if it is one.
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Seen::Failure { failure, .. } => Some(failure),
            _ => None,
        }
    }

    /// How much it is like another failure.
    pub fn likeness(&self, wanted: &Failure) -> Likeness {
        match self {
            Seen::Failure { failure, .. } if failure.key.same_failure(&wanted.key) => {
                Likeness::Same
            }
            Seen::Failure { failure, .. } => match is_alike(failure, wanted) {
                true => Likeness::Elsewhere,
                false => Likeness::Other,
            },
            Seen::Fine(_) => Likeness::Fine,
            Seen::CannotTell(_) | Seen::NotUsable(_) => Likeness::CannotTell,
        }
    }

    /// In a few words.
    pub fn in_short(&self) -> String {
        match self {
            Seen::Failure { failure, frames, .. } => {
                let key = &failure.key;
                let place = component(&key.detail, frames).unwrap_or_else(|| key.detail.clone());
                match &key.oracle {
                    Some(oracle) => format!("{oracle}: {}", failure.message),
                    None => format!("{}: {place}", key.class),
                }
            }
            Seen::Fine(answers) if answers.is_empty() => "fine".to_owned(),
            Seen::Fine(answers) => {
                let words: Vec<String> = answers.iter().map(ToString::to_string).collect();
                format!("fine: {}", words.join(" "))
            }
            Seen::CannotTell(why) => format!("cannot tell: {why}"),
            Seen::NotUsable(why) => format!("not usable: {why}"),
        }
    }
}

/// What a release did.
pub fn released(version: &str, seen: &Seen, wanted: &Failure) -> Release {
    let state = match seen.likeness(wanted) {
        Likeness::Same | Likeness::Elsewhere => ReleaseState::Bad,
        Likeness::Other => ReleaseState::Other,
        Likeness::Fine => ReleaseState::Good,
        Likeness::CannotTell => ReleaseState::Unknown,
    };
    Release { version: version.to_owned(), state, seen: seen.in_short() }
}

/// Whether two failures with other keys may be one: both died in the same call, or both gave a wrong answer.
fn is_alike(one: &Failure, other: &Failure) -> bool {
    let dies = |key: &Key| {
        key.oracle.is_none()
            && matches!(
                key.class,
                Ending::Signal(_)
                    | Ending::Abort
                    | Ending::Assertion
                    | Ending::StackOverflow
                    | Ending::Exit(_)
            )
    };
    match (&one.key.oracle, &other.key.oracle) {
        (None, None) => {
            one.action == other.action
                && (one.key.class == other.key.class || (dies(&one.key) && dies(&other.key)))
        }
        (Some(one_oracle), Some(other_oracle)) => {
            one.action == other.action && one_oracle == other_oracle
        }
        _ => false,
    }
}
