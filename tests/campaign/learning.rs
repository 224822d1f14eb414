//! Campaigns learn what makes their runs hit the time limit; what they learned is part of what a run is.

use std::path::Path;
use std::time::Duration;

use crate::{ended, murxla, resume, table};

/// A campaign in which runs with a certain operator below another do not end.
fn begin<'a>(out: &'a str, runs: &'a str, jobs: &'a str) -> Vec<&'a str> {
    let fault = "fault=loop?under:OP_NOT:OP_XOR";
    let mut args = vec!["--solver", "mock", "--campaign-seed", "6", "--max-runs", runs, "-j", jobs];
    args.extend(["-q", "-t", "0.25", "-o", fault, "-O", out]);
    args
}

fn epochs(out: &str) -> String {
    std::fs::read_to_string(Path::new(out).join("epochs.toml")).unwrap_or_default()
}

/// What is part of runs: how long they may take is not, and follows from a clock.
fn settings_of_epochs(out: &str) -> String {
    let text = epochs(out);
    text.lines().filter(|line| !line.starts_with("time = ")).collect::<Vec<_>>().join("\n")
}

/// The numbers of the runs that hit the limit, with the text of their traces.
fn timeouts(out: &str) -> Vec<(u64, String)> {
    let entries = std::fs::read_dir(Path::new(out).join("timeouts")).expect("time-outs");
    let read = |entry: std::fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let run = name.split('-').next().and_then(|run| run.parse().ok()).expect("a number");
        (run, std::fs::read_to_string(entry.path()).expect("a trace"))
    };
    let mut all: Vec<(u64, String)> = entries.map(|entry| read(entry.expect("an entry"))).collect();
    all.sort();
    all
}

#[test]
fn what_hangs_is_seldom_in_the_next_epoch() {
    const RUNS: &str = "400";
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (learning, not) = (path("learning"), path("not"));
    ended(&murxla(&begin(&learning, RUNS, "2")).output().expect("murxla"));
    let text = epochs(&learning);
    let (from, _) = text.split_once("OP_XOR = ").expect("the operator is learned");
    let from = from.rsplit_once("from = ").and_then(|(_, rest)| rest.lines().next());
    let from: u64 = from.and_then(|from| from.parse().ok()).expect("an epoch");
    for (run, trace) in timeouts(&learning) {
        // A trace names what was learned for its run: so its seed and settings tell all of it.
        assert_eq!(trace.contains("#! setting seldom"), run >= from, "{run}");
    }
    let mut args = begin(&not, RUNS, "2");
    args.extend(["--set", "learn=0"]);
    ended(&murxla(&args).output().expect("murxla"));
    assert_eq!(epochs(&not), "");
    let late = |out: &str| timeouts(out).iter().filter(|(run, _)| *run >= from).count();
    assert!(late(&learning) < late(&not), "{} {}", late(&learning), late(&not));
}

/// Alone, by two, and after a kill: the same is learned, and the same runs are done.
#[test]
#[ignore = "long: campaigns whose runs hang"]
fn the_same_is_learned_by_any_number_of_workers() {
    const RUNS: &str = "700";
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (one, two, killed) = (path("one"), path("two"), path("killed"));
    let alone = ended(&murxla(&begin(&one, RUNS, "1")).output().expect("murxla"));
    let by_two = ended(&murxla(&begin(&two, RUNS, "2")).output().expect("murxla"));
    let mut session = murxla(&begin(&killed, RUNS, "2")).spawn().expect("murxla");
    for _ in 0..600 {
        std::thread::sleep(Duration::from_millis(100));
        if epochs(&killed).contains("from = 128") {
            break;
        }
    }
    let _ = session.kill();
    let _ = session.wait();
    let resumed = ended(&murxla(&resume(&killed, RUNS)).output().expect("murxla"));
    let runs = |out: &str| timeouts(out).into_iter().map(|(run, _)| run).collect::<Vec<_>>();
    println!("{}\ntime-outs: {:?}", epochs(&one), runs(&one));
    for (out, told) in [(&two, by_two), (&killed, resumed)] {
        assert_eq!(settings_of_epochs(out), settings_of_epochs(&one));
        assert_eq!(runs(out), runs(&one));
        assert_eq!(table(&told), table(&alone));
    }
}

/// The share of processor time that runs cost which hit the time limit, as campaigns are now and as they were.
#[test]
#[ignore = "long: two campaigns of each solver"]
fn time_lost_to_limits() {
    let seconds = std::env::var("MURXLA_LOST_SECONDS").unwrap_or_else(|_| "120".to_owned());
    let budget = format!("{seconds}s");
    let mut lines =
        vec!["solver    settings            time-outs  lost  runs/s  answers/s".to_owned()];
    for solver in ["z3", "cvc5", "yices", "bitwuzla"] {
        for (name, settings) in [("default", "learn=1"), ("as it was", "learn=0,effort=0")] {
            let folder = tempfile::tempdir().expect("a folder");
            let out = folder.path().join("out").to_string_lossy().into_owned();
            let mut args = vec!["--solver", solver, "-j", "1", "-q", "--campaign-seed", "1"];
            args.extend(["--time-budget", &budget, "--set", settings, "-O", &out]);
            ended(&murxla(&args).output().expect("murxla"));
            let text = std::fs::read(folder.path().join("out/stats.json")).expect("stats.json");
            let stats: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
            let number = |value: &serde_json::Value| value.as_f64().unwrap_or(0.0);
            let all = number(&stats["milliseconds"]).max(1.0);
            let lost = 100.0 * number(&stats["milliseconds_lost"]) / all;
            let answers = number(&stats["sat"]) + number(&stats["unsat"]);
            lines.push(format!(
                "{solver:<9} {name:<19} {:>9} {lost:>4.0}% {:>7.1} {:>10.1}",
                number(&stats["ends"]["timeout"]),
                1000.0 * number(&stats["runs"]) / all,
                1000.0 * answers / all
            ));
        }
    }
    println!("{}", lines.join("\n"));
}
