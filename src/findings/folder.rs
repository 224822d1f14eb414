//! Findings in the folder of a campaign.
//!
//! A folder `findings/<name>/` appears with all its files or not at all. Only one process writes: the one that
//! holds the campaign's lock. What it leaves behind when it is killed has a temporary name, and [`clean`] removes
//! it.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use murxla_api::{visible, visible_bytes, visible_json};

use super::disk::{
    DiskError, create_folder, publish, remove_temporary, sync_folder, temporary, write_synced,
};
use super::output_file::write_output;
use super::{Diagnosis, Finding, Key, Minimization, SCHEMA, SolverFacts, seed_text};

const FINDINGS: &str = "findings";
const UNSTABLE: &str = "unstable";
const TIMEOUTS: &str = "timeouts";
const TIMEOUT_LIST: &str = "timeouts.jsonl";

const FACTS: &str = "finding.json";
/// The trace of a finding, in its folder.
pub const TRACE: &str = "original.trace";
/// The smallest trace that fails in the same way, in the same folder; what is there while a finding is being minimized is
/// the best so far. A wrong answer has one from the beginning: it tells the cause.
pub const MIN_TRACE: &str = "min.trace";
const STDERR: &str = "stderr.txt";
const BACKTRACE: &str = "backtrace.txt";
const DUPLICATES: &str = "duplicates.txt";
/// The finding as the text of an issue.
pub const ISSUE: &str = "README.md";
/// The smallest trace as a script.
pub const SCRIPT: &str = "min.smt2";
/// The smallest trace as a C program.
pub const PROGRAM: &str = "repro.c";
const HISTORY: &str = "history.txt";
/// What proves that the solver is wrong, if an oracle says so.
const PROOF: &str = "proof.txt";

/// Digits of the hash in the name of a folder, and in that of a second key with the same digits.
const DIGITS: [usize; 2] = [6, 16];

/// Why findings could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The disk.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// A newer murxla wrote it.
    #[error("{} has schema {schema}, but this murxla reads schema {SCHEMA} and older ones", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        schema: u64,
    },
    /// A file does not hold what we write.
    #[error(
        "{} is not what murxla wrote ({problem}); move the folder away and resume the campaign",
        .path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
}

/// What became of a finding that was to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// It is the first of its key, in this folder.
    New(PathBuf),
    /// There was one; it was added to the duplicates in this folder.
    Duplicate(PathBuf),
}

impl Written {
    /// The folder.
    pub fn path(&self) -> &Path {
        match self {
            Written::New(path) | Written::Duplicate(path) => path,
        }
    }
}

/// Writes `findings/<name>/`, or adds the run to the duplicates if there is one with the same key. To write the same
/// again changes nothing.
pub fn write_finding(out: &Path, finding: &Finding) -> Result<Written, FolderError> {
    write_first(&out.join(FINDINGS), finding, None)
}

/// Writes `unstable/<name>/` with the runs (number and seed) of the batch in which it was seen, in their order: all of them
/// may be needed to see it again. If there is one with the same key, its history stays and the run is added to the
/// duplicates.
pub fn write_unstable(
    out: &Path,
    finding: &Finding,
    history: &[(u64, u64)],
) -> Result<Written, FolderError> {
    write_first(&out.join(UNSTABLE), finding, Some(history))
}

/// Adds runs (number and seed) to the duplicates of a finding that was written; tells whether there is one. The list is
/// rewritten as a whole, so it is better given many than one by one.
pub fn add_duplicates(out: &Path, key: &Key, runs: &[(u64, u64)]) -> Result<bool, FolderError> {
    match place(&out.join(FINDINGS), key)? {
        Place::Taken(folder) => add_runs(&folder.join(DUPLICATES), runs).map(|()| true),
        Place::Free(_) => Ok(false),
    }
}

/// Writes down what became of a finding, which is in this folder, when it was minimized.
pub fn record_minimized(folder: &Path, minimized: &Minimization) -> Result<(), FolderError> {
    let finding = Finding { minimized: Some(minimized.clone()), ..read_facts(folder)? };
    Ok(write_output(&folder.join(FACTS), facts_text(folder, &finding)?.as_bytes())?)
}

