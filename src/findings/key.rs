//! The de-duplication key of a finding.

use std::fmt;

use murxla_api::Mismatch;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Ending;
use super::assertion::failed_assertion;
use super::normalize::normalize;
use super::stack::{recurring, solver_functions};
use crate::oracle::{INSPECTION, Proof, Violation};
use crate::sandbox::{Class, Frame, abort_message};

/// Between what was said and operators.
const OPERATORS: &str = " [";

/// How many functions of the solver a key names.
const FUNCTIONS: usize = 3;

/// What is known of a run that died.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// The solver's name.
    pub solver: &'a str,
    /// How the run ended.
    pub class: &'a Class,
    /// The stack, if it crashed.
    pub frames: &'a [Frame],
    /// What was said, as [`message_of`] gives it.
    pub message: &'a str,
    /// The action in which it ended.
    pub action: Option<&'a str>,
}

/// Which findings are the same: those with equal keys. A key is the same on every machine: it holds no address,
/// number of a process, folder or time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Key {
    /// The solver's name.
    pub solver: String,
    /// How the run ended.
    pub class: Ending,
    /// Who says that something is wrong, if it is not the end itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub oracle: Option<String>,
    /// What tells it from others: an assertion, functions of the solver, a normalized message, an action, or
    /// the answers that differ.
    pub detail: String,
}

/// What a run said before it ended: the message of its class, or what its standard error tells.
pub fn message_of(class: &Class, stderr: &[u8]) -> String {
    if let Class::Aborted { message } | Class::OwnError { message } = class {
        return message.clone();
    }
    let text = String::from_utf8_lossy(stderr);
    let last_line = || text.lines().map(str::trim).rfind(|line| !line.is_empty());
    match class {
        Class::UnexpectedExit { .. } => {
            abort_message(&text).or_else(|| last_line().map(str::to_owned))
        }
        Class::Crash { .. } => abort_message(&text),
        _ => None,
    }
    .unwrap_or_default()
}

impl Key {
    /// The key of what is known.
    pub fn of(evidence: &Evidence<'_>) -> Key {
        let Evidence { solver, class, frames, message, action } = *evidence;
        let mut ending = Ending::from(class);
        let in_action = || action.map(|name| format!("in {name}")).unwrap_or_default();
        let said = || Some(normalize(message)).filter(|text| !text.is_empty());
        let detail = match ending {
            // Where a limit is hit is chance, even what is said then.
            Ending::Timeout | Ending::OutOfMemory | Ending::OutputFlood => in_action(),
            Ending::OwnError => said().unwrap_or_else(in_action),
            _ => match failed_assertion(message) {
                // However the process ended then: some exit, some abort, some ask a debugger first.
                Some(assertion) => {
                    ending = Ending::Assertion;
                    assertion
                }
                None => functions(ending, frames).or_else(said).unwrap_or_else(in_action),
            },
        };
        Key { solver: solver.to_owned(), class: ending, oracle: None, detail }
    }

    /// The key of a violation: what the oracle said without what differs from run to run, or the answers that differ.
    pub fn of_violation(solver: &str, violation: &Violation) -> Key {
        let detail = match &violation.proof {
            Proof::Answers { said, against, .. } => format!("{said}/{against}"),
            // Of what is told wrongly, the values do not matter.
            Proof::Reply if *violation.oracle == *INSPECTION => {
                Mismatch::topic(&violation.what).to_owned()
            }
            Proof::Reply => normalize(&violation.what),
            // Operators are named in brackets.
            Proof::Model(_) => match violation.what.split_once(OPERATORS) {
                Some((what, operators)) => format!("{}{OPERATORS}{operators}", normalize(what)),
                None => normalize(&violation.what),
            },
        };
        Key::of_oracle(solver, &violation.oracle, &detail)
    }

    /// The key of what an oracle found in a run that completed. Where answers differ, that of `solver` comes first, e.g.
    /// `sat/unsat`.
    pub fn of_oracle(solver: &str, oracle: &str, detail: &str) -> Key {
        Key {
            solver: solver.to_owned(),
            class: Ending::Completed,
            oracle: Some(oracle.to_owned()),
            detail: detail.to_owned(),
        }
    }

    /// The same key, told apart from others by these operators, too.
    pub fn with_operators(mut self, operators: &[&str]) -> Key {
        if !operators.is_empty() {
            let plain = self.detail.split(OPERATORS).next().unwrap_or_default();
            self.detail = format!("{plain}{OPERATORS}{}]", operators.join(" "));
        }
        self
    }

