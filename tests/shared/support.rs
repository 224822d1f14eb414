//! Processes of murxla as machines.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use crate::server::{PASSWORD, Server};

/// Seconds after which a lease of a machine that is not heard of goes to others.
pub const LEASE: &str = "3";

/// A command of murxla.
pub fn command(args: &[&str], password: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_murxla"));
    command.args(args).stdin(Stdio::null());
    command.env("MURXLA_TEST_LEASE_SECONDS", LEASE);
    if !password.is_empty() {
        command.env("PGPASSWORD", password);
    }
    command
}

/// Runs murxla to its end.
pub fn murxla(args: &[&str], password: &str) -> Output {
    command(args, password).output().expect("murxla")
}

/// A process that works on a campaign.
pub struct Machine {
    process: Option<Child>,
    /// What it prints: files, because nobody reads while it goes on.
    stdout: File,
    stderr: File,
}

impl Machine {
    /// Starts it.
    pub fn start(mut command: Command) -> Machine {
        let [stdout, stderr] = [(); 2].map(|()| tempfile::tempfile().expect("a file"));
        command.stdout(stdout.try_clone().expect("a file"));
        command.stderr(stderr.try_clone().expect("a file"));
        Machine { process: Some(command.spawn().expect("murxla")), stdout, stderr }
    }

    /// Joins the campaign `one`.
    pub fn work(url: &str, out: &Path, more: &[&str]) -> Machine {
        Machine::start(Machine::to_work(url, out, more))
    }

    /// How it joins.
    pub fn to_work(url: &str, out: &Path, more: &[&str]) -> Command {
        let out = out.display().to_string();
        let mut args = vec!["work", "--store", url, "--campaign", "one", "-O", &out, "-j", "1"];
        args.extend(more);
        command(&args, PASSWORD)
    }

    /// The number of its process.
    pub fn pid(&self) -> u32 {
        self.process.as_ref().map_or(0, Child::id)
    }

    /// How it ended, if it did.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.process.as_mut().and_then(|process| process.try_wait().expect("a process"))
    }

    /// What it has said to people so far.
    pub fn said(&self) -> String {
        String::from_utf8_lossy(&content(&self.stderr)).into_owned()
    }

    /// Waits for its end.
    pub fn finish(mut self) -> Output {
        let status = self.process.take().expect("a process").wait().expect("an end");
        Output { status, stdout: content(&self.stdout), stderr: content(&self.stderr) }
    }
}

/// All of a file that is still written.
fn content(file: &File) -> Vec<u8> {
    let length = file.metadata().expect("a file").len() as usize;
    let mut content = vec![0; length];
    file.read_exact_at(&mut content, 0).expect("text");
    content
}

/// It is killed as a machine that loses its power; its workers die with it.
impl Drop for Machine {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            // One that is dead already needs no killing.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// A campaign with faults that depend on what its runs do, in a folder or in a store.
pub fn begin(out: &Path, runs: &str, store: Option<&str>) -> Machine {
    begin_on("mock", &["-o", "fault=segv@400"], out, runs, store)
}

/// A campaign on this solver with these options.
pub fn begin_on(
    solver: &str,
    options: &[&str],
    out: &Path,
    runs: &str,
    store: Option<&str>,
) -> Machine {
    let out = out.display().to_string();
    let mut args = vec!["--solver", solver, "--campaign-seed", "77", "--max-runs", runs, "-j", "1"];
    args.extend(options);
    args.extend(["--set", "learn=0", "-O", &out]);
    args.extend(store.map(|url| ["--store", url]).into_iter().flatten());
    Machine::start(command(&args, PASSWORD))
}

/// Waits until the campaign is in the store.
pub fn campaign(server: &Server, first: &mut Machine) {
    let began = Instant::now();
    let query = "SELECT CASE WHEN to_regclass('murxla.event') IS NULL THEN '0' ELSE '1' END";
    while server.sql("runs", query) != ["1"]
        || server.sql("runs", "SELECT count(*) FROM murxla.site") == ["0"]
    {
        let ended = first.ended();
        assert!(ended.is_none() && began.elapsed() < Duration::from_secs(60), "{ended:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The table at the end, without the line of figures, which names the folder.
pub fn tables(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    // What to do next names the folder.
    let tables = text.lines().take_while(|line| *line != "next:");
    tables.filter(|line| !line.contains(" runs, ")).collect::<Vec<_>>().join("\n")
}
