//! `murxla reduce`: the smallest script on which something still fails.

use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use murxla_api::Wrapper;

use murxla_api::visible_json;

use super::OwnBuilds;
use super::exit::Outcome;
use super::minimize::{FailOn, Format, TIMEOUT_BUDGET, failed, pattern, refused};
use super::other_solver::{ONE_OR_TWO, one_or_two, other_solver};
use super::print::say;
use super::progress::StderrProgress;
use super::reduction_bar::{Bar, interruption};
use super::script_input::read_script;
use crate::exec::OptionPolicy;
use crate::findings::output_file::same_file;
use crate::oracle::LoadedSolver;
use crate::reduce::command::{Reduced, UserCommand, result_of};
use crate::reduce::{Form, Input, Refusal, Task, minimize};
use crate::smt::Imported;
use crate::solvers::{Choice, wrapper};

mod by_command;
mod status;

use by_command::by_command;
use status::{Asked, StatusGuard, contradicted};

/// Find the smallest SMT-LIB script on which a command or a solver still fails
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  murxla reduce bug.smt2 --cmd 'z3 -T:5'          the exit code and all that is printed stay
  murxla reduce bug.smt2 --cmd 'z3 {} -v:1' --match-err 'ASSERTION'
  murxla reduce bug.smt2 --cmd cvc5 --guard z3    both print what they print now: sat here, unsat there
  murxla reduce bug.smt2 --solver z3              in process: the same failure of Z3's API
  murxla reduce bug.smt2 --solver z3,cvc5         in process: the contradiction of the two stays
  murxla reduce slow.smt2 --cmd z3 --fail-on timeout -t 2

A wrong answer must stay wrong. --guard and a second --solver guard that. Otherwise, if the answer contradicts the \
script's :status, the first installed solver that agrees with :status guards it (--status solvers, in process); or only \
steps are made that keep :status true (--status steps, and always with --cmd): of a satisfiable script, assertions and \
parts of them go, and terms become constants; of an unsatisfiable one, constants become values and the like.

The command gets the name of the script in place of {}, or behind all else; it is not run by a shell. Results are \
well-sorted, standard SMT-LIB, without a logic where the command needs none; a script that has no sorts for us is \
reduced by its parentheses alone. The best so far is in the output file at any time. Ctrl-C ends it there; the same \
command goes on from there, unless --restart is given.")]
pub(super) struct Args {
    /// The script
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The command whose exit code and output are to stay
    #[arg(long, value_name = "COMMAND", value_parser = UserCommand::parse)]
    cmd: Option<UserCommand>,
    /// A second command, whose exit code and standard output are to stay, too: it guards the truth of wrong answers
    #[arg(long, value_name = "COMMAND", value_parser = UserCommand::parse, requires = "cmd")]
    guard: Option<UserCommand>,
    /// The solver that fails in process; with two of them, what is to stay is that the first contradicts the second.
    /// With --cmd: whose own operators the script uses
    #[arg(long, value_name = "NAME[@VERSION]", value_delimiter = ',')]
    solver: Vec<String>,
    /// What guards the truth if the answer contradicts the script's :status
    #[arg(long, value_name = "HOW", default_value = "solvers")]
    status: StatusGuard,
    /// The result [default: FILE with .min.smt2 in place of .smt2]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Seconds that a run may take [default: 1.5 times what the script takes and a second; in process 10]
    #[arg(short, long, value_name = "SECONDS", value_parser = super::seed::seconds)]
    time: Option<f64>,
    /// Megabytes of memory for a run [default: none for commands, 2048 in process]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(16..))]
    memory: Option<u64>,
    /// How many candidates are tested at once; the result does not depend on it
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: u32,
    /// What is to stay: a failure, or that the limit of time is exceeded
    #[arg(long, value_name = "WHAT", default_value = "failure")]
    fail_on: FailOn,
    /// The standard output need only match
    #[arg(long, value_name = "REGEX", value_parser = pattern)]
    match_out: Option<String>,
    /// The standard error need only match
    #[arg(long, value_name = "REGEX", value_parser = pattern)]
    match_err: Option<String>,
    /// Only the exit code is to stay, and what --match-out and --match-err say
    #[arg(long)]
    ignore_output: bool,
    /// Stop after this time with the best so far, e.g. 90s, 10m [default: none; 10m with --fail-on timeout]
    #[arg(long, value_name = "TIME", value_parser = super::fuzz::time)]
    time_budget: Option<Duration>,
    /// Begin anew, also if an earlier reduction of the same script was interrupted
    #[arg(long)]
    restart: bool,
    /// What is printed at the end
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Print only errors
    #[arg(short, long)]
    quiet: bool,
}

pub(super) fn run(args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    let choices = own.choices(&args.solver)?;
    let of_solver = choices.first().map(|choice| wrapper(choice.name)).transpose()?;
    let output = args.output.clone().unwrap_or_else(|| result_of(&args.file));
    if same_file(&output, &args.file) {
        return bad("the result would replace the script; name another file with -o");
    }
    if let Some(command) = &args.cmd {
        return by_command(args, command, of_solver, output);
    }
    if choices.is_empty() {
        return bad("what fails? Name a command with --cmd, or a solver with --solver");
    }
    match read_script(&args.file, of_solver) {
        Ok(imported) => {
            tell_omitted(args, &imported);
            in_process(args, own, &choices, &imported, of_solver, output)
        }
        Err(message) => bad(&message),
    }
}

