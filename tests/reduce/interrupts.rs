//! Reductions that are interrupted, and traces that exceed the limit of time.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::Failed;

use crate::faults::{Failing, Subject};

fn murxla(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_murxla"));
    command.args(args).stdin(Stdio::null());
    command
}

/// A long trace that fails in a check, in the file `a.trace` of a folder.
fn prepare(folder: &Path) -> Result<Failing, Failed> {
    let subject = Subject::new()?;
    for seed in (1..2000).step_by(6) {
        if let Some(failing) = subject.failing(seed)?
            && failing.text.len() > 15_000
        {
            std::fs::write(folder.join("a.trace"), &failing.text)?;
            return Ok(failing);
        }
    }
    Err("no long trace".into())
}

/// Starts a reduction and waits until it has made some progress.
fn begin(folder: &Path) -> Result<Child, Failed> {
    let trace = folder.join("a.trace").display().to_string();
    let best = folder.join("a.min.trace");
    let full = std::fs::metadata(&trace)?.len();
    let child =
        murxla(&["minimize", &trace]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let since = Instant::now();
    while since.elapsed() < Duration::from_secs(60) {
        if std::fs::metadata(&best).is_ok_and(|best| best.len() < full / 2) {
            return Ok(child);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Err("there is no progress".into())
}

/// The trace so far is there, is smaller, and fails; the same command goes on and ends with the smallest one.
fn check_rest(folder: &Path) -> Result<(), Failed> {
    let (trace, best) = (folder.join("a.trace"), folder.join("a.min.trace"));
    let replayed = murxla(&["replay", &best.display().to_string()]).output()?;
    if replayed.status.code() != Some(10) {
        return Err(format!("the best so far does not fail: {replayed:?}").into());
    }
    let ended = murxla(&["minimize", &trace.display().to_string()]).output()?;
    expect_code(&ended, 0)?;
    let result = std::fs::read(&best)?;
    let fresh = folder.join("fresh.min.trace");
    let args = ["minimize", &trace.display().to_string(), "-o", &fresh.display().to_string()];
    expect_code(&murxla(&args).output()?, 0)?;
    if result != std::fs::read(&fresh)? {
        return Err("whoever is interrupted gets another result".into());
    }
    Ok(())
}

fn expect_code(output: &Output, code: i32) -> Result<(), Failed> {
    match output.status.code() == Some(code) {
        true => Ok(()),
        false => Err(format!("exit code {code} expected: {output:?}").into()),
    }
}

pub fn by_ctrl_c() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    prepare(folder.path())?;
    let child = begin(folder.path())?;
    Command::new("kill").args(["-INT", &child.id().to_string()]).status()?;
    let ended = child.wait_with_output()?;
    // It may have been done just before.
    if !matches!(ended.status.code(), Some(0 | 130)) {
        return Err(format!("{ended:?}").into());
    }
    check_rest(folder.path())
}

pub fn by_kill() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    prepare(folder.path())?;
    let mut child = begin(folder.path())?;
    child.kill()?;
    child.wait()?;
    check_rest(folder.path())
}

/// Time is bounded as a whole, too: before all is tried, the best so far is what there is, and exceeds the limit.
pub fn bounded() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let trace = folder.path().join("slow.trace");
    let checks = "1 check-sat\n".repeat(40);
    let text = format!(
        "#! solver mock\n1 new\n1 set-option fault \"loop?count:30:check-sat\"\n\
         1 set-option incremental true\n{checks}"
    );
    std::fs::write(&trace, text)?;
    let trace = trace.display().to_string();
    let since = Instant::now();
    let args = ["minimize", &trace, "-t", "0.4", "--fail-on", "timeout", "--time-budget", "0.5s"];
    let ended = murxla(&args).output()?;
    expect_code(&ended, 0)?;
    let told = String::from_utf8_lossy(&ended.stdout).into_owned();
    if !told.contains("stopped before it was done") || since.elapsed() > Duration::from_secs(20) {
        return Err(format!("{:?}: {told}", since.elapsed()).into());
    }
    let best = folder.path().join("slow.min.trace").display().to_string();
    expect_code(&murxla(&["replay", &best, "--time", "0.4"]).output()?, 10)
}

/// A trace that hangs in its third check becomes the smallest one that does.
pub fn slow() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let trace = folder.path().join("slow.trace");
    let checks = "1 check-sat\n".repeat(5);
    let text = format!(
        "#! format 1\n#! solver mock\n1 new\n1 set-option fault \"loop?count:3:check-sat\"\n1 set-option incremental true\n\
         1 mk-sort SORT_BV 77\nreturn s1\n1 mk-const s1 \"xyz\"\nreturn t1\n1 push 2\n{checks}1 delete\n"
    );
    std::fs::write(&trace, text)?;
    let trace = trace.display().to_string();
    let plain = murxla(&["minimize", &trace, "-t", "0.2"]).output()?;
    expect_code(&plain, 12)?;
    let ended = murxla(&["minimize", &trace, "-t", "0.2", "--fail-on", "timeout"]).output()?;
    expect_code(&ended, 0)?;
    let result = std::fs::read_to_string(folder.path().join("slow.min.trace"))?;
    let calls: Vec<&str> = result.lines().filter(|line| !line.starts_with("#!")).collect();
    let expected = [
        "    1 new",
        "    1 set-option fault loop?count:3:check-sat",
        "    1 check-sat",
        "      return sat",
        "    1 check-sat",
        "      rejected \"one check without assumptions is all that is allowed: incremental is off\"",
        "    1 check-sat",
    ];
    match calls == expected {
        true => Ok(()),
        false => Err(result.into()),
    }
}

/// A script on which the mock never comes back.
fn hanging_script(folder: &Path) -> Result<String, Failed> {
    let script = folder.join("hangs.smt2");
    std::fs::write(&script, "(set-option :fault hang@1)\n(set-logic ALL)\n(check-sat)\n")?;
    Ok(script.display().to_string())
}

/// A test under way does not hold up whoever wants an end: of a script in process, of a script by a command, of a trace.
pub fn by_signals_in_a_long_test() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let script = hanging_script(folder.path())?;
    let trace = folder.path().join("hangs.trace").display().to_string();
    std::fs::write(&trace, "1 new\n2 set-option fault hang@1\n3 check-sat\n")?;
    for args in [
        ["reduce", &script, "--solver", "mock"],
        ["reduce", &script, "--cmd", "sh -c 'sleep 60'"],
        ["minimize", &trace, "--solver", "mock"],
    ] {
        let mut command = murxla(&args);
        let child = command.args(["-t", "60"]).stdout(Stdio::null()).stderr(Stdio::piped());
        let child = child.spawn()?;
        std::thread::sleep(Duration::from_millis(1000));
        let since = Instant::now();
        Command::new("kill").args(["-TERM", &child.id().to_string()]).status()?;
        let ended = child.wait_with_output()?;
        expect_code(&ended, 130)?;
        if since.elapsed() > Duration::from_millis(2500) {
            return Err(format!("{args:?} ends after {:?}", since.elapsed()).into());
        }
    }
    Ok(())
}

/// That an input takes too long is told after one try.
pub fn too_long_is_told_at_once() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let script = hanging_script(folder.path())?;
    let since = Instant::now();
    let ended = murxla(&["reduce", &script, "--solver", "mock", "-t", "1"]).output()?;
    expect_code(&ended, 12)?;
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    if !said.contains("does not end within 1 s") || since.elapsed() > Duration::from_secs(5) {
        return Err(format!("{said} after {:?}", since.elapsed()).into());
    }
    Ok(())
}