    /// Whether operators tell it apart from others.
    pub fn has_operators(&self) -> bool {
        self.detail.contains(OPERATORS)
    }

    /// Whether both are of the same failure, whatever operators tell them apart: which these are changes when a trace is
    /// minimized.
    pub fn same_failure(&self, other: &Key) -> bool {
        let plain = |key: &Key| key.detail.split(OPERATORS).next().map(str::to_owned);
        (&self.solver, self.class, &self.oracle) == (&other.solver, other.class, &other.oracle)
            && plain(self) == plain(other)
    }

    /// The text that stands for the key wherever keys are compared outside of this program. It must not change
    /// from version to version.
    pub fn stable_text(&self) -> String {
        let oracle = self.oracle.as_deref().unwrap_or("-");
        format!("{}\n{}\n{oracle}\n{}", self.solver, self.class, self.detail)
    }

    /// The beginning of its hash, in so many hexadecimal digits.
    pub(super) fn hash(&self, digits: usize) -> String {
        let mut text = String::new();
        for byte in Sha256::digest(self.stable_text().as_bytes()) {
            text.push_str(&format!("{byte:02x}"));
        }
        text.truncate(digits);
        text
    }

    /// Six hexadecimal digits.
    pub fn hash6(&self) -> String {
        self.hash(6)
    }

    /// `<solver>-<class>-<hash>`, which is a good name of a folder.
    pub fn folder_name(&self) -> String {
        self.folder_name_with(6)
    }

    pub(super) fn folder_name_with(&self, digits: usize) -> String {
        let plain = |text: &str| -> String {
            let good = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
            text.chars().map(|c| if good(c) { c } else { '_' }).collect()
        };
        let word = self.what();
        format!("{}-{}-{}", plain(&self.solver), plain(&word), self.hash(digits))
    }

    /// What is wrong, in a word: the end, or the oracle of a run that completed.
    pub fn what(&self) -> String {
        match (&self.oracle, self.class) {
            (Some(oracle), Ending::Completed) => oracle.clone(),
            (_, class) => class.word(),
        }
    }
}

