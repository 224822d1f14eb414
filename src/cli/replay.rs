//! `murxla replay`: executes traces again.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use murxla_api::{Answer, LibraryInfo};

use super::OwnBuilds;
use super::ending::{ending_details, ending_name, told_class};
use super::exit::Outcome;
use super::export_check::trace_of;
use super::print::say;
use super::progress::StderrProgress;
use super::report::junit::{self, Case};
use super::table::Table;
use crate::exec::{OptionPolicy, Run};
use crate::findings::output_file::write_output;
use crate::oracle::{Checks, LocalRunner, Proof, Runner, Violation, compare, differences};
use crate::sandbox::{Class, Limits};
use crate::solvers::AllRows;
use crate::solvers::{Choice, Location, Locator, SolverProblem};
use crate::supply::{self, Silent, SolverSpec};
use crate::trace::{Lines, Recorded, Trace, read};

/// Execute traces again, and compare with what they record
#[derive(clap::Args)]
#[command(
    short_flag = 'u',
    long_flag = "untrace",
    after_help = "\
Examples:
  murxla replay run.trace                      on the solver that it was recorded with
  murxla replay run.trace --solver z3,cvc5     on both, answers side by side
  murxla -u run.trace --solver cvc5@1.3.2      on another version
  murxla replay corpus --junit corpus.xml      all traces in a folder, for a CI service
  gdb --args murxla replay --no-fork run.trace

Each trace is executed in a child process with limits on time, memory and output. \
On another solver than the recorded one, calls that it does not support are skipped, with \
all that depends on them. A trace cannot make a solver write files: options that do are skipped."
)]
pub(super) struct Args {
    /// The traces, folders of findings, or folders with traces
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The solvers [default: the one that a trace was recorded with]
    #[arg(long, value_name = "NAME[@VERSION]|smtlib:COMMAND")]
    solver: Vec<String>,
    /// Execute in this process, without limits: for a debugger
    #[arg(long)]
    no_fork: bool,
    /// Execute all options, also those that take any text or write files: for traces that you trust
    #[arg(long)]
    allow_file_options: bool,
    /// The oracles that look on: names, or all, default, none [default: those that ask nothing, and those that the trace names]
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, value_parser = Checks::parse)]
    check: Option<Checks>,
    /// Also write what became of each trace as JUnit's XML: one that fails is a failed test
    #[arg(long, value_name = "FILE", conflicts_with = "no_fork")]
    junit: Option<PathBuf>,
    /// Seconds that a trace may take
    #[arg(long, value_name = "SECONDS", default_value_t = TIME, value_parser = seconds)]
    time: f64,
}

/// Seconds that a trace may take by default.
pub(super) const TIME: f64 = 10.0;

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e6 => Ok(seconds),
        _ => Err("write a number of seconds above 0, up to 1000000".to_owned()),
    }
}

/// A trace that was read.
pub(super) struct Input {
    pub(super) path: PathBuf,
    pub(super) trace: Trace,
    lines: Lines,
}

impl Input {
    /// The line of the call with this number.
    pub(super) fn line_of(&self, call: usize) -> usize {
        self.lines.of(call).unwrap_or(0)
    }
}

/// A trace that was played on a solver.
struct Replay<'a> {
    input: &'a Input,
    choice: Choice,
    run: Run,
}

pub(super) fn run(args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    let mut inputs = Vec::new();
    let files = match traces_in(&args.files) {
        Ok(files) => files,
        Err(message) => {
            say!("error: {message}");
            return Ok(Outcome::BadInput);
        }
    };
    for path in &files {
        match read_input(path) {
            Ok(input) => inputs.push(input),
            Err(message) => {
                say!("error: {message}");
                return Ok(Outcome::BadInput);
            }
        }
    }
    let locator = own.locator()?;
    let chosen = own.choices(&args.solver)?;
    if args.no_fork && (inputs.len() > 1 || chosen.len() > 1) {
        say!("error: --no-fork takes one trace and one solver");
        return Ok(Outcome::BadInput);
    }
    let mut replays = Vec::new();
    for input in &inputs {
        if chosen.is_empty() {
            let locator = own.with_library_of(&input.path)?.locator()?;
            let Some(choice) = recorded_solver(input, &locator)? else {
                return Ok(Outcome::BadInput);
            };
            replays.push(replay(args, input, choice, &locator)?);
            continue;
        }
        for choice in &chosen {
            replays.push(replay(args, input, choice.clone(), &locator)?);
        }
    }
    if !args.no_fork {
        print(&replays, chosen.len() > 1, inputs.len() > 1)?;
    }
    if let Some(file) = &args.junit {
        let cases: Vec<Case> = replays.iter().map(case).collect();
        let text = junit::file(&junit::suite("replay", &cases));
        write_output(file, text.as_bytes())?;
    }
    Ok(judge(&replays))
}