/// Writes down what was found out about a finding, which is in this folder.
pub fn record_diagnosis(folder: &Path, diagnosis: &Diagnosis) -> Result<(), FolderError> {
    let finding = Finding { diagnosis: Some(diagnosis.clone()), ..read_facts(folder)? };
    Ok(write_output(&folder.join(FACTS), facts_text(folder, &finding)?.as_bytes())?)
}

/// Writes down what proves it, in the words of its smallest trace.
pub fn record_proof(folder: &Path, proof: &str) -> Result<(), FolderError> {
    let finding = Finding { proof: proof.to_owned(), ..read_facts(folder)? };
    write_output(&folder.join(PROOF), visible(proof).as_bytes())?;
    Ok(write_output(&folder.join(FACTS), facts_text(folder, &finding)?.as_bytes())?)
}

/// All that is known of the finding in this folder, but for its trace and what was printed.
pub fn finding_in(folder: &Path) -> Result<Finding, FolderError> {
    read_facts(folder)
}

/// What was found out about the finding in this folder.
pub fn diagnosis_of(folder: &Path) -> Option<Diagnosis> {
    read_facts(folder).ok()?.diagnosis
}

/// The text of `finding.json`.
fn facts_text(folder: &Path, finding: &Finding) -> Result<String, FolderError> {
    let text = serde_json::to_string_pretty(finding).map_err(|error| FolderError::Damaged {
        path: folder.join(FACTS),
        problem: error.to_string(),
    })?;
    Ok(format!("{}\n", visible_json(&text)))
}

/// The runs (number and seed) that found what is in this folder, the first one included.
pub fn duplicates(folder: &Path) -> Result<Vec<(u64, u64)>, FolderError> {
    Ok(read_runs(&folder.join(DUPLICATES))?.into_iter().collect())
}

/// The findings of a campaign with their folders, by name.
pub fn read_findings(out: &Path) -> Result<Vec<(PathBuf, Finding)>, FolderError> {
    let folder = out.join(FINDINGS);
    let entries = match fs::read_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(DiskError::on("read", &folder))?,
    };
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(DiskError::on("read", &folder))?.path();
        if path.join(FACTS).exists() && !is_temporary(&path) {
            paths.push(path);
        }
    }
    paths.sort();
    let read = |path: PathBuf| -> Result<(PathBuf, Finding), FolderError> {
        let mut finding = read_facts(&path)?;
        finding.trace = read_bytes(&path.join(TRACE))?;
        finding.stderr = read_bytes(&path.join(STDERR))?;
        Ok((path, finding))
    };
    paths.into_iter().map(read).collect()
}

fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.as_encoded_bytes().starts_with(super::disk::TEMPORARY.as_bytes())
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, FolderError> {
    Ok(fs::read(path).map_err(DiskError::on("read", path))?)
}

fn read_facts(folder: &Path) -> Result<Finding, FolderError> {
    let path = folder.join(FACTS);
    let bytes = read_bytes(&path)?;
    let damaged = |problem: String| FolderError::Damaged { path: path.clone(), problem };
    // What a newer murxla wrote may mean something else.
    let facts: serde_json::Value =
        serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string()))?;
    let schema = facts["schema"].as_u64().unwrap_or(1);
    if schema > u64::from(SCHEMA) {
        return Err(FolderError::Newer { path, schema });
    }
    serde_json::from_value(facts).map_err(|error| damaged(error.to_string()))
}

/// Who says that something is wrong with the finding in this folder, if not its end tells it; `None` if there is no finding.
pub fn oracle_of(folder: &Path) -> Option<Option<String>> {
    read_facts(folder).ok().map(|finding| finding.key.oracle)
}

/// Whether the key of the finding in this folder tells its cause.
pub fn cause_is_told(folder: &Path) -> bool {
    read_facts(folder).is_ok_and(|finding| finding.key.has_operators())
}

/// The solver of the finding in this folder, and its library; `None` if there is no finding.
pub fn solver_of(folder: &Path) -> Option<(String, SolverFacts)> {
    read_facts(folder).ok().map(|finding| (finding.key.solver, finding.solver))
}

/// Where a key has its folder.
enum Place {
    /// There is one.
    Taken(PathBuf),
    /// It can be made.
    Free(PathBuf),
}

