//! Campaigns that are killed lose nothing and leave nothing.

mod learning;
mod leftovers;
mod own_checks;

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

const RUNS: &str = "1500";

fn murxla(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_murxla"));
    command.args(args).stdin(Stdio::null()).stderr(Stdio::null());
    command
}

/// A campaign with faults that depend on what the runs do.
fn begin<'a>(out: &'a str, runs: &'a str) -> Vec<&'a str> {
    vec![
        "--solver",
        "mock",
        "--campaign-seed",
        "77",
        "--max-runs",
        runs,
        "-j",
        "2",
        "-q",
        "-o",
        "fault=segv@150",
        "-O",
        out,
    ]
}

fn resume<'a>(out: &'a str, runs: &'a str) -> Vec<&'a str> {
    vec!["fuzz", "--resume", out, "--max-runs", runs, "-j", "2", "-q"]
}

fn ended(output: &Output) -> String {
    assert!(matches!(output.status.code(), Some(0 | 10)), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The table without the line of figures, which names the folder.
fn table(text: &str) -> String {
    // What to do next names the folder.
    text.lines().skip(1).take_while(|line| *line != "next:").collect::<Vec<_>>().join("\n")
}

/// The processes that this one started, and theirs.
fn family(root: u32) -> Vec<u32> {
    let mut family = vec![root];
    let mut at = 0;
    while let Some(parent) = family.get(at).copied() {
        at += 1;
        let children = format!("/proc/{parent}/task/{parent}/children");
        let text = std::fs::read_to_string(children).unwrap_or_default();
        family.extend(text.split_whitespace().filter_map(|pid| pid.parse::<u32>().ok()));
    }
    family
}

fn kill(pid: u32) {
    // One that is gone already is no matter.
    let _ = Command::new("kill").args(["-KILL", &pid.to_string()]).stderr(Stdio::null()).status();
}

fn wait_for_end(mut child: Child, time: Duration) -> Option<Child> {
    let started = std::time::Instant::now();
    while started.elapsed() < time {
        if matches!(child.try_wait(), Ok(Some(_))) {
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Some(child)
}

fn half_written(out: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for folder in ["", "findings", "timeouts", "unstable"] {
        let Ok(entries) = std::fs::read_dir(out.join(folder)) else { continue };
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') || name.contains("tmp") {
                found.push(format!("{folder}/{name}"));
            }
            if folder == "findings" && !entry.path().join("original.trace").exists() {
                found.push(format!("{name} has no trace"));
            }
        }
    }
    found
}

#[test]
#[ignore = "long: 50 kills in a campaign"]
fn kills_50() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (calm, wild) = (path("calm"), path("wild"));
    let undisturbed = ended(&murxla(&begin(&calm, RUNS)).output().expect("murxla"));

    let mut number = 88_172_645_463_325_252_u64;
    let mut random = |bound: u64| {
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
        number % bound
    };
    let (mut kills, mut sessions) = ([0u32; 3], 0);
    while kills.iter().sum::<u32>() < 50 {
        let args = if Path::new(&wild).join("campaign.toml").exists() {
            resume(&wild, RUNS)
        } else {
            begin(&wild, RUNS)
        };
        let mut session = murxla(&args).stdout(Stdio::null()).spawn().expect("murxla");
        sessions += 1;
        loop {
            let root = session.id();
            match wait_for_end(session, Duration::from_millis(20 + random(150))) {
                Some(child) => session = child,
                None => break,
            }
            let family = family(root);
            // The coordinator, a worker or a child, each as likely.
            let level = random(3) as usize;
            let victim = match level {
                0 => root,
                _ => family[random(family.len() as u64) as usize],
            };
            kill(victim);
            kills[if victim == root { 0 } else { level }] += 1;
            if victim == root {
                let _ = session.wait();
                break;
            }
            if kills.iter().sum::<u32>() >= 50 {
                break_off(session);
                break;
            }
        }
        if sessions > 500 {
            panic!("the campaign ends before it is killed");
        }
    }
    let resumed = ended(&murxla(&resume(&wild, RUNS)).output().expect("murxla"));
    assert_eq!(table(&resumed), table(&undisturbed));
    assert_eq!(half_written(Path::new(&wild)), Vec::<String>::new());
    println!("{}", table(&undisturbed).lines().count() - 1);
    println!(
        "{} kills (coordinator {}, others {}) in {sessions} sessions: the same buckets as an undisturbed campaign",
        kills.iter().sum::<u32>(),
        kills[0],
        kills[1] + kills[2]
    );
}

fn break_off(mut session: Child) {
    let _ = session.kill();
    let _ = session.wait();
}

/// A finding of a build with assertions is done again on the release, and both results are kept.
#[test]
fn findings_of_a_build_with_assertions_are_done_again_on_the_release() {
    let folder = tempfile::tempdir().expect("a folder");
    let check = |fault: &str, class: &str, release: &str| {
        let out = folder.path().join(class).to_string_lossy().into_owned();
        let option = format!("fault={fault}");
        let mut args =
            vec!["--solver", "mock@assertions", "--campaign-seed", "77", "--max-runs", "20", "-q"];
        args.extend(["--stop-after", "1", "-j", "1", "-o", &option, "-O", &out]);
        let text = ended(&murxla(&args).output().expect("murxla"));
        assert!(text.contains(class), "{text}");
        let entries = std::fs::read_dir(Path::new(&out).join("findings")).expect("findings");
        let found: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        let finding = found.first().expect("a finding");
        let facts = std::fs::read_to_string(finding.join("finding.json")).expect("facts");
        let facts: serde_json::Value = serde_json::from_str(&facts).expect("JSON");
        assert_eq!(facts["key"]["class"], class);
        assert_eq!(facts["release"]["class"], release);
        let version = facts["release"]["version"].as_str().expect("a version");
        assert_eq!(facts["solver"]["version"], format!("{version}-assertions"));
        let trace = finding.join("original.trace");
        let replayed = murxla(&["replay", &trace.to_string_lossy()]).output().expect("murxla");
        assert_eq!(replayed.status.code(), Some(10), "the trace names the build it is from");
        let triaged = murxla(&["triage", &out]).output().expect("murxla");
        assert_eq!(triaged.status.code(), Some(10));
        String::from_utf8_lossy(&triaged.stdout).into_owned()
    };
    let table = check("assertion@150", "assertion", "completed");
    assert!(table.contains("on the release") && table.contains(": completed"), "{table}");
    assert!(table.contains("mock.c:7: calls < fault"), "{table}");
    let table = check("segv@150", "segv", "segv");
    assert!(table.contains(": the same"), "{table}");
}

/// A wrong answer is made small at once, and its key names the operators that are left, not those of the run.
#[test]
fn the_keys_of_wrong_answers_tell_their_cause() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let mut args =
        vec!["--solver", "mock@wrong-xor-is-or", "--campaign-seed", "1", "-q", "-j", "1"];
    args.extend([
        "--check",
        "planted,exhausted",
        "--max-runs",
        "400",
        "--stop-after",
        "1",
        "-O",
        &out,
    ]);
    ended(&murxla(&args).output().expect("murxla"));
    let entries = std::fs::read_dir(Path::new(&out).join("findings")).expect("findings");
    let found: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    let finding = found.first().expect("a finding");
    let facts = std::fs::read_to_string(finding.join("finding.json")).expect("facts");
    let facts: serde_json::Value = serde_json::from_str(&facts).expect("JSON");
    let detail = facts["key"]["detail"].as_str().expect("a detail");
    assert!(detail.ends_with(" [OP_XOR]"), "{detail}");
    let calls = |name: &str| {
        let text = std::fs::read_to_string(finding.join(name)).expect(name);
        text.lines().filter(|line| !line.starts_with('#') && !line.contains("return")).count()
    };
    let [before, after] = ["original.trace", "min.trace"].map(calls);
    assert!(after <= 15 && after * 4 < before, "{before} -> {after} calls");
    let folder = finding.to_string_lossy();
    let explained =
        murxla(&["explain", &folder, "--solver", "mock@truthful"]).output().expect("murxla");
    assert_eq!(explained.status.code(), Some(10));
    let text = String::from_utf8_lossy(&explained.stdout);
    assert!(text.contains("mock truthful: ") && text.contains("(xor …) = "), "{text}");
}

