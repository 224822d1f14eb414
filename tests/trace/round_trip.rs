//! Round trips: what is written is read back.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use murxla::exec::{OptionPolicy, Player};
use murxla::trace::{Call, CallArg, Trace, check, read};
use murxla_api::{BASE_ACTIONS, theory};

use super::random::{mock, random_trace};

fn round_trip(trace: &Trace, what: &str) {
    let text = trace.to_text();
    let (again, _) = read(text.as_bytes()).unwrap_or_else(|error| panic!("{what}:{error}\n{text}"));
    assert_eq!(again.header, trace.header, "{what}");
    for (call, read) in trace.calls.iter().zip(&again.calls) {
        assert_eq!(call, read, "{what}");
    }
    assert_eq!(again.to_text(), text, "{what}");
}

/// The keys of actions and operators in a trace.
fn keys(calls: &[Call], seen: &mut BTreeSet<String>) {
    for call in calls {
        seen.insert(call.action.name().to_owned());
        if let [CallArg::Applied(applied)] = call.args.as_slice() {
            seen.insert(applied.operator.key().to_owned());
        }
    }
}

fn random_traces(count: u64, length: usize) {
    let mut seen = BTreeSet::new();
    let mut calls = 0;
    for seed in 0..count {
        let trace = random_trace(seed, length);
        round_trip(&trace, &format!("seed {seed}"));
        keys(&trace.calls, &mut seen);
        calls += trace.calls.len();
    }
    let rows = theory::operators().filter(|op| !op.key.starts_with("OP_DT_MATCH"));
    let missing: Vec<&str> = BASE_ACTIONS
        .iter()
        .map(|action| action.name)
        .chain(rows.map(|op| op.key))
        .filter(|key| !seen.contains(*key))
        .collect();
    println!("{count} random traces, {calls} calls, {} actions and operators", seen.len());
    assert!(missing.is_empty(), "never made: {missing:?}");
}

#[test]
fn random_traces_of_all_actions_and_theories() {
    random_traces(500, 60);
}

#[test]
#[ignore = "long: 10,000 random traces are written, read and written"]
fn long_random_traces() {
    random_traces(10_000, 200);
}

/// Names are defined before they are used, and all is well-sorted, in traces that were made so.
#[test]
fn random_traces_have_no_problems() {
    for seed in 0..200 {
        let mut trace = random_trace(seed, 60);
        // What was skipped or rejected is a problem of the mock.
        trace.calls.retain(|call| {
            !matches!(
                call.reply,
                Some(murxla::trace::Recorded::Skipped(_) | murxla::trace::Recorded::Rejected(_))
            )
        });
        let problems = check::check(&trace, &check::NoOwnRows);
        assert_eq!(problems, [], "seed {seed}\n{}", trace.to_text());
    }
}

/// Our own traces; what is in `traces/` is read and written without loss, comments apart.
#[test]
fn traces_of_the_repository() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("traces")];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "trace") {
                files.push(path);
            }
        }
    }
    assert!(!files.is_empty());
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a trace");
        let (trace, _) =
            read(text.as_bytes()).unwrap_or_else(|error| panic!("{}:{error}", path.display()));
        let kept = |line: &&str| !line.starts_with("# ") && !line.is_empty();
        let lines: Vec<&str> = text.lines().filter(kept).collect();
        assert_eq!(trace.to_text().lines().collect::<Vec<_>>(), lines, "{}", path.display());
        round_trip(&trace, &path.display().to_string());
    }
}

/// A trace of all actions and theories, recorded with the mock, goes as it is recorded; `BLESS=1` draws it anew.
#[test]
fn the_trace_of_everything_goes_as_recorded() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("traces/regress/mock/everything.trace");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, random_trace(2026, 400).to_text()).expect("the trace");
    }
    let text = std::fs::read_to_string(&path).expect("the trace");
    let (trace, _) = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let mut player = Player::new(mock(), OptionPolicy::NoFiles);
    let calls = trace.calls.iter().map(|call| player.play(call).record(call)).collect();
    assert_eq!(Trace { header: trace.header.clone(), calls }.to_text(), text);
}
