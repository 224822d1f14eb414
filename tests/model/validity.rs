//! Every trace is valid, replays, and asks a solver for nothing that it must refuse.

use std::collections::BTreeMap;

use murxla::exec::{OptionPolicy, Player};
use murxla::trace::Recorded;
use murxla::trace::check::check;

use crate::support::{mock, trace};

#[test]
fn every_trace_passes_the_checker_and_replays() {
    for seed in 0..300 {
        let trace = trace(seed);
        let profile = mock().profile();
        let problems = check(&trace, profile);
        assert!(problems.is_empty(), "seed {seed}: {problems:?}");
        let mut player = Player::new(mock(), OptionPolicy::NoFiles);
        for (number, call) in trace.calls.iter().enumerate() {
            let played = player.play(call).record(call);
            assert_eq!(played, *call, "seed {seed}, call {number}");
        }
    }
}

#[test]
fn the_mock_refuses_nothing() {
    let mut refused: BTreeMap<String, u32> = BTreeMap::new();
    let mut calls = 0;
    for seed in 0..300 {
        for call in trace(seed).calls {
            calls += 1;
            let why = match &call.reply {
                Some(Recorded::Rejected(why)) => why,
                Some(Recorded::Broken(why)) => why,
                // The mock has no actions that only print.
                Some(Recorded::Skipped(why)) if !why.starts_with("unsupported: the action") => why,
                _ => continue,
            };
            *refused.entry(format!("{}: {why}", call.action.name())).or_default() += 1;
        }
    }
    assert!(refused.is_empty(), "of {calls} calls: {refused:#?}");
}

#[test]
fn runs_end_with_delete() {
    for seed in 0..100 {
        let trace = trace(seed);
        let names: Vec<&str> = trace.calls.iter().map(|call| call.action.name()).collect();
        assert_eq!(names.first(), Some(&"new"), "seed {seed}");
        assert_eq!(names.last(), Some(&"delete"), "seed {seed}");
        assert_eq!(names.iter().filter(|name| **name == "delete").count(), 1, "seed {seed}");
    }
}
