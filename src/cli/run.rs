//! `murxla run`: solves SMT-LIB scripts in process, on several solvers.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use murxla_api::{ActionKind, Answer, LoadError};

use super::OwnBuilds;
use super::ending::{ending_name, told_class};
use super::exit::Outcome;
use super::print::say;
use super::replay::{install, seconds};
use super::script_input::hint;
use super::table::Rows;
use crate::exec::OptionPolicy;
use crate::oracle::{
    Answers, AnswersEnd, Checks, GivenVerdict, LocalRunner, MODEL, Proof, Runner, Verdict,
    Violation, produce_models,
};
use crate::sandbox::{Class, Limits};
use crate::smt::{Imported, script_trace};
use crate::solvers::{Choice, Locator, SolverProblem, real, wrapper};
use crate::supply::Silent;
use crate::trace::Recorded;
use crate::trace::check::NoOwnRows;

/// Solve SMT-LIB scripts in process, on several solvers
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  murxla run problem.smt2                          on all four solvers
  murxla run *.smt2 --solver z3,cvc5 --time 5

Each script is done by each solver's API in a child process, within its limits. A solver that lacks what a \
script uses says `unsupported`, one that refuses a call `error`. The exit code is 10 if one solver says sat and another unsat, if an answer \
contradicts the script's :status, if a solver crashes, or if --check-models finds an assertion that is false \
under the solver's own model.")]
pub(super) struct Args {
    /// The scripts
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The solvers [default: all]
    #[arg(long, value_name = "NAME[@VERSION]|smtlib:COMMAND")]
    solver: Vec<String>,
    /// After each sat, ask for the values of all constants and functions and evaluate the assertions under them; tell how
    /// many models are right at the end
    #[arg(long)]
    check_models: bool,
    /// Seconds that a solver may take for a script
    #[arg(short, long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    time: f64,
}

/// A script on a solver.
struct Solved {
    choice: Choice,
    answers: Answers,
    took: Duration,
    /// What the model oracle said of the models, if it was asked.
    models: Vec<String>,
    /// What it found wrong.
    wrong_model: Option<Violation>,
}

/// A script on all solvers.
struct Row<'a> {
    path: &'a Path,
    /// What it says that its checks answer; `None` where it says nothing.
    status: Vec<Option<Answer>>,
    solved: Vec<Solved>,
}

pub(super) fn run(args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    let locator = own.locator()?;
    let choices: Vec<Choice> = if args.solver.is_empty() {
        real().map(|wrapper| Choice::parse(wrapper.name())).collect::<Result<_, _>>()?
    } else {
        own.choices(&args.solver)?
    };
    for choice in &choices {
        install(&locator, choice)?;
    }
    let mut worst = Outcome::Clean;
    let mut rows = None;
    let mut models: BTreeMap<(String, String), usize> = BTreeMap::new();
    for path in &args.files {
        let row = match solve(args, path, &choices, &locator)? {
            Ok(row) => row,
            Err(message) => {
                say!("error: {message}");
                worst = worst.or_worse(Outcome::BadInput);
                continue;
            }
        };
        // Many scripts take long: each is told when it is done.
        let mut out = super::print::stdout();
        let rows = match &mut rows {
            Some(rows) => rows,
            None => {
                let rows = rows.insert(Rows::new(widths(&args.files, &choices)));
                // The heading fits at least this row.
                rows.line(&cells(&row));
                writeln!(out, "{}", rows.line(&heading(&choices)))?;
                rows
            }
        };
        writeln!(out, "{}", rows.line(&cells(&row)))?;
        out.flush()?;
        for (finding, outcome) in findings(&row) {
            say!("{}: {finding}", row.path.display());
            worst = worst.or_worse(outcome);
        }
        for solved in &row.solved {
            // Where a call was refused or not made, it is not the script that the model is of.
            let whole = solved.answers.end.is_none();
            for told in solved.models.iter().filter(|_| whole) {
                *models.entry((solved.choice.to_string(), told.clone())).or_insert(0) += 1;
            }
            if let Some(found) = &solved.wrong_model {
                let (path, choice) = (row.path.display(), &solved.choice);
                say!("{path}: {choice}: {}\n{}", found.what, found.proof.text().trim_end());
                worst = worst.or_worse(Outcome::Finding);
            }
        }
    }
    for ((solver, told), count) in models {
        say!("models of {solver}: {count} {told}");
    }
    Ok(worst)
}

