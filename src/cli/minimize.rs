//! `murxla minimize`: the smallest trace that still fails the same way.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use murxla_api::visible_json;

use super::OwnBuilds;
use super::exit::Outcome;
use super::other_solver::{ONE_OR_TWO, one_or_two, other_solver};
use super::print::say;
use super::progress::StderrProgress;
use super::reduction_bar::{Bar, interruption};
use super::replay::{read_input, recorded_solver};
use super::shared_store::{InPlaceOfFolder, said};
use crate::campaign::postgres::{fetch_finding, keep_finding};
use crate::exec::OptionPolicy;
use crate::findings::output_file::same_file;
use crate::findings::{Key, MIN_TRACE, TRACE, read_findings};
use crate::reduce::{Form, Input, Minimized, Refusal, Task, TestError, minimize};

/// Find the smallest trace that still fails in the same way
#[derive(clap::Args)]
#[command(
    short_flag = 'd',
    long_flag = "dd",
    after_help = "\
Examples:
  murxla minimize run.trace                       writes run.min.trace
  murxla -d run.trace -j 4                        with four processes; the result is the same
  murxla minimize run.trace --match-err 'line 12' any failure that says so, and ends in the same way
  murxla minimize run.trace --solver cvc5,z3      the contradiction of the two stays, with its answers
  murxla minimize run.trace --solver z3@4.12.1,z3 the same for two versions of a solver
  murxla minimize slow.trace --fail-on timeout -t 2 --time-budget 20m

The same failure is the one with the same key: how it ended, and the failed assertion, the functions of the \
solver or the message that tell it apart. The best so far is in the output file at any time. Ctrl-C ends it there; \
the same command goes on from there, unless --restart is given."
)]
pub(super) struct Args {
    /// The trace, or the folder of a finding; with --store its name, as murxla status shows it
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    shared: InPlaceOfFolder,
    /// The solver; with two of them, what is to stay is that the first contradicts the second [default: the one that
    /// the trace was recorded with]
    #[arg(long, value_name = "NAME[@VERSION]|smtlib:COMMAND")]
    solver: Vec<String>,
    /// The result [default: FILE with .min.trace in place of .trace; in the folder of a finding min.trace]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Seconds of processor time that a run may take; a test takes less if the trace fails sooner
    #[arg(short, long, value_name = "SECONDS", default_value_t = 10.0, value_parser = super::seed::seconds)]
    time: f64,
    /// Megabytes of memory for a run
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(64..))]
    memory: u64,
    /// How many processes test candidates; the result does not depend on it
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: u32,
    /// What is to stay: a failure, or that the limit of time is exceeded
    #[arg(long, value_name = "WHAT", default_value = "failure")]
    fail_on: FailOn,
    /// Keep any failure that ends in the same way and whose message or standard error matches
    #[arg(long, value_name = "REGEX", value_parser = pattern, conflicts_with = "ignore_err")]
    match_err: Option<String>,
    /// Keep any failure that ends in the same way, whatever it says
    #[arg(long)]
    ignore_err: bool,
    /// The standard output must match, too
    #[arg(long, value_name = "REGEX", value_parser = pattern, conflicts_with = "ignore_out")]
    match_out: Option<String>,
    /// The standard output does not matter; this is the default
    #[arg(long)]
    ignore_out: bool,
    /// Stop after this time with the best so far, e.g. 90s, 10m [default: none; 10m with --fail-on timeout]
    #[arg(long, value_name = "TIME", value_parser = super::fuzz::time)]
    time_budget: Option<Duration>,
    /// Begin anew, also if an earlier reduction of the same trace was interrupted
    #[arg(long)]
    restart: bool,
    /// Execute all options, also those that take any text or write files: for traces that you trust
    #[arg(long)]
    allow_file_options: bool,
    /// What is printed at the end
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Print only errors
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum FailOn {
    /// A crash, an abort, a broken contract
    Failure,
    /// The limit of time is exceeded
    Timeout,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
}

/// Without another limit, tests that exceed theirs end here.
pub(super) const TIMEOUT_BUDGET: Duration = Duration::from_secs(600);

