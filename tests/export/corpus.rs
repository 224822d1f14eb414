//! Scripts of a corpus, printed by us: front ends give the same answers to them as before.

use std::path::{Path, PathBuf};

use libtest_mimic::Failed;
use murxla::smt::{print, read};
use murxla::solvers::wrapper;

use crate::front::{End, FrontEnd, Output};

/// The folder that `MURXLA_CORPUS` names, or the one beside the repository.
pub fn folder() -> PathBuf {
    match std::env::var_os("MURXLA_CORPUS") {
        Some(folder) => folder.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"),
    }
}

/// The scripts of a folder and those below it. A check of no files would find nothing wrong.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, Failed> {
    if !folder.is_dir() {
        return Err(format!("there is no folder {}", folder.display()).into());
    }
    let (mut found, mut todo) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = todo.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|extension| extension == "smt2") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Files to which other answers are right, or explained: the solver, the file, and why.
const KNOWN: &[(&str, &str, &str)] = &[(
    "z3",
    "z3test/regressions__smt2__3695.smt2",
    "for Z3's front end (Set T) is an array; printed for its finite sets, it shows traces/found/z3-finite-sets-of-few-elements.smt2",
)];

/// The answers in what a front end printed; `None` if it was not able to say all.
fn answers(output: &Output) -> Option<Vec<&str>> {
    let lines = output.text.lines().map(str::trim);
    let answers: Vec<&str> =
        lines.filter(|line| matches!(*line, "sat" | "unsat" | "unknown")).collect();
    (output.end == End::Normal && !answers.is_empty()).then_some(answers)
}

/// Whether no answer contradicts the other.
fn agree(one: &[&str], other: &[&str]) -> bool {
    let unknown = |answer: &str| answer == "unknown";
    let pairs = one.iter().zip(other);
    one.len() == other.len() && pairs.clone().all(|(a, b)| a == b || unknown(a) || unknown(b))
}

/// Prints each file that type-checks, and compares the answers of a front end to both.
pub fn answered_as_before(name: &'static str) -> Result<(), Failed> {
    let folder = folder();
    let kept = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("corpus").join(name);
    let _ = std::fs::remove_dir_all(&kept);
    std::fs::create_dir_all(&kept)?;
    let (front, of_solver) = (FrontEnd::of(name)?, wrapper(name)?);
    let own: Vec<_> = of_solver.own_operators().iter().collect();
    let [mut checked, mut printed, mut same, mut silent] = [0; 4];
    let (mut known, mut wrong) = (Vec::new(), Vec::new());
    let rows: Vec<_> = KNOWN.iter().filter(|(solver, ..)| *solver == name).collect();
    let is_known = |path: &Path| rows.iter().any(|(_, file, _)| path.ends_with(file));
    for (number, path) in files(&folder)?.iter().enumerate() {
        let Ok(script) = read(&std::fs::read(path)?, &own) else { continue };
        checked += 1;
        let text = match print(&script, of_solver.dialect()) {
            Ok(text) => text,
            // Not every solver has all that files have.
            Err(_) => continue,
        };
        printed += 1;
        let file = kept.join(format!("{number}.smt2"));
        std::fs::write(&file, text)?;
        let (before, now) = (front.read(path, true, false)?, front.read(&file, true, false)?);
        match (answers(&before), answers(&now)) {
            (Some(before), Some(now)) if agree(&before, &now) => same += 1,
            _ if is_known(path) => known.push(path.clone()),
            (Some(before), Some(now)) => {
                let shown = path.display();
                wrong.push(format!("{number}: {shown}: {before:?} before, {now:?} now"));
                continue;
            }
            // An error where there was none is ours.
            (Some(_), None) if now.end != End::Limit => {
                let shown = path.display();
                wrong.push(format!("{number}: {shown}: no answer now: {:.200}", now.text));
                continue;
            }
            _ => silent += 1,
        }
        std::fs::remove_file(&file)?;
    }
    if checked == 0 {
        wrong.push(format!("no file in {} type-checks", folder.display()));
    }
    for (_, file, why) in &rows {
        if !known.iter().any(|path: &PathBuf| path.ends_with(file)) {
            wrong.push(format!("known, but answered as before: {file}: {why}"));
        }
    }
    println!("{}", wrong.join("\n"));
    println!(
        "corpus on {name}: {checked} files type-check, {printed} printed: {same} with the same answers, {silent} without an \
         answer on one side, {} known, {} otherwise",
        known.len(),
        wrong.len()
    );
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!("printed files in {}", kept.display()).into())
    }
}
