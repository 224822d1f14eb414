//! The printer: what is read is printed as solvers take it, and what was printed is printed the same way again.

use murxla::smt::{print, read};
use murxla::solvers::wrapper;

/// Prints a script for a solver.
fn printed(solver: &str, text: &str) -> String {
    let wrapper = wrapper(solver).expect("a solver");
    let own: Vec<_> = wrapper.own_operators().iter().collect();
    let script = read(text.as_bytes(), &own).expect("a script");
    print(&script, wrapper.dialect()).expect("a text")
}

fn check(solver: &str, input: &str, expected: &str) {
    let text = printed(solver, input);
    assert_eq!(text, expected, "{input}");
    assert_eq!(printed(solver, &text), expected, "{input}, printed again");
}

/// Z3 takes functions for arrays; not all of its logics have `as-array`.
#[test]
fn functions_for_z3() {
    let declared = "(declare-fun f (Int) Int)\n(declare-const a (Array Int Int))\n";
    let check = |term: &str, expected: &str| {
        let script = format!("{declared}(assert {term})\n");
        check("z3", &script, &format!("{declared}(assert {expected})\n"));
    };
    check("(= a (_ as-array f))", "(= a f)");
    check("(= (f 1) (select f 1))", "(= (f 1) (select f 1))");
    check("(= a (lambda ((x Int)) x))", "(= a (lambda ((x Int)) x))");
    check(
        "(= (store f 1 2) (ite (= a f) f (lambda ((x Int)) x)))",
        "(= (store f 1 2) (ite (= a f) f (lambda ((x Int)) x)))",
    );
    // A term is shared by what takes it for a function and what takes it for an array.
    check(
        "(and (= f (lambda ((x Int)) x)) (= a (lambda ((x Int)) x)) (= a (lambda ((x Int)) x)))",
        "(let (($1 (lambda ((x Int)) x))) (let (($2 (= a $1))) (and (= f $1) $2 $2)))",
    );
}

/// For Z3 a function of two arguments is none that gives functions.
#[test]
fn lambdas_for_z3() {
    let declared = "(declare-fun k ((-> Int Int Int)) Int)\n";
    let check = |term: &str, expected: &str| {
        let script = format!("{declared}(assert {term})\n");
        check("z3", &script, &format!("{declared}(assert {expected})\n"));
    };
    check(
        "(= (k (lambda ((x Int)) (lambda ((y Int)) (+ x y)))) 1)",
        "(= (k (lambda ((x Int) (y Int)) (+ x y))) 1)",
    );
    check(
        "(= ((lambda ((x Int) (y Int)) (+ x y)) 1 2) 3)",
        "(= (select (lambda ((x Int) (y Int)) (+ x y)) 1 2) 3)",
    );
}

/// Once a term has a name of the script's own, the name is written.
#[test]
fn named_terms() {
    let named = "(assert (or (! x :named n) x))\n";
    let declared = "(declare-const x Bool)\n";
    let check = |rest: &str| {
        let script = format!("{declared}{named}{rest}");
        check("z3", &script, &script);
    };
    check("(check-sat)\n(get-value (n (not n)))\n");
    check("(push 1)\n(assert (not n))\n(pop 1)\n(assert n)\n");
    check("(reset)\n(declare-const x!1 Bool)\n(assert (! x!1 :named n))\n(assert n)\n");
    // The name is gone with its level.
    let inside = "(push 1)\n(assert (! (not x) :named m))\n(assert m)\n(pop 1)\n";
    check(&inside.repeat(2));
}

#[test]
fn annotations_of_quantifiers() {
    check(
        "z3",
        "(declare-fun p (Int) Bool)\n\
         (assert (forall ((x Int)) (! (! (or (p (+ x 1)) (p (+ x 1))) :qid q) :pattern ((p x)))))\n\
         (assert (exists ((x Int)) (let ((y (+ x 1))) (! (= y y) :qid q))))\n",
        "(declare-fun p (Int) Bool)\n\
         (assert (forall ((x Int)) (! (let (($1 (p (+ x 1)))) (or $1 $1)) :qid q :pattern ((p x)))))\n\
         (assert (exists ((x Int)) (! (let (($1 (+ x 1))) (= $1 $1)) :qid q)))\n",
    );
}

/// Front ends take `-8` for a number.
#[test]
fn names_like_numbers() {
    let script = "(declare-const |-8| Int)\n(assert (= |-8| (- 8)))\n";
    check("z3", script, script);
}
