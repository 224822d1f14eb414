//! Classes of runs in which the binary misbehaves.

use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use murxla::exec::{OptionPolicy, Run};
use murxla::findings::Failure;
use murxla::oracle::{LocalRunner, Runner};
use murxla::sandbox::{Class, Limits};
use murxla::solvers::{Choice, Locator};
use murxla::supply::Silent;
use murxla::trace::{Recorded, read};

use crate::fake::Fake;

/// A run with a check, and another one at its end: what is said to it shows that no reply was left over.
pub const TRACE: &str = "\
1 new
2 mk-sort SORT_BOOL
return s1
3 mk-const s1 \"x\"
return t1
4 assert-formula t1
5 check-sat
6 assert-formula t1
7 check-sat
8 delete
";

/// What the binary does, how the run ends, what the key of the finding is, and what is recorded of the check.
const TABLE: &[(&str, &str, &str, &str)] = &[
    ("sat", "completed", "-", "sat"),
    ("hang", "timeout", "smtlib: timeout in check-sat", "-"),
    ("spin", "timeout", "smtlib: timeout in check-sat", "-"),
    ("background", "completed", "-", "sat"),
    ("segv", "crash, signal 11", "smtlib: segv in check-sat", "-"),
    ("bus", "crash, signal 7", "smtlib: bus in check-sat", "-"),
    ("kill", "crash, signal 9", "smtlib: kill in check-sat", "-"),
    ("assertion", "abort", "smtlib: assertion: f.c:12: x > 0", "-"),
    ("exit", "exit with code 3", "smtlib: exit-3: no such id #", "-"),
    ("quiet-exit", "exit with code 0", "smtlib: exit-0 in check-sat", "-"),
    ("memory", "out of memory", "smtlib: out-of-memory in check-sat", "-"),
    ("flood", "too much output", "smtlib: output-flood in check-sat", "-"),
    ("flood-stderr", "too much output", "smtlib: output-flood in check-sat", "-"),
    (
        "garbage",
        "completed",
        "smtlib: contract: to check-sat the solver said: hello",
        "broken: to check-sat the solver said: hello",
    ),
    (
        "wrong-word",
        "completed",
        "smtlib: contract: to check-sat the solver said: success",
        "broken: to check-sat the solver said: success",
    ),
    (
        "partial",
        "completed",
        "smtlib: contract: to check-sat the solver said: (model (define-fun (and then ended)",
        "broken: to check-sat the solver said: (model (define-fun (and then ended)",
    ),
    ("partial-hang", "timeout", "smtlib: timeout in check-sat", "-"),
    ("error", "completed", "-", "rejected: no model for x17"),
    ("error-loquacious", "completed", "-", "rejected: no"),
    ("two-errors", "completed", "-", "rejected: one"),
    ("error-exit", "completed", "-", "rejected: gone for good"),
    ("unsupported", "completed", "-", "skipped"),
];

pub fn trials() -> Vec<Trial> {
    let mut trials: Vec<Trial> =
        TABLE.iter().map(|row| Trial::test(format!("fault_{}", row.0), || check(row))).collect();
    trials.push(Trial::test("strict_profiles_do_not_forgive_an_exit", strict));
    trials
}

fn run(fake: &Fake, solver: &str) -> Result<Run, Failed> {
    let (trace, _) = read(TRACE.as_bytes())?;
    let library = Locator::new(&[])?.load(&Choice::parse(solver)?, &Silent)?;
    let limits = Limits {
        wall: Duration::from_secs(3),
        cpu: Duration::from_millis(300),
        ..Limits::default()
    };
    let run = LocalRunner::new("smtlib", library, OptionPolicy::NoFiles).play(&trace, &limits)?;
    fake.require_none_left()?;
    Ok(run)
}

fn check(row: &(&str, &str, &str, &str)) -> Result<(), Failed> {
    let (fault, end, key, reply) = *row;
    let fake = Fake::new()?;
    let run = run(&fake, &fake.solver(fault))?;
    let found =
        Failure::of("smtlib", &run).map_or("-".to_owned(), |failure| failure.key.to_string());
    let check = run.played.calls.iter().find(|call| call.action.name() == "check-sat");
    let recorded = match check.and_then(|call| call.reply.as_ref()) {
        None => "-".to_owned(),
        Some(Recorded::Answer(answer)) => answer.to_string(),
        Some(Recorded::Rejected(why)) => format!("rejected: {why}"),
        Some(Recorded::Broken(why)) => format!("broken: {why}"),
        Some(Recorded::Skipped(_)) => "skipped".to_owned(),
        Some(other) => format!("{other:?}"),
    };
    let ended = murxla::exec::class_name(run.class());
    let got = (ended.as_str(), found.as_str(), recorded.as_str());
    if got != (end, key, reply) {
        let stderr =
            String::from_utf8_lossy(&run.outcome.stderr).chars().take(300).collect::<String>();
        return Err(format!("{fault}: {got:?} instead of {:?}; {stderr}", (end, key, reply)).into());
    }
    // After an error the solver is where it was before: what comes later is accepted.
    let last = run.played.calls.iter().rev().find(|call| call.action.name() == "assert-formula");
    let refused = last.is_some_and(|call| call.reply.is_some());
    if reply.starts_with("rejected") && refused {
        return Err("the assertion after the error was not accepted".into());
    }
    Ok(())
}

/// A profile that says that the solver goes on after an error does not let it end.
fn strict() -> Result<(), Failed> {
    let fake = Fake::new()?;
    let profile = fake.file("strict.toml");
    std::fs::write(
        &profile,
        "name = \"strict\"\ntheories = [\"core\"]\n[commands]\nafter-error = \"goes-on\"\n",
    )?;
    let solver =
        fake.solver("error-exit").replacen("smtlib", &format!("smtlib@{}", profile.display()), 1);
    match run(&fake, &solver)?.class() {
        Class::UnexpectedExit { code: 1 } => Ok(()),
        other => Err(format!("{other:?}").into()),
    }
}
