//! In which order people should look at findings.

use super::{BROKEN_CONTRACT, Ending, Key};

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

/// Oracles that tell by their name what is wrong.
const BY_ORACLE: &[(&str, Priority)] = &[
    ("wrong-unsat", Priority::RefutationUnsound),
    ("wrong-sat", Priority::ModelUnsound),
    ("wrong-model", Priority::WrongModelOrCore),
    ("wrong-value", Priority::WrongModelOrCore),
    ("wrong-core", Priority::WrongModelOrCore),
    ("wrong-assumptions", Priority::WrongModelOrCore),
    (BROKEN_CONTRACT, Priority::BrokenContract),
];

impl Priority {
    /// The priority of a finding.
    pub fn of(key: &Key) -> Priority {
        if let Some(oracle) = &key.oracle {
            let by_name = BY_ORACLE.iter().find(|(name, _)| name == oracle);
            // The solver's own answer comes first.
            return by_name.map_or_else(
                || match key.detail.as_str() {
                    "unsat/sat" => Priority::RefutationUnsound,
                    "sat/unsat" => Priority::ModelUnsound,
                    _ => Priority::BrokenContract,
                },
                |(_, priority)| *priority,
            );
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
        let plain = |class| Key { class, oracle: None, ..Key::of_answers("z3", "", "") };
        let ordered = [
            Key::of_answers("z3", "crosscheck", "unsat/sat"),
            Key::of_answers("z3", "wrong-sat", "anything"),
            Key::of_answers("z3", "wrong-core", ""),
            plain(Ending::Signal(11)),
            plain(Ending::Assertion),
            Key::of_answers("z3", BROKEN_CONTRACT, "sat/unsat"),
            plain(Ending::Timeout),
            plain(Ending::OutOfMemory),
            plain(Ending::OwnError),
        ];
        assert!(ordered.windows(2).all(|pair| Priority::of(&pair[0]) < Priority::of(&pair[1])));
        assert_eq!(Priority::of(&plain(Ending::Abort)), Priority::Crash);
    }
}
