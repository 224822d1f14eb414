//! Completes the folder of a finding: the script, the C program, what it depends on, and the text of an issue.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;

use super::again;
use super::export_c::program_for;
use super::option_flips::{Which, flips};
use super::right_status::export_with_right_answers;
use crate::diagnosis::{Ask, Seen, Subject, diagnose};
use crate::exec::class_name;
use crate::findings::output_file::write_output;
use crate::findings::{
    Diagnosis, Failure, Finding, ISSUE, Issue, MIN_TRACE, PROGRAM, ReleaseState, SCRIPT, TRACE,
    finding_in, found_before, function_name, least_cared_for, record_diagnosis, solver_part,
};
use crate::reproducer::{About, Reproducer, Shows};
use crate::sandbox::Limits;
use crate::smt::export::{Target, WrapperRows, export};
use crate::solvers::{Choice, Location, Locator, wrapper};
use crate::supply::{self, Silent};
use crate::trace::{Trace, read};

/// With what a folder is completed.
pub(super) struct Wish<'a> {
    pub(super) locator: &'a Locator,
    pub(super) choice: &'a Choice,
    /// What a run may take.
    pub(super) time: Duration,
    /// How long options may be tried that take the failure away.
    pub(super) switch_time: Duration,
    /// Other solvers that are asked.
    pub(super) others: Vec<Choice>,
}

/// Completes the folder; gives what was found out, or why that could not be: the trace does not fail any more.
pub(super) fn complete(
    folder: &Path,
    wish: &Wish<'_>,
) -> anyhow::Result<Result<Diagnosis, String>> {
    let Wish { locator, choice, time, .. } = *wish;
    let finding = finding_in(folder)?;
    let small = [MIN_TRACE, TRACE].map(|name| folder.join(name));
    let file = small.into_iter().find(|file| file.is_file()).context("a finding has a trace")?;
    let text = std::fs::read(&file).with_context(|| file.display().to_string())?;
    let (trace, _) = read(&text).with_context(|| file.display().to_string())?;
    let limits = Limits { cpu: time, wall: time * 2, ..Limits::default() };
    let subject = Subject::of_trace(trace.clone());
    let seen = subject.play(choice, locator, &limits)?;
    let Some(failure) = seen.failure().cloned() else {
        return Ok(Err(format!("the trace does not fail here: {}", seen.in_short())));
    };
    let script = script_of(&trace, choice, &failure)?;
    if let Some(script) = &script {
        write_output(&folder.join(SCRIPT), script.as_bytes())?;
    }
    let about = about(choice, &finding, &failure)?;
    let program = match program_for(&trace, choice, locator, true, Some(&about))? {
        Ok(program) => {
            write_output(&folder.join(PROGRAM), program.text.as_bytes())?;
            Some(program)
        }
        Err(_) => None,
    };
    let library = locator.load_tried(choice, true, &Silent)?;
    let ask = Ask {
        subject: &subject,
        choice,
        locator,
        limits: limits.clone(),
        script: script.as_deref(),
        front_end: front_end(locator, choice),
        switches: flips(choice.name, library, &library.profile().theories, Which::Booleans),
        switch_time: wish.switch_time,
    };
    let mut diagnosis = diagnose(&ask, &seen)?;
    let scope = least_cared_for(&trace.calls, &library.profile().demands);
    diagnosis.scope = Some(match (scope, diagnosis.default_mode) {
        (Some(row), _) => format!("{}: {}", row.standing, row.source),
        (None, Some(true)) => "default".to_owned(),
        (None, _) => "with options".to_owned(),
    });
    diagnosis.duplicate_of = found_before(&finding.key, &text, &[]);
    diagnosis.versions = finding.diagnosis.as_ref().and_then(|known| known.versions.clone());
    diagnosis.native = program.as_ref().and_then(|program| program.tried.as_ref()).map(|tried| {
        match tried.shows {
            Shows::Same => format!("shows the same: it {}", tried.what),
            Shows::Other => format!("does something else: it {}", tried.what),
            Shows::NotTried => "was not tried".to_owned(),
        }
    });
    for other in &wish.others {
        let version = other.version.clone().unwrap_or_default();
        let said = match subject.for_others().play(other, locator, &limits)? {
            Seen::NotUsable(_) => continue,
            said => said.in_short(),
        };
        diagnosis.others.push(format!("{} {version}: {said}", other.name).replace(" :", ":"));
    }
    record_diagnosis(folder, &diagnosis)?;
    let finding = finding_in(folder)?;
    let text = issue(
        &finding,
        &seen,
        &diagnosis,
        &about,
        Parts {
            script,
            program,
            trace: String::from_utf8_lossy(&text).into_owned(),
            folder,
            locator,
            choice,
        },
    )?
    .text();
    write_output(&folder.join(ISSUE), text.as_bytes())?;
    Ok(Ok(diagnosis))
}

/// The script of a trace, if it can be said in one as far as the failure goes.
fn script_of(trace: &Trace, choice: &Choice, failure: &Failure) -> anyhow::Result<Option<String>> {
    let rows = WrapperRows(wrapper(choice.name).ok());
    let target = Target { solver: choice.name, dialect: rows.dialect(), own: &rows };
    let exported = match failure.key.oracle.is_some() {
        true => export_with_right_answers(trace, &target),
        false => export(trace, &target),
    };
    // Without the call that fails it is no script of it.
    let lacks = exported.left_out.iter().any(|one| Some(one.call) == failure.call);
    Ok((!lacks).then(|| exported.text(rows.dialect()).0))
}

