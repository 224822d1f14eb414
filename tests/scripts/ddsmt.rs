//! ddSMT on the same inputs, side by side.

use std::fmt::{Display, Formatter};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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

/// ddSMT is ended after this time; what it wrote until then counts.
const LIMIT: Duration = Duration::from_secs(600);

/// What ddSMT gave.
struct Theirs {
    bytes: usize,
    runs: u64,
    /// Whether it was ended before it was done.
    cut: bool,
}

impl Display for Theirs {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let cut = if self.cut { ", cut" } else { "" };
        write!(f, "{} in {}{cut}", self.bytes, self.runs)
    }
}

/// What ddSMT leaves, and how often it runs the solver.
fn ddsmt(program: &Path, file: &Path, pattern: &str, folder: &Path) -> Result<Theirs, Failed> {
    let out = folder.join("ddsmt.smt2");
    // Until it finds something smaller, it has what it was given.
    std::fs::copy(file, &out)?;
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
    let log = folder.join("ddsmt.log");
    let mut child = Command::new(program)
        .args(["-j", "1", "--ignore-output"])
        .arg(file)
        .arg(&out)
        .arg(&script)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(std::fs::File::create(&log)?)
        .stderr(Stdio::null())
        .spawn()?;
    let begin = Instant::now();
    let status = loop {
        match child.try_wait()? {
            Some(status) => break Some(status),
            None if begin.elapsed() > LIMIT => {
                child.kill()?;
                child.wait()?;
                break None;
            }
            None => std::thread::sleep(Duration::from_millis(50)),
        }
    };
    if let Some(status) = status.filter(|status| !status.success()) {
        return Err(format!("{status}: {}", std::fs::read_to_string(&log)?).into());
    }
    let (bytes, runs) = (std::fs::read(&out)?.len(), std::fs::metadata(&counter)?.len());
    Ok(Theirs { bytes, runs, cut: status.is_none() })
}

pub fn beside() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let program = install(folder.path())?;
    let readers = quality::Readers::new()?;
    println!(
        "{:<28}{:>8}{:>18}{:>24}{:>18}",
        "pattern", "bytes", "murxla", "ddSMT", "ddSMT, earlier"
    );
    let mut wrong = Vec::new();
    for (pattern, (bytes, runs, sizes)) in fake_solver::PATTERNS.iter().zip(BASELINES) {
        let file = folder.path().join("input.smt2");
        let text = inputs::failing(pattern, sizes, folder.path())?;
        std::fs::write(&file, &text)?;
        let ours = reduce(&file, &fake(pattern)?, &["--ignore-output", "--restart"])?;
        readers.check(&ours.text, folder.path())?;
        let theirs = ddsmt(&program, &file, pattern, folder.path())?;
        println!(
            "{pattern:<28}{:>8}{:>18}{:>24}{:>18}",
            text.len(),
            format!("{} in {}", ours.text.len(), ours.runs),
            theirs.to_string(),
            format!("{bytes} in {runs}")
        );
        println!("{}", String::from_utf8_lossy(&ours.text));
        if ours.text.len() > theirs.bytes.min(bytes) || ours.runs > theirs.runs.min(runs) {
            wrong.push(format!("{pattern}: larger, or more runs"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
