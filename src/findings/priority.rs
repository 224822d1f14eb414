//! The order in which people should look at findings.

use murxla_api::{LibraryInfo, Standing};

use super::{Ending, Finding, Key};
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

/// Where a finding stands among others. What maintainers vouch for and what needs no option comes before what does not; an
/// assertion that only a build with assertions sees, and what is no finding of the solver's, come last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    tier: Tier,
    priority: Priority,
    standing: Option<Standing>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tier {
    /// It fails in default mode, or that is not known.
    Default,
    /// It needs an option, or a part of the solver that its maintainers call expert.
    Options,
    /// It needs a part that they call experimental, or will not mend.
    Experimental,
    /// Time or memory is used up.
    Limit,
    /// Only a build with assertions sees it.
    AssertionOnly,
    /// It is our own.
    Own,
}

impl Rank {
    /// The rank of a finding. `scope` is what its maintainers say of the parts that it uses.
    pub fn of(finding: &Finding, scope: Option<Standing>) -> Rank {
        let priority = Priority::of(&finding.key);
        let default_mode = finding.diagnosis.as_ref().and_then(|known| known.default_mode);
        let tier = match (priority, scope, default_mode) {
            (Priority::OwnError, ..) => Tier::Own,
            _ if is_seen_by_assertions_only(finding) => Tier::AssertionOnly,
            (Priority::Timeout | Priority::OutOfMemory, ..) => Tier::Limit,
            (_, Some(Standing::Experimental | Standing::WontFix), _) => Tier::Experimental,
            (_, Some(Standing::Expert), _) | (_, _, Some(false)) => Tier::Options,
            (_, None, _) => Tier::Default,
        };
        Rank { tier, priority, standing: scope }
    }

    /// What it is, wherever it happens.
    pub fn priority(self) -> Priority {
        self.priority
    }

    /// In a few words.
    pub fn name(self) -> String {
        let name = self.priority.name();
        match self.tier {
            Tier::Default | Tier::Limit | Tier::Own => name.to_owned(),
            Tier::Options if self.standing.is_some() => format!("{name}, for experts"),
            Tier::Options => format!("{name}, with options"),
            Tier::Experimental => format!("{name}, experimental"),
            Tier::AssertionOnly => format!("{name}, in a debug build alone"),
        }
    }
}

/// Whether a build with assertions is needed to see it: an assertion fails, and the release does not fail.
fn is_seen_by_assertions_only(finding: &Finding) -> bool {
    let version = finding.solver.version.as_deref().unwrap_or_default();
    let release_fails = finding.release.as_ref().is_some_and(|release| release.key.is_some());
    finding.key.class == Ending::Assertion
        && version.ends_with(LibraryInfo::ASSERTIONS)
        && !release_fails
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::{Diagnosis, OnRelease, SolverFacts};
    use crate::sandbox::Class;

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

    #[test]
    fn default_mode_comes_before_options_and_assertions_last() {
        let finding = |key: Key, default_mode: Option<bool>, version: &str| Finding {
            schema: crate::findings::SCHEMA,
            key,
            run: 0,
            seed: 0,
            settings: Vec::new(),
            solver: SolverFacts { version: Some(version.to_owned()), ..SolverFacts::default() },
            class: Class::Completed,
            action: None,
            message: String::new(),
            frames: Vec::new(),
            reproduced: true,
            release: None,
            minimized: None,
            diagnosis: Some(Diagnosis { default_mode, ..Diagnosis::default() }),
            proof: String::new(),
            stderr: Vec::new(),
            trace: Vec::new(),
            narrowed: None,
            made_of: Vec::new(),
        };
        let of = |class| Key { class, oracle: None, ..Key::of_oracle("z3", "", "") };
        let wrong = || Key::of_oracle("z3", "planted", "unsat, but the planted values are a model");
        let model = || Key::of_oracle("z3", "model", "#");
        let crash = || of(Ending::Signal(11));
        let ordered = [
            Rank::of(&finding(wrong(), Some(true), "1"), None),
            Rank::of(&finding(model(), Some(true), "1"), None),
            Rank::of(&finding(crash(), Some(true), "1"), None),
            Rank::of(&finding(wrong(), Some(false), "1"), None),
            Rank::of(&finding(crash(), Some(true), "1"), Some(Standing::Expert)),
            Rank::of(&finding(wrong(), Some(true), "1"), Some(Standing::Experimental)),
            Rank::of(&finding(of(Ending::Timeout), Some(true), "1"), None),
            Rank::of(&finding(of(Ending::Assertion), Some(true), "1-assertions"), None),
            Rank::of(&finding(of(Ending::OwnError), None, "1"), None),
        ];
        assert!(ordered.windows(2).all(|pair| pair[0] < pair[1]), "{ordered:?}");
        // The release fails, too, or it is a release.
        let on_release = OnRelease { key: Some(crash()), ..OnRelease::not_done("") };
        let seen = Finding {
            release: Some(on_release),
            ..finding(of(Ending::Assertion), None, "1-assertions")
        };
        assert!(Rank::of(&seen, None) < ordered[3]);
        assert!(Rank::of(&finding(of(Ending::Assertion), None, "1"), None) < ordered[3]);
    }
}
