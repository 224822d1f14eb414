//! `murxla diagnose`: makes of a trace or a finding what its maintainers want to receive.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::OwnBuilds;
use super::bisect::{chosen_versions, matrix, told};
use super::case::Case;
use super::dossier::{Wish, complete};
use super::exit::Outcome;
use super::print::say;
use super::replay::{install, recorded_solver};
use crate::campaign::file_sha256;
use crate::diagnosis::{Outside, Playable};
use crate::findings::output_file::write_output;
use crate::findings::{
    Diagnosis, Ending, Failure, Finding, ISSUE, Key, MIN_TRACE, SCHEMA, SolverFacts, TRACE,
    diagnosis_of, finding_in, record_diagnosis, write_finding,
};
use crate::oracle::{LocalRunner, ORACLES, Runner, Verdict};
use crate::sandbox::Limits;
use crate::solvers::{Choice, Location, Locator, real};
use crate::supply::Silent;
use crate::trace::Trace;

/// Find out what a failure depends on, and write the issue: script, C program, diagnosis, affected versions
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  murxla diagnose out/findings/NAME              completes the folder of a finding
  murxla diagnose bug.trace -O bugs              makes a folder bugs/findings/NAME of a trace
  murxla diagnose bug.smt2 --solver z3 -O bugs   of a script; a wrong answer is one that contradicts its :status
  murxla diagnose bug.trace                      prints the diagnosis alone, as for repro.c
  murxla diagnose bug.trace -O bugs --versions 4.8.8..5.4 --at-most 8

In the folder: README.md, the text of an issue; min.smt2 and repro.c, which show the same; finding.json, with the \
diagnosis: which options matter, whether the failure needs more than one query, the part of the solver, which options \
take it away, what other solvers and, with --versions, other releases do. Nothing is sent anywhere. The trace should be \
minimized before. Of a C program only what its text tells is found out: options by leaving out the lines that set them, the \
part of the solver, releases. Exit code 10: it fails; 12: it does not.")]
pub(super) struct Args {
    /// The folder of a finding, a trace, a script or a C program
    #[arg(value_name = "FINDING|TRACE|FILE.smt2|FILE.c")]
    file: PathBuf,
    /// The solver, if the file does not say it
    #[arg(long, value_name = "NAME[@VERSION]")]
    solver: Option<String>,
    /// Where the folder of a trace or script is made, in `findings` [default: only the diagnosis is printed]
    #[arg(short = 'O', long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Releases to be asked, as for `murxla bisect`
    #[arg(long, value_name = "RANGE|LIST")]
    versions: Option<String>,
    /// Of a range only so many releases, evenly chosen
    #[arg(long, value_name = "NUMBER", requires = "versions", value_parser = clap::value_parser!(u64).range(2..))]
    at_most: Option<u64>,
    /// Other solvers to be asked [default: all that are installed]
    #[arg(long, value_name = "NAME[@VERSION],…")]
    others: Vec<String>,
    /// Seconds of processor time that a run may take
    #[arg(short, long, value_name = "SECONDS", default_value_t = 10.0, value_parser = super::seed::seconds)]
    time: f64,
    /// Seconds for trying options that take the failure away; 0: none are tried
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0)]
    try_options: f64,
    /// Print the diagnosis as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    let case = match Case::read(&args.file, args.solver.as_deref()) {
        Ok(case) => case,
        Err(message) => {
            say!("error: {message}");
            return Ok(Outcome::BadInput);
        }
    };
    let own = match &case {
        Case::Trace(input) => own.with_library_of(&input.path)?,
        _ => own.clone(),
    };
    let locator = own.locator()?;
    let choice = match (&case, args.solver.as_deref()) {
        (_, Some(named)) => own.choice(named)?,
        (Case::Script { solver, .. } | Case::Outside { solver, .. }, None) => solver.clone(),
        (Case::Trace(input), None) => match recorded_solver(input, &locator)? {
            Some(choice) => choice,
            None => return Ok(Outcome::BadInput),
        },
    };
    install(&locator, &choice)?;
    let time = Duration::from_secs_f64(args.time);
    let limits = Limits { cpu: time, wall: time * 2, ..Limits::default() };
    if let Case::Outside { outside, .. } = &case {
        if args.output.is_some() {
            say!(
                "error: {} is read by the solver alone: no folder is made of it, leave -O out",
                args.file.display()
            );
            return Ok(Outcome::BadInput);
        }
        return diagnose_outside(args, outside, &choice, &locator, &limits);
    }
    // What nobody wants to keep is made all the same: the diagnosis is about what is in the folder.
    let scratch = tempfile::tempdir()?;
    let script = match &case {
        Case::Script { text, .. } => Some(text.clone()),
        _ => None,
    };
    let folder = match (&case, &args.output) {
        (Case::Trace(_), None) if args.file.is_dir() => args.file.clone(),
        (_, output) => {
            let (trace, text) = match &case {
                Case::Trace(input) => (&input.trace, std::fs::read(&input.path)?),
                Case::Script { subject, .. } => {
                    (&subject.trace, subject.trace.to_text().into_bytes())
                }
                Case::Outside { .. } => return Ok(Outcome::BadInput),
            };
            let output = output.as_deref().unwrap_or(scratch.path());
            match folder_of(output, trace, text, &choice, &locator, &limits)? {
                Made::Folder(folder) => folder,
                Made::NotUsable(error) => {
                    say!("error: {choice}: {error}");
                    return Ok(Outcome::SolverUnusable);
                }
                Made::DoesNotFail => {
                    say!("{}: it does not fail", args.file.display());
                    return Ok(Outcome::NoStableFailure);
                }
            }
        }
    };
    // Before the library is in this process: a process holds one version of a solver.
    if let Some(range) = &args.versions {
        let versions = match chosen_versions(Some(range), args.at_most, &locator, choice.name) {
            Ok(versions) => versions,
            Err(trouble) => return told(trouble),
        };
        let found = matrix(&*case.playable(), &choice, &versions, &locator, &limits)?;
        let known = diagnosis_of(&folder).unwrap_or_default();
        record_diagnosis(&folder, &Diagnosis { versions: found, ..known })?;
    }
    let others = match args.others.is_empty() {
        false => own.choices(&args.others)?,
        true => installed_others(&locator, choice.name),
    };
    let switch_time = Duration::from_secs_f64(args.try_options.max(0.0));
    let wish = Wish { locator: &locator, choice: &choice, time, switch_time, script, others };
    match complete(&folder, &wish)? {
        Ok(diagnosis) => {
            print(args, &finding_in(&folder)?.key, &diagnosis)?;
            if !folder.starts_with(scratch.path()) {
                say!("{}", folder.join(ISSUE).display());
            }
            Ok(Outcome::Finding)
        }
        Err(why) => {
            say!("{}: {why}", folder.display());
            Ok(Outcome::NoStableFailure)
        }
    }
}

