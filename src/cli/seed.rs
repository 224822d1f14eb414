//! `murxla --seed N`: one run.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use super::cross_check;
use super::ending::{ending_details, ending_name, told_class};
use super::exit::Outcome;
use super::print::say;
use super::progress::StderrProgress;
use super::required_options::{refused_names, refused_option};
use super::settings::{self, written};
use super::{OwnBuilds, again};
use crate::exec::{LOAD_ERROR, Run};
use crate::findings::Failure;
use crate::findings::disk::DiskError;
use crate::model::{Model, Settings};
use crate::oracle::record_contradiction;
use crate::rng::Seed;
use crate::sandbox::{self, Class, Limits, Log};
use crate::solvers::{AllRows, Choice, Location, SolverProblem};
use crate::supply::{self, Silent, SolverSpec};

/// The heading of what holds for one run and for many.
const BOTH: &str = "What runs are like";

/// The longest script that is printed, in bytes.
const LONGEST_SCRIPT: u64 = 64 << 20;

/// Seconds of processor time for a run by default.
pub(super) const TIME: f64 = 1.0;

/// One run.
#[derive(clap::Args)]
#[command(next_help_heading = "One run")]
pub(super) struct Args {
    /// Generate and execute the run with this seed, and print its trace; decimal, or hexadecimal with 0x
    #[arg(short, long, value_name = "N", value_parser = seed)]
    pub(super) seed: Option<u64>,
    /// The solver
    #[arg(long, value_name = "NAME[@VERSION]|smtlib:COMMAND", default_value = "z3", help_heading = BOTH)]
    pub(super) solver: String,
    /// Write the trace to a file instead of standard output
    #[arg(short = 'a', long, value_name = "FILE", requires = "seed")]
    api_trace: Option<PathBuf>,
    /// Execute in this process, without limits: for a debugger
    #[arg(long, requires = "seed")]
    no_fork: bool,
    /// Seconds of processor time that a run may take
    #[arg(short, long, value_name = "SECONDS", default_value_t = TIME, value_parser = seconds, help_heading = BOTH)]
    pub(super) time: f64,
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let parsed = text.parse::<f64>().ok().filter(|seconds| (0.01..=1e6).contains(seconds));
    parsed.ok_or_else(|| "write a number of seconds from 0.01 to 1000000".to_owned())
}

pub(super) fn seed(text: &str) -> Result<u64, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| "write a number below 2^64, decimal or hexadecimal with 0x".to_owned())
}

impl Args {
    /// The command that does the same run again.
    fn again(&self, settings: &Settings, seed: u64, choice: &Choice, own: &OwnBuilds) -> String {
        if let Some(path) = &self.api_trace {
            let values = settings.required_options.iter().map(|(_, value)| value.as_str());
            return again::replay(path, choice, own, self.time, again::may_name_files(values));
        }
        let solver = again::word(&choice.to_string());
        let mut command = format!("murxla --seed {seed:#x} --solver {solver}{}", written(settings));
        command.push_str(&again::own_build(choice, own));
        if self.time != TIME {
            command.push_str(&format!(" -t {}", self.time));
        }
        command
    }
}

