//! Completes the folder of a finding: the script, the C program, what it depends on, and the text of an issue.

use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use murxla_api::ActionKind;

use super::again;
use super::export_c::program_for;
use super::in_words::{in_words, said};
use super::option_flips::{Which, flips};
use super::right_status::export_with_right_answers;
use crate::diagnosis::{Ask, FrontEnd, Seen, Subject, configuration, diagnose};
use crate::exec::class_name;
use crate::findings::output_file::write_output;
use crate::findings::{
    Category, Diagnosis, Failure, Finding, ISSUE, Issue, Key, MIN_TRACE, PROGRAM, Priority,
    ReleaseState, SCRIPT, TRACE, finding_in, found_before, function_name, least_cared_for,
    record_diagnosis, record_proof, solver_part,
};
use crate::oracle::{CROSS_CHECK, SELF_CHECK};
use crate::reproducer::{About, Reproducer, Shows};
use crate::sandbox::Limits;
use crate::smt::export::{Target, WrapperRows, export};
use crate::solvers::{Choice, Locator, wrapper};
use crate::supply::{self, Silent};
use crate::trace::{Action, Trace, read};

/// With what a folder is completed.
pub(super) struct Wish<'a> {
    pub(super) locator: &'a Locator,
    pub(super) choice: &'a Choice,
    /// What a run may take.
    pub(super) time: Duration,
    /// How long options may be tried that take the failure away.
    pub(super) switch_time: Duration,
    /// The script, if the finding was one.
    pub(super) script: Option<String>,
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
    let trace = match finding.key.oracle.as_deref() {
        Some(CROSS_CHECK) => contradicted(trace, &finding.key),
        _ => trace,
    };
    let subject = Subject::of_trace(trace.clone());
    let seen = subject.play(choice, locator, &limits)?;
    let Some(failure) = seen.failure().cloned() else {
        return Ok(Err(format!("the trace does not fail here: {}", seen.in_short())));
    };
    let (mut script, unsaid) = match &wish.script {
        Some(script) => (Some(script.clone()), Vec::new()),
        None => script_of(&trace, choice, &failure)?,
    };
    // The proof of the run that found it speaks of another trace.
    let finding = match &seen {
        Seen::Failure { proof, .. } if !proof.is_empty() => {
            record_proof(folder, proof)?;
            Finding { proof: proof.clone(), ..finding }
        }
        _ => finding,
    };
    let about = about(choice, &finding, &failure, &trace)?;
    let program = match program_for(&trace, choice, locator, true, Some(&about))? {
        Ok(program) => {
            write_output(&folder.join(PROGRAM), program.text.as_bytes())?;
            Some(program)
        }
        Err(_) => None,
    };
    let library = locator.load_tried(choice, true, &Silent)?;
    let front_end = FrontEnd::of(locator, choice);
    let ask = Ask {
        subject: &subject,
        choice,
        locator,
        limits: limits.clone(),
        script: script.as_deref(),
        front_end: front_end.as_ref(),
        switches: flips(choice.name, library, &library.profile().theories, Which::Booleans),
        switch_time: wish.switch_time,
    };
    let mut diagnosis = diagnose(&ask, &seen)?;
    // Without what SMT-LIB has no word for it is another input.
    if diagnosis.as_script.starts_with("does not show") && !unsaid.is_empty() {
        diagnosis.as_script = format!("cannot be said in SMT-LIB: {}", unsaid.join(", "));
        diagnosis.front_end = None;
        script = None;
    } else if script.is_none() && !unsaid.is_empty() {
        diagnosis.as_script = format!("cannot be said in SMT-LIB: {}", unsaid.join(", "));
    }
    match &script {
        Some(script) => write_output(&folder.join(SCRIPT), script.as_bytes())?,
        None => drop(std::fs::remove_file(folder.join(SCRIPT))),
    }
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
    diagnosis.title.clone_from(&about.title);
    diagnosis.configuration = configuration(choice, locator, &limits);
    record_diagnosis(folder, &diagnosis)?;
    let finding = finding_in(folder)?;
    let text = issue(
        &finding,
        &seen,
        &diagnosis,
        &about,
        Parts {
            script,
            front_end: front_end.as_ref(),
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

/// A trace on which another solver gives another answer, with that as what is promised: so it fails without the other one.
fn contradicted(mut trace: Trace, key: &Key) -> Trace {
    let right = key.detail.split_once('/').map(|(_, right)| right);
    if let Some(right @ ("sat" | "unsat")) = right {
        let mut checks = trace.calls.iter_mut().rev();
        let check = checks.find(|call| {
            matches!(call.action.kind(), ActionKind::CheckSat | ActionKind::CheckSatAssuming)
        });
        if let Some(check) = check {
            check.promised = Some(format!("{right} as another solver says").into());
        }
    }
    trace
}

/// The script of a trace, if it can be said in one as far as the failure goes, and the actions that cannot.
fn script_of(
    trace: &Trace,
    choice: &Choice,
    failure: &Failure,
) -> anyhow::Result<(Option<String>, Vec<String>)> {
    let rows = WrapperRows(wrapper(choice.name).ok());
    let target = Target { solver: choice.name, dialect: rows.dialect(), own: &rows };
    let mut trace = trace.clone();
    // What the solver refuses because a check of its own failed was asked all the same.
    if failure.key.oracle.as_deref() == Some(SELF_CHECK)
        && let Some(call) = failure.call.and_then(|call| trace.calls.get_mut(call))
    {
        call.reply = None;
    }
    let exported = match failure.key.oracle.is_some() {
        true => export_with_right_answers(&trace, &target),
        false => export(&trace, &target),
    };
    let mut unsaid: Vec<String> = exported
        .left_out
        .iter()
        .filter_map(|one| Some(trace.calls.get(one.call)?.action.name().to_owned()))
        .collect();
    // What makes terms is not listed there, but one of the solver's own has no word either.
    let own = trace.calls.iter().filter(|call| {
        matches!(call.action, Action::Own(_)) || call.action.kind() == ActionKind::Simplify
    });
    unsaid.extend(own.map(|call| call.action.name().to_owned()));
    unsaid.sort();
    unsaid.dedup();
    // Without the call that fails it is no script of it.
    let lacks = exported.left_out.iter().any(|one| Some(one.call) == failure.call);
    Ok(((!lacks).then(|| exported.text(rows.dialect()).0), unsaid))
}

fn about(
    choice: &Choice,
    finding: &Finding,
    failure: &Failure,
    trace: &Trace,
) -> anyhow::Result<About> {
    let solver = format!(
        "{} {}",
        wrapper(choice.name)?.title(),
        finding.solver.version.as_deref().unwrap_or("of unknown version")
    );
    let action = failure.action.as_deref().unwrap_or("no call");
    if failure.key.oracle.is_some() {
        // The trace of an answer does not say which operators tell the cause, and the key of the finding does.
        let operators = finding.key.operators().join(" ");
        let message = match operators.is_empty() || failure.key.has_operators() {
            true => failure.message.clone(),
            false => format!("{} [{operators}]", failure.message),
        };
        let said = said(&message, trace, choice.name);
        return Ok(About {
            title: format!("{solver}: {}", said.title),
            happens: said.happened,
            should: right(&failure.key).to_owned(),
            proof: in_words(&finding.proof, trace, choice.name),
        });
    }
    let how = class_name(&finding.class);
    let happens = match failure.message.is_empty() {
        true => format!("{how} in {action}"),
        false => format!("{how} in {action}: {}", failure.message),
    };
    Ok(About {
        title: format!("{solver}: {how} in {}", failure.key.detail.trim_start_matches("in ")),
        happens,
        should: format!("{action} returns."),
        proof: finding.proof.clone(),
    })
}

/// What should have been.
fn right(key: &Key) -> &'static str {
    match Priority::of(key) {
        Priority::RefutationUnsound => "The answer is sat.",
        Priority::ModelUnsound => "The answer is unsat.",
        Priority::WrongModelOrCore => {
            "What is told after the answer fits what was asked and fits together."
        }
        _ => "What the solver tells is consistent.",
    }
}

/// What an issue is made of beside the facts.
struct Parts<'a> {
    script: Option<String>,
    front_end: Option<&'a FrontEnd>,
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
    let Parts { script, front_end, program, trace, folder, locator, choice } = parts;
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
    let mut packages = Vec::new();
    let version = choice.version.clone();
    let version = version.or_else(|| supply::default_version(choice.name).map(str::to_owned));
    if let Some(one) = supply::find(locator.store(), choice.name, version.as_deref())
        && finding.solver.library.as_deref() == Some(&one.library)
    {
        for package in &one.packages {
            packages.push(format!("package {}, sha256 {}", package.file, package.sha256));
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
    if let (Some(script), Some(front_end)) = (&script, front_end) {
        commands.push(front_end.command_line(script, SCRIPT));
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
        solver: choice.name.to_owned(),
        title: about.title.clone(),
        category: category(finding),
        library,
        configuration: diagnosis.configuration.clone(),
        packages,
        system: system(),
        happened: about.happens.clone(),
        should: about.should.clone(),
        commands,
        script: script.map(|text| (text, told_of(&diagnosis.as_script))),
        program: program.map(|program| {
            (program.text, diagnosis.native.as_deref().map_or_else(String::new, told_of))
        }),
        trace,
        proof: about.proof.clone(),
        backtrace: lines.join("\n"),
        others: diagnosis.others.clone(),
        versions: versions.collect(),
        since: diagnosis.versions.as_ref().map(|one| one.in_words()).unwrap_or_default(),
        diagnosis: Diagnosis { versions: None, others: Vec::new(), ..diagnosis.clone() }.lines(),
    })
}

/// Which kind of bug it is.
fn category(finding: &Finding) -> Category {
    match Priority::of(&finding.key) {
        Priority::RefutationUnsound | Priority::ModelUnsound | Priority::WrongModelOrCore => {
            Category::Wrong
        }
        Priority::Crash | Priority::Assertion => Category::Crash,
        Priority::Timeout => Category::Slow,
        Priority::OutOfMemory => Category::Memory,
        Priority::BrokenContract | Priority::OwnError => Category::Api,
    }
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
