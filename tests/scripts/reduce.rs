//! `murxla reduce` with a command.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::Failed;

use crate::{fake_solver, inputs, quality};

/// Sizes of inputs for the quick tests.
const SMALL: std::ops::Range<usize> = 2_000..8_000;

/// What a reduction gave.
pub struct Reduced {
    pub text: Vec<u8>,
    pub runs: u64,
}

/// The command that runs the fake solver.
pub fn fake(pattern: &str) -> Result<String, Failed> {
    let own = std::env::current_exe()?;
    let own = own.to_str().ok_or("the name of this program is no text")?;
    Ok(format!("'{own}' fake-solver '{pattern}'"))
}

fn murxla(file: &Path, command: &str, more: &[&str]) -> Command {
    let mut murxla = Command::new(env!("CARGO_BIN_EXE_murxla"));
    murxla.args(["reduce", "--format", "json", "--cmd", command]).args(more).arg(file);
    murxla.stdin(Stdio::null());
    murxla
}

/// Reduces a script with `murxla reduce --cmd`.
pub fn reduce(file: &Path, command: &str, more: &[&str]) -> Result<Reduced, Failed> {
    let output = murxla(file, command, more).output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{}: {}: {said}", file.display(), output.status).into());
    }
    let told: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let number = |key: &str| told[key].as_u64().unwrap_or(0);
    let result = PathBuf::from(told["file"].as_str().ok_or("no file is told")?);
    Ok(Reduced { text: std::fs::read(result)?, runs: number("runs") })
}

fn input(folder: &Path, pattern: &str) -> Result<PathBuf, Failed> {
    let file = folder.join("input.smt2");
    std::fs::write(&file, inputs::failing(pattern, SMALL, folder)?)?;
    Ok(file)
}

/// Scripts of several patterns: what is left still fails, is well-sorted and has nothing that is not needed.
pub fn several() -> Result<(), Failed> {
    let readers = quality::Readers::new()?;
    for pattern in &fake_solver::PATTERNS[..2] {
        let folder = tempfile::tempdir()?;
        let file = input(folder.path(), pattern)?;
        let result = reduce(&file, &fake(pattern)?, &[])?;
        readers.check(&result.text, folder.path())?;
        if result.text.len() > 200 {
            let text = String::from_utf8_lossy(&result.text).into_owned();
            return Err(format!("{pattern}: {} bytes are left: {text}", text.len()).into());
        }
        // A second reduction changes nothing.
        let again = folder.path().join("again.smt2");
        std::fs::write(&again, &result.text)?;
        let twice = reduce(&again, &fake(pattern)?, &[])?;
        if twice.text != result.text {
            return Err(format!("{pattern}: a second reduction goes on").into());
        }
    }
    Ok(())
}

pub fn two_jobs() -> Result<(), Failed> {
    let pattern = fake_solver::PATTERNS[0];
    let folder = tempfile::tempdir()?;
    let file = input(folder.path(), pattern)?;
    let one = reduce(&file, &fake(pattern)?, &["-o", path(&folder.path().join("one.smt2"))?])?;
    let two_file = folder.path().join("two.smt2");
    let two = reduce(&file, &fake(pattern)?, &["-j", "2", "-o", path(&two_file)?])?;
    if one.text == two.text { Ok(()) } else { Err("two jobs give another result".into()) }
}

fn path(path: &Path) -> Result<&str, Failed> {
    path.to_str().ok_or_else(|| "the folder's name is no text".into())
}

/// The best so far is on disk when it is killed, and the same command goes on to the same result.
pub fn killed() -> Result<(), Failed> {
    let pattern = fake_solver::PATTERNS[1];
    let folder = tempfile::tempdir()?;
    let file = input(folder.path(), pattern)?;
    let whole = reduce(&file, &fake(pattern)?, &["-o", path(&folder.path().join("whole.smt2"))?])?;
    let best = folder.path().join("best.smt2");
    let mut child =
        murxla(&file, &fake(pattern)?, &["-o", path(&best)?]).stderr(Stdio::null()).spawn()?;
    let begin = Instant::now();
    let size = std::fs::metadata(&file)?.len();
    // Killed when it is on its way.
    while std::fs::metadata(&best).map_or(size, |file| file.len()) >= size / 2 {
        if begin.elapsed() > Duration::from_secs(60) || child.try_wait()?.is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill()?;
    child.wait()?;
    let text = std::fs::read(&best)?;
    murxla::smt::read(&text, &[]).map_err(|error| format!("what is left is broken: {error}"))?;
    let resumed = reduce(&file, &fake(pattern)?, &["-o", path(&best)?])?;
    if resumed.text == whole.text {
        Ok(())
    } else {
        Err("a reduction that was killed ends elsewhere".into())
    }
}

/// A solver that says sat to anything with a product is wrong only where the truth is unsat: without a guard the
/// reduction leaves that behind.
pub fn guarded() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("wrong.smt2");
    std::fs::write(
        &file,
        "(set-logic QF_NIA)\n(declare-const x Int)\n(declare-const y Int)\n\
         (assert (> (* x y) 3))\n(assert (< (+ x y) x))\n(assert (> y 0))\n(check-sat)\n",
    )?;
    let wrong = "sh -c 'grep -q \"[*]\" \"$0\" && echo sat || echo unknown' {}";
    // The truth: unsat as long as both assertions on y are there.
    let truth =
        "sh -c 'grep -q \"(+ \" \"$0\" && grep -q \"> y\" \"$0\" && echo unsat || echo sat' {}";
    let result = reduce(&file, wrong, &["--guard", truth])?;
    let text = String::from_utf8_lossy(&result.text);
    for needed in ["*", "(+ ", "> y"] {
        if !text.contains(needed) {
            return Err(format!("{needed} is gone: {text}").into());
        }
    }
    Ok(())
}

/// A script that is not well-sorted is reduced all the same, and what is left keeps what the command does.
pub fn without_sorts() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("odd.smt2");
    let mut text = "(set-logic ALL)\n(declare-const |x y| Int)\n".to_owned();
    for number in 0..40 {
        text += &format!("(assert (=> (frob {number} |x y|) (> \"a(\" {number} |x y|)))\n");
    }
    text += "(assert (and true (or (not (frob (glorp |x y| 7) 3)) false)))\n(check-sat)\n";
    std::fs::write(&file, &text)?;
    let command = "grep -q \"frob.*glorp\"";
    let result = reduce(&file, command, &["-o", path(&folder.path().join("out.smt2"))?])?;
    let text = String::from_utf8_lossy(&result.text);
    if text.contains("frob") && text.contains("glorp") && text.len() < 30 && result.runs < 150 {
        return Ok(());
    }
    Err(format!("{} runs leave {text}", result.runs).into())
}
