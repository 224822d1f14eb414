//! Error messages of the reader: what cannot be read says why and where.

use murxla::smt::read;

fn check(input: &str, expected: &str) {
    let found = match read(input.as_bytes(), &[]) {
        Ok(_) => "nothing is wrong".to_owned(),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "{input}");
}

/// The input is refused for this reason.
fn refused(input: &str, reason: &str) {
    let error = read(input.as_bytes(), &[]).expect_err(input).to_string();
    assert!(error.contains(reason), "{input}: {error}");
}

#[test]
fn names() {
    check("(assert x)", "1:9: unknown symbol x, found 'x'");
    check("(assert\n  (foo true))", "2:4: unknown symbol foo, found 'foo'");
    check("(assert ((_ foo 1) true))", "1:10: unknown symbol foo, found '(_ foo 1'");
    check("(declare-const x Foo)", "1:18: unknown sort Foo, found 'Foo'");
    check("(declare-const x (Foo Int))", "1:18: unknown sort Foo, found '(Foo Int'");
    check("(push)(declare-const x Bool)(pop)(assert x)", "1:42: unknown symbol x, found 'x'");
    check("(declare-const x Bool)(reset)(assert x)", "1:38: unknown symbol x, found 'x'");
    check("(assert (exists ((x Bool)) true))(assert x)", "1:42: unknown symbol x, found 'x'");
    check("(assert (and (let ((x true)) x) x))", "1:33: unknown symbol x, found 'x'");
    check("(assert (let ((x true) (y x)) y))", "1:27: unknown symbol x, found 'x'");
}

#[test]
fn sorts() {
    check("(assert 1)", "1:9: expected a term of sort Bool, not Int, found '1'");
    check(
        "(assert (not 1))",
        "1:10: not: argument 1 has sort Int, which does not fit Bool, found 'not'",
    );
    check("(assert (not))", "1:10: expected arguments, found 'not'");
    check(
        "(assert (= #b1 #b01))",
        "1:10: =: argument 2 has sort (_ BitVec 2), which does not fit A, found '='",
    );
    check(
        "(assert (= ((_ extract 1 2) #b000) #b0))",
        "1:13: extract: the indices and widths do not fulfil k ≤ j, found '(_ extract 1 2'",
    );
    check(
        "(assert (= (_ bv4 2) #b00))",
        "1:12: sort (_ BitVec 2) has no such value, found '(_ bv4 2'",
    );
    check(
        "(declare-fun f (Int) Bool)(assert (f true))",
        "1:36: expected a term of sort Int, not Bool, found 'f'",
    );
    check("(declare-const f Bool)(assert (f true))", "1:32: expected a function, found 'f'");
    check(
        "(declare-const x (_ BitVec 0))",
        "1:18: expected a width of at least 1, found '(_ BitVec 0'",
    );
    check(
        "(assert (forall ((x Int)) x))",
        "1:9: OP_FORALL: a body has sort Int instead of Bool, found '(forall ((x Int x'",
    );
    check(
        "(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (h X))))))(assert (= nil nil))",
        "1:72: the sorts for the parameters of L are not known: 'as' is needed, found 'nil'",
    );
    check(
        "(declare-datatype D ((c (s Int))))(assert (= (s (c true)) 1))",
        "1:50: expected a term of sort Int, not Bool, found 'c'",
    );
}

#[test]
fn forms() {
    check("(assert)", "1:1: expected a formula, found '(assert'");
    check("(assert true false)", "1:1: expected a formula, found '(assert true false'");
    check("(assert ())", "1:9: expected a term, found '('");
    check("(assert (1 2))", "1:10: expected a function, found '1'");
    check("(assert (let x true))", "1:14: expected a list of bindings, found 'x'");
    check("(assert (let ((x)) true))", "1:15: expected a name with its term, found '(x'");
    check("(assert (! true named))", "1:17: expected a keyword, found 'named'");
    check("(pop)", "1:1: expected as many levels as there are, found '(pop'");
    check("(push x)", "1:1: expected a number of levels, found '(push x'");
    check("(set-option a)", "1:13: expected a keyword, found 'a'");
    check("(check-sat", "1:1: this parenthesis is never closed, found '(check-sat'");
}

