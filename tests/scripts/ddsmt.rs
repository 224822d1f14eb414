//! ddSMT on the same inputs, side by side.

use std::fmt::{Display, Formatter};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::Failed;

use crate::reduce::{Reduced, fake, reduce};
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

/// An input, what we leave of it, and what must hold of that.
struct Input {
    pattern: &'static str,
    text: Vec<u8>,
    ours: Reduced,
    /// Bytes and solver runs of ddSMT, as they were measured earlier.
    earlier: (usize, u64),
}

/// The five inputs, each reduced by us, one after the other.
fn each_input(
    folder: &Path,
    mut then: impl FnMut(&Path, Input) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let readers = quality::Readers::new()?;
    for (pattern, (bytes, runs, sizes)) in fake_solver::PATTERNS.iter().zip(BASELINES) {
        let file = folder.join("input.smt2");
        let text = inputs::failing(pattern, sizes, folder)?;
        std::fs::write(&file, &text)?;
        let ours = reduce(&file, &fake(pattern)?, &["--ignore-output", "--restart"])?;
        readers.check(&ours.text, folder)?;
        then(&file, Input { pattern, text, ours, earlier: (bytes, runs) })?;
    }
    Ok(())
}

impl Input {
    /// A line of the table, and the result.
    fn print(&self, theirs: &str) {
        println!(
            "{:<28}{:>8}{:>18}{theirs:>24}{:>18}",
            self.pattern,
            self.text.len(),
            format!("{} in {}", self.ours.text.len(), self.ours.runs),
            format!("{} in {}", self.earlier.0, self.earlier.1)
        );
        println!("{}", String::from_utf8_lossy(&self.ours.text));
    }

    /// What is wrong if ddSMT leaves so much with so many runs.
    fn larger_than(&self, bytes: usize, runs: u64) -> Option<String> {
        let is_wrong = self.ours.text.len() > bytes || self.ours.runs > runs;
        is_wrong.then(|| format!("{}: larger, or more runs", self.pattern))
    }
}

fn heading() {
    println!(
        "{:<28}{:>8}{:>18}{:>24}{:>18}",
        "pattern", "bytes", "murxla", "ddSMT", "ddSMT, earlier"
    );
}

fn verdict(wrong: &[String]) -> Result<(), Failed> {
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// Our results alone, beside what was measured of ddSMT earlier.
pub fn ours() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let mut wrong = Vec::new();
    heading();
    each_input(folder.path(), |_, input| {
        input.print("");
        wrong.extend(input.larger_than(input.earlier.0, input.earlier.1));
        Ok(())
    })?;
    verdict(&wrong)
}

/// Our results and those of ddSMT.
pub fn beside() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let program = install(folder.path())?;
    let mut wrong = Vec::new();
    heading();
    each_input(folder.path(), |file, input| {
        let theirs = ddsmt(&program, file, input.pattern, folder.path())?;
        input.print(&theirs.to_string());
        let (bytes, runs) = input.earlier;
        wrong.extend(input.larger_than(theirs.bytes.min(bytes), theirs.runs.min(runs)));
        Ok(())
    })?;
    verdict(&wrong)
}
