//! ddSMT on the same inputs, side by side.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::Failed;

use crate::reduce::{fake, reduce};
use crate::{fake_solver, inputs, quality};

/// Bytes left and solver runs of ddSMT 2.0.6 on inputs of this kind, measured earlier by others (see the project's
/// notes on baselines), and the sizes of inputs that we take.
const BASELINES: [(usize, u64, std::ops::Range<usize>); 5] = [
    (129, 451, 10_000..14_000),
    (160, 663, 34_000..40_000),
    (152, 591, 10_000..14_000),
    (193, 523, 18_000..24_000),
    (327, 1_150, 28_000..36_000),
];

/// Installs ddSMT into a folder, and gives its program.
fn install(folder: &Path) -> Result<PathBuf, Failed> {
    let run = |command: &mut Command| -> Result<(), Failed> {
        let output = command.output()?;
        match output.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
        }
    };
    let environment = folder.join("venv");
    run(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    let pip = environment.join("bin/pip");
    run(Command::new(pip).args(["install", "--quiet", "ddsmt==2.0.6"]))?;
    Ok(environment.join("bin/ddsmt"))
}

/// What ddSMT leaves, and how often it runs the solver.
fn ddsmt(
    program: &Path,
    file: &Path,
    pattern: &str,
    folder: &Path,
) -> Result<(usize, u64), Failed> {
    let out = folder.join("ddsmt.smt2");
    let counter = folder.join("runs");
    std::fs::write(&counter, "")?;
    // A byte for each run.
    let script = folder.join("counted.sh");
    let command = fake(pattern)?;
    std::fs::write(
        &script,
        format!("#!/bin/sh\nprintf x >> '{}'\nexec {command} \"$1\"\n", counter.display()),
    )?;
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755))?;
    let output = Command::new(program)
        .args(["-j", "1", "--ignore-output"])
        .arg(file)
        .arg(&out)
        .arg(&script)
        .output()?;
    if !output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        return Err(format!("{}: {}", output.status, String::from_utf8_lossy(&said)).into());
    }
    Ok((std::fs::read(&out)?.len(), std::fs::metadata(&counter)?.len()))
}

pub fn beside() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let program = install(folder.path())?;
    println!(
        "{:<28}{:>8}{:>18}{:>18}{:>22}",
        "pattern", "bytes", "murxla", "ddSMT", "ddSMT, earlier"
    );
    let mut wrong = Vec::new();
    for (pattern, (bytes, runs, sizes)) in fake_solver::PATTERNS.iter().zip(BASELINES) {
        let file = folder.path().join("input.smt2");
        let text = inputs::failing(pattern, sizes, folder.path())?;
        std::fs::write(&file, &text)?;
        let ours = reduce(&file, &fake(pattern)?, &["--ignore-output", "--restart"])?;
        quality::check(&ours.text).map_err(|why| format!("{pattern}: {why}"))?;
        let theirs = ddsmt(&program, &file, pattern, folder.path())?;
        let cell = |bytes: usize, runs: u64| format!("{bytes} in {runs}");
        println!(
            "{pattern:<28}{:>8}{:>18}{:>18}{:>22}",
            text.len(),
            cell(ours.text.len(), ours.runs),
            cell(theirs.0, theirs.1),
            cell(bytes, runs)
        );
        let most = (theirs.0.min(bytes), theirs.1.min(runs));
        if ours.text.len() > most.0 || ours.runs > most.1 {
            wrong.push(format!(
                "{pattern}: larger, or more runs\n{}",
                String::from_utf8_lossy(&ours.text)
            ));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
