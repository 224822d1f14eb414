//! Oracles on runs of the mock, and comparisons of two runs.

use murxla::exec::{OptionPolicy, Player, Run};
use murxla::oracle::{OracleSet, Verdict, compare, oracle, play};
use murxla::solvers::AllRows;
use murxla::trace::{Trace, read};

use super::random::mock;

fn parse(text: &str) -> Trace {
    read(text.as_bytes()).map(|(trace, _)| trace).unwrap_or_else(|error| panic!("{error}"))
}

/// What is recorded of a trace on the mock while these oracles look on, too.
fn played(text: &str, oracles: &[&str]) -> (String, bool) {
    let trace = parse(text);
    let mut log = Vec::new();
    let mut player = Player::new(mock(), OptionPolicy::NoFiles);
    let mut oracles = OracleSet::with_named(oracles.iter().copied());
    let sound = play(&mut trace.calls.as_slice(), &mut player, &mut oracles, |bytes| {
        log.extend_from_slice(bytes);
    });
    (String::from_utf8(log).expect("text"), sound)
}

fn verdict(log: &str) -> Verdict {
    Verdict::recorded_in(&Run::completed_here(log.as_bytes().to_vec()))
}

/// A line names the oracle, and reading it gives the verdict back.
#[test]
fn violations_are_recorded() {
    let start = "1 new\n1 mk-sort SORT_BOOL\n return s1\n";
    let check = |text: &str, oracle: &str, what: &str| {
        let (log, sound) = played(&format!("{start}{text}"), &[]);
        assert!(!sound, "{log}");
        assert!(log.contains(&format!("      violated \"{oracle}\" \"{what}\"\n")), "{log}");
        let Verdict::Violated(violation) = verdict(&log) else { panic!("{log}") };
        assert_eq!((&*violation.oracle, violation.what.as_str()), (oracle, what));
        assert_eq!(violation.call, parse(&log).calls.len() - 1);
    };
    check("1 set-option fault broken@1\n1 check-sat\n", "contract", "as it was told to");
    let width = "mock_width (the width of a bit-vector): expected 8, got 9";
    check("1 set-option fault mismatch@1\n1 check-sat\n", "inspection", width);
    // The sort of every 16th term is asked for, by the seed of its call.
    let sort = "the solver says that a term of sort Bool has sort (Array Bool Bool)";
    check("1 set-option fault wrong-sort@2\n16 mk-const s1 \"x\"\n return t1\n", "sorts", sort);
}

/// What an oracle asks is a part of the trace, which says who asked; a replay leaves it to the oracle, or asks it itself.
#[test]
fn oracles_ask_through_the_player() {
    let text = "1 new\n1 set-option produce-models true\n1 mk-sort SORT_BOOL\n return s1\n\
        1 mk-const s1 \"x\"\n return t1\n1 assert-formula t1\n1 check-sat\n";
    let (log, _) = played(text, &["asserted-values"]);
    let asked = "#? asserted-values\n    1 get-value 1 t1\n      return ";
    assert_eq!(log.matches(asked).count(), 1, "{log}");
    let (again, _) = played(&log, &["asserted-values"]);
    assert_eq!(again, log);
    let (alone, _) = played(&log, &[]);
    assert_eq!(alone.matches("get-value").count(), 1, "{alone}");
    assert!(oracle("asserted-values").is_some_and(|row| !row.by_default));
}