pub(super) fn run(
    args: &Args,
    settings: &settings::Args,
    seed: u64,
    own: &OwnBuilds,
) -> anyhow::Result<Outcome> {
    let settings = match settings.settings() {
        Ok(settings) => settings,
        Err(error) => {
            say!("error: {error}");
            return Ok(Outcome::BadInput);
        }
    };
    let locator = own.locator()?;
    let choice = own.choice(&args.solver)?;
    if locator.locate(&choice)? == Location::NotInstalled {
        let spec = SolverSpec::parse(&choice.to_string())?;
        supply::install(locator.store(), locator.tools(), &spec, &StderrProgress::new())?;
    }
    if let Some(why) = cross_check::prepare(&locator, &choice, &settings)? {
        say!("error: {why}");
        return Ok(Outcome::BadInput);
    }
    if let Some(why) = refused_names(&locator, &choice, &settings)? {
        say!("error: {why}");
        return Ok(Outcome::BadInput);
    }
    if let Some(why) = refused_option(&locator, &choice, &settings)? {
        say!("error: {why}");
        return Ok(Outcome::BadInput);
    }
    let versions =
        cross_check::other_versions(&locator, &choice, &settings, &own.named_libraries())?;
    let mut out: Box<dyn Write> = match &args.api_trace {
        Some(path) => {
            Box::new(std::fs::File::create(path).map_err(DiskError::on("write the trace", path))?)
        }
        None => Box::new(std::io::stdout()),
    };
    if args.no_fork {
        let library = locator.load(&choice, &Silent)?;
        let mut failed = Ok(());
        let profile = cross_check::profile(&locator, &choice, library, &settings, &versions)?;
        let model = Model::within(choice.name, library, profile, &settings);
        let sink = |bytes: &[u8]| {
            if failed.is_ok() {
                failed = out.write_all(bytes).and_then(|()| out.flush());
            }
        };
        model.run(Seed(seed), sink, &mut model.oracles());
        failed?;
        return Ok(Outcome::Clean);
    }
    let time = Duration::from_secs_f64(args.time);
    // Processor time is what the run takes itself; the clock on the wall also runs for others.
    let mut limits = Limits { wall: time * 2, cpu: time, ..Limits::default() };
    // What it prints is what is wanted: the script, and not the trace.
    let script = choice.only_prints();
    if script {
        limits.output = LONGEST_SCRIPT;
    }
    // A program is asked who it is before the clock of the run starts: it has a process of its own to die in.
    let program = choice.program().map(|_| locator.load(&choice, &Silent)).transpose()?;
    let child = |log: &Log| match program.map_or_else(|| locator.load(&choice, &Silent), Ok) {
        Ok(library) => match cross_check::profile(&locator, &choice, library, &settings, &versions)
        {
            Ok(profile) => {
                let sink = |bytes: &[u8]| log.write(bytes);
                let model = Model::within(choice.name, library, profile, &settings);
                model.run(Seed(seed), sink, &mut model.oracles());
            }
            Err(problem) => log.write(format!("{LOAD_ERROR}{problem}\n").as_bytes()),
        },
        Err(problem) => log.write(format!("{LOAD_ERROR}{problem}\n").as_bytes()),
    };
    let (mut begun, mut shown) = (false, 0);
    let mut onlook = |bytes: &[u8]| {
        // It is one entry, the first and last: it comes alone and whole.
        if !begun && bytes.starts_with(LOAD_ERROR.as_bytes()) {
            return Ok(());
        }
        begun = true;
        shown += bytes.len();
        if script && args.api_trace.is_none() {
            return Ok(());
        }
        out.write_all(bytes).and_then(|()| out.flush())
    };
    let mut ended = Run::from(sandbox::run_watched(&limits, child, &mut onlook)?).that_loads();
    if let Some(problem) = ended.load_error.take() {
        return Err(SolverProblem::Load(murxla_api::LoadError(problem)).into());
    }
    if script {
        super::print::data(&ended.outcome.stdout)?;
    } else if let Some(refusal) = ended.outcome.log.get(shown..).filter(|text| !text.is_empty()) {
        // It ended the process, which could not log it any more.
        out.write_all(refusal)?;
        say!("note: {choice} refused the last call, and ended the process with it");
    }
    out.flush()?;
    drop(out);
    if Failure::of(choice.name, &ended).is_none() {
        let references = cross_check::references(&locator, &settings)?;
        let checked = references.cross_check(&ended, &limits, &AllRows);
        for (name, why) in checked.not_asked {
            say!("note: {name} cannot be asked: {why}");
        }
        if let Some(violation) = checked.violation {
            record_contradiction(&mut ended, &violation);
        }
    }
    let again = args.again(&settings, seed, &choice, &own.everywhere(&locator));
    let outcome = judge(&ended, &choice, &again);
    if outcome == Outcome::Clean && !script {
        say!("run complete: {} calls, no finding", ended.played.calls.len());
    }
    Ok(outcome)
}

/// Says in one line what is wrong, if anything is.
fn judge(ended: &Run, choice: &Choice, again: &str) -> Outcome {
    let Some(Failure { key, action, message, .. }) = Failure::of(choice.name, ended) else {
        return Outcome::Clean;
    };
    let mut text = match ended.class() {
        Class::Completed => {
            format!("{choice}: violated {}: {message}", key.oracle.unwrap_or_default())
        }
        _ => format!("{choice}: {}", ending_name(&told_class(&ended.outcome))),
    };
    text.push_str(&ending_details(
        &told_class(&ended.outcome),
        action.as_deref(),
        &ended.outcome.frames,
    ));
    say!("{text}; again with: {again}");
    match ended.class() {
        Class::OwnError { .. } => Outcome::OwnError,
        _ => Outcome::Finding,
    }
}
