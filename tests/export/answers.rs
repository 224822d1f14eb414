//! Compares what a front end answered with what the run recorded.

use murxla::sandbox::Class;
use murxla::smt::Command;
use murxla::smt::export::Export;
use murxla::trace::{Call, Recorded, Trace};

use crate::front::{End, Output};
use crate::runs::is_limit;

/// How a script was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Accepted, with the same answers; so many were compared.
    Same(usize),
    /// Accepted as far as a limit let it come, with the same answers.
    Limit(usize),
    /// Accepted, but a call that matters was left out: answers were compared up to there.
    SameBeforeLeftOut(usize),
    /// Accepted, with an answer where the other has `unknown`: nothing is compared behind it.
    Unknown(usize),
    /// Both the run and its script end in a crash.
    SameEnd(usize),
    /// A limit ended the run in its last check, and the script, which has more time, ends in a crash there.
    CrashAfterLimit(usize),
    /// The front end refuses a command with the words with which the API refused a call. What the run did after that the
    /// script does not do.
    SameRefusal(usize),
    /// What is wrong.
    Wrong(String),
}

/// The answers that the run recorded, one for each check of the script; `None` if it does not say.
fn expected(exported: &Export) -> Vec<Option<String>> {
    let mut answers = Vec::new();
    let mut status = None;
    for command in &exported.script.commands {
        match command {
            Command::SetInfo { keyword, value } if &**keyword == "status" => {
                status = Some(value.to_string());
            }
            Command::CheckSat | Command::CheckSatAssuming(_) => answers.push(status.take()),
            _ => {}
        }
    }
    answers
}

/// How many checks come before the first call that was left out and matters.
fn checks_before_left_out(exported: &Export) -> Option<usize> {
    let mut left_out = exported.left_out.iter();
    let mut checks = 0;
    for command in &exported.script.commands {
        let matters = match command {
            Command::Comment(text) if text.starts_with("left out: ") => {
                left_out.next().is_some_and(|one| one.matters)
            }
            Command::CheckSat | Command::CheckSatAssuming(_) => {
                checks += 1;
                false
            }
            _ => false,
        };
        if matters {
            return Some(checks);
        }
    }
    None
}

/// What the API said when it refused calls that became commands, or would have.
pub fn refusals(trace: &Trace) -> Vec<&str> {
    trace.calls.iter().filter_map(refusal).collect()
}

fn refusal(call: &Call) -> Option<&str> {
    match &call.reply {
        Some(Recorded::Rejected(words)) if !call.action.name().starts_with("mk-") => {
            words.lines().next()
        }
        _ => None,
    }
}

/// Whether this error is what the API said, too.
fn is_refusal(line: &str, refusals: &[&str]) -> bool {
    let words = line.trim_start_matches("(error \"").trim_end_matches("\")");
    refusals.contains(&words)
}

pub fn judge(exported: &Export, output: &Output, class: &Class, refusals: &[&str]) -> Verdict {
    let run_ended_early = *class != Class::Completed;
    let expected = expected(exported);
    let comparable = checks_before_left_out(exported);
    let (mut compared, mut check) = (0, 0);
    for line in output.text.lines() {
        let line = line.trim();
        if is_error(line) && is_refusal(line, refusals) {
            return Verdict::SameRefusal(compared);
        }
        if is_error(line) {
            return Verdict::Wrong(shortened(line));
        }
        if !matches!(line, "sat" | "unsat" | "unknown" | "timeout") {
            continue;
        }
        if comparable.is_some_and(|checks| check >= checks) {
            check += 1;
            continue;
        }
        match expected.get(check).and_then(Option::as_deref) {
            Some(answer) if answer == line => compared += 1,
            Some(answer) if answer == "unknown" || matches!(line, "unknown" | "timeout") => {
                return Verdict::Unknown(compared);
            }
            Some(answer) => {
                return Verdict::Wrong(format!("check {check}: {line} instead of {answer}"));
            }
            None => {}
        }
        check += 1;
    }
    match output.end {
        // The run crashed, and so does its script.
        End::Signal(_) if run_ended_early && !is_limit(class) => Verdict::SameEnd(compared),
        // Nobody knows what the run would have done with more time.
        End::Signal(_) | End::Failed(_) if is_limit(class) && check + 1 == expected.len() => {
            Verdict::CrashAfterLimit(compared)
        }
        End::Signal(signal) => {
            Verdict::Wrong(format!("signal {signal}: {}", last_line(&output.text)))
        }
        End::Limit => Verdict::Limit(compared),
        End::Failed(code) => Verdict::Wrong(format!("exit {code}: {}", last_line(&output.text))),
        End::Normal if check < expected.len() && !run_ended_early => {
            Verdict::Wrong(format!("{check} answers instead of {}", expected.len()))
        }
        End::Normal if comparable.is_some() => Verdict::SameBeforeLeftOut(compared),
        End::Normal => Verdict::Same(compared),
    }
}

fn is_error(line: &str) -> bool {
    // What stands for a value is inside of a list.
    line.trim_start_matches('(').starts_with("error \"") || line.starts_with("unsupported")
}

/// The last words; of a failed assertion those that say what failed.
fn last_line(text: &str) -> String {
    let failed = text.lines().find(|line| line.starts_with("Failed to verify: "));
    shortened(failed.or(text.lines().last()).unwrap_or_default())
}

fn shortened(line: &str) -> String {
    line.chars().take(200).collect()
}