/// A script on all solvers, or why it cannot be read.
fn solve<'a>(
    args: &Args,
    path: &'a Path,
    choices: &[Choice],
    locator: &Locator,
) -> anyhow::Result<Result<Row<'a>, String>> {
    let mut row = Row { path, status: Vec::new(), solved: Vec::new() };
    let (mut done, mut problem) = (false, None);
    let shown = path.display();
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return Ok(Err(format!("cannot read {shown}: {error}"))),
    };
    for choice in choices {
        // Each solver reads it with its own operators: those of another are not known to it.
        let imported = match script_trace(&bytes, Some(wrapper(choice.name)?)) {
            Ok(imported) => imported,
            Err(error) => {
                let why = error.to_string();
                let end = AnswersEnd::OtherProblem {
                    action: "read".to_owned(),
                    why: format!("{why}{}", hint(&bytes, Some(choice.name))),
                    by_solver: false,
                };
                let answers = Answers { list: Vec::new(), end: Some(end) };
                row.solved.push(Solved {
                    choice: choice.clone(),
                    answers,
                    took: Duration::ZERO,
                    models: Vec::new(),
                    wrong_model: None,
                });
                problem.get_or_insert_with(|| {
                    format!("{shown}:{error}{}", hint(&bytes, Some(choice.name)))
                });
                continue;
            }
        };
        if !std::mem::replace(&mut done, true) {
            row.status = status(&imported);
            for omitted in imported.omitted.iter().filter(|omitted| omitted.matters) {
                say!("{shown}: left out {omitted}");
            }
        }
        row.solved.push(solve_on(args, &imported, choice, locator)?);
    }
    match problem {
        Some(message) if !done => Ok(Err(message)),
        _ => Ok(Ok(row)),
    }
}

fn is_check(kind: ActionKind) -> bool {
    matches!(kind, ActionKind::CheckSat | ActionKind::CheckSatAssuming)
}

/// What the script says of each check. It says it of what it is whole.
fn status(imported: &Imported) -> Vec<Option<Answer>> {
    if imported.omitted.iter().any(|omitted| omitted.matters) {
        return Vec::new();
    }
    let checks = imported.trace.calls.iter().filter(|call| is_check(call.action.kind()));
    checks
        .map(|call| match call.reply {
            Some(Recorded::Answer(answer)) => Some(answer),
            _ => None,
        })
        .collect()
}

fn solve_on(
    args: &Args,
    imported: &Imported,
    choice: &Choice,
    locator: &Locator,
) -> anyhow::Result<Solved> {
    let time = Duration::from_secs_f64(args.time);
    let limits = Limits { wall: time, cpu: time, ..Limits::default() };
    let load = || locator.load(choice, &Silent).map_err(|problem| problem.to_string());
    let begin = Instant::now();
    let mut runner = LocalRunner::loading(choice.name, OptionPolicy::Declared, load);
    let mut trace = Cow::Borrowed(&imported.trace);
    if args.check_models {
        runner.check(Some(Checks::parse("contract,self-check,model").map_err(anyhow::Error::msg)?));
        produce_models(trace.to_mut());
    }
    let mut run = runner.play(&trace, &limits)?;
    if let Some(error) = run.load_error {
        return Err(SolverProblem::Load(LoadError(format!("{choice}: {error}"))).into());
    }
    let wrong_model = Verdict::recorded_in(&run).violation().filter(|_| args.check_models);
    let models = GivenVerdict::lines(&run.outcome.log).into_iter();
    let models = models.filter(|(oracle, ..)| oracle == MODEL).map(|(.., told)| told).collect();
    // What the oracle asks is no part of the script.
    run.played.calls.retain(|call| call.asked_by.is_none());
    let answers = Answers::of(&run.played, &told_class(&run.outcome), &NoOwnRows);
    let (choice, took) = (choice.clone(), begin.elapsed());
    Ok(Solved { choice, answers, took, models, wrong_model })
}