/// Another version says otherwise: that is found without any oracle, told apart by its cause, and minimized against it.
#[test]
fn contradictions_with_other_versions_are_found_and_minimized() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let mut args =
        vec!["--solver", "mock@wrong-xor-is-or", "--cross-check", "mock@truthful", "--always"];
    args.extend(["--check", "none", "--campaign-seed", "2", "-q", "-j", "1", "--minimize"]);
    args.extend(["--max-runs", "400", "--stop-after", "1", "-O", &out]);
    ended(&murxla(&args).output().expect("murxla"));
    let entries = std::fs::read_dir(Path::new(&out).join("findings")).expect("findings");
    let found: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    let finding = found.first().expect("a finding");
    let facts = std::fs::read_to_string(finding.join("finding.json")).expect("facts");
    let facts: serde_json::Value = serde_json::from_str(&facts).expect("JSON");
    assert_eq!(facts["key"]["oracle"], "cross-check");
    let (detail, message) = (facts["key"]["detail"].as_str(), facts["message"].as_str());
    assert!(detail.expect("a detail").ends_with(" [OP_XOR]"), "{facts}");
    assert!(message.expect("a message").contains("but mock@truthful says"), "{facts}");
    assert_eq!(facts["minimized"]["minimal"], true, "{facts}");
    let small = finding.join("min.trace").to_string_lossy().into_owned();
    let both = "mock@wrong-xor-is-or,mock@truthful";
    let replayed = murxla(&["replay", &small, "--solver", both]).output().expect("murxla");
    assert_eq!(replayed.status.code(), Some(10));
}

