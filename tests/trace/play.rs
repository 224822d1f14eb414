//! The player on the mock.

use murxla::exec::{OptionPolicy, Player};
use murxla::oracle::differences;
use murxla::trace::check::NoOwnRows;
use murxla::trace::{Call, Trace, read};

use super::random::{mock, random_trace};
use super::tally::Tally;

fn parse(text: &str) -> Trace {
    read(text.as_bytes()).map(|(trace, _)| trace).unwrap_or_else(|error| panic!("{error}"))
}

/// The calls of a trace with what becomes of them, and the counts.
fn play(text: &str) -> (String, Tally) {
    let trace = parse(text);
    let mut log = Vec::new();
    let mut player = Player::new(mock(), OptionPolicy::NoFiles);
    let tally = Tally::of(&trace.calls, &mut player, |bytes| log.extend_from_slice(bytes));
    (String::from_utf8(log).expect("text"), tally)
}

#[test]
fn what_is_rejected_binds_nothing_and_the_run_goes_on() {
    let (log, tally) = play(
        "1 new\n1 mk-sort SORT_BOOL\n return s1\n1 set-option fault reject@1\n\
         1 mk-const s1 \"x\"\n return t1\n1 assert-formula t1\n1 mk-const s1 \"x\"\n return t1\n\
         1 assert-formula t1\n1 check-sat\n",
    );
    let expected = "    1 new\n    1 mk-sort SORT_BOOL\n      return s1\n    1 set-option fault reject@1\n    \
        1 mk-const s1 \"x\"\n      rejected \"as it was told to\"\n    \
        1 assert-formula t1\n      skipped \"t1 is not defined here\"\n    \
        1 mk-const s1 \"x\"\n      return t1\n    1 assert-formula t1\n    1 check-sat\n      return sat\n";
    assert_eq!(log, expected);
    assert_eq!((tally.accepted, tally.rejected, tally.skipped_calls()), (6, 1, 1));
}

#[test]
fn what_is_not_supported_is_skipped_with_its_dependents() {
    let (_, tally) = play(
        "1 new\n1 mk-sort SORT_BV 8\n return s1\n1 mk-const s1 \"x\"\n return t1\n\
         1 mk-term bitwuzla-OP_BV_REDAND SORT_BV 1 t1\n return t2 s2\n\
         1 mk-term OP_EQUAL SORT_BOOL 2 t2 t2\n return t3 s3\n1 assert-formula t3\n\
         1 cvc5-simplify t1\n",
    );
    let reasons: Vec<(&str, usize)> =
        tally.skipped.iter().map(|(reason, count)| (reason.as_str(), *count)).collect();
    assert_eq!(
        reasons,
        [
            ("it uses what a skipped call makes", 2),
            ("unsupported: the action cvc5-simplify", 1),
            ("unsupported: the operator bitwuzla-OP_BV_REDAND", 1),
        ]
    );
}

/// The sort of a term has a name in the trace, but no call made it.
#[test]
fn sorts_of_terms_are_made_when_they_are_needed() {
    let (log, tally) = play(
        "1 new\n1 mk-sort SORT_INT\n return s1\n1 mk-const s1 \"i\"\n return t1\n\
         1 mk-term OP_SET_SINGLETON SORT_SET 1 t1\n return t2 s2\n1 mk-const s2 \"set\"\n return t3\n\
         1 mk-term OP_SET_UNION SORT_SET 2 t2 t3\n return t4 s2\n\
         1 mk-term OP_SET_INSERT SORT_SET 2 t4 t1\n return t5 s2\n",
    );
    assert_eq!(tally.accepted, 7, "{log}");
}

/// The original gives one name to terms that its solver finds equal.
#[test]
fn the_first_binding_of_a_name_holds() {
    let (log, tally) = play(
        "1 new\n1 mk-sort SORT_BOOL\n return s1\n1 mk-var s1 \"v\"\n return t1\n\
         1 mk-term OP_AND SORT_BOOL 2 t1 t1\n return t1 s1\n\
         1 mk-term OP_FORALL SORT_BOOL 2 t1 t1\n return t2 s1\n1 assert-formula t2\n",
    );
    assert_eq!(tally.accepted, 6, "{log}");
}

#[test]
fn replaying_a_recorded_trace_gives_the_same_trace() {
    for seed in 0..100 {
        let recorded = random_trace(seed, 80);
        let mut player = Player::new(mock(), OptionPolicy::NoFiles);
        let calls: Vec<Call> =
            recorded.calls.iter().map(|call| player.play(call).record(call)).collect();
        let again = Trace { header: recorded.header.clone(), calls };
        assert_eq!(again.to_text(), recorded.to_text(), "seed {seed}");
        assert_eq!(differences(&recorded, &again, &NoOwnRows), []);
    }
}

#[test]
fn differences_are_found() {
    let header = "#! solver mock 1\n";
    let check = |header_now: &str, old: &str, new: &str, expected: &[&str]| {
        let (old, new) = (parse(&format!("{header}{old}")), parse(&format!("{header_now}{new}")));
        let found: Vec<String> =
            differences(&old, &new, &NoOwnRows).iter().map(ToString::to_string).collect();
        assert_eq!(found, expected);
    };
    let other = "#! solver other 1\n";
    let sat = "1 check-sat\n return sat\n";
    check(header, sat, sat, &[]);
    check(header, sat, "1 check-sat\n return unknown\n", &["recorded sat, now unknown"]);
    check(other, sat, "1 check-sat\n return unknown\n", &[]);
    check(other, sat, "1 check-sat\n return unsat\n", &["recorded sat, now unsat"]);
    check(header, sat, "1 check-sat\n rejected \"no\"\n", &["recorded sat, now rejected (no)"]);
    check(other, sat, "1 check-sat\n rejected \"no\"\n", &[]);
    check(header, "1 push 1\n rejected \"a\"", "1 push 1\n rejected \"b\"", &[]);
    // With other assertions, another answer is no contradiction.
    check(
        other,
        &format!("1 assert-formula t1\n{sat}"),
        "1 assert-formula t1\n skipped \"unsupported\"\n1 check-sat\n return unsat\n",
        &[],
    );
}
