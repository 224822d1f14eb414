//! Folders of findings are complete, their programs show the same, and the solver's own front end takes their scripts.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{folder, murxla, text};

/// A finding with what its files do.
struct Looked {
    name: String,
    /// It could not be minimized because it does not fail in the same way each time.
    is_unstable: bool,
    missing: Vec<String>,
    /// What the C program does.
    program: String,
    /// What the script does by the API.
    script: String,
    /// What it does in the solver's own front end.
    front_end: String,
}

/// The files that every finding has.
const FILES: &[&str] =
    &["README.md", "min.trace", "original.trace", "finding.json", "stderr.txt", "duplicates.txt"];

/// Completes a finding again and looks at its files.
fn look(subject: &Path, scratch: &Path) -> Result<Looked, String> {
    let shown = subject.display().to_string();
    let mut arguments = vec!["diagnose", &shown, "--try-options", "0", "--json"];
    let out = scratch.display().to_string();
    if !subject.is_dir() {
        arguments.extend(["-O", &out]);
    }
    let told = murxla(&arguments);
    if told.status.code() != Some(10) {
        return Err(text(&told.stderr));
    }
    let diagnosis: Value =
        serde_json::from_slice(&told.stdout).map_err(|error| error.to_string())?;
    let found = match subject.is_dir() {
        true => subject.to_owned(),
        false => {
            let entries = std::fs::read_dir(scratch.join("findings")).map_err(|e| e.to_string())?;
            let mut paths = entries.map(|entry| entry.expect("an entry").path());
            paths.next().ok_or("no folder was made")?
        }
    };
    let has = |name: &str| found.join(name).is_file();
    let mut missing: Vec<String> =
        FILES.iter().filter(|name| !has(name)).map(|name| (*name).to_owned()).collect();
    let word = |name: &str| diagnosis[name].as_str().unwrap_or_default().to_owned();
    let facts = std::fs::read_to_string(found.join("finding.json")).expect("facts");
    let facts: Value = serde_json::from_str(&facts).expect("JSON");
    let (solver, oracle) = (facts["key"]["solver"].as_str(), facts["key"]["oracle"].as_str());
    if solver != Some("mock") && !has("repro.c") {
        missing.push("repro.c".to_owned());
    }
    if !has("min.smt2") && !word("as_script").starts_with("cannot be said in SMT-LIB") {
        missing.push("min.smt2".to_owned());
    }
    let crashes =
        oracle.is_none() && facts["frames"].as_array().is_some_and(|list| !list.is_empty());
    let backtrace = std::fs::read_to_string(found.join("backtrace.txt")).unwrap_or_default();
    if crashes && !backtrace.starts_with("#0 ") {
        missing.push("backtrace.txt".to_owned());
    }
    if oracle == Some("model") && !has("proof.txt") {
        missing.push("proof.txt".to_owned());
    }
    Ok(Looked {
        name: subject.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        is_unstable: facts["minimized"]["refused"]
            .as_str()
            .is_some_and(|told| told.starts_with("it does not fail in the same way each time")),
        missing,
        program: word("native"),
        script: word("as_script"),
        front_end: word("front_end"),
    })
}

/// Traces and scripts of traces/found, and the findings of the campaigns in the folders that `MURXLA_FINDINGS` names.
fn subjects() -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder()).expect("traces/found") {
        let path = entry.expect("an entry").path();
        let is_for_binary = || {
            let text = std::fs::read_to_string(&path).expect("text");
            text.lines().any(|line| line.starts_with("; binary: "))
        };
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("trace") => all.push(path),
            Some("smt2") if !is_for_binary() => all.push(path),
            _ => {}
        }
    }
    for out in std::env::var("MURXLA_FINDINGS").unwrap_or_default().split(',') {
        let entries = std::fs::read_dir(Path::new(out).join("findings"));
        all.extend(entries.into_iter().flatten().map(|entry| entry.expect("an entry").path()));
    }
    all.sort();
    all
}

#[test]
#[ignore = "long: completes and looks at all of traces/found, and the findings of MURXLA_FINDINGS"]
fn all_findings() {
    let mut problems = Vec::new();
    let (mut programs, mut said, mut accepted, mut shown, mut unstable) = (0, 0, 0, 0, 0);
    let subjects = subjects();
    for subject in &subjects {
        let scratch = tempfile::tempdir().expect("a folder");
        let name = subject.display();
        let looked = match look(subject, scratch.path()) {
            Ok(looked) => looked,
            Err(told) => {
                println!("{name}: {told}");
                problems.push(format!("{name}: {told}"));
                continue;
            }
        };
        let mut wrong = String::new();
        if looked.is_unstable {
            println!("{}: does not fail in the same way each time", looked.name);
            unstable += 1;
            continue;
        }
        if !looked.missing.is_empty() {
            let _ = write!(wrong, " lacks {};", looked.missing.join(", "));
        }
        match looked.program.starts_with("shows the same: ") {
            true => programs += 1,
            // The mock has no C API.
            false if looked.program.is_empty() && looked.name.starts_with("mock") => {}
            false => _ = write!(wrong, " repro.c: {};", looked.program),
        }
        let cannot_be_said = looked.script.starts_with("cannot be said");
        said += usize::from(!cannot_be_said);
        match looked.front_end.as_str() {
            "" if cannot_be_said || looked.name.starts_with("mock") => {}
            told if told.starts_with("refuses") => {
                _ = write!(wrong, " front end: {told};");
            }
            // Of Yices with assertions only the library is built.
            "" if looked.name.starts_with("yices-assertion-") => {}
            "" => _ = write!(wrong, " no front end;"),
            told => {
                accepted += 1;
                shown += usize::from(told.starts_with("shows it"));
            }
        }
        println!(
            "{}: C program: {} | script: {} | front end: {}",
            looked.name, looked.program, looked.script, looked.front_end
        );
        if !wrong.is_empty() {
            problems.push(format!("{}:{wrong}", looked.name));
        }
    }
    println!(
        "{} findings: {programs} C programs show the same; {said} can be said in SMT-LIB, the front ends take {accepted} \
         and show {shown}; {unstable} are not stable; {} with problems",
        subjects.len(),
        problems.len()
    );
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
