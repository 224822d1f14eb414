//! Processes of murxla as machines.

use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use crate::server::{PASSWORD, Server};

/// Seconds after which a lease of a machine that is not heard of goes to others.
pub const LEASE: &str = "3";

fn command(args: &[&str], password: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_murxla"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
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
pub struct Machine(pub Option<Child>);

impl Machine {
    /// Joins the campaign `one`.
    pub fn work(url: &str, out: &Path, more: &[&str]) -> Machine {
        let out = out.display().to_string();
        let mut args = vec!["work", "--store", url, "--campaign", "one", "-O", &out, "-j", "1"];
        args.extend(more);
        Machine(Some(command(&args, PASSWORD).spawn().expect("murxla")))
    }

    /// Kills it as a machine that loses its power; its workers die with it.
    pub fn kill(self) {
        drop(self);
    }

    /// How it ended, if it did.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.0.as_mut().and_then(|process| process.try_wait().expect("a process"))
    }

    /// Waits for its end.
    pub fn finish(mut self) -> Output {
        self.0.take().expect("a process").wait_with_output().expect("an end")
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        if let Some(mut process) = self.0.take() {
            // One that is dead already needs no killing.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// A campaign with faults that depend on what its runs do, in a folder or in a store.
pub fn begin(out: &Path, runs: &str, store: Option<&str>) -> Machine {
    begin_with(out, runs, store, &[])
}

/// The same with further arguments.
pub fn begin_with(out: &Path, runs: &str, store: Option<&str>, more: &[&str]) -> Machine {
    let out = out.display().to_string();
    let mut args = vec!["--solver", "mock", "--campaign-seed", "77", "--max-runs", runs, "-j", "1"];
    args.extend(["-o", "fault=segv@400", "--set", "learn=0", "-O", &out]);
    args.extend(more);
    args.extend(store.map(|url| ["--store", url]).into_iter().flatten());
    Machine(Some(command(&args, PASSWORD).spawn().expect("murxla")))
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
    text.lines().filter(|line| !line.contains(" runs, ")).collect::<Vec<_>>().join("\n")
}
