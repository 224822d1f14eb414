//! What `murxla diagnose` tells of each file, and what releases do with it: `diagnoses.toml`, which a long check writes.

use std::fmt::Write;
use std::process::Command;

use murxla::findings::{Diagnosis, Key, ReleaseState};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::index::names;
use crate::{Found, folder};

/// The releases that are asked.
const RELEASES: &[(&str, &str)] = &[
    ("z3", "4.8.7,4.8.10,4.8.12,4.11.2,4.12.1,4.13.4,4.15.3,5.0.0,5.3.3,5.4.0"),
    ("cvc5", "1.2.1,1.3.2,1.4.0,1.4.1,1.4.2"),
    ("bitwuzla", "0.9.0,0.9.1"),
    ("yices", "2.6.4,2.6.5"),
    // Older packages have no library of their own.
    ("boolector", "3.2.4"),
];

/// What is known of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    /// Of the file from which this was found out.
    sha256: String,
    /// Which findings are the same; none if that cannot be told by the failure alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<Key>,
    diagnosis: Vec<String>,
    versions: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    file: Vec<Row>,
}

/// What `murxla diagnose --json` prints.
#[derive(Deserialize)]
struct Told {
    key: Key,
    #[serde(flatten)]
    diagnosis: Diagnosis,
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(folder().join("diagnoses.toml")).expect("diagnoses.toml");
    toml::from_str::<File>(&text).expect("diagnoses.toml has rows").file
}

fn sum(found: &Found) -> String {
    let digest = Sha256::digest(found.text.as_bytes());
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn every_file_has_its_diagnosis_and_versions() {
    let rows = rows();
    let told: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    let expected = names();
    assert_eq!(
        told, expected,
        "BLESS=1 cargo test --release --test found -- --ignored diagnoses finds out what is missing"
    );
    for row in rows {
        assert!(!row.diagnosis.is_empty(), "{}: no diagnosis", row.name);
        assert!(!row.versions.is_empty(), "{}: no versions", row.name);
    }
}

#[test]
#[ignore = "long: diagnoses what is new in traces/found, or all with MURXLA_FOUND=all, on many releases"]
fn diagnoses() {
    let wanted = std::env::var("MURXLA_FOUND").unwrap_or_default();
    let blesses = std::env::var_os("BLESS").is_some();
    let known = rows();
    let mut made = Vec::new();
    let mut problems = Vec::new();
    let mut asked = 0;
    for name in names() {
        let found = Found::read(folder().join(&name));
        let old = known.iter().find(|row| row.name == name);
        let is_named = wanted.split(',').any(|part| !part.is_empty() && name.contains(part));
        if let Some(old) = old.filter(|old| old.sha256 == sum(&found))
            && wanted != "all"
            && !is_named
        {
            made.push(old.clone());
            continue;
        }
        asked += 1;
        match diagnose(&found) {
            Ok(row) => {
                println!("{name}: {}", row.diagnosis.join("; "));
                if old.is_some_and(|old| states(old) != states(&row)) && !blesses {
                    problems.push(format!("{name}: releases do something else than before"));
                }
                made.push(row);
                // Whoever ends this loses nothing.
                if blesses {
                    write(&with_others(&made, &known));
                }
            }
            Err(told) => {
                println!("{name}: {told}");
                problems.push(format!("{name}: {told}"));
                made.extend(old.cloned());
            }
        }
    }
    if blesses {
        write(&made);
    }
    println!("{asked} of {} were diagnosed, {} with problems", made.len(), problems.len());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(blesses || made == known, "BLESS=1 writes what is new");
}

/// What was made so far, and of the others what is known.
fn with_others(made: &[Row], known: &[Row]) -> Vec<Row> {
    let others = known.iter().filter(|row| made.iter().all(|one| one.name != row.name));
    let mut all: Vec<Row> = made.iter().chain(others).cloned().collect();
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all
}

/// What releases did, without their words.
fn states(row: &Row) -> Vec<String> {
    let state = |line: &String| line.splitn(3, ": ").take(2).collect::<Vec<_>>().join(": ");
    row.versions.iter().map(state).collect()
}

fn diagnose(found: &Found) -> Result<Row, String> {
    let (solver, _) = found.solver();
    let releases = RELEASES.iter().find(|(name, _)| *name == solver);
    let (_, releases) = releases.ok_or_else(|| format!("no releases of {solver}"))?;
    let output = Command::new(env!("CARGO_BIN_EXE_murxla"))
        .args(["diagnose", "--json", "--try-options", "6", "--versions", releases])
        .arg(&found.path)
        .output()
        .map_err(|error| error.to_string())?;
    if output.status.code() != Some(10) {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let told: Told = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let Told { key, mut diagnosis } = told;
    let matrix = diagnosis.versions.take().ok_or("no versions")?;
    // It is likely the same as itself.
    diagnosis.duplicate_of = None;
    let versions = matrix.releases.iter().map(|release| {
        let state = match release.state {
            ReleaseState::Bad => "bad",
            ReleaseState::Good => "good",
            ReleaseState::Other => "other",
            ReleaseState::Unknown => "unknown",
        };
        format!("{}: {state}: {}", release.version, release.seen)
    });
    let mut lines = diagnosis.lines();
    let releases = matrix.releases.iter();
    if releases.clone().any(|release| release.state == ReleaseState::Bad) {
        lines.push(format!("releases: {}", matrix.in_words()));
    }
    // Which answer is wrong does not tell one bug from another, nor does what a program returns or that it hangs.
    let is_vague =
        key.to_string().contains("exit-") || key.detail.is_empty() || key.detail.starts_with("in ");
    let tells = key.oracle.as_deref() != Some("promised") && !is_vague;
    Ok(Row {
        name: found.name.clone(),
        sha256: sum(found),
        key: Some(key).filter(|_| tells),
        diagnosis: lines,
        versions: versions.collect(),
    })
}

/// Writes diagnoses.toml, and the keys in known.toml.
fn write(rows: &[Row]) {
    #[derive(Serialize)]
    struct File<'a> {
        file: &'a [Row],
    }
    let text = toml::to_string_pretty(&File { file: rows }).expect("TOML");
    let head = "# What `murxla diagnose --versions` tells of the files here. BLESS=1 cargo test --release --test found -- --ignored \
                diagnoses\n# adds what is new, with MURXLA_FOUND=all everything again.\n\n";
    std::fs::write(folder().join("diagnoses.toml"), format!("{head}{text}")).expect("written");
    let mut known = "# Keys of what is kept here, so that a finding that is likely the same is told so; written with \
                     diagnoses.toml.\nversion = 1\n"
        .to_owned();
    let upstream = crate::index::upstream();
    for row in rows {
        let Some(key) = &row.key else { continue };
        let upstream = upstream.get(&row.name).map(String::as_str).unwrap_or("not known");
        let upstream = match upstream {
            "not known" => String::new(),
            told => format!("; upstream: {told}"),
        };
        let comment = toml::Value::String(format!("traces/found/{}{upstream}", row.name));
        let key = toml::to_string(key).expect("TOML");
        let _ = write!(known, "\n[[known]]\ncomment = {comment}\n\n[known.key]\n{key}");
    }
    std::fs::write(folder().join("known.toml"), known).expect("written");
}