/// Six digits of a hash are few: two keys may agree in them, and then the second one has more.
fn place(parent: &Path, key: &Key) -> Result<Place, FolderError> {
    for digits in DIGITS {
        let folder = parent.join(key.folder_name_with(digits));
        if !folder.exists() {
            return Ok(Place::Free(folder));
        }
        if read_facts(&folder)?.key == *key {
            return Ok(Place::Taken(folder));
        }
    }
    let path = parent.join(key.folder_name_with(DIGITS[1]));
    Err(FolderError::Damaged { path, problem: "it is the folder of another key".to_owned() })
}

/// The folder of a key's finding, whether it is there or not.
pub fn finding_folder(out: &Path, key: &Key) -> Result<PathBuf, FolderError> {
    Ok(match place(&out.join(FINDINGS), key)? {
        Place::Taken(folder) | Place::Free(folder) => folder,
    })
}

fn write_first(
    parent: &Path,
    finding: &Finding,
    history: Option<&[(u64, u64)]>,
) -> Result<Written, FolderError> {
    let run = (finding.run, finding.seed);
    create_folder(parent)?;
    let folder = match place(parent, &finding.key)? {
        Place::Taken(folder) => {
            add_runs(&folder.join(DUPLICATES), &[run])?;
            return Ok(Written::Duplicate(folder));
        }
        Place::Free(folder) => folder,
    };
    let staged = temporary(&folder);
    match fs::remove_dir_all(&staged) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(DiskError::on("remove", &staged)(error).into());
        }
        _ => {}
    }
    create_folder(&staged)?;
    let facts = facts_text(&staged, finding)?;
    write_synced(&staged.join(TRACE), &finding.trace)?;
    if let Some(narrowed) = &finding.narrowed {
        write_synced(&staged.join(MIN_TRACE), narrowed)?;
    }
    write_synced(&staged.join(FACTS), facts.as_bytes())?;
    write_synced(&staged.join(STDERR), visible_bytes(finding.stderr_tail()).as_bytes())?;
    write_synced(&staged.join(BACKTRACE), visible(&finding.backtrace()).as_bytes())?;
    write_synced(&staged.join(DUPLICATES), runs_text([&run]).as_bytes())?;
    if !finding.proof.is_empty() {
        write_synced(&staged.join(PROOF), visible(&finding.proof).as_bytes())?;
    }
    for (name, text) in &finding.made_of {
        write_synced(&staged.join(name), text.as_bytes())?;
    }
    if let Some(history) = history {
        write_synced(&staged.join(HISTORY), runs_text(history).as_bytes())?;
    }
    sync_folder(&staged)?;
    publish(&staged, &folder)?;
    Ok(Written::New(folder))
}

fn runs_text<'a>(runs: impl IntoIterator<Item = &'a (u64, u64)>) -> String {
    runs.into_iter().map(|(run, seed)| format!("{run} {}\n", seed_text::format(*seed))).collect()
}

fn read_runs(path: &Path) -> Result<BTreeSet<(u64, u64)>, FolderError> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        bytes => bytes.map_err(DiskError::on("read", path))?,
    };
    let text = String::from_utf8_lossy(&bytes);
    let read = |line: &str| {
        let (run, seed) = line.split_once(' ')?;
        Some((run.parse().ok()?, seed_text::parse(seed)?))
    };
    let damaged = |line: &str| FolderError::Damaged {
        path: path.to_owned(),
        problem: format!("'{line}' is not a run and its seed"),
    };
    text.lines().map(|line| read(line).ok_or_else(|| damaged(line))).collect()
}

fn add_runs(path: &Path, added: &[(u64, u64)]) -> Result<(), FolderError> {
    let mut runs = read_runs(path)?;
    let before = runs.len();
    runs.extend(added);
    if runs.len() > before {
        write_output(path, runs_text(&runs).as_bytes())?;
    }
    Ok(())
}

/// A line of `timeouts.jsonl`.
#[derive(Serialize, Deserialize)]
struct TimeoutLine {
    run: u64,
    #[serde(with = "seed_text")]
    seed: u64,
    solver: String,
    action: Option<String>,
    trace: String,
}