/// What happens only after other runs is kept apart, with those runs, and tried once more after them.
#[test]
fn what_needs_the_runs_before_it_is_unstable() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_string_lossy().into_owned();
    let mut args = vec!["--solver", "mock", "--campaign-seed", "77", "--max-runs", "20", "-q"];
    args.extend(["-j", "1", "-o", "fault=aged@10", "-O", &out]);
    let text = ended(&murxla(&args).output().expect("murxla"));
    assert!(text.contains("0 different findings"), "{text}");
    let entries = std::fs::read_dir(folder.path().join("unstable")).expect("unstable");
    let found: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    assert!(!found.is_empty(), "nothing is unstable: {text}");
    let mut longest = 0;
    for folder in found {
        let facts = std::fs::read_to_string(folder.join("finding.json")).expect("facts");
        let facts: serde_json::Value = serde_json::from_str(&facts).expect("JSON");
        assert_eq!((&facts["key"]["class"], &facts["reproduced"]), (&"segv".into(), &true.into()));
        let history = std::fs::read_to_string(folder.join("history.txt")).expect("a history");
        assert!(history.lines().count() >= 1, "{history}");
        longest = longest.max(history.lines().count());
    }
    assert!(longest >= 2, "of several runs, each is in the history");
}

/// A few kills in every test run.
#[test]
fn a_campaign_goes_on_after_a_kill() {
    const FEW: &str = "60";
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (calm, wild) = (path("calm"), path("wild"));
    let undisturbed = ended(&murxla(&begin(&calm, FEW)).output().expect("murxla"));
    let mut session = murxla(&begin(&wild, FEW)).stdout(Stdio::null()).spawn().expect("murxla");
    std::thread::sleep(Duration::from_millis(150));
    let _ = session.kill();
    let _ = session.wait();
    let begun = Path::new(&wild).join("campaign.toml").exists();
    let again = if begun { resume(&wild, FEW) } else { begin(&wild, FEW) };
    let resumed = ended(&murxla(&again).output().expect("murxla"));
    assert_eq!(table(&resumed), table(&undisturbed));
}

/// A campaign whose findings are minimized; the fault hangs on structure.
fn begin_minimizing(out: &str) -> Vec<&str> {
    let fault = "fault=segv?count:3:check-sat";
    let mut args = vec!["--solver", "mock", "--campaign-seed", "78", "-j", "2", "-q", "-O", out];
    args.extend(["--max-runs", "150", "-o", fault, "--minimize", "--minimize-budget", "60s"]);
    args
}

