//! Outcomes of programs and replays, in the words of `outcome:` lines.

use std::os::unix::process::ExitStatusExt;
use std::process::Command;

/// Stands for any words in an outcome.
const ANY: char = '…';

/// How a command ends that is run by `timeout`.
pub fn ended(command: &mut Command) -> String {
    let ended = command.output().expect("the program");
    // `timeout` dies of the signal of which its command died, or says so by an exit code.
    match (ended.status.signal(), ended.status.code()) {
        (Some(signal), _) => format!("signal {signal}"),
        (None, Some(124)) => "hangs".to_owned(),
        (None, Some(code)) if code > 128 => format!("signal {}", code - 128),
        (None, code) => format!("exit {}", code.unwrap_or(-1)),
    }
}

/// Whether an outcome is the expected one. `…` stands for any words, such as functions that depend on the memory.
pub fn fits(expected: &str, outcome: &str) -> bool {
    let Some((first, others)) = expected.split_once(ANY) else { return expected == outcome };
    let Some(mut rest) = outcome.strip_prefix(first.trim_end()) else { return false };
    let (between, last) = others.rsplit_once(ANY).map_or((None, others), |(a, b)| (Some(a), b));
    for part in between.into_iter().flat_map(|between| between.split(ANY)) {
        match rest.split_once(part.trim()) {
            Some((_, behind)) => rest = behind,
            None => return false,
        }
    }
    rest.ends_with(last.trim())
}

#[test]
fn outcomes_are_exact_but_for_what_is_left_open() {
    let crash = "crash, signal 11; in check-sat; at f < g < h";
    for (expected, fit) in [
        (crash, true),
        ("crash, signal 11", false),
        ("crash, signal 11; …", true),
        ("crash, signal 6; …", false),
        ("crash, signal 11; in check-sat; at f …", true),
        ("crash, signal 11; in check-sat; at … g …", true),
        ("crash, signal 11; in check-sat; at … < h", true),
        ("crash, signal 11; in check-sat; at … i …", false),
        ("crash, signal 11; … < h … < g …", false),
        ("… signal 11 … < h", true),
        ("… signal 11 … < g", false),
        ("as recorded", false),
    ] {
        assert_eq!(fits(expected, crash), fit, "{expected}");
    }
}