/// The mock makes its values up, so an assertion that is no constant is false sooner or later; the proof is in the trace.
#[test]
fn a_model_that_makes_an_assertion_false_is_found() {
    let text = |seed: u32| {
        format!(
            "1 new\n1 set-option produce-models true\n1 set-option seed {seed}\n1 mk-sort SORT_BOOL\n return s1\n\
             1 mk-sort SORT_BV 8\n return s2\n1 mk-const s2 \"x\"\n return t1\n1 mk-const s2 \"y\"\n return t2\n\
             1 mk-term OP_BV_ADD SORT_BV 2 t1 t2\n return t3\n1 mk-term OP_BV_ULT SORT_BOOL 2 t3 t1\n return t4\n\
             1 assert-formula t4\n1 check-sat\n"
        )
    };
    let logs: Vec<(String, bool)> = (0..40).map(|seed| played(&text(seed), &["model"])).collect();
    let said_sat = logs.iter().filter(|(log, _)| log.contains("return sat")).count();
    let wrong: Vec<&String> = logs.iter().filter(|(_, sound)| !sound).map(|(log, _)| log).collect();
    assert!(said_sat > 4 && !wrong.is_empty() && wrong.len() < 40, "{said_sat} {}", wrong.len());
    for log in wrong {
        let Verdict::Violated(found) = verdict(log) else { panic!("{log}") };
        assert_eq!(&*found.oracle, "model", "{log}");
        assert!(found.what.starts_with("t4 is asserted or assumed; the model makes it false"));
        let proof = found.proof.text();
        for part in ["\n  x = #x", "\n  y = #x", "  (bvult …) = false\n", "    (bvadd …) = #x"]
        {
            assert!(proof.contains(part), "{part}: {proof}");
        }
        let (again, _) = played(log, &["model"]);
        assert_eq!(again, *log);
    }
}

/// Two runs of one trace: the second reply of each call, where it differs, is behind the bar.
fn compared(text: &str) -> (usize, usize, usize) {
    let side = |second: bool| {
        let lines = text.lines().map(|line| match line.split_once('|') {
            Some((first, other)) => (if second { other } else { first }).to_owned(),
            None => line.to_owned(),
        });
        parse(&lines.collect::<Vec<String>>().join("\n"))
    };
    let comparison = compare(&side(false), &side(true), "the other", &AllRows);
    (comparison.contradictions.len(), comparison.compared, comparison.void)
}

/// A right solver is not accused for what the other did not do.
#[test]
fn only_what_was_asked_of_both_is_compared() {
    let start = "1 new\n1 mk-sort SORT_BOOL\n return s1\n1 mk-const s1 \"x\"\n return t1\n\
        1 mk-const s1 \"y\"\n return t2\n1 mk-term OP_NOT SORT_BOOL 1 t1\n return t3|skipped \"unsupported\"\n";
    let check = |text: &str, expected: (usize, usize, usize)| {
        assert_eq!(compared(&format!("{start}{text}")), expected, "{text}");
    };
    let differ = "1 check-sat\n return sat|return unsat\n";
    check(differ, (1, 1, 0));
    check("1 check-sat\n return sat|return unknown\n", (0, 1, 0));
    // An own action that one side skips and that asserts something.
    let blocks = "1 cvc5-block-model-values 1 t1\n|skipped \"unsupported\"\n";
    check(&format!("{blocks}{differ}"), (0, 0, 1));
    // One that only asks.
    check(&format!("1 cvc5-term-info t1\n|skipped \"unsupported\"\n{differ}"), (1, 1, 0));
    // An operator that one side lacks voids the checks whose assertions depend on it, and no others.
    let lacks = "1 assert-formula t3\n|skipped \"t3 is not defined here\"\n";
    check(&format!("1 push 1\n{lacks}{differ}1 pop 1\n{differ}"), (1, 1, 1));
    check(&format!("1 assert-formula t2\n{differ}"), (1, 1, 0));
    check("1 check-sat-assuming 1 t3\n return sat|skipped \"t3 is not defined here\"\n", (0, 0, 0));
    // A check that was refused may have left anything behind.
    check(&format!("1 check-sat\n return sat|rejected \"no\"\n{differ}"), (0, 0, 1));
    check(&format!("1 check-sat\n return sat|rejected \"no\"\n1 reset\n{differ}"), (1, 1, 0));
    // Options and logics are each solver's own.
    check(&format!("1 set-logic QF_BV\n|skipped \"unsupported\"\n{differ}"), (1, 1, 0));
    check(&format!("1 push 1\n|rejected \"no\"\n1 assert-formula t2\n{differ}"), (0, 0, 1));
}