fn tell_omitted(args: &Args, imported: &Imported) {
    for omitted in imported.omitted.iter().filter(|omitted| omitted.matters && !args.quiet) {
        say!("{}: left out {omitted}", args.file.display());
    }
}

fn bad(message: &str) -> anyhow::Result<Outcome> {
    say!("error: {message}");
    Ok(Outcome::BadInput)
}

fn budget(args: &Args) -> Option<Duration> {
    let wants_timeout = args.fail_on == FailOn::Timeout;
    args.time_budget.or(wants_timeout.then_some(TIMEOUT_BUDGET))
}

fn print(format: Format, reduced: &Reduced) -> anyhow::Result<()> {
    let mut out = super::print::stdout();
    if format == Format::Json {
        let json = serde_json::to_string(reduced)?;
        return Ok(writeln!(out, "{}", visible_json(&json))?);
    }
    let Reduced { bytes, tests, runs, seconds, helped, minimal, file, .. } = reduced;
    let rest = if *minimal { "" } else { "; stopped before it was done" };
    writeln!(
        out,
        "{} -> {} bytes; {tests} tests, {runs} runs, {seconds:.1} s{rest}",
        bytes[0], bytes[1]
    )?;
    let helped: Vec<String> =
        helped.iter().map(|(pass, times)| format!("{pass} {times}")).collect();
    if !helped.is_empty() {
        writeln!(out, "passes that helped: {}", helped.join(", "))?;
    }
    Ok(writeln!(out, "{}", file.display())?)
}

fn in_process(
    args: &Args,
    own: &OwnBuilds,
    choices: &[Choice],
    imported: &Imported,
    of_solver: Option<&'static dyn Wrapper>,
    output: PathBuf,
) -> anyhow::Result<Outcome> {
    let Some((choice, second)) = one_or_two(choices) else { return bad(ONE_OR_TWO) };
    let interrupted = interruption(&output)?;
    let locator = own.locator()?;
    let library = locator.load_tried(choice, true, &StderrProgress::new())?;
    let (policy, libraries) = (OptionPolicy::Declared, own.named_libraries());
    let mut other = match second {
        Some(second) => Some(other_solver(&locator, [choice, second], policy, &libraries)?),
        None => None,
    };
    let mut solver_texts: Vec<String> = choices.iter().map(ToString::to_string).collect();
    let mut status = None;
    let asks_for_answers = args.fail_on == FailOn::Failure
        && args.match_err.is_none()
        && args.match_out.is_none()
        && !args.ignore_output;
    if other.is_none() && args.status != StatusGuard::Ignore && asks_for_answers {
        let time = Duration::from_secs_f64(args.time.unwrap_or(10.0));
        let asked = LoadedSolver { solver: choice.name, library };
        let found = match contradicted(imported, asked, &locator, args.status, time)? {
            Asked::TimedOut => {
                let shown = args.file.display().to_string();
                return Ok(refused(&shown, &Refusal::TimesOut, time.as_secs_f64()));
            }
            Asked::Contradicted(found) => Some(found),
            Asked::Consistent => None,
        };
        if let Some(found) = found {
            if !args.quiet {
                say!("{}: {found}", args.file.display());
            }
            match found.referee {
                Some((referee, loaded)) => {
                    other = Some(Rc::new(loaded.runner(policy)));
                    solver_texts.push(referee.to_string());
                }
                None => status = Some(found.status),
            }
        }
    }
    let task = Task {
        solver: choice.name,
        library,
        other,
        status,
        policy,
        time: Duration::from_secs_f64(args.time.unwrap_or(10.0)),
        memory: args.memory.unwrap_or(2048) << 20,
        wants_timeout: args.fail_on == FailOn::Timeout,
        ignores_err: args.ignore_output,
        match_err: args.match_err.clone(),
        match_out: args.match_out.clone(),
        output,
        form: Form::Script(of_solver),
        restarts: args.restart,
        budget: budget(args),
        jobs: args.jobs as usize,
        program: std::env::current_exe()?,
        solver_texts,
        libraries,
    };
    let mut bar = Bar::new(args.quiet);
    let text = imported.trace.to_text();
    let input = Input { trace: &imported.trace, text: text.as_bytes() };
    let ended = minimize(&input, &task, &interrupted, &mut bar);
    bar.finish();
    match ended {
        Ok(Ok(minimized)) => {
            let before = std::fs::metadata(&args.file).map_or(0, |file| file.len());
            let reduced = Reduced {
                bytes: [before, minimized.bytes[1]],
                tests: minimized.tests,
                runs: minimized.runs,
                seconds: minimized.seconds,
                helped: minimized.helped,
                minimal: minimized.minimal,
                status: status.map(|status| status.to_string()),
                file: minimized.file,
            };
            if !args.quiet {
                print(args.format, &reduced)?;
            }
            let stopped = interrupted.load(Ordering::Relaxed);
            Ok(if stopped && !reduced.minimal { Outcome::Interrupted } else { Outcome::Clean })
        }
        Ok(Err(refusal)) => {
            let shown = args.file.display().to_string();
            Ok(refused(&shown, &refusal, args.time.unwrap_or(10.0)))
        }
        Err(error) => Ok(failed(&error)),
    }
}
