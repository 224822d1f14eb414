//! The index of traces/found: a row for each file, and the table of it in README.md.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde::Deserialize;

use crate::{Found, folder};

/// A row of index.toml, which explains the fields. What a file shows stands in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    class: String,
    input: String,
    upstream: String,
    found: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Index {
    file: Vec<Row>,
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(folder().join("index.toml")).expect("index.toml");
    toml::from_str::<Index>(&text).expect("index.toml has rows").file
}

/// The names of the files, in order.
pub fn names() -> Vec<String> {
    rows().into_iter().map(|row| row.name).collect()
}

/// What is known upstream, by file.
pub fn upstream() -> BTreeMap<String, String> {
    rows().into_iter().map(|row| (row.name, row.upstream)).collect()
}

/// The classes, and how the outcomes of their files begin.
const CLASSES: &[(&str, &[&str])] = &[
    ("assertion", &["failed assertion: "]),
    ("crash", &["signal ", "crash, signal ", "failed assertion: ", "stack overflow; ", "exit 114"]),
    ("hang", &["hangs"]),
    (
        "wrong answer",
        &[
            "exit 1",
            "says sat",
            "says unsat",
            "violated planted: ",
            "violated exhausted: ",
            "violated inspection: ",
        ],
    ),
    ("wrong model", &["violated model: ", "exit 1", "violated self-check: "]),
    ("wrong term", &["exit 1"]),
    ("wrong reply", &["exit 1", "violated inspection: "]),
    ("accepts", &["exit 1"]),
    ("refuses", &["exit 1"]),
];

#[test]
fn every_file_has_a_row_and_every_row_a_file() {
    let entries = std::fs::read_dir(folder()).expect("traces/found");
    let mut names: BTreeSet<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    // What is no bug.
    for name in ["README.md", "index.toml", "known.toml", "diagnoses.toml", "cvc5-declarations.h"] {
        assert!(names.remove(name), "{name} is missing");
    }
    let listed: Vec<String> = rows().into_iter().map(|row| row.name).collect();
    let mut sorted = listed.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!(listed, sorted, "the rows are in order, each once");
    assert_eq!(names.into_iter().collect::<Vec<_>>(), listed);
}

#[test]
fn rows_say_what_their_files_say() {
    for row in rows() {
        let found = Found::read(folder().join(&row.name));
        let (solver, _) = found.solver();
        assert!(row.name.starts_with(&format!("{solver}-")), "{} is about {solver}", row.name);
        let known = CLASSES.iter().find(|(class, _)| *class == row.class);
        let Some((_, outcomes)) = known else { panic!("{}: no class {}", row.name, row.class) };
        let outcome = found.heading("outcome");
        assert!(
            outcomes.iter().any(|start| outcome.starts_with(start)),
            "{}: {} with the outcome {outcome}",
            row.name,
            row.class
        );
        let input = row.input.split_once(": ").map_or(row.input.as_str(), |(input, _)| input);
        let explained = row.input != input;
        assert!(
            matches!((input, explained), ("valid", false) | ("invalid" | "valid, with care", true)),
            "{}: {}",
            row.name,
            row.input
        );
        // What is accepted wrongly is what is not valid, and only a refusal could be asked for there.
        assert_eq!(
            row.class == "accepts",
            input == "invalid" && row.class != "crash",
            "{}",
            row.name
        );
        assert!(
            matches!(row.found.as_str(), "enumeration" | "generator" | "hand"),
            "{}: {}",
            row.name,
            row.found
        );
        assert!(!row.upstream.is_empty(), "{}: known upstream, or not known", row.name);
    }
}

/// Where the table begins in README.md; it goes to the end.
const TABLE: &str = "| file | solver | class | what it shows | input | upstream | found by |\n";

#[test]
fn the_readme_shows_the_index() {
    let path = folder().join("README.md");
    let readme = std::fs::read_to_string(&path).expect("README.md");
    let text = readme.split_once(TABLE).map_or(readme.as_str(), |(before, _)| before);
    let mut expected = format!("{text}{TABLE}|---|---|---|---|---|---|---|\n");
    for row in rows() {
        let found = Found::read(folder().join(&row.name));
        let solver = match found.solver() {
            (solver, Some(version)) => format!("{solver} {version}"),
            (solver, None) => solver.to_owned(),
        };
        let cells = [
            &row.name,
            &solver,
            &row.class,
            found.heading("shows"),
            &row.input,
            &row.upstream,
            &row.found,
        ];
        let cells = cells.map(|cell| cell.replace('|', "\\|"));
        let _ = writeln!(expected, "| {} |", cells.join(" | "));
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &expected).expect("README.md can be written");
    }
    assert!(readme == expected || std::env::var_os("BLESS").is_some(), "BLESS=1 writes the table");
}