fn heading(choices: &[Choice]) -> Vec<String> {
    let mut heading = vec!["script".to_owned(), "status".to_owned()];
    for choice in choices {
        heading.extend([choice.to_string(), "s".to_owned()]);
    }
    heading
}

/// How wide columns are at least: most cells that are still to come fit.
fn widths(files: &[PathBuf], choices: &[Choice]) -> Vec<usize> {
    let names = files.iter().map(|file| file.display().to_string().chars().count());
    let mut widths = vec![names.max().unwrap_or(0), "unknown".len()];
    for _ in choices {
        widths.extend(["unsupported".len(), "0.00".len()]);
    }
    widths
}

fn cells(row: &Row<'_>) -> Vec<String> {
    let status: Vec<String> = row
        .status
        .iter()
        .map(|status| status.map_or_else(|| "-".to_owned(), |answer| answer.to_string()))
        .collect();
    let mut cells = vec![row.path.display().to_string(), in_short(&status)];
    for solved in &row.solved {
        cells.extend([shown(&solved.answers), format!("{:.2}", solved.took.as_secs_f64())]);
    }
    cells
}

/// Several answers: equal neighbours are counted, and of many only the first are shown.
fn in_short(answers: &[String]) -> String {
    const MOST: usize = 6;
    let mut groups: Vec<(&str, usize)> = Vec::new();
    for answer in answers {
        match groups.last_mut() {
            Some((last, count)) if *last == answer => *count += 1,
            _ => groups.push((answer, 1)),
        }
    }
    let more = if groups.len() > MOST { " …" } else { "" };
    let shown: Vec<String> = groups
        .iter()
        .take(MOST)
        .map(|(answer, count)| match count {
            1 => (*answer).to_owned(),
            _ => format!("{count}×{answer}"),
        })
        .collect();
    if shown.is_empty() { "-".to_owned() } else { format!("{}{more}", shown.join(" ")) }
}

fn shown(answers: &Answers) -> String {
    let mut words: Vec<String> = answers.list.iter().map(ToString::to_string).collect();
    match &answers.end {
        Some(AnswersEnd::OtherProblem { by_solver: true, .. }) => words.push("error".to_owned()),
        Some(AnswersEnd::OtherProblem { .. }) => words.push("unsupported".to_owned()),
        Some(AnswersEnd::Ended(class)) => words.push(ending_name(class)),
        None => {}
    }
    in_short(&words)
}

/// What is wrong with the answers to a script, in words.
fn findings(row: &Row<'_>) -> Vec<(String, Outcome)> {
    let mut found = Vec::new();
    let many = row.status.len() > 1;
    let check = |number: usize| match many {
        true => format!(", check {}", number + 1),
        false => String::new(),
    };
    for (position, one) in row.solved.iter().enumerate() {
        for other in row.solved.iter().skip(position + 1) {
            let verdict = one.answers.against(&other.answers, &other.choice.to_string());
            found.extend(told(verdict, &one.choice, &check));
        }
        found.extend(told(one.answers.against_status(&row.status), &one.choice, &check));
        match &one.answers.end {
            Some(AnswersEnd::Ended(Class::Timeout | Class::OutOfMemory)) | None => {}
            Some(AnswersEnd::Ended(class)) => {
                let own = matches!(class, Class::OwnError { .. });
                let outcome = if own { Outcome::OwnError } else { Outcome::Finding };
                found.push((format!("{}: {}", one.choice, ending_name(class)), outcome));
            }
            Some(end @ AnswersEnd::OtherProblem { .. }) => {
                say!("{}: {}: {end}", row.path.display(), one.choice);
            }
        }
    }
    found
}

/// What a verdict says of a solver's answers, if it is one against it.
fn told(
    verdict: Verdict,
    choice: &Choice,
    check: &dyn Fn(usize) -> String,
) -> Option<(String, Outcome)> {
    let Violation { call, proof: Proof::Answers { said, against, by }, .. } =
        verdict.violation()?
    else {
        return None;
    };
    let by = if by == ":status" { ":status is".to_owned() } else { format!("{by} says") };
    Some((format!("{choice} says {said}, {by} {against}{}", check(call)), Outcome::Finding))
}