pub(super) fn pattern(text: &str) -> Result<String, String> {
    match regex::Regex::new(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

pub(super) fn run(args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    if !args.shared.is_given(true) {
        return minimize_file(args, &args.file, args.output.clone(), own);
    }
    let mut opened = match args.shared.open() {
        Ok(opened) => opened,
        Err(outcome) => return Ok(outcome),
    };
    // What is minimized here is here, too, and goes on from there.
    let out = PathBuf::from(format!("murxla-minimize-{}", opened.row.name.replace('/', "-")));
    let name = args.file.display().to_string();
    let folder = match fetch_finding(&mut opened.database, opened.row.id, &name, &out) {
        Ok(Some(folder)) => folder,
        Ok(None) => {
            say!(
                "error: the campaign {} in {} has no finding {name}; murxla status shows their names",
                opened.row.name,
                opened.address
            );
            return Ok(Outcome::BadInput);
        }
        Err(error) => return Ok(said(&error)),
    };
    let output = args.output.clone().unwrap_or_else(|| folder.join(MIN_TRACE));
    let outcome = minimize_file(args, &folder.join(TRACE), Some(output), own)?;
    let all = read_findings(&out)?;
    if let Some((folder, finding)) = all.into_iter().find(|(path, _)| *path == folder)
        && let Err(error) = keep_finding(&mut opened.database, opened.row.id, &folder, &finding.key)
    {
        return Ok(said(&error));
    }
    Ok(outcome)
}

fn minimize_file(
    args: &Args,
    given: &Path,
    output: Option<PathBuf>,
    own: &OwnBuilds,
) -> anyhow::Result<Outcome> {
    let bad = |message: String| {
        say!("error: {message}");
        Ok(Outcome::BadInput)
    };
    let input = match read_input(given) {
        Ok(input) => input,
        Err(message) => return bad(message),
    };
    let file = input.path.as_path();
    let text = match std::fs::read(file) {
        Ok(text) => text,
        Err(error) => return bad(format!("cannot read {}: {error}", file.display())),
    };
    let mut choices = own.choices(&args.solver)?;
    let recorded;
    let own = if choices.is_empty() {
        recorded = own.with_library_of(file)?;
        let Some(choice) = recorded_solver(&input, &recorded.locator()?)? else {
            return Ok(Outcome::BadInput);
        };
        choices.push(choice);
        &recorded
    } else {
        own
    };
    let locator = own.locator()?;
    let Some((choice, second)) = one_or_two(&choices) else { return bad(ONE_OR_TWO.to_owned()) };
    let library = locator.load_tried(choice, true, &StderrProgress::new())?;
    let policy = if args.allow_file_options { OptionPolicy::All } else { OptionPolicy::Declared };
    let libraries = own.named_libraries();
    let other = match second {
        Some(second) => Some(other_solver(&locator, [choice, second], policy, &libraries)?),
        None => None,
    };
    // In the folder of a finding the smallest trace has its place, and a smaller one takes it.
    let is_finding = given.is_dir() && output.is_none();
    let output = match is_finding {
        true => given.join(MIN_TRACE),
        false => output.unwrap_or_else(|| result_of(file)),
    };
    if same_file(&output, file) && !is_finding {
        return bad("the result would replace the trace; name another file with -o".to_owned());
    }
    let wants_timeout = args.fail_on == FailOn::Timeout;
    let task = Task {
        solver: choice.name,
        library,
        other,
        status: None,
        policy,
        time: Duration::from_secs_f64(args.time),
        memory: args.memory << 20,
        wants_timeout,
        ignores_err: args.ignore_err,
        match_err: args.match_err.clone(),
        match_out: args.match_out.clone(),
        output,
        form: Form::Trace,
        restarts: args.restart,
        budget: args.time_budget.or(wants_timeout.then_some(TIMEOUT_BUDGET)),
        jobs: args.jobs as usize,
        program: std::env::current_exe()?,
        solver_texts: choices.iter().map(ToString::to_string).collect(),
        libraries,
    };
    let interrupted = interruption(&task.output)?;
    let mut bar = Bar::new(args.quiet);
    let shown = file.display().to_string();
    let input = Input { trace: &input.trace, text: &text };
    let ended = minimize(&input, &task, &interrupted, &mut bar);
    bar.finish();
    match ended {
        Ok(Ok(minimized)) => {
            if !args.quiet {
                print(args.format, &minimized)?;
            }
            let stopped = interrupted.load(std::sync::atomic::Ordering::Relaxed);
            Ok(if stopped && !minimized.minimal { Outcome::Interrupted } else { Outcome::Clean })
        }
        Ok(Err(refusal)) => Ok(refused(&shown, &refusal, args.time)),
        Err(error) => Ok(failed(&error)),
    }
}

/// Says why there is nothing to reduce.
pub(super) fn refused(shown: &str, refusal: &Refusal, time: f64) -> Outcome {
    say!("error: {shown}: {}", describe(refusal, time));
    match refusal {
        Refusal::OwnError(_) => Outcome::OwnError,
        _ => Outcome::NoStableFailure,
    }
}

/// Says why tests cannot go on.
pub(super) fn failed(error: &TestError) -> Outcome {
    say!("error: {error}");
    match error {
        TestError::Keep(_) => Outcome::Disk,
        TestError::Pattern(_) => Outcome::BadInput,
        TestError::Run(_) | TestError::Worker(_) => Outcome::OwnError,
    }
}

/// `a.trace` becomes `a.min.trace`, anything else gets it appended.
fn result_of(file: &Path) -> PathBuf {
    match file.extension() {
        Some(extension) if extension == "trace" => file.with_extension("min.trace"),
        _ => {
            let mut name = file.as_os_str().to_owned();
            name.push(".min.trace");
            name.into()
        }
    }
}

/// Why there is nothing to reduce, in words.
pub(super) fn describe(refusal: &Refusal, time: f64) -> String {
    let key = |key: &Option<Key>| {
        key.as_ref().map_or_else(|| "no failure".to_owned(), |key| format!("\"{key}\""))
    };
    match refusal {
        Refusal::DoesNotFail => "it does not fail; there is nothing to minimize".to_owned(),
        Refusal::TimesOut => format!(
            "it does not end within {time} s; allow more time with -t, or keep that with --fail-on timeout"
        ),
        Refusal::InTime(None) => {
            format!("it ends within {time} s; --fail-on timeout needs a lower limit, e.g. -t 0.5")
        }
        Refusal::InTime(Some(failure)) => {
            format!(
                "it fails before {time} s are over: \"{failure}\"; minimize that without --fail-on timeout"
            )
        }
        Refusal::Unstable(keys) => {
            let mut told: Vec<String> = Vec::new();
            for text in keys.iter().map(key) {
                if !told.contains(&text) {
                    told.push(text);
                }
            }
            format!(
                "it does not fail in the same way each time: {}; choose what is to stay with --ignore-err or --match-err",
                told.join(", then ")
            )
        }
        Refusal::OwnError(message) => format!("an error of murxla: {message}"),
        Refusal::NoMatch => "it fails, but what it prints does not match the pattern".to_owned(),
        Refusal::NoGuard => {
            "its :status says nothing of parts of it, since it does more than assert and check once; name a second solver that agrees with :status".to_owned()
        }
        Refusal::EmptyFails => {
            "a trace without calls fails, too: what is asked for holds of anything".to_owned()
        }
    }
}

fn print(format: Format, minimized: &Minimized) -> anyhow::Result<()> {
    let mut out = super::print::stdout();
    if format == Format::Json {
        let json = serde_json::to_string(minimized)?;
        return Ok(writeln!(out, "{}", visible_json(&json))?);
    }
    let Minimized { calls, bytes, tests, runs, seconds, helped, minimal, file, .. } = minimized;
    let rest = if *minimal { "" } else { "; stopped before it was done" };
    writeln!(
        out,
        "{} -> {} calls, {} -> {} bytes; {tests} tests, {runs} runs, {seconds:.1} s{rest}",
        calls[0], calls[1], bytes[0], bytes[1]
    )?;
    let helped: Vec<String> =
        helped.iter().map(|(pass, times)| format!("{pass} {times}")).collect();
    if !helped.is_empty() {
        writeln!(out, "passes that helped: {}", helped.join(", "))?;
    }
    Ok(writeln!(out, "{}", file.display())?)
}