/// Writes `timeouts/<run>-<seed>.trace` and a line in `timeouts.jsonl`; gives the path of the trace. To write the same
/// again changes nothing.
pub fn write_timeout(out: &Path, finding: &Finding) -> Result<PathBuf, FolderError> {
    let folder = out.join(TIMEOUTS);
    create_folder(&folder)?;
    let name = format!("{}-{}.trace", finding.run, seed_text::format(finding.seed));
    let path = folder.join(&name);
    if path.exists() {
        return Ok(path);
    }
    let line = TimeoutLine {
        run: finding.run,
        seed: finding.seed,
        solver: finding.key.solver.clone(),
        action: finding.action.clone(),
        trace: format!("{TIMEOUTS}/{name}"),
    };
    // The line comes first: who is killed in between is asked to write the same again after a resume, and `clean` removes
    // what is there twice.
    append(&out.join(TIMEOUT_LIST), &line)?;
    write_output(&path, &finding.trace)?;
    Ok(path)
}

/// Writes the trace of a run that hit a limit on another machine.
pub fn write_timeout_trace(
    out: &Path,
    run: u64,
    seed: u64,
    trace: &[u8],
) -> Result<(), FolderError> {
    let folder = out.join(TIMEOUTS);
    create_folder(&folder)?;
    let path = folder.join(format!("{run}-{}.trace", seed_text::format(seed)));
    if path.exists() { Ok(()) } else { Ok(write_output(&path, trace)?) }
}

/// The traces of the runs that hit a limit, at most so many, the newest; by the numbers of the runs.
pub fn timeout_traces(out: &Path, most: usize) -> Result<Vec<PathBuf>, FolderError> {
    let folder = out.join(TIMEOUTS);
    let entries = match fs::read_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(DiskError::on("read", &folder))?,
    };
    let mut traces: Vec<(u64, PathBuf)> = Vec::new();
    for entry in entries {
        let path = entry.map_err(DiskError::on("read", &folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if let Some(run) = name.split('-').next().and_then(|run| run.parse().ok()) {
            traces.push((run, path));
        }
    }
    traces.sort();
    let newest = traces.len().saturating_sub(most);
    Ok(traces.split_off(newest).into_iter().map(|(_, path)| path).collect())
}

fn append(list: &Path, line: &TimeoutLine) -> Result<(), FolderError> {
    let damaged = |error: serde_json::Error| FolderError::Damaged {
        path: list.to_owned(),
        problem: error.to_string(),
    };
    let text = serde_json::to_string(line).map_err(damaged)?;
    let write = || -> io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(list)?;
        file.write_all(format!("{text}\n").as_bytes())?;
        file.sync_all()
    };
    Ok(write().map_err(DiskError::on("write", list))?)
}

/// Removes what a killed campaign left half-written; tells how much that was. Only for the owner of the campaign's
/// lock.
pub fn clean(out: &Path) -> Result<usize, FolderError> {
    let mut removed = remove_temporary(out)?;
    for name in [FINDINGS, UNSTABLE] {
        let folder = out.join(name);
        removed += remove_temporary(&folder)?;
        // A list of runs is rewritten inside the folder of its finding.
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                removed += remove_temporary(&entry.path())?;
            }
        }
    }
    removed += remove_temporary(&out.join(TIMEOUTS))?;
    removed += clean_list(&out.join(TIMEOUT_LIST))?;
    Ok(removed)
}