/// The binary of the solver that came with its library.
fn front_end(locator: &Locator, choice: &Choice) -> Option<PathBuf> {
    let Ok(Location::File(library)) = locator.locate(choice) else { return None };
    let folder = library.parent()?.parent()?.join("bin");
    let binaries = ["z3", "yices-smt2", "cvc5", "bitwuzla"].map(|name| folder.join(name));
    binaries.into_iter().find(|binary| binary.is_file())
}

fn about(choice: &Choice, finding: &Finding, failure: &Failure) -> anyhow::Result<About> {
    let title = wrapper(choice.name)?.title();
    let version = finding.solver.version.as_deref().unwrap_or("of unknown version");
    let action = failure.action.as_deref().unwrap_or("no call");
    let what = match (&failure.key.oracle, failure.message.is_empty()) {
        (Some(_), _) => format!("in {action}: {}", failure.message),
        (None, true) => format!("{} in {action}", class_name(&finding.class)),
        (None, false) => format!("{} in {action}: {}", class_name(&finding.class), failure.message),
    };
    let should = match &failure.key.oracle {
        None => format!("{action} returns"),
        Some(_) => match failure.key.detail.split_once('/') {
            Some((_, right)) if matches!(right, "sat" | "unsat") => {
                format!("the right answer is {right}")
            }
            _ => "what the solver tells is consistent".to_owned(),
        },
    };
    let heading = match failure.key.oracle {
        Some(_) => failure.message.clone(),
        None => format!("{} in {}", class_name(&finding.class), failure.key.detail),
    };
    Ok(About {
        title: format!("{title} {version}: {heading}"),
        happens: what,
        should,
        proof: finding.proof.clone(),
    })
}

/// What an issue is made of beside the facts.
struct Parts<'a> {
    script: Option<String>,
    program: Option<Reproducer>,
    trace: String,
    folder: &'a Path,
    locator: &'a Locator,
    choice: &'a Choice,
}

fn issue(
    finding: &Finding,
    seen: &Seen,
    diagnosis: &Diagnosis,
    about: &About,
    parts: Parts<'_>,
) -> anyhow::Result<Issue> {
    let Parts { script, program, trace, folder, locator, choice } = parts;
    let mut library = vec![format!(
        "{} {}",
        wrapper(choice.name)?.title(),
        finding.solver.version.as_deref().unwrap_or("of unknown version")
    )];
    if let Some(sum) = &finding.solver.sha256 {
        let name = finding.solver.library.as_deref().and_then(Path::file_name);
        let name = name.unwrap_or_default().to_string_lossy();
        library.push(format!("library {name}, sha256 {sum}"));
    }
    let version = choice.version.clone();
    let version = version.or_else(|| supply::default_version(choice.name).map(str::to_owned));
    if let Some(one) = supply::find(locator.store(), choice.name, version.as_deref())
        && finding.solver.library.as_deref() == Some(&one.library)
    {
        for package in &one.packages {
            library.push(format!("package {}, sha256 {}", package.file, package.sha256));
        }
    }
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut commands = Vec::new();
    if program.is_some() {
        let link = crate::solvers::native_api(choice.name).map_or("", |api| api.link);
        commands.push(format!(
            "cc -Wall repro.c -o repro -IINCLUDE -LLIB {link} -Wl,-rpath,LIB && ./repro"
        ));
    }
    if let (Some(_), Some(_)) = (&script, &diagnosis.front_end) {
        let binary = if choice.name == "yices" { "yices-smt2 --incremental" } else { choice.name };
        commands.push(format!("{binary} {SCRIPT}"));
    }
    commands.push(format!("murxla replay {}/{MIN_TRACE}", again::word(&name)));
    let symbols = match seen {
        Seen::Failure { frames, .. } => solver_part(frames).to_vec(),
        _ => Vec::new(),
    };
    let lines: Vec<String> = symbols
        .iter()
        .enumerate()
        .map(|(number, frame)| {
            let name = frame.symbol.as_deref().map_or_else(|| "?".to_owned(), function_name);
            format!("#{number} {name}")
        })
        .collect();
    let versions = diagnosis.versions.iter().flat_map(|matrix| &matrix.releases).map(|release| {
        let has = match release.state {
            ReleaseState::Bad => "yes",
            ReleaseState::Good => "no",
            ReleaseState::Other => "fails otherwise",
            ReleaseState::Unknown => "?",
        };
        (release.version.clone(), has.to_owned(), release.seen.clone())
    });
    Ok(Issue {
        title: about.title.clone(),
        library,
        system: system(),
        happened: about.happens.clone(),
        should: about.should.clone(),
        commands,
        script: script.map(|text| (text, told_of(&diagnosis.as_script))),
        program: program.map(|program| {
            (program.text, diagnosis.native.as_deref().map_or_else(String::new, told_of))
        }),
        trace,
        proof: finding.proof.clone(),
        backtrace: lines.join("\n"),
        others: diagnosis.others.clone(),
        versions: versions.collect(),
        since: diagnosis.versions.as_ref().map(|one| one.in_words()).unwrap_or_default(),
        diagnosis: Diagnosis { versions: None, others: Vec::new(), ..diagnosis.clone() }.lines(),
    })
}

/// What is said after the name of what shows it.
fn told_of(told: &str) -> String {
    match told.split_once(": it ") {
        Some((shows, what)) => format!("{shows}; it {what}"),
        None => told.to_owned(),
    }
}

/// The operating system, as it calls itself.
fn system() -> String {
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let name = name.unwrap_or("Linux").trim_matches('"');
    format!("{name}, {}", std::env::consts::ARCH)
}
