//! Checks whether the exported script of a trace that ends in a failure still shows that failure.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use murxla_api::{ActionKind, Answer, ReplyKind};

use super::OwnBuilds;
use super::replay::{Input, recorded_solver};
use crate::exec::OptionPolicy;
use crate::findings::{MIN_TRACE, TRACE, oracle_of};
use crate::oracle::{LocalRunner, Runner, Violation};
use crate::reduce::Judged;
use crate::sandbox::Limits;
use crate::smt::script_trace;
use crate::solvers::{Location, wrapper};
use crate::supply::Silent;
use crate::trace::{Action, Recorded, Trace};

/// What a run may take of time.
const TIME: Duration = Duration::from_secs(10);

/// Whether a script shows what its trace shows.
pub(super) enum Shown {
    /// It does.
    Yes(String),
    /// It does not, and what it does instead.
    No(String),
    /// It was not tried, and why.
    NotTried(String),
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Yes(what) => write!(f, "the script still shows it: {what}"),
            Shown::No(what) => write!(f, "the script does not show it: {what}"),
            Shown::NotTried(why) => write!(f, "whether the script shows it was not tried: {why}"),
        }
    }
}

/// The trace that a path means: in the folder of a finding the minimized one, if there is one.
pub(super) fn trace_of(path: &Path) -> PathBuf {
    let inside = [MIN_TRACE, TRACE].map(|name| path.join(name));
    inside.into_iter().find(|file| file.is_file()).unwrap_or_else(|| path.to_owned())
}

/// What is said of a trace, beside it or in a comment of it.
#[derive(Clone, Copy)]
pub(super) struct Claim {
    /// That it shows a bug.
    pub(super) shows_bug: bool,
    /// That its answers are what is wrong: the finding beside it names an oracle, or a line `# outcome:` in it names an answer.
    pub(super) wrong_answers: bool,
}

impl Claim {
    /// What is said of the trace in this file.
    pub(super) fn of(file: &Path) -> Claim {
        let finding = file.parent().and_then(oracle_of);
        let outcome = outcome_line(file);
        Claim {
            shows_bug: finding.is_some() || outcome.is_some(),
            wrong_answers: finding.flatten().is_some()
                || outcome.is_some_and(|outcome| names_answer(&outcome)),
        }
    }
}

/// The line of a trace that says how it ends while the bug is there.
fn outcome_line(file: &Path) -> Option<String> {
    let text = std::fs::read(file).ok()?;
    let text = String::from_utf8_lossy(&text);
    text.lines().find_map(|line| line.strip_prefix("# outcome:")).map(|rest| rest.trim().to_owned())
}

/// Whether an outcome is an answer; a name such as `check-sat` is none. A run that goes on as it is recorded shows what it
/// records.
fn names_answer(outcome: &str) -> bool {
    let mut words = outcome.split(|one: char| !one.is_ascii_alphanumeric() && one != '-');
    if outcome == "as recorded" {
        return true;
    }
    words.any(|word| matches!(word, "sat" | "unsat" | "answer" | "answers" | "contradiction"))
}

/// Whether a trace looks as if its run ended before it did: what its last call should have given is not there.
fn ends_early(trace: &Trace) -> bool {
    if trace.calls.iter().any(|call| Violation::recorded(0, call).is_some()) {
        return true;
    }
    let Some(last) = trace.calls.last() else { return false };
    match &last.action {
        _ if !last.rets.is_empty() || last.reply.is_some() => false,
        // A run that was generated ends with the end of its instance.
        _ if trace.header.seed.is_some() => last.action.kind() != ActionKind::Delete,
        Action::Base(action) => action.reply != ReplyKind::Done,
        Action::Own(_) => false,
    }
}