/// The files, and in place of a folder that is no finding's the traces in it.
fn traces_in(files: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for path in files {
        if !path.is_dir() || trace_of(path) != *path {
            found.push(path.clone());
            continue;
        }
        let (mut folders, mut inside) = (vec![path.clone()], Vec::new());
        while let Some(folder) = folders.pop() {
            let entries = std::fs::read_dir(&folder)
                .map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
            for entry in entries {
                let entry = entry.map_err(|error| format!("{}: {error}", folder.display()))?;
                let (path, kind) = (entry.path(), entry.file_type());
                match kind {
                    Ok(kind) if kind.is_dir() => folders.push(path),
                    _ if path.extension().is_some_and(|one| one == "trace") => inside.push(path),
                    _ => {}
                }
            }
        }
        if inside.is_empty() {
            return Err(format!("{} holds no trace", path.display()));
        }
        inside.sort();
        found.extend(inside);
    }
    Ok(found)
}

/// What became of a trace, as a test.
fn case(replay: &Replay<'_>) -> Case {
    let Replay { input, choice, run } = replay;
    let place = |call: usize| format!("line {}", input.lines.of(call).unwrap_or(0));
    let mut problems = Vec::new();
    match &run.load_error {
        Some(error) => problems.push(error.clone()),
        None if *run.class() != Class::Completed => problems.push(describe_end(replay, &place)),
        None => {}
    }
    for (number, call) in run.played.calls.iter().enumerate() {
        if let Some(violation) = Violation::recorded(number, call) {
            let (oracle, what) = (violation.oracle, violation.what);
            problems.push(format!("{}: violated {oracle}: {what}", place(number)));
        }
    }
    for difference in differences(&input.trace, &run.played, &AllRows) {
        problems.push(format!("{}: {difference}", place(difference.call)));
    }
    Case {
        name: input.path.display().to_string(),
        class: choice.to_string(),
        seconds: run.outcome.wall.as_secs_f64(),
        failure: problems.first().cloned().map(|first| (first, problems.join("\n"))),
    }
}

fn replay<'a>(
    args: &Args,
    input: &'a Input,
    choice: Choice,
    locator: &Locator,
) -> anyhow::Result<Replay<'a>> {
    install(locator, &choice)?;
    let run = execute(args, input, &choice, locator)?;
    Ok(Replay { input, choice, run })
}

