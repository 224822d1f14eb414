//! The trace checker.

use murxla::trace::{check, read};

const BEGIN: &str = "1 new\n1 mk-sort SORT_BOOL\n return s1\n1 mk-sort SORT_INT\n return s2\n\
    1 mk-const s1 \"b\"\n return t1\n1 mk-const s2 \"i\"\n return t2\n1 mk-var s1 \"v\"\n return t3\n";

/// Checks the lines after a beginning with Bool s1, Int s2, constants t1 and t2, and the Boolean variable t3.
fn problems(lines: &str) -> Vec<String> {
    let text = format!("{BEGIN}{lines}");
    let (trace, _) = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    check::check(&trace, &check::NoOwnRows)
        .into_iter()
        .map(|(_, problem)| problem.to_string())
        .collect()
}

fn problem(lines: &str, expected: &str) {
    assert_eq!(problems(lines), [expected], "{lines}");
}

#[test]
fn names_are_defined_before_they_are_used() {
    problem("1 assert-formula t9", "t9 is not defined here");
    problem("1 mk-const s9 \"x\"", "s9 is not defined here");
    problem("1 cvc5-simplify t9", "t9 is not defined here");
    problem("1 reset\n1 assert-formula t1", "t1 is not defined here");
    problem("1 new", "there is an instance of the solver already");
    problem("1 delete\n1 check-sat", "there is no instance of the solver: `new` comes first");
    // Dependents of a call with a problem.
    assert_eq!(
        problems("1 mk-term OP_NOT SORT_BOOL 1 t2\n return t4\n1 assert-formula t4").len(),
        2
    );
}

#[test]
fn sorts_fit() {
    problem(
        "1 mk-term OP_AND SORT_BOOL 2 t1 t2",
        "OP_AND: argument 2 has sort Int, which does not fit Bool",
    );
    problem("1 mk-term OP_NOT SORT_BOOL 2 t1 t1", "OP_NOT takes 1 arguments, not 2");
    problem("1 assert-formula t2", "t2 has sort Int instead of Bool");
    problem("1 check-sat-assuming 2 t1 t2", "t2 has sort Int instead of Bool");
    problem("1 mk-value s1 \"maybe\"", "the sort Bool has no literal of this form");
    problem("1 mk-value s2 \"1\" 10", "the sort Int has no literal of this form");
    for value in ["\"5\" \"0\"", "\"5\" \"-00\"", "\"5/0\""] {
        problem(
            &format!("1 mk-sort SORT_REAL\n return s3\n1 mk-value s3 {value}"),
            "a fraction with denominator 0 is no number",
        );
    }
    problem("1 mk-special-value s2 \"nan\"", "the sort Int has no special value nan");
    problem("1 mk-sort SORT_BV 0", "a bit-vector has at least one bit");
    problem("1 mk-sort SORT_FP 1 5", "exponent and significand have 2 to 2^30 bits");
    problem("1 mk-sort SORT_FP 4294967295 5", "exponent and significand have 2 to 2^30 bits");
    problem("1 mk-sort SORT_FF 1", "a field has at least two elements");
    problem("1 instantiate-sort s1 s2", "Bool does not take 1 sorts");
    problem(
        "1 mk-sort SORT_UNINTERPRETED u\n1 mk-sort SORT_UNINTERPRETED u",
        "a sort with the name \"u\" is declared already",
    );
    assert_eq!(
        problems(
            "1 get-value 2 t1 t2\n1 mk-term cvc5-OP_X SORT_BV 1 t1\n return t4\n1 assert-formula t4"
        ),
        [""; 0]
    );
    // The original writes the collection first.
    assert_eq!(
        problems(
            "1 mk-sort SORT_SET s2\n return s3\n1 mk-const s3 \"s\"\n return t4\n\
            1 mk-term OP_SET_INSERT SORT_SET 3 t4 t2 t2\n return t5\n\
            1 mk-term OP_SET_MEMBER SORT_BOOL 2 t2 t5\n return t6\n1 assert-formula t6"
        ),
        [""; 0]
    );
}

#[test]
fn variables_are_bound() {
    problem("1 assert-formula t3", "t3 has the free variable t3");
    problem(
        "1 mk-term OP_NOT SORT_BOOL 1 t3\n return t4\n1 get-value 1 t4",
        "t4 has the free variable t3",
    );
    problem("1 mk-term OP_FORALL SORT_BOOL 2 t1 t3", "t1 is no variable");
    problem("1 mk-term OP_FORALL SORT_BOOL 3 t3 t3 t1", "the variable t3 is bound twice");
    problem("1 mk-fun \"f\" 0 t3", "t3 has the free variable t3");
    assert_eq!(
        problems(
            "1 mk-term OP_FORALL SORT_BOOL 2 t3 t3\n return t4\n1 assert-formula t4\n\
            1 mk-fun \"f\" 1 t3 t3\n return t5\n1 mk-term OP_UF_APPLY SORT_BOOL 2 t5 t1\n return t6\n\
            1 assert-formula t6"
        ),
        [""; 0]
    );
    problem(
        "1 mk-term OP_FORALL SORT_BOOL 2 t3 t2",
        "OP_FORALL: a body has sort Int instead of Bool",
    );
}
