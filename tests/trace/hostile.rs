//! Hostile traces: none reaches files or programs.

use murxla::exec::{OptionPolicy, Played, Player, Skip};
use murxla::trace::read;

use super::random::mock;

#[test]
fn only_the_solver_is_taken_from_the_originals_options() {
    let text = "set-murxla-options --smt2 /bin/sh -o write-aiger=/tmp/x --cvc5 -f /etc/passwd -D /tmp/y --bitwuzla\n1 new\n";
    let (trace, _) = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(trace.header.solver.as_deref(), Some("cvc5"));
    assert_eq!(trace.header.ignored.len(), 9);
    assert_eq!(trace.to_text(), "#! solver cvc5\n    1 new\n");
}

#[test]
fn options_that_write_files_are_not_executed() {
    let played = |policy, option: &str| {
        let text = format!("1 new\n1 set-option {option}\n");
        let (trace, _) = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        let mut player = Player::new(mock(), policy);
        trace.calls.iter().fold(None, |_, call| Some(player.play(call)))
    };
    // Those of each solver are in tests/solvers.
    for option in [
        "write-aiger x",
        "WRITE_CNF x",
        "regular-output-channel x",
        "dump-models true",
        "trace_file_name x",
        "\":sat.drat.file\" x",
        "anything \"/tmp/x y\"",
    ] {
        let refused = played(OptionPolicy::NoFiles, option);
        assert!(
            matches!(refused, Some(Played::Skipped(Skip::Forbidden(_)))),
            "{option}: {refused:?}"
        );
        // The mock has no such option; that it says so shows that it was asked.
        let asked = played(OptionPolicy::All, option);
        assert!(matches!(asked, Some(Played::Rejected(_))), "{option}: {asked:?}");
    }
}

/// A stranger sets what the solver declares as a Boolean, a number or one of several words.
#[test]
fn strangers_set_options_by_kind() {
    let played = |option: &str| {
        let text = format!("1 new\n1 set-option {option}\n");
        let (trace, _) = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        let mut player = Player::new(mock(), OptionPolicy::Declared);
        trace.calls.iter().fold(None, |_, call| Some(player.play(call)))
    };
    for option in ["seed 7", "produce-models true", "fault \"\""] {
        assert!(matches!(played(option), Some(Played::Done(_) | Played::Rejected(_))), "{option}");
    }
    assert_eq!(played("seed 7"), Some(Played::Done(0)));
    for option in ["seed NAME", "produce-models NAME", "SEED 7", "nosuch true"] {
        assert!(matches!(played(option), Some(Played::Rejected(_))), "{option}");
    }
}