#[test]
fn names_that_are_given_twice() {
    check(
        "(declare-const x Int)\n(assert (= x 1))\n(declare-const x Int)",
        "3:16: x of sort Int is declared already and still in scope: rename one of the two, found 'x'",
    );
    check(
        "(declare-fun f (Int) Bool)(push)(declare-fun f (Int) Bool)",
        "1:46: f of sort (-> Int Bool) is declared already and still in scope: rename one of the two, \
         found 'f'",
    );
    for input in [
        "(define-fun x () Int 1)(define-fun x () Int 1)",
        "(define-fun x () Int 1)(declare-const x Int)",
        // Definitions are told apart by their arguments alone.
        "(define-fun f ((a Int)) Int a)(define-fun f ((a Int)) Bool true)",
        "(declare-fun f (Int) Int)(define-fun-rec f ((a Int)) Int (f a))",
        "(define-funs-rec ((f () Int) (f () Int)) (1 1))",
        "(declare-const x Int)(define-const x Int 1)",
        "(set-option :global-declarations true)(push)(declare-const x Int)(pop)(declare-const x Int)",
        "(declare-datatype D ((c (s Int))))(declare-fun s (D) Int)",
        "(declare-datatype D ((c)))(declare-const c D)",
    ] {
        refused(input, "is declared already and still in scope: rename one of the two");
    }
    for input in [
        "(declare-sort S 0)(declare-sort S 0)",
        "(declare-sort S 0)(push)(define-sort S () Int)",
        "(declare-datatype D ((c)))(declare-datatype D ((d)))",
        "(declare-sort Bool 0)",
        "(set-logic ALL)(define-sort Int () Real)",
    ] {
        refused(input, "is declared already and still in scope: rename one of the two");
    }
    for input in [
        "(declare-fun + (Int Int) Int)",
        "(define-fun abs ((x Int)) Int x)",
        "(declare-const true Int)",
    ] {
        refused(input, "is an operator that takes these sorts already: rename the function");
    }
    check(
        "(define-fun f ((a Int) (b Int) (a Int)) Int a)",
        "1:33: the parameter a is there twice: rename one of the two, found 'a'",
    );
    for input in [
        "(define-fun-rec f ((a Int) (a Bool)) Int 1)",
        "(define-funs-rec ((f ((a Int) (a Int)) Int)) (1))",
        "(assert (let ((a true) (a false)) a))",
        "(declare-datatype D ((c (s Int) (t Int))))(declare-const d D)(assert (match d (((c x x) true))))",
        "(declare-datatype D ((c (s Int) (s Int))))",
        "(declare-datatype D ((c) (c)))",
        "(declare-datatypes ((D 0) (D 0)) (((c)) ((d))))",
        "(declare-datatypes () ((D c) (D d)))",
        "(declare-datatypes ((D 2)) ((par (X X) ((c (s X))))))",
        "(define-sort S (X X) X)",
    ] {
        refused(input, "is there twice: rename one of the two");
    }
}

/// What was forgotten can be declared again, and solvers take functions of one name that take other arguments.
#[test]
fn names_that_may_be_given_again() {
    for input in [
        "(push)(declare-const x Int)(pop)(declare-const x Int)",
        "(push)(declare-sort S 0)(pop)(declare-sort S 0)",
        "(push)(assert (! true :named n))(pop)(assert (! true :named n))",
        "(declare-const x Int)(reset)(declare-const x Int)",
        "(declare-const x Int)(reset-assertions)(declare-const x Int)",
        "(declare-fun f (Int) Int)(declare-fun f (Bool) Int)(assert (= (f 1) (f true)))",
        "(define-fun f ((a Int)) Int a)(define-fun f ((a Bool)) Int 1)(assert (= (f 1) (f true)))",
        "(declare-const x Int)(declare-const x Bool)(assert (as x Bool))",
        "(declare-fun f (Int) Int)(declare-fun f (Int) Bool)(assert ((as f Bool) 1))",
        "(declare-fun f (Int) Bool)(declare-fun f (Real) Int)(assert (f 1))",
        "(declare-fun + (Bool Bool) Bool)(assert (+ true true))",
        "(set-logic QF_UF)(declare-sort Int 0)",
        // Of variables of one name, the last is meant: so say Z3 and cvc5.
        "(assert (forall ((x Int) (x Bool)) x))",
        "(declare-datatype D ((c)))(declare-datatype E ((c) (d)))",
    ] {
        check(input, "nothing is wrong");
    }
    check(
        "(declare-const x Int)(declare-const x Bool)(assert x)",
        "1:52: x means several things: tell its sort by (as x SORT), found 'x'",
    );
}

#[test]
fn named_terms_are_closed() {
    check(
        "(assert (forall ((a Int)) (! (> a 1) :named n)))",
        "1:45: a term with the bound variable a cannot be named n: name a closed term, or none, found 'n'",
    );
    for input in [
        "(define-fun f ((a Int)) Bool (! (> a 1) :named n))",
        "(assert (forall ((a Int)) (let ((b (+ a 1))) (! (> b 1) :named n))))",
        "(declare-datatype D ((c (s Int))))(declare-const d D)\
         (assert (match d (((c x) (! (> x 1) :named n)))))",
        // The closed term has a variable of the same name, which is another one.
        "(assert (let ((z (forall ((a Int)) (= a a)))) (forall ((a Int)) (! (and z (= a 1)) :named n))))",
    ] {
        refused(input, "cannot be named n");
    }
    for input in [
        "(assert (let ((a 1)) (! (> a 1) :named n)))(assert n)",
        "(assert (forall ((a Int)) (or (> a 1) (! (forall ((a Int)) (= a a)) :named n))))(assert n)",
        "(assert (let ((z (forall ((a Int)) (= a a)))) (forall ((a Int)) (or (= a 1) (! z :named n)))))",
    ] {
        check(input, "nothing is wrong");
    }
    check(
        "(assert (! true :named n))(assert (! false :named n))",
        "1:51: the name n is in use and still in scope: choose another name for the term, found 'n'",
    );
}

#[test]
fn a_denominator_is_not_zero() {
    for number in ["5/0", "-5/0", "0/000"] {
        check(
            &format!("(declare-const x Real)(assert (= x {number}))"),
            &format!(
                "1:36: a fraction with denominator 0 is no number: write a division like (/ 5.0 0.0), \
                 found '{number}'"
            ),
        );
    }
    check(
        "(declare-const x Real)(assert (= x (/ 5 0) (/ 5.0 0.0) 5/10 -5/10))",
        "nothing is wrong",
    );
}
