//! What cannot be read says why and where.

use murxla::smt::read;

fn check(input: &str, expected: &str) {
    let found = match read(input.as_bytes(), &[]) {
        Ok(_) => "nothing is wrong".to_owned(),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "{input}");
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
        "1:10: OP_NOT: argument 1 has sort Int, which does not fit Bool, found 'not'",
    );
    check("(assert (not))", "1:10: expected arguments, found 'not'");
    check(
        "(assert (= #b1 #b01))",
        "1:10: OP_EQUAL: argument 2 has sort (_ BitVec 2), which does not fit A, found '='",
    );
    check(
        "(assert (= ((_ extract 1 2) #b000) #b0))",
        "1:13: OP_BV_EXTRACT: the indices and widths do not fulfil k ≤ j, found '(_ extract 1 2'",
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