/// The other solvers that are installed.
pub(super) fn installed_others(locator: &Locator, name: &str) -> Vec<Choice> {
    real()
        .filter(|wrapper| wrapper.name() != name)
        .map(|wrapper| Choice { name: wrapper.name(), version: None })
        .filter(|other| !matches!(locator.locate(other), Ok(Location::NotInstalled)))
        .collect()
}

fn print(args: &Args, key: &Key, diagnosis: &Diagnosis) -> anyhow::Result<()> {
    let mut out = super::print::stdout();
    if args.json {
        #[derive(serde::Serialize)]
        struct Told<'a> {
            key: &'a Key,
            #[serde(flatten)]
            diagnosis: &'a Diagnosis,
        }
        let text = serde_json::to_string_pretty(&Told { key, diagnosis })?;
        writeln!(out, "{}", murxla_api::visible_json(&text))?;
        return Ok(());
    }
    for line in diagnosis.lines() {
        writeln!(out, "{}", murxla_api::visible_line(&line))?;
    }
    Ok(())
}

/// What a C program, or a script for a binary, depends on.
fn diagnose_outside(
    args: &Args,
    outside: &Outside,
    choice: &Choice,
    locator: &Locator,
    limits: &Limits,
) -> anyhow::Result<Outcome> {
    let seen = outside.play(choice, locator, limits)?;
    if seen.failure().is_none() {
        say!("{}: it does not fail: {}", args.file.display(), seen.in_short());
        return Ok(Outcome::NoStableFailure);
    }
    let mut diagnosis = outside.diagnose(&seen, choice, locator, limits)?;
    if let Some(range) = &args.versions {
        diagnosis.versions = match chosen_versions(Some(range), args.at_most, locator, choice.name)
        {
            Ok(versions) => matrix(outside, choice, &versions, locator, limits)?,
            Err(trouble) => return told(trouble),
        };
    }
    if let Some(failure) = seen.failure() {
        print(args, &failure.key, &diagnosis)?;
    }
    Ok(Outcome::Finding)
}

/// What became of a folder that was to be made.
enum Made {
    Folder(PathBuf),
    NotUsable(String),
    DoesNotFail,
}

/// Plays a trace and makes the folder of its failure.
fn folder_of(
    output: &Path,
    trace: &Trace,
    text: Vec<u8>,
    choice: &Choice,
    locator: &Locator,
    limits: &Limits,
) -> anyhow::Result<Made> {
    let load = || locator.load(choice, &Silent).map_err(|problem| problem.to_string());
    let mut runner = LocalRunner::loading(choice.name, crate::exec::OptionPolicy::NoFiles, load);
    let usual = ORACLES.iter().filter(|row| row.by_default);
    runner.watch(usual.map(|row| row.name.into()).collect());
    let run = runner.play(trace, limits)?;
    if let Some(error) = &run.load_error {
        return Ok(Made::NotUsable(error.clone()));
    }
    let Some(failure) = Failure::of(choice.name, &run) else { return Ok(Made::DoesNotFail) };
    let library = match locator.locate(choice)? {
        Location::File(file) => Some(file),
        _ => None,
    };
    let sum = library.as_deref().and_then(|file| file_sha256(file).ok());
    let proof = Verdict::recorded_in(&run).violation();
    let Failure { key, action, message, .. } = failure;
    let is_wrong = key.class == Ending::Completed;
    let finding = Finding {
        schema: SCHEMA,
        key,
        run: 0,
        seed: trace.header.seed.unwrap_or_default(),
        settings: trace.header.settings.clone(),
        solver: SolverFacts {
            version: run.played.header.solver_version.clone(),
            library,
            sha256: sum,
        },
        class: run.outcome.class.clone(),
        action,
        message,
        frames: run.outcome.frames.clone(),
        reproduced: true,
        release: None,
        minimized: None,
        diagnosis: None,
        proof: proof.map_or_else(String::new, |one| one.proof.text().to_owned()),
        stderr: run.outcome.stderr.clone(),
        narrowed: Some(match is_wrong {
            true => run.whole().to_text().into_bytes(),
            false => text.clone(),
        }),
        trace: text.clone(),
        made_of: Vec::new(),
    };
    let folder = write_finding(output, &finding)?.path().to_owned();
    // One that was there already is about the trace that is given now.
    for (name, text) in [(TRACE, Some(&text)), (MIN_TRACE, finding.narrowed.as_ref())] {
        if let Some(text) = text {
            write_output(&folder.join(name), text)?;
        }
    }
    Ok(Made::Folder(folder))
}