/// The functions of the solver that were running.
fn functions(ending: Ending, frames: &[Frame]) -> Option<String> {
    let mut functions = solver_functions(frames);
    if ending == Ending::StackOverflow {
        let circle = recurring(&functions);
        if !circle.is_empty() {
            functions = circle;
        }
    }
    functions.truncate(FUNCTIONS);
    (!functions.is_empty()).then(|| functions.join(" < "))
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Key { solver, class, oracle, detail } = self;
        write!(f, "{solver}: ")?;
        match oracle {
            Some(oracle) if *class == Ending::Completed => write!(f, "{oracle}")?,
            Some(oracle) => write!(f, "{class}, {oracle}")?,
            None => write!(f, "{class}")?,
        }
        if detail.is_empty() {
            return Ok(());
        }
        // "timeout in check-sat"
        let separator = if detail.starts_with("in ") { " " } else { ": " };
        write!(f, "{separator}{detail}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence<'a>(class: &'a Class, frames: &'a [Frame], message: &'a str) -> Evidence<'a> {
        let action = Some("check-sat");
        Evidence { solver: "z3", class, frames, message, action }
    }

    fn frame(library: &str, offset: u64, symbol: &str) -> Frame {
        Frame { library: library.to_owned(), offset, symbol: Some(symbol.to_owned()) }
    }

    const SEGV: Class = Class::Crash { signal: 11 };

    #[test]
    fn frames_come_before_the_message() {
        let stack = |folder: &str, offset| {
            [
                frame("/lib/libc.so.6", 1, "raise"),
                frame(
                    &format!("{folder}/libz3.so"),
                    offset,
                    "_ZN3smt24theory_special_relations6mk_injERNS0_8relationER5model",
                ),
                frame(&format!("{folder}/libz3.so"), offset, "_ZN3smt7context5checkEv.cold"),
                frame(&format!("{folder}/libz3.so"), offset, "Z3_solver_check"),
                frame(&format!("{folder}/libz3.so"), offset, "too_far"),
            ]
        };
        let key = Key::of(&evidence(&SEGV, &stack("/a", 7), "what 12"));
        assert_eq!(
            key.to_string(),
            "z3: segv: smt::theory_special_relations::mk_inj < smt::context::check < Z3_solver_check"
        );
        assert_eq!(key, Key::of(&evidence(&SEGV, &stack("/b", 9), "")));
    }

    #[test]
    fn keys_tell_what_happened() {
        let aborted = |message: &str| Class::Aborted { message: message.to_owned() };
        let table: &[(Class, &str, &str)] = &[
            (Class::Timeout, "", "z3: timeout in check-sat"),
            (Class::OutOfMemory, "std::bad_alloc", "z3: out-of-memory in check-sat"),
            (Class::OutputFlood, "", "z3: output-flood in check-sat"),
            (SEGV, "", "z3: segv in check-sat"),
            (
                aborted(""),
                "murxla: ../src/a.cpp:12: int f(): Assertion `x > 0' failed.",
                "z3: assertion: a.cpp:12: x > 0",
            ),
            (
                Class::UnexpectedExit { code: 114 },
                "ASSERTION VIOLATION File: a.cpp Line: 3 x != 0",
                "z3: assertion: a.cpp:3: x != 0",
            ),
            (Class::UnexpectedExit { code: 2 }, "no such id t17", "z3: exit-2: no such id #"),
            (
                aborted(""),
                "terminate called after throwing an instance of 'std::bad_variant_access' what():  \
                 std::get: wrong index for variant",
                "z3: abort: terminate called after throwing an instance of 'std::bad_variant_access' \
                 what(): std::get: wrong index for variant",
            ),
        ];
        for (class, message, expected) in table {
            assert_eq!(Key::of(&evidence(class, &[], message)).to_string(), *expected);
        }
    }

    #[test]
    fn oracles_have_keys() {
        let violation = |what: &str, proof| Violation {
            oracle: "contract".into(),
            call: 3,
            what: what.to_owned(),
            proof,
        };
        let broken = violation("the solver returned the term t12 twice", Proof::Reply);
        let broken = Key::of_violation("z3", &broken);
        assert_eq!(broken.to_string(), "z3: contract: the solver returned the term # twice");
        assert!(broken.folder_name().starts_with("z3-contract-"));
        let told = Violation {
            oracle: INSPECTION.into(),
            ..violation("f_width (the width of t7): expected 8, got 9", Proof::Reply)
        };
        let told = Key::of_violation("z3", &told);
        assert_eq!(told.to_string(), "z3: inspection: f_width (the width of t7)");
        let (said, against) = (murxla_api::Answer::Sat, murxla_api::Answer::Unsat);
        let proof = Proof::Answers { said, against, by: "z3".to_owned() };
        let differ = Key::of_violation("cvc5", &violation("sat, but z3 says unsat", proof));
        assert_eq!(differ.to_string(), "cvc5: contract: sat/unsat");
        let answers = Key::of_oracle("cvc5", "cross-check", "sat/unsat");
        assert_eq!(answers.to_string(), "cvc5: cross-check: sat/unsat");
        assert_ne!(answers, Key::of_oracle("cvc5", "cross-check", "unsat/sat"));
    }

    /// Two machines agree, and so do two versions.
    #[test]
    fn the_name_of_a_folder_stays() {
        let key = Key::of(&evidence(&Class::Timeout, &[], ""));
        assert_eq!(key.stable_text(), "z3\ntimeout\n-\nin check-sat");
        assert_eq!(key.folder_name(), "z3-timeout-3d420d");
        let odd = Key { solver: "a/../b c".to_owned(), ..key };
        assert!(odd.folder_name().starts_with("a_.._b_c-timeout-"));
    }

    #[test]
    fn keys_are_read_back() {
        let key = Key::of_oracle("z3", "cross-check", "sat/unsat");
        let text = serde_json::to_string(&key).expect("text");
        assert_eq!(serde_json::from_str::<Key>(&text).expect("a key"), key);
        let crash = Key::of(&evidence(&SEGV, &[], ""));
        assert_eq!(
            serde_json::to_string(&crash).expect("text"),
            r#"{"solver":"z3","class":"segv","detail":"in check-sat"}"#
        );
    }

    #[test]
    fn what_was_said_is_found() {
        let check = |class: &Class, stderr: &str, expected: &str| {
            assert_eq!(message_of(class, stderr.as_bytes()), expected);
        };
        check(&SEGV, "noise\nfree(): invalid size\n", "free(): invalid size");
        check(&SEGV, "noise\n", "");
        check(&Class::UnexpectedExit { code: 1 }, "noise\nlast\n\n", "last");
        check(&Class::Aborted { message: "so".to_owned() }, "noise\n", "so");
        check(&Class::Timeout, "noise\n", "");
    }
}
