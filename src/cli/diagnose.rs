//! `murxla diagnose`: makes of a trace or a finding what its maintainers want to receive.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use super::OwnBuilds;
use super::bisect::{chosen_versions, matrix, told};
use super::dossier::{Wish, complete};
use super::exit::Outcome;
use super::print::say;
use super::replay::{install, read_input, recorded_solver};
use crate::campaign::file_sha256;
use crate::diagnosis::Subject;
use crate::findings::{
    Diagnosis, Ending, Failure, Finding, ISSUE, SCHEMA, SolverFacts, diagnosis_of,
    record_diagnosis, write_finding,
};
use crate::oracle::{LocalRunner, ORACLES, Runner, Verdict};
use crate::sandbox::Limits;
use crate::solvers::{Choice, Location, real};
use crate::supply::Silent;

/// Find out what a failure depends on, and write the issue: script, C program, diagnosis, affected versions
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  murxla diagnose out/findings/NAME              completes the folder of a finding
  murxla diagnose bug.trace -O bugs              makes a folder bugs/findings/NAME of a trace
  murxla diagnose bug.trace -O bugs --versions 4.8.8..5.4 --at-most 8

In the folder: README.md, the text of an issue; min.smt2 and repro.c, which show the same; finding.json, with the \
diagnosis: which options matter, whether the failure needs more than one query, the part of the solver, which options \
take it away, what other solvers and, with --versions, other releases do. Nothing is sent anywhere. The trace should be \
minimized before. Exit code 10: it fails; 12: it does not.")]
pub(super) struct Args {
    /// A trace, or the folder of a finding
    #[arg(value_name = "FINDING|TRACE")]
    file: PathBuf,
    /// Where the folder of a trace is made, in `findings`
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
}

pub(super) fn run(args: &Args, own: &OwnBuilds) -> anyhow::Result<Outcome> {
    let input = match read_input(&args.file) {
        Ok(input) => input,
        Err(message) => {
            say!("error: {message}");
            return Ok(Outcome::BadInput);
        }
    };
    let own = own.with_library_of(&input.path)?;
    let locator = own.locator()?;
    let Some(choice) = recorded_solver(&input, &locator)? else { return Ok(Outcome::BadInput) };
    install(&locator, &choice)?;
    let time = Duration::from_secs_f64(args.time);
    let limits = Limits { cpu: time, wall: time * 2, ..Limits::default() };
    let folder = match (&args.output, args.file.is_dir()) {
        (None, true) => args.file.clone(),
        (None, false) => {
            say!(
                "error: {} is a trace: say with -O where its folder is to be made",
                args.file.display()
            );
            return Ok(Outcome::BadInput);
        }
        (Some(output), _) => {
            let load = || locator.load(&choice, &Silent).map_err(|problem| problem.to_string());
            let mut runner =
                LocalRunner::loading(choice.name, crate::exec::OptionPolicy::NoFiles, load);
            let usual = ORACLES.iter().filter(|row| row.by_default);
            runner.watch(usual.map(|row| row.name.into()).collect());
            let run = runner.play(&input.trace, &limits)?;
            if let Some(error) = &run.load_error {
                say!("error: {choice}: {error}");
                return Ok(Outcome::SolverUnusable);
            }
            let Some(failure) = Failure::of(choice.name, &run) else {
                say!("{}: it does not fail", args.file.display());
                return Ok(Outcome::NoStableFailure);
            };
            let library = match locator.locate(&choice)? {
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
                seed: input.trace.header.seed.unwrap_or_default(),
                settings: input.trace.header.settings.clone(),
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
                trace: std::fs::read(&input.path)?,
                narrowed: Some(match is_wrong {
                    true => run.whole().to_text().into_bytes(),
                    false => std::fs::read(&input.path)?,
                }),
                made_of: Vec::new(),
            };
            write_finding(output, &finding)?.path().to_owned()
        }
    };
    // Before the library is in this process: a process holds one version of a solver.
    if let Some(range) = &args.versions {
        let subject = Subject::of_trace(input.trace.clone());
        let versions = match chosen_versions(Some(range), args.at_most, &locator, choice.name) {
            Ok(versions) => versions,
            Err(trouble) => return told(trouble),
        };
        let found = matrix(&subject, &choice, &versions, &locator, &limits)?;
        let known = diagnosis_of(&folder).unwrap_or_default();
        record_diagnosis(&folder, &Diagnosis { versions: found, ..known })?;
    }
    let others = match args.others.is_empty() {
        false => own.choices(&args.others)?,
        true => real()
            .filter(|wrapper| wrapper.name() != choice.name)
            .map(|wrapper| Choice { name: wrapper.name(), version: None })
            .filter(|other| !matches!(locator.locate(other), Ok(Location::NotInstalled)))
            .collect(),
    };
    let switch_time = Duration::from_secs_f64(args.try_options.max(0.0));
    let wish = Wish { locator: &locator, choice: &choice, time, switch_time, others };
    match complete(&folder, &wish)? {
        Ok(diagnosis) => {
            let mut out = super::print::stdout();
            for line in diagnosis.lines() {
                writeln!(out, "{line}")?;
            }
            say!("{}", folder.join(ISSUE).display());
            Ok(Outcome::Finding)
        }
        Err(why) => {
            say!("{}: {why}", folder.display());
            Ok(Outcome::NoStableFailure)
        }
    }
}
