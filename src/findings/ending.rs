//! The part of a key that says how a run ended: by which signal, limit, failed assertion, or oracle.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::sandbox::Class;

/// How a run ended. Unlike [`Class`] it has no messages, and knows failed assertions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Ending {
    /// It did not end early: an oracle tells what is wrong.
    Completed,
    /// By a signal other than that of `abort`.
    Signal(i32),
    /// The solver aborted: an exception was not caught, the heap is corrupt.
    Abort,
    /// An assertion of the solver failed.
    Assertion,
    /// The stack was used up.
    StackOverflow,
    /// Time was used up.
    Timeout,
    /// Memory was used up.
    OutOfMemory,
    /// The process exited with this code.
    Exit(i32),
    /// Too much was printed.
    OutputFlood,
    /// An error of our own: never a finding.
    OwnError,
}

/// Signals that have names here.
const SIGNALS: &[(i32, &str)] = &[
    (libc::SIGSEGV, "segv"),
    (libc::SIGBUS, "bus"),
    (libc::SIGFPE, "fpe"),
    (libc::SIGILL, "ill"),
    (libc::SIGTRAP, "trap"),
    (libc::SIGSYS, "sys"),
    (libc::SIGPIPE, "pipe"),
    (libc::SIGTERM, "term"),
    (libc::SIGKILL, "kill"),
];

/// Endings without a number.
const PLAIN: &[(Ending, &str)] = &[
    (Ending::Completed, "completed"),
    (Ending::Abort, "abort"),
    (Ending::Assertion, "assertion"),
    (Ending::StackOverflow, "stack-overflow"),
    (Ending::Timeout, "timeout"),
    (Ending::OutOfMemory, "out-of-memory"),
    (Ending::OutputFlood, "output-flood"),
    (Ending::OwnError, "own-error"),
];

impl Ending {
    /// One word, without numbers where there is a name.
    pub fn word(self) -> String {
        match self {
            Ending::Exit(_) => "exit".to_owned(),
            other => other.to_string(),
        }
    }

    fn from_text(text: &str) -> Option<Ending> {
        let plain = PLAIN.iter().find(|(_, word)| *word == text).map(|(ending, _)| *ending);
        let signal = || SIGNALS.iter().find(|(_, word)| *word == text).map(|(number, _)| *number);
        let number = |prefix: &str| text.strip_prefix(prefix)?.parse().ok();
        plain
            .or_else(|| signal().or_else(|| number("signal-")).map(Ending::Signal))
            .or_else(|| number("exit-").map(Ending::Exit))
    }
}

impl From<&Class> for Ending {
    fn from(class: &Class) -> Ending {
        match class {
            Class::Completed => Ending::Completed,
            Class::Crash { signal } if *signal == libc::SIGABRT => Ending::Abort,
            Class::Crash { signal } => Ending::Signal(*signal),
            Class::Aborted { .. } => Ending::Abort,
            Class::StackOverflow => Ending::StackOverflow,
            Class::Timeout => Ending::Timeout,
            Class::OutOfMemory => Ending::OutOfMemory,
            Class::UnexpectedExit { code } => Ending::Exit(*code),
            Class::OutputFlood => Ending::OutputFlood,
            Class::OwnError { .. } => Ending::OwnError,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Signal(signal) => match SIGNALS.iter().find(|(number, _)| number == signal) {
                Some((_, word)) => f.write_str(word),
                None => write!(f, "signal-{signal}"),
            },
            Ending::Exit(code) => write!(f, "exit-{code}"),
            other => {
                let word = PLAIN.iter().find(|(ending, _)| ending == other);
                f.write_str(word.map_or("unknown", |(_, word)| word))
            }
        }
    }
}

impl From<Ending> for String {
    fn from(ending: Ending) -> String {
        ending.to_string()
    }
}

impl TryFrom<String> for Ending {
    type Error = String;

    fn try_from(text: String) -> Result<Ending, String> {
        Ending::from_text(&text).ok_or_else(|| format!("no run ends with '{text}'"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_is_read_back() {
        let numbered = [Ending::Signal(libc::SIGSEGV), Ending::Signal(35), Ending::Exit(-3)];
        for ending in PLAIN.iter().map(|(ending, _)| *ending).chain(numbered) {
            assert_eq!(Ending::from_text(&ending.to_string()), Some(ending));
        }
        assert_eq!(Ending::Signal(libc::SIGSEGV).word(), "segv");
        assert_eq!(Ending::Exit(3).word(), "exit");
        assert_eq!(Ending::from_text("exit"), None);
        assert_eq!(Ending::from_text("unknown"), None);
    }
}
