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
    let played = |solver, policy, option: &str| {
        let text = format!("1 new\n1 set-option {option}\n");
        let (trace, _) = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        let mut player = Player::new(mock(), solver, policy);
        trace.calls.iter().fold(None, |_, call| Some(player.play(call)))
    };
    for (solver, option) in [
        ("bitwuzla", "write-aiger x"),
        ("bitwuzla", "WRITE_CNF x"),
        ("cvc5", "regular-output-channel x"),
        ("cvc5", "diagnostic-output-channel x"),
        ("cvc5", "dump-models true"),
        ("z3", "solver.smtlib2_log x"),
        ("z3", "trace_file_name x"),
        ("z3", "sat.drat.file x"),
        ("z3", "\":solver.proof.log\" x"),
        ("mock", "anything \"/tmp/x y\""),
    ] {
        let refused = played(solver, OptionPolicy::NoFiles, option);
        assert!(
            matches!(refused, Some(Played::Skipped(Skip::Forbidden(_)))),
            "{solver} {option}: {refused:?}"
        );
        // The mock has no such option; that it says so shows that it was asked.
        let asked = played(solver, OptionPolicy::All, option);
        assert!(matches!(asked, Some(Played::Rejected(_))), "{solver} {option}: {asked:?}");
    }
}
