//! Steps that keep the truth, and steps that do not.

use murxla_api::Answer;

use super::Truth;
use crate::reduce::guarded::Guard;
use crate::reduce::{TargetSolver, TraceCandidate};
use crate::smt::script_trace;

fn candidate(text: &str) -> TraceCandidate {
    let text = format!("{text}(check-sat)\n");
    let imported = script_trace(text.as_bytes(), None).expect("a script");
    TraceCandidate::new(&imported.trace, TargetSolver::of_wrapper(None))
}

fn keeps(answer: Answer, old: &str, new: &str) -> bool {
    let truth = Truth::new(&candidate(old), answer).expect("a script with one check");
    truth.kept_by(&candidate(new)).is_some()
}

const ABC: &str = "(declare-const a Int)(declare-const b Int)(declare-const p Bool)";

fn check(answer: Answer, old: &str, new: &str, expected: bool) {
    let (old, new) = (format!("{ABC}{old}"), format!("{ABC}{new}"));
    assert_eq!(keeps(answer, &old, &new), expected, "{answer}: {old} to {new}");
}

#[test]
fn less_keeps_what_is_satisfiable() {
    let sat = |old, new, expected| check(Answer::Sat, old, new, expected);
    let two = "(assert (< a b))(assert (or p (= a 1)))";
    sat(two, "(assert (< a b))", true);
    sat(two, "", true);
    sat(two, "(assert (= a 1))", false);
    // A constant of which nothing else is said may be anything.
    sat(two, "(assert p)", true);
    sat("(assert (and p (< a b)))", "(assert p)", true);
    sat("(assert (not (or p (< a b))))", "(assert (not p))", true);
    sat("(assert (not (and p (< a b))))", "(assert (not (< a b)))", false);
    sat("(assert p)", "(assert (or p (< a b)))", true);
    // A constant for a term, everywhere.
    sat("(assert (< (+ a b) 3))", "(declare-const c Int)(assert (< c 3))", true);
    sat(
        "(assert (< (+ a b) (+ a b)))",
        "(declare-const c Int)(declare-const d Int)(assert (< c d))",
        true,
    );
    sat("(assert (< (+ a b) 3))", "(declare-const c Int)(assert (< c c))", false);
    sat("(assert (< a 3))", "(assert (< 5 3))", false);
    sat("(assert (< a b))", "(assert (< a a))", false);
}

#[test]
fn more_keeps_what_is_unsatisfiable() {
    let unsat = |old, new, expected| check(Answer::Unsat, old, new, expected);
    let two = "(assert (< a b))(assert (< b a))";
    unsat(two, "(assert (< a b))", false);
    unsat(two, "(assert (< a a))", true);
    unsat(two, "(assert (< 0 b))(assert (< b 0))", true);
    unsat(two, "(assert (< 0 b))(assert (< b 1))", false);
    unsat("(assert (or p (< a a)))(assert (not p))", "(assert (< a a))(assert (not p))", true);
    unsat("(assert (and p (< a a)))", "(assert p)", false);
    unsat("(assert (< (+ a b) (+ a b)))", "(declare-const c Int)(assert (< c c))", false);
    unsat("(assert p)(assert p)", "(assert p)", true);
}

#[test]
fn variables_are_no_constants() {
    let sat = |old, new, expected| check(Answer::Sat, old, new, expected);
    sat("(assert (forall ((x Int)) (< x a)))", "(assert (forall ((x Int)) (< x b)))", true);
    sat("(assert (exists ((x Int)) (= x 1)))", "(assert (exists ((x Int)) (= x a)))", true);
    // Their names do not matter, but which of them is meant.
    sat("(assert (forall ((x Int)) (< x a)))", "(assert (forall ((y Int)) (< y a)))", true);
    let two = "(assert (forall ((x Int) (y Int)) (< (+ x x) y)))";
    sat(two, "(assert (forall ((y Int) (x Int)) (< (+ y y) x)))", true);
    sat(two, "(assert (forall ((y Int) (x Int)) (< (+ x x) y)))", false);
    sat(two, "(assert (forall ((x Int)) (forall ((y Int)) (< (+ x x) y))))", false);
    let both = "(assert (and (forall ((x Int)) (< x 0)) (forall ((z Int)) (< z 1))))";
    sat(both, "(assert (and (forall ((y Int)) (< y 0)) (forall ((x Int)) (< x 1))))", true);
    // What stands for a constant must not hold a variable.
    sat("(assert (forall ((x Int)) (= x x)))", "(assert (forall ((x Int)) (= x a)))", false);
}

#[test]
fn definitions_are_what_they_say() {
    let sat = |old: &str, new: &str, expected| check(Answer::Sat, old, new, expected);
    let defined = "(define-fun f ((x Int)) Bool (< x a))(assert (f b))";
    sat(defined, "(define-fun g ((y Int)) Bool (< y a))(assert (g b))", true);
    sat(defined, "(define-fun f ((x Int)) Bool (< x 3))(assert (f b))", false);
    let recursive =
        "(define-fun-rec f ((x Int)) Int (ite (< x 0) x (f (- x 1))))(assert (= (f a) b))";
    sat(recursive, &recursive.replace("x", "y"), true);
    sat(recursive, &recursive.replace("x 1", "x 2"), false);
    sat(recursive, &recursive.replace("(f ", "(g ").replace("rec f", "rec g"), false);
    sat("(assert (= a b))", recursive, false);
}

#[test]
fn other_scripts_are_not_judged() {
    let pushed = candidate("(push 1)(assert true)");
    assert!(Truth::new(&pushed, Answer::Sat).is_none());
    let twice = candidate("(check-sat)");
    assert!(Truth::new(&twice, Answer::Sat).is_none());
    assert!(Truth::new(&candidate("(assert true)"), Answer::Unknown).is_none());
}

#[test]
fn a_datatype_is_what_it_was() {
    let old = "(declare-datatype D ((c) (d)))(declare-const x D)(assert (= x c))";
    let new = "(declare-datatype D ((c)))(declare-const x D)(assert (= x c))";
    assert!(keeps(Answer::Sat, old, old) && !keeps(Answer::Sat, old, new));
}
