//! Figures of many scripts.

use std::collections::BTreeMap;
use std::fmt::Write;

use murxla::smt::PrintError;
use murxla::smt::export::Export;

use crate::answers::Verdict;
use crate::is_whole;
use crate::known::{self, Case, Row, Runs};

#[derive(Default)]
pub struct Figures {
    scripts: u64,
    whole: u64,
    reasons: BTreeMap<String, u64>,
    same: u64,
    same_before: u64,
    unknown: u64,
    limits: u64,
    crashes_after_limit: u64,
    refused: u64,
    answers: usize,
    known: BTreeMap<&'static str, u64>,
    /// Rows of what is known that were met.
    met: Vec<&'static Row>,
    /// Scripts that became traces and the same scripts again.
    pub there_and_back: u64,
    pub unexplained: Vec<String>,
}

impl Figures {
    pub fn exported(&mut self, exported: &Export, errors: &[PrintError]) {
        self.scripts += 1;
        self.whole += u64::from(is_whole(exported) && errors.is_empty());
        let mut reasons: Vec<String> =
            exported.left_out.iter().map(|one| general(&one.why)).collect();
        reasons.extend(errors.iter().map(|error| error.to_string()));
        reasons.sort();
        reasons.dedup();
        for reason in reasons {
            *self.reasons.entry(reason).or_default() += 1;
        }
    }

    /// Counts the verdict; tells whether its script is worth keeping.
    pub fn judged(&mut self, case: &Case<'_>, verdict: &Verdict) -> bool {
        match verdict {
            Verdict::Same(answers) | Verdict::SameEnd(answers) => {
                self.same += 1;
                self.answers += answers;
            }
            Verdict::SameBeforeLeftOut(answers) => {
                self.same_before += 1;
                self.answers += answers;
            }
            Verdict::Unknown(answers) => {
                self.unknown += 1;
                self.answers += answers;
            }
            Verdict::Limit(answers) => {
                self.limits += 1;
                self.answers += answers;
            }
            Verdict::CrashAfterLimit(answers) => {
                self.crashes_after_limit += 1;
                self.answers += answers;
                return true;
            }
            Verdict::SameRefusal(answers) => {
                self.refused += 1;
                self.answers += answers;
            }
            Verdict::Wrong(wrong) => match known::reason(wrong, case) {
                Some(row) => {
                    *self.known.entry(row.why).or_default() += 1;
                    self.met.push(row);
                }
                None => {
                    self.unexplained.push(format!("seed {}: {wrong}", case.seed));
                    return true;
                }
            },
        }
        false
    }

    /// Adds the rows about these runs that no script met, after a long check.
    pub fn require_known_rows(&mut self, solver: &str, runs: Runs) {
        self.unexplained.extend(known::silent(solver, runs, &self.met));
    }

    pub fn report(&self, solver: &str) -> String {
        let mut text = String::new();
        for (reason, count) in &self.reasons {
            let _ = writeln!(text, "left out in {count} scripts: {reason}");
        }
        text.push_str(&self.short_report(solver));
        text
    }

    /// Without what was left out.
    pub fn short_report(&self, solver: &str) -> String {
        let mut text = String::new();
        for (reason, count) in &self.known {
            let _ = writeln!(text, "known, {count} scripts: {reason}");
        }
        let accepted = self.same
            + self.same_before
            + self.unknown
            + self.limits
            + self.crashes_after_limit
            + self.refused;
        let known: u64 = self.known.values().sum();
        let _ = write!(
            text,
            "export: {} scripts of {solver}: {} whole, {} with something left out; {accepted} accepted: \
             {} with the same answers, {} the same up to a call that was left out, {} up to an unknown, {} \
             up to a limit, {} up to a limit of the run behind which the script ends in a crash, {} up to what the API refused with the same words ({} answers compared); {} the same after import and export; {known} known, {} unexplained",
            self.scripts,
            self.whole,
            self.scripts - self.whole,
            self.same,
            self.same_before,
            self.unknown,
            self.limits,
            self.crashes_after_limit,
            self.refused,
            self.answers,
            self.there_and_back,
            self.unexplained.len(),
        );
        text
    }
}

/// A reason without names of terms and options.
fn general(why: &str) -> String {
    let mut words: Vec<&str> = why.split(' ').collect();
    if words.first().is_some_and(|first| first.starts_with('t') && first.ends_with(':')) {
        words.remove(0);
    }
    if words.ends_with(&["cannot", "be", "set", "in", "a", "script"]) {
        words[0] = "an option";
    }
    let text = words.join(" ");
    // Sorts can be long.
    match text.split_once(" like (").or(text.split_once(" inside of (")) {
        Some((kind, _)) => kind.to_owned(),
        None => text,
    }
}
