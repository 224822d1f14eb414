//! Campaigns of many runs: they come to their end, and the memory of the processes that stay is flat.
//!
//! A run may take a fifth of a second here, so that most of the time goes into runs and not into limits.
//! `MURXLA_SURVEY_SEEDS` chooses another number of runs; `MURXLA_SOAK_OUT` names a folder in which a campaign that was cut off
//! goes on.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often memory is looked at.
const EVERY: Duration = Duration::from_millis(100);
/// What may come to a process in the second half of a campaign, of what it had at most in the first, and in MB.
const GROWTH: f64 = 1.15;
const SLACK: f64 = 4.0;

/// What one process had in memory, in MB, from one look to the next.
#[derive(Default)]
struct Memory(Vec<f64>);

impl Memory {
    fn look(&mut self, process: u32) {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        self.0.extend(kilobytes.map(|kilobytes: f64| kilobytes / 1024.0));
    }

    /// The most in each quarter of the time.
    fn quarters(&self) -> [f64; 4] {
        let part = self.0.len().div_ceil(4).max(1);
        let mut most = [0.0; 4];
        for (quarter, looks) in most.iter_mut().zip(self.0.chunks(part)) {
            *quarter = looks.iter().copied().fold(0.0, f64::max);
        }
        most
    }

    fn is_flat(&self) -> bool {
        let [first, second, third, fourth] = self.quarters();
        third.max(fourth) <= first.max(second) * GROWTH + SLACK
    }

    fn figures(&self) -> String {
        let [first, second, third, fourth] = self.quarters();
        format!("{first:.0} / {second:.0} / {third:.0} / {fourth:.0} MB")
    }
}

#[test]
fn what_grows_is_not_flat() {
    let memory = |looks: &[f64]| Memory(looks.to_vec());
    assert!(memory(&[20.0, 30.0, 31.0, 30.0, 29.0, 31.0, 30.0, 31.0]).is_flat());
    assert!(!memory(&[20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0]).is_flat());
    assert_eq!(memory(&[1.0, 2.0, 3.0, 4.0]).quarters(), [1.0, 2.0, 3.0, 4.0]);
}

fn children(parent: u32) -> Vec<u32> {
    let path = format!("/proc/{parent}/task/{parent}/children");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.split_whitespace().filter_map(|process| process.parse().ok()).collect()
}

/// All runs of the campaign in this folder.
fn runs_done(out: &Path) -> u64 {
    let text = std::fs::read_to_string(out.join("stats.json")).expect("stats.json");
    let stats: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    stats["runs"].as_u64().expect("a number of runs")
}

fn soak(solver: &str, default: u64) {
    let runs = match std::env::var("MURXLA_SURVEY_SEEDS") {
        Ok(text) => text.parse().expect("MURXLA_SURVEY_SEEDS is a number"),
        Err(_) => default,
    };
    let folder = tempfile::tempdir().expect("a folder");
    let out = match std::env::var_os("MURXLA_SOAK_OUT") {
        Some(out) => PathBuf::from(out),
        None => folder.path().join("out"),
    };
    let count = runs.to_string();
    let mut command = Command::new(env!("CARGO_BIN_EXE_murxla"));
    match out.join("campaign.toml").exists() {
        true => command.args(["fuzz", "--resume"]).arg(&out),
        false => {
            command.args(["--solver", solver, "--campaign-seed", "9", "-t", "0.2", "-O"]).arg(&out)
        }
    };
    command.args(["--max-runs", &count, "-j", "1", "-q"]);
    let begin = Instant::now();
    let mut campaign = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::inherit())
        .spawn()
        .expect("murxla");
    let (mut coordinator, mut worker) = (Memory::default(), Memory::default());
    let status = loop {
        if let Some(status) = campaign.try_wait().expect("the end of a child") {
            break status;
        }
        coordinator.look(campaign.id());
        children(campaign.id()).into_iter().for_each(|process| worker.look(process));
        std::thread::sleep(EVERY);
    };
    println!(
        "soak: {} runs of {solver} in {:.0} s; most memory in each quarter: coordinator {}, worker {}",
        runs_done(&out),
        begin.elapsed().as_secs_f64(),
        coordinator.figures(),
        worker.figures()
    );
    assert!(matches!(status.code(), Some(0 | 10)), "{status}");
    assert_eq!(runs_done(&out), runs);
    assert!(coordinator.is_flat(), "the coordinator grows");
    assert!(worker.is_flat(), "the worker grows");
}

/// A small campaign, in every test run.
#[test]
fn soak_1000_mock() {
    soak("mock", 1_000);
}

#[test]
#[ignore = "long: a campaign of 100,000 runs on Z3"]
fn soak_100000_z3() {
    soak("z3", 100_000);
}

#[test]
#[ignore = "long: a campaign of 100,000 runs on cvc5"]
fn soak_100000_cvc5() {
    soak("cvc5", 100_000);
}

#[test]
#[ignore = "long: a campaign of 100,000 runs on Bitwuzla"]
fn soak_100000_bitwuzla() {
    soak("bitwuzla", 100_000);
}

#[test]
#[ignore = "long: a campaign of 100,000 runs on Yices"]
fn soak_100000_yices() {
    soak("yices", 100_000);
}
