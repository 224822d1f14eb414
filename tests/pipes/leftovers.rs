//! No process of a binary is left, however murxla ends.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};

use crate::fake::Fake;

/// Who is hit, and by which signal.
#[derive(Clone, Copy)]
enum Victim {
    Coordinator,
    Worker,
    /// The child of a worker, in which runs are done.
    Runner,
    /// The binary itself.
    Binary,
}

const TABLE: &[(&str, Victim, &str)] = &[
    ("interrupt", Victim::Coordinator, "INT"),
    ("kill_coordinator", Victim::Coordinator, "KILL"),
    ("kill_worker", Victim::Worker, "KILL"),
    ("kill_runner", Victim::Runner, "KILL"),
    ("kill_binary", Victim::Binary, "KILL"),
    ("crash_of_a_worker", Victim::Worker, "ABRT"),
    ("crash_of_a_runner", Victim::Runner, "SEGV"),
    ("crash_of_the_coordinator", Victim::Coordinator, "ABRT"),
];

pub fn trials() -> Vec<Trial> {
    let mut trials: Vec<Trial> = TABLE
        .iter()
        .map(|(name, victim, signal)| {
            Trial::test(format!("nothing_left_after_{name}"), || campaign(*victim, signal))
        })
        .collect();
    trials.push(Trial::test("nothing_left_after_a_run_is_killed", one_run));
    trials
}

fn signal(pid: i32, name: &str) -> Result<(), Failed> {
    let status = Command::new("kill").args([format!("-{name}"), pid.to_string()]).status()?;
    if status.success() { Ok(()) } else { Err(format!("{pid} could not be hit").into()) }
}

/// Ends a process that a failed test leaves.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn parent_of(pid: i32) -> Option<i32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// The binary, its parent and so on, up to this process.
fn ancestors(pid: i32) -> Vec<i32> {
    let this = std::process::id().cast_signed();
    let mut chain = vec![pid];
    while let Some(parent) = chain.last().copied().and_then(parent_of) {
        if parent == this || parent <= 1 {
            break;
        }
        chain.push(parent);
    }
    chain
}

/// Waits until a process that the binary started runs, so that all generations are there.
fn wait_for(fake: &Fake, depth: usize) -> Result<Vec<i32>, Failed> {
    let since = Instant::now();
    while since.elapsed() < Duration::from_secs(60) {
        let chains = fake.processes().into_iter().map(ancestors);
        if let Some(chain) = chains.max_by_key(Vec::len).filter(|chain| chain.len() >= depth) {
            return Ok(chain);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Err("the binary was not started".into())
}

fn campaign(victim: Victim, name: &str) -> Result<(), Failed> {
    let fake = Fake::new()?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_murxla"));
    command.args(["--solver", &fake.solver("hang"), "-j", "1", "-t", "20", "-q", "-O"]);
    command.arg(fake.file("out")).args(["--set", "incremental=0"]);
    let started = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let mut murxla = Ended(started);
    // What the binary started, the binary, the runner, the worker, the coordinator.
    let chain = wait_for(&fake, 5)?;
    let [.., binary, runner, worker, coordinator] = chain.as_slice() else {
        return Err("there are not all processes".into());
    };
    signal(
        match victim {
            Victim::Coordinator => *coordinator,
            Victim::Worker => *worker,
            Victim::Runner => *runner,
            Victim::Binary => *binary,
        },
        name,
    )?;
    match victim {
        Victim::Coordinator => {}
        // The campaign goes on: those that were hit are gone, and later the rest.
        _ => {
            let gone = |pid: &i32| !fake.processes().contains(pid);
            let since = Instant::now();
            while !chain[..2].iter().all(gone) {
                if since.elapsed() > Duration::from_secs(10) {
                    return Err("the binary goes on without murxla".into());
                }
                std::thread::sleep(Duration::from_millis(20));
            }
            signal(*coordinator, "INT")?;
        }
    }
    // The first one lets batches come to their end, the second one does not.
    let since = Instant::now();
    while murxla.0.try_wait()?.is_none() {
        if since.elapsed() > Duration::from_secs(1) {
            let _ = signal(*coordinator, "INT");
        }
        if since.elapsed() > Duration::from_secs(30) {
            return Err("murxla does not end".into());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    fake.require_none_left()
}

/// One run, whose process is killed: its child and the binary go with it.
fn one_run() -> Result<(), Failed> {
    for name in ["KILL", "INT", "TERM"] {
        let fake = Fake::new()?;
        let mut command = Command::new(env!("CARGO_BIN_EXE_murxla"));
        let trace = fake.file("t.trace");
        fs::write(&trace, crate::faults::TRACE)?;
        command.arg("replay").arg(trace).args(["--solver", &fake.solver("hang"), "--time", "60"]);
        let started = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let mut murxla = Ended(started);
        wait_for(&fake, 4)?;
        signal(murxla.0.id().cast_signed(), name)?;
        murxla.0.wait()?;
        fake.require_none_left()?;
    }
    Ok(())
}