/// Executes a trace that may end in a failure, and if it does, its script; `None` if there is nothing to be shown.
pub(super) fn still_shows(
    input: &Input,
    script: &str,
    own: &OwnBuilds,
    claim: Claim,
) -> anyhow::Result<Option<Shown>> {
    if !ends_early(&input.trace) && !claim.shows_bug {
        return Ok(None);
    }
    let name = input.trace.header.solver.as_deref();
    let Some(wrapper) = name.and_then(|name| wrapper(name).ok()) else { return Ok(None) };
    if wrapper.name() == murxla_smtlib::NAME {
        return Ok(Some(Shown::NotTried("a trace does not say which program to run".to_owned())));
    }
    let locator = match own.with_library_of(&input.path) {
        Ok(own) => own.locator()?,
        Err(trouble) => return Ok(Some(Shown::NotTried(trouble.to_string()))),
    };
    let Some(choice) = recorded_solver(input, &locator)? else { return Ok(None) };
    if locator.locate(&choice)? == Location::NotInstalled {
        return Ok(Some(Shown::NotTried(format!("{choice} is not installed"))));
    }
    let load = || locator.load(&choice, &Silent).map_err(|error| error.to_string());
    let runner = LocalRunner::loading(choice.name, OptionPolicy::Declared, load);
    let before = run(&runner, choice.name, &input.trace)?;
    let wanted = match &before.judged {
        Judged::Failure(key) => key.to_string(),
        Judged::Timeout => "it takes too long".to_owned(),
        Judged::Fine if claim.wrong_answers && before.answers != answers_of(&input.trace) => {
            return Ok(Some(Shown::NotTried("the trace has other answers here".to_owned())));
        }
        Judged::Fine if claim.wrong_answers => before.answers_text(),
        Judged::Fine if claim.shows_bug => {
            return Ok(Some(Shown::NotTried("the trace itself does not fail here".to_owned())));
        }
        // Nothing promised that it fails.
        Judged::Fine => return Ok(None),
        Judged::OwnError(why) => return Ok(Some(Shown::NotTried(why.clone()))),
    };
    let imported = match script_trace(script.as_bytes(), Some(wrapper)) {
        Ok(imported) => imported,
        Err(error) => return Ok(Some(Shown::No(format!("it cannot be read: {error}")))),
    };
    let after = run(&runner, choice.name, &imported.trace)?;
    let is_same = before.judged == after.judged
        && (before.judged != Judged::Fine || before.answers == after.answers);
    Ok(Some(match (is_same, &after.judged) {
        (true, _) => Shown::Yes(wanted),
        (false, Judged::Failure(key)) => Shown::No(format!("{key} instead of {wanted}")),
        (false, Judged::Timeout) => Shown::No(format!("it takes too long; the trace: {wanted}")),
        (false, Judged::Fine) => {
            Shown::No(format!("{}; the trace: {wanted}", after.answers_text()))
        }
        (false, Judged::OwnError(why)) => Shown::NotTried(why.clone()),
    }))
}

/// What became of a trace.
struct Ran {
    judged: Judged,
    answers: Vec<Answer>,
}

impl Ran {
    fn answers_text(&self) -> String {
        let answers: Vec<String> = self.answers.iter().map(ToString::to_string).collect();
        match answers.is_empty() {
            true => "it ends without an answer".to_owned(),
            false => format!("it ends with {}", answers.join(" ")),
        }
    }
}

/// What becomes of a trace on a solver, in a child.
fn run(runner: &LocalRunner<'_>, solver: &str, trace: &Trace) -> anyhow::Result<Ran> {
    let limits = Limits { wall: TIME, cpu: TIME, ..Limits::default() };
    let run = runner.play(trace, &limits)?;
    let judged = match &run.load_error {
        Some(error) => Judged::OwnError(error.clone()),
        None => Judged::of(solver, &run),
    };
    Ok(Ran { judged, answers: answers_of(&run.played) })
}

fn answers_of(trace: &Trace) -> Vec<Answer> {
    let answer = |reply: &Option<Recorded>| match reply {
        Some(Recorded::Answer(answer)) => Some(*answer),
        _ => None,
    };
    trace.calls.iter().filter_map(|call| answer(&call.reply)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::read;

    #[test]
    fn outcomes_that_name_answers() {
        assert!(names_answer("sat where unsat is right") && names_answer("wrong answer"));
        assert!(names_answer("as recorded"));
        assert!(
            !names_answer("crash, signal 11; in check-sat; at f")
                && !names_answer("exit 10, saturated")
        );
    }

    #[test]
    fn runs_that_ended_early() {
        let check = |text: &str, expected: bool| {
            let (trace, _) = read(text.as_bytes()).unwrap();
            assert_eq!(ends_early(&trace), expected, "{text}");
        };
        check("0 new\n0 check-sat\n", true);
        check("0 new\n0 check-sat\nreturn sat\n", false);
        check("0 new\n0 check-sat\nbroken \"no\"\n0 delete\n", true);
        check("0 new\n0 push 1\n", false);
        check("#! seed 1\n0 new\n0 push 1\n", true);
        check("#! seed 1\n0 new\n0 delete\n", false);
    }
}
