//! C programs of traces show what the traces show; folders of findings are complete.

mod complete;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Traces of `traces/found`, of each solver a wrong model or answer and a crash.
const SOME: &[&str] = &[
    "z3-segv-special-relation-pop",
    "z3-model-intersection-of-sets",
    "cvc5-sat-deep-restart-after-simplify",
    "cvc5-fatal-bag-all",
    "bitwuzla-model-after-unknown",
    "yices-segv-model-of-array-store",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("traces/found")
}

fn murxla(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_murxla")).args(arguments).output().expect("murxla")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The C program of a trace, which must be compiled without a warning and show the same.
fn program(name: &str) -> Result<String, String> {
    let file = folder().join(format!("{name}.trace"));
    let output = murxla(&["export", "--to", "c", "--strict", &file.display().to_string()]);
    match output.status.code() {
        Some(0) => Ok(text(&output.stdout)),
        _ => Err(text(&output.stderr)),
    }
}

#[test]
fn programs_show_what_their_traces_show() {
    for name in SOME {
        let program = program(name).unwrap_or_else(|told| panic!("{name}: {told}"));
        assert!(program.contains("int main(void)"), "{program}");
        assert!(!program.contains("unknown */"), "{name}: an object from nowhere\n{program}");
        // What only tells something is not there.
        assert!(!program.contains("_get_error_code("), "{name}:\n{program}");
    }
}

#[test]
#[ignore = "long: compiles and runs a program for each trace of traces/found"]
fn all_programs() {
    let entries = std::fs::read_dir(folder()).expect("traces/found");
    let mut names: Vec<String> = entries
        .filter_map(|entry| {
            let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
            name.strip_suffix(".trace").map(str::to_owned)
        })
        .collect();
    names.sort();
    let mut failed = Vec::new();
    for name in &names {
        if let Err(told) = program(name) {
            failed.push(format!("{name}: {told}"));
        }
    }
    println!("{} of {} programs show the same", names.len() - failed.len(), names.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// A folder is made of a trace, with all its files.
#[test]
fn a_finding_is_complete() {
    let scratch = tempfile::tempdir().expect("a folder");
    let file = folder().join("cvc5-segv-pow2-of-pow2.trace");
    let out = scratch.path().display().to_string();
    let told = murxla(&[
        "diagnose",
        &file.display().to_string(),
        "-O",
        &out,
        "--try-options",
        "0",
        "--others",
        "z3",
    ]);
    assert_eq!(told.status.code(), Some(10), "{}", text(&told.stderr));
    let lines = text(&told.stdout);
    for line in [
        "default mode: fails; no option of the solver's own is set",
        "as one query: fails in a new instance",
        "as a script: shows it",
        "C program: shows the same: it ends with signal 11",
    ] {
        assert!(lines.lines().any(|one| one == line), "{line} is not in\n{lines}");
    }
    let mut folders = std::fs::read_dir(scratch.path().join("findings")).expect("findings");
    let found = folders.next().expect("a finding").expect("an entry").path();
    for name in [
        "README.md",
        "min.trace",
        "min.smt2",
        "repro.c",
        "original.trace",
        "finding.json",
        "stderr.txt",
        "backtrace.txt",
        "duplicates.txt",
    ] {
        assert!(found.join(name).is_file(), "{name} is missing");
    }
    let issue = std::fs::read_to_string(found.join("README.md")).expect("an issue");
    for part in
        ["# cvc5 1.4.2", "## Describe the bug", "### Input", "## C program", "### Diagnosis"]
    {
        assert!(issue.contains(part), "{part} is not in\n{issue}");
    }
    let facts = std::fs::read_to_string(found.join("finding.json")).expect("facts");
    let facts: serde_json::Value = serde_json::from_str(&facts).expect("JSON");
    assert_eq!(facts["schema"], 1);
    assert_eq!(facts["diagnosis"]["default_mode"], true);
    // Doing it again changes nothing that was found out.
    let again =
        murxla(&["diagnose", &found.display().to_string(), "--try-options", "0", "--others", "z3"]);
    assert_eq!(text(&again.stdout), lines);
}