/// Removes lines that are there twice, or not whole.
fn clean_list(list: &Path) -> Result<usize, FolderError> {
    let bytes = match fs::read(list) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        bytes => bytes.map_err(DiskError::on("read", list))?,
    };
    let text = String::from_utf8_lossy(&bytes);
    let mut seen = BTreeSet::new();
    let mut kept = String::new();
    let mut removed = 0;
    for line in text.split_inclusive('\n') {
        let run = serde_json::from_str::<TimeoutLine>(line).ok().map(|line| line.run);
        if line.ends_with('\n') && run.is_some_and(|run| seen.insert(run)) {
            kept.push_str(line);
        } else {
            removed += 1;
        }
    }
    if removed > 0 {
        write_output(list, kept.as_bytes())?;
    }
    Ok(removed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::{Evidence, OnRelease};
    use crate::sandbox::{Class, Frame};

    fn finding(run: u64, seed: u64) -> Finding {
        let class = Class::Crash { signal: 11 };
        let symbol = Some("_ZN3smt7context5checkEv.cold".to_owned());
        let frames = vec![Frame { library: "/x/libz3.so".to_owned(), offset: 16, symbol }];
        let evidence = Evidence {
            solver: "z3",
            class: &class,
            frames: &frames,
            message: "",
            action: Some("check-sat"),
        };
        Finding {
            schema: SCHEMA,
            key: Key::of(&evidence),
            run,
            seed,
            settings: vec![("smt-lib".to_owned(), "true".to_owned())],
            solver: SolverFacts { version: Some("5.4.0".to_owned()), ..SolverFacts::default() },
            class,
            action: Some("check-sat".to_owned()),
            message: String::new(),
            frames,
            reproduced: true,
            release: Some(OnRelease::not_done("no release")),
            minimized: None,
            diagnosis: None,
            proof: String::new(),
            stderr: b"said\n".to_vec(),
            trace: b"1 new\n2 check-sat\n".to_vec(),
            narrowed: None,
            made_of: Vec::new(),
        }
    }

    #[test]
    fn a_finding_is_written_once() {
        let out = tempfile::tempdir().expect("a folder");
        let first = finding(7, u64::MAX);
        let written = write_finding(out.path(), &first).expect("written");
        assert!(matches!(written, Written::New(_)));
        let folder = written.path().to_owned();
        assert_eq!(folder, out.path().join("findings").join(first.key.folder_name()));
        for run in [9, 8, 9, 7] {
            let seed = if run == 7 { u64::MAX } else { run * 2 };
            let again = Finding { trace: b"other".to_vec(), ..finding(run, seed) };
            let written = write_finding(out.path(), &again).expect("written");
            assert_eq!(written, Written::Duplicate(folder.clone()));
        }
        assert_eq!(
            fs::read_to_string(folder.join("duplicates.txt")).expect("a list"),
            "7 0xffffffffffffffff\n8 0x10\n9 0x12\n"
        );
        assert_eq!(duplicates(&folder).expect("a list").len(), 3);
        assert!(add_duplicates(out.path(), &first.key, &[(1, 1), (2, 2)]).expect("added"));
        assert_eq!(duplicates(&folder).expect("a list").len(), 5);
        let read = read_findings(out.path()).expect("findings");
        assert_eq!(read, [(folder.clone(), first)]);
        assert_eq!(
            fs::read_to_string(folder.join("backtrace.txt")).expect("a stack"),
            "#0 smt::context::check in /x/libz3.so at 0x10 (_ZN3smt7context5checkEv.cold)\n"
        );
    }

    #[test]
    fn what_a_newer_one_wrote_is_not_read() {
        let out = tempfile::tempdir().expect("a folder");
        let folder = write_finding(out.path(), &finding(1, 1)).expect("written").path().to_owned();
        let facts = folder.join("finding.json");
        let text = fs::read_to_string(&facts).expect("facts");
        assert!(text.starts_with("{\n  \"schema\": 1,"), "{text}");
        fs::write(&facts, text.replace("\"schema\": 1", "\"schema\": 2")).expect("written");
        let told = finding_in(&folder).expect_err("a newer one").to_string();
        assert!(
            told.ends_with("has schema 2, but this murxla reads schema 1 and older ones"),
            "{told}"
        );
        // The first ones told no version.
        fs::write(&facts, text.replace("  \"schema\": 1,\n", "")).expect("written");
        assert_eq!(finding_in(&folder).expect("facts").schema, 1);
    }

    #[test]
    fn keys_with_the_same_digits_have_two_folders() {
        let out = tempfile::tempdir().expect("a folder");
        let first = finding(1, 1);
        write_finding(out.path(), &first).expect("written");
        // As if the digits of another key were the same.
        let mut other = first.clone();
        other.key.detail = "elsewhere".to_owned();
        let from = out.path().join("findings").join(first.key.folder_name());
        let to = out.path().join("findings").join(other.key.folder_name());
        fs::rename(from, to).expect("renamed");
        for (expected_new, run) in [(true, 2), (false, 3)] {
            other.run = run;
            let written = write_finding(out.path(), &other).expect("written");
            assert_eq!(matches!(written, Written::New(_)), expected_new);
            assert!(written.path().ends_with(other.key.folder_name_with(16)));
        }
    }

    #[test]
    fn what_a_kill_left_is_removed() {
        let out = tempfile::tempdir().expect("a folder");
        let first = finding(1, 1);
        let folder = write_finding(out.path(), &first).expect("written").path().to_owned();
        let left = out.path().join("findings/.tmp-z3-segv-000000");
        fs::create_dir(&left).expect("a leftover");
        fs::write(left.join("original.trace"), "half").expect("a leftover");
        fs::write(folder.join(".tmp-duplicates.txt"), "half").expect("a leftover");
        fs::write(out.path().join(".tmp-stats.json"), "half").expect("a leftover");
        assert_eq!(read_findings(out.path()).expect("findings").len(), 1);
        assert_eq!(clean(out.path()).expect("cleaned"), 3);
        assert_eq!(clean(out.path()).expect("cleaned"), 0);
        assert!(!left.exists());
        // One that is in the way does not hinder.
        let mut other = finding(2, 2);
        other.key.detail = "elsewhere".to_owned();
        let name = format!(".tmp-{}", other.key.folder_name());
        fs::create_dir(out.path().join("findings").join(name)).expect("a leftover");
        assert!(matches!(write_finding(out.path(), &other), Ok(Written::New(_))));
    }

    #[test]
    fn timeouts_are_kept() {
        let out = tempfile::tempdir().expect("a folder");
        for _ in 0..2 {
            let path = write_timeout(out.path(), &finding(12, 0xab)).expect("written");
            assert_eq!(path, out.path().join("timeouts/12-0xab.trace"));
            assert_eq!(fs::read(&path).expect("a trace"), b"1 new\n2 check-sat\n");
        }
        let list = out.path().join("timeouts.jsonl");
        let text = fs::read_to_string(&list).expect("a list");
        assert_eq!(
            text,
            "{\"run\":12,\"seed\":\"0xab\",\"solver\":\"z3\",\"action\":\"check-sat\",\
             \"trace\":\"timeouts/12-0xab.trace\"}\n"
        );
        // Killed after the line, and in the midst of a line.
        fs::write(&list, format!("{text}{text}{{\"run\":13")).expect("a list");
        assert_eq!(clean(out.path()).expect("cleaned"), 2);
        assert_eq!(fs::read_to_string(&list).expect("a list"), text);
    }

    #[test]
    fn what_is_unstable_has_its_history() {
        let out = tempfile::tempdir().expect("a folder");
        let first = finding(2, 20);
        let written = write_unstable(out.path(), &first, &[(1, 10), (2, 20)]).expect("written");
        let folder = out.path().join("unstable").join(first.key.folder_name());
        assert_eq!(written, Written::New(folder.clone()));
        let again = finding(5, 50);
        let written = write_unstable(out.path(), &again, &[(4, 40), (5, 50)]).expect("written");
        assert_eq!(written, Written::Duplicate(folder.clone()));
        let history = fs::read_to_string(folder.join("history.txt")).expect("a history");
        assert_eq!(history, "1 0xa\n2 0x14\n");
        assert_eq!(duplicates(&folder).expect("a list"), [(2, 20), (5, 50)]);
        assert!(read_findings(out.path()).expect("findings").is_empty());
    }

    #[test]
    fn what_was_minimized_says_so() {
        let out = tempfile::tempdir().expect("a folder");
        let folder = write_finding(out.path(), &finding(1, 1)).expect("written").path().to_owned();
        let minimized = Minimization { calls: [90, 7], minimal: true, ..Minimization::default() };
        record_minimized(&folder, &minimized).expect("recorded");
        let (_, read) = read_findings(out.path()).expect("findings").remove(0);
        assert_eq!(read.minimized, Some(minimized));
        assert_eq!(read.key, finding(1, 1).key);
    }

    #[test]
    fn damage_is_told() {
        let out = tempfile::tempdir().expect("a folder");
        let first = finding(1, 1);
        let folder = write_finding(out.path(), &first).expect("written").path().to_owned();
        fs::write(folder.join("finding.json"), "{").expect("damage");
        let error = write_finding(out.path(), &first).expect_err("damage");
        assert!(error.to_string().contains("finding.json is not what murxla wrote"), "{error}");
    }
}
