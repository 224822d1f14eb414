//! The order in which people should look at findings.

use super::{Ending, Key};
use crate::oracle::{Accuses, oracle};

/// What maintainers want to hear of first comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Priority {
    /// It says unsat of what is satisfiable: proofs cannot be relied on.
    RefutationUnsound,
    /// It says sat of what is unsatisfiable.
    ModelUnsound,
    /// Models, values, cores or failed assumptions are wrong.
    WrongModelOrCore,
    /// It crashes or aborts.
    Crash,
    /// An assertion of its own fails.
    Assertion,
    /// It breaks the contract of its wrapper, or another oracle complains.
    BrokenContract,
    /// Time is used up.
    Timeout,
    /// Memory is used up, or too much is printed.
    OutOfMemory,
    /// An error of our own.
    OwnError,
}

impl Priority {
    /// The priority of a finding.
    pub fn of(key: &Key) -> Priority {
        if let Some(name) = &key.oracle {
            return match (oracle(name).map(|row| row.accuses), key.detail.as_str()) {
                (Some(Accuses::Contract), _) => Priority::BrokenContract,
                (Some(Accuses::Model), _) => Priority::WrongModelOrCore,
                (Some(Accuses::Answer), detail) if detail.starts_with("unsat") => {
                    Priority::RefutationUnsound
                }
                (Some(Accuses::Answer), _) => Priority::ModelUnsound,
                // Oracles that compare runs: the solver's own answer comes first.
                (None, "unsat/sat") => Priority::RefutationUnsound,
                (None, "sat/unsat") => Priority::ModelUnsound,
                (None, _) => Priority::BrokenContract,
            };
        }
        match key.class {
            Ending::Signal(_) | Ending::Abort | Ending::StackOverflow | Ending::Exit(_) => {
                Priority::Crash
            }
            Ending::Assertion => Priority::Assertion,
            Ending::Completed => Priority::BrokenContract,
            Ending::Timeout => Priority::Timeout,
            Ending::OutOfMemory | Ending::OutputFlood => Priority::OutOfMemory,
            Ending::OwnError => Priority::OwnError,
        }
    }

    /// In a few words.
    pub fn name(self) -> &'static str {
        match self {
            Priority::RefutationUnsound => "refutation unsoundness",
            Priority::ModelUnsound => "model unsoundness",
            Priority::WrongModelOrCore => "wrong model or core",
            Priority::Crash => "crash",
            Priority::Assertion => "failed assertion",
            Priority::BrokenContract => "broken contract",
            Priority::Timeout => "timeout",
            Priority::OutOfMemory => "out of memory",
            Priority::OwnError => "error of murxla",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_comes_first() {
        let plain = |class| Key { class, oracle: None, ..Key::of_oracle("z3", "", "") };
        let ordered = [
            Key::of_oracle("z3", "cross-check", "unsat/sat"),
            Key::of_oracle("z3", "status", "sat/unsat"),
            Key::of_oracle("z3", "asserted-values", ""),
            plain(Ending::Signal(11)),
            plain(Ending::Assertion),
            Key::of_oracle("z3", "contract", "sat/unsat"),
            plain(Ending::Timeout),
            plain(Ending::OutOfMemory),
            plain(Ending::OwnError),
        ];
        assert!(ordered.windows(2).all(|pair| Priority::of(&pair[0]) < Priority::of(&pair[1])));
        assert_eq!(Priority::of(&plain(Ending::Abort)), Priority::Crash);
    }
}