pub(super) fn read_input(path: &Path) -> Result<Input, String> {
    let path = trace_of(path);
    let shown = path.display();
    let bytes = std::fs::read(&path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    let (trace, lines) = read(&bytes).map_err(|error| format!("{shown}:{error}"))?;
    if !trace.header.ignored.is_empty() {
        say!(
            "{shown}: options of the original that are ignored: {}",
            trace.header.ignored.join(" ")
        );
    }
    Ok(Input { path: path.clone(), trace, lines })
}

/// The trace of a file; otherwise the user is told what is wrong with it.
pub(super) fn read_or_tell(path: &Path) -> Option<Input> {
    read_input(path).map_err(|message| say!("error: {message}")).ok()
}

/// The solver that a trace names. Its version is taken only if it is installed: a trace does not make us fetch.
pub(super) fn recorded_solver(
    input: &Input,
    locator: &Locator,
) -> Result<Option<Choice>, SolverProblem> {
    let header = &input.trace.header;
    let Some(name) = &header.solver else {
        say!(
            "error: {} does not say for which solver it is; name one with --solver",
            input.path.display()
        );
        return Ok(None);
    };
    let choice = Choice::parse(name)?;
    if choice.program().is_some() {
        say!(
            "error: {} was recorded with a binary ({}), and a trace does not say which program to run; name it, e.g. \
             --solver smtlib:COMMAND",
            input.path.display(),
            header.solver_version.as_deref().unwrap_or(murxla_smtlib::NAME)
        );
        return Ok(None);
    }
    let Some(told) = &header.solver_version else { return Ok(Some(choice)) };
    if locator.has_own(choice.name) {
        return Ok(Some(choice));
    }
    let wrapper = crate::solvers::wrapper(choice.name)?;
    if wrapper.has_version(told) {
        return Ok(Some(Choice { version: Some(told.clone()), ..choice }));
    }
    // What begins with a number is that of another murxla.
    if !wrapper.needs_library() && !told.starts_with(|first: char| first.is_ascii_digit()) {
        let (name, version) = (choice.name, told.clone());
        return Err(SolverProblem::NoSuchVersion { name, version });
    }
    if told.ends_with(LibraryInfo::ASSERTIONS) {
        let (path, found) = (input.path.display(), locator.with_assertions(choice.name));
        match &found {
            None => say!("{path}: {name} {told} is not installed; the release is used"),
            Some(Choice { version: Some(version), .. })
                if version != told && supply::default_version(choice.name).is_some() =>
            {
                say!("{path}: {name} {told} is not installed; {version} is used");
            }
            Some(_) => {}
        }
        return Ok(Some(found.unwrap_or(choice)));
    }
    // What a library tells has more parts than the version of its package: 5.4.0.0, 1.4.2-modified.
    let is_told = |version: &str| {
        let rest = told.strip_prefix(version);
        rest.is_some_and(|rest| !rest.starts_with(|first: char| first.is_ascii_digit()))
    };
    if supply::default_version(choice.name).is_none_or(is_told) {
        return Ok(Some(choice));
    }
    let mut installed = supply::list(locator.store()).into_iter();
    match installed.find(|one| one.name == choice.name && is_told(&one.version)) {
        Some(found) => Ok(Some(Choice { version: Some(found.version), ..choice })),
        None => {
            let path = input.path.display();
            say!("{path}: {name} {told} is not installed; the default version is used");
            Ok(Some(choice))
        }
    }
}

pub(super) fn install(locator: &Locator, choice: &Choice) -> Result<(), SolverProblem> {
    if locator.locate(choice)? == Location::NotInstalled {
        let spec = SolverSpec::parse(&choice.to_string())?;
        supply::install(locator.store(), locator.tools(), &spec, &StderrProgress::new())?;
    }
    Ok(())
}

fn execute(args: &Args, input: &Input, choice: &Choice, locator: &Locator) -> anyhow::Result<Run> {
    let policy = if args.allow_file_options { OptionPolicy::All } else { OptionPolicy::Declared };
    let load = || locator.load(choice, &Silent).map_err(|problem| problem.to_string());
    let mut runner = LocalRunner::loading(choice.name, policy, load);
    runner.check(args.check.clone());
    if args.no_fork {
        let mut log = Vec::new();
        let mut out = std::io::stdout();
        runner.play_here(&input.trace, |bytes| {
            log.extend_from_slice(bytes);
            // A debugger shows the process; a closed standard output must not end it.
            let _ = out.write_all(bytes).and_then(|()| out.flush());
        });
        return Ok(Run::completed_here(log));
    }
    let time = Duration::from_secs_f64(args.time);
    let limits = Limits { wall: time, cpu: time, ..Limits::default() };
    Ok(runner.play(&input.trace, &limits)?)
}

/// One run: its trace. Several solvers on one trace: their answers. Otherwise: a line for each run.
fn print(replays: &[Replay<'_>], solvers: bool, files: bool) -> std::io::Result<()> {
    let mut out = super::print::stdout();
    match replays {
        [replay] => out.write_all(replay.run.whole().to_text().as_bytes()),
        _ if solvers && !files => write!(out, "{}", answers_table(replays)),
        _ => write!(out, "{}", runs_table(replays)),
    }
}

fn answers_table(replays: &[Replay<'_>]) -> Table {
    let headings = replays.iter().map(|replay| replay.choice.to_string());
    let mut table = Table::new(["line".to_owned(), "call".to_owned()].into_iter().chain(headings));
    let Some(input) = replays.first().map(|replay| replay.input) else { return table };
    for (number, call) in input.trace.calls.iter().enumerate() {
        let cells: Vec<Option<String>> =
            replays.iter().map(|replay| cell(&replay.run, number)).collect();
        if cells.iter().any(Option::is_some) {
            let line = input.lines.of(number).unwrap_or(0).to_string();
            let cells = cells.into_iter().map(|cell| cell.unwrap_or_else(|| "-".to_owned()));
            table.row([line, call.action.name().to_owned()].into_iter().chain(cells));
        }
    }
    table
}

/// What the table of answers shows of a call, if anything.
fn cell(run: &Run, number: usize) -> Option<String> {
    if run.fatal_call() == Some(number) {
        return Some(ending_name(&told_class(&run.outcome)));
    }
    match &run.played.calls.get(number)?.reply {
        Some(Recorded::Answer(answer)) => Some(answer.to_string()),
        Some(Recorded::Rejected(_)) => Some("rejected".to_owned()),
        Some(Recorded::Broken(_)) => Some("broken".to_owned()),
        _ => None,
    }
}

fn runs_table(replays: &[Replay<'_>]) -> Table {
    let mut table = Table::new([
        "trace", "solver", "version", "calls", "rejected", "skipped", "sat", "unsat", "unknown",
        "end",
    ]);
    for Replay { input, choice, run } in replays {
        let count = |test: &dyn Fn(&Recorded) -> bool| {
            let replies = run.played.calls.iter().filter_map(|call| call.reply.as_ref());
            replies.filter(|reply| test(reply)).count().to_string()
        };
        let answers = |answer: Answer| count(&|reply| *reply == Recorded::Answer(answer));
        table.row([
            input.path.display().to_string(),
            choice.name.to_owned(),
            run.played.header.solver_version.clone().unwrap_or_else(|| "?".to_owned()),
            run.played.calls.len().to_string(),
            count(&|reply| matches!(reply, Recorded::Rejected(_))),
            count(&|reply| matches!(reply, Recorded::Skipped(_))),
            answers(Answer::Sat),
            answers(Answer::Unsat),
            answers(Answer::Unknown),
            ending_name(&told_class(&run.outcome)),
        ]);
    }
    table
}

/// Says what is wrong, and how bad the worst of it is.
fn judge(replays: &[Replay<'_>]) -> Outcome {
    let mut worst = Outcome::Clean;
    let mut worsen = |outcome| worst = worst.or_worse(outcome);
    for replay in replays {
        let Replay { input, choice, run } = replay;
        let place = |call: usize| {
            let line = input.lines.of(call).unwrap_or(0);
            format!("{}:{line}: {choice}", input.path.display())
        };
        if let Some(error) = &run.load_error {
            say!("error: {choice}: {error}");
            worsen(Outcome::SolverUnusable);
            continue;
        }
        if *run.class() != Class::Completed {
            say!("{}", describe_end(replay, &place));
            let own = matches!(run.class(), Class::OwnError { .. });
            worsen(if own { Outcome::OwnError } else { Outcome::Finding });
        }
        let mut skipped: BTreeMap<&str, usize> = BTreeMap::new();
        for (number, call) in run.played.calls.iter().enumerate() {
            if let Some(violation) = Violation::recorded(number, call) {
                say!("{}: violated {}: {}", place(number), violation.oracle, violation.what);
                worsen(Outcome::Finding);
            }
            if let Some(Recorded::Skipped(why)) = &call.reply {
                // Which of them depends on which skipped call, the trace tells.
                let dependent = why.ends_with("is not defined here");
                let why = if dependent { "uses what was not made" } else { why };
                *skipped.entry(why).or_default() += 1;
            }
        }
        for (why, count) in skipped {
            say!("{}: {choice}: {count} skipped, {why}", input.path.display());
        }
        for difference in differences(&input.trace, &run.played, &AllRows) {
            let name = input.trace.calls.get(difference.call).map_or("", |call| call.action.name());
            say!("{}: {name}: {difference}", place(difference.call));
            worsen(Outcome::ReplayDiffers);
        }
    }
    for (position, one) in replays.iter().enumerate() {
        let others = replays.iter().skip(position + 1);
        for other in others.filter(|other| std::ptr::eq(one.input, other.input)) {
            let compared = compare(&one.run.played, &other.run.played, "", &AllRows);
            let (path, first, second) = (one.input.path.display(), &one.choice, &other.choice);
            for violation in compared.contradictions {
                let Proof::Answers { said, against, .. } = violation.proof else { continue };
                let line = one.input.lines.of(violation.call).unwrap_or(0);
                say!("{path}:{line}: {first} says {said}, {second} says {against}");
                worsen(Outcome::Finding);
            }
            if compared.void > 0 {
                let (void, all) = (compared.void, compared.void + compared.compared);
                say!(
                    "{path}: {first} and {second}: {void} of {all} checks are not compared: they depend on calls that one \
                     of the two did not execute"
                );
            }
        }
    }
    worst
}

/// How a run ended, in one line: class, message, the fatal call, frames.
fn describe_end(replay: &Replay<'_>, place: &dyn Fn(usize) -> String) -> String {
    let run = &replay.run;
    let mut text = match run.fatal_call() {
        Some(call) => place(call),
        None => format!("{}: {}", replay.input.path.display(), replay.choice),
    };
    text.push_str(&format!(": {}", ending_name(&told_class(&run.outcome))));
    let fatal = run.fatal_call().and_then(|call| run.played.calls.get(call));
    let action = fatal.map(|call| call.action.name());
    text.push_str(&ending_details(&told_class(&run.outcome), action, &run.outcome.frames));
    text
}