/// What became of each finding of a campaign: calls of the smallest trace, and whether nothing is left to do.
fn minimized(out: &str) -> Vec<(u64, bool)> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(Path::new(out).join("findings")).expect("findings").flatten() {
        let text = std::fs::read_to_string(entry.path().join("finding.json")).expect("a finding");
        let facts: serde_json::Value = serde_json::from_str(&text).expect("facts");
        let minimized = &facts["minimized"];
        let calls = minimized["calls"][1].as_u64().unwrap_or(u64::MAX);
        let smallest = entry.path().join("min.trace").to_string_lossy().into_owned();
        let replayed = murxla(&["replay", &smallest]).output().expect("murxla");
        assert_eq!(replayed.status.code(), Some(10), "{smallest} does not fail");
        all.push((calls, minimized["minimal"] == true));
    }
    all
}

#[test]
fn findings_are_minimized_also_after_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (calm, wild) = (path("calm"), path("wild"));
    ended(&murxla(&begin_minimizing(&calm)).output().expect("murxla"));
    let undisturbed = minimized(&calm);
    assert!(!undisturbed.is_empty(), "nothing was found");
    assert!(undisturbed.iter().all(|(calls, minimal)| *calls < 9 && *minimal), "{undisturbed:?}");

    let mut session =
        murxla(&begin_minimizing(&wild)).stdout(Stdio::null()).spawn().expect("murxla");
    let findings = Path::new(&wild).join("findings");
    let started = std::time::Instant::now();
    // As soon as there is something to minimize.
    while !findings.exists() && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    kill(session.id());
    let _ = session.wait();
    let go_on = ["fuzz", "--resume", &wild, "--max-runs", "150", "-j", "2", "-q", "--minimize"];
    ended(&murxla(&go_on).output().expect("murxla"));
    assert_eq!(minimized(&wild), undisturbed);
    assert_eq!(half_written(Path::new(&wild)), Vec::<String>::new());
}

/// What is not minimized when time is up is told, and nothing else.
#[test]
fn findings_that_are_left_unminimized_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let mut args = vec!["--solver", "mock", "--campaign-seed", "78", "-j", "1", "-O", &out];
    args.extend(["--time-budget", "1s", "-o", "fault=segv@150", "--minimize"]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_murxla"));
    let ended = command.args(&args).stdin(Stdio::null()).output().expect("murxla");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    let mut left = 0;
    for entry in std::fs::read_dir(Path::new(&out).join("findings")).expect("findings").flatten() {
        let text = std::fs::read_to_string(entry.path().join("finding.json")).expect("a finding");
        let facts: serde_json::Value = serde_json::from_str(&text).expect("facts");
        left += usize::from(facts["minimized"].is_null());
    }
    assert!(left > 0, "all is minimized: {said}");
    assert!(
        said.contains(&format!("not minimized yet: {left} of the findings (")),
        "{left}: {said}"
    );
}

/// A campaign whose runs take a second each.
fn begin_slow(out: &str) -> Vec<&str> {
    vec!["--solver", "mock", "-j", "1", "-o", "fault=loop@5", "-t", "1", "-O", out]
}

#[test]
fn slow_runs_do_not_hold_up_the_end_of_the_time() {
    let out = tempfile::tempdir().expect("a folder");
    let out = out.path().to_string_lossy().into_owned();
    let started = std::time::Instant::now();
    let ended = murxla(&begin_slow(&out)).args(["--time-budget", "2s"]).output().expect("an end");
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    let told = String::from_utf8_lossy(&ended.stdout).into_owned();
    let runs = told.split(' ').next().and_then(|runs| runs.parse::<u32>().ok());
    assert!(runs.is_some_and(|runs| (1..=4).contains(&runs)), "{told}");
}

#[test]
fn every_signal_to_end_is_kept_at_once_and_told() {
    for signal in ["TERM", "INT", "HUP"] {
        let out = tempfile::tempdir().expect("a folder");
        let path = out.path().to_string_lossy().into_owned();
        let session = murxla(&begin_slow(&path)).stdout(Stdio::piped()).spawn().expect("a start");
        std::thread::sleep(Duration::from_secs(2));
        let signaled = std::time::Instant::now();
        let pid = session.id().to_string();
        let sent = Command::new("kill").args([&format!("-{signal}"), &pid]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        let ended = session.wait_with_output().expect("an end");
        assert!(signaled.elapsed() < Duration::from_secs(4), "{signal}: {:?}", signaled.elapsed());
        let told = String::from_utf8_lossy(&ended.stdout).into_owned();
        assert!(told.contains(" runs, "), "{signal}: {told}");
        assert!(out.path().join("stats.json").is_file(), "{signal}");
    }
}
