//! Tests of scripts for other solvers, and of what they say otherwise than the calls.

use murxla_api::smtlib::STANDARD;

use super::{Target, WrapperRows, export};
use crate::trace::check::NoOwnRows;
use crate::trace::read;

/// The script of a run of one solver in the dialect of another, with what is left out and what is said otherwise.
fn foreign(from: &str, to: &str, calls: &str) -> (String, Vec<String>, Vec<String>) {
    let (trace, _) = read(format!("#! solver {from}\n{calls}").as_bytes()).unwrap();
    let rows = WrapperRows(Some(crate::solvers::wrapper(from).unwrap()));
    let dialect = crate::solvers::wrapper(to).unwrap().dialect();
    let target = Target { solver: to, dialect, own: &rows };
    let exported = export(&trace, &target);
    let (text, errors) = exported.text(dialect);
    assert!(errors.is_empty(), "{errors:?}");
    let left_out = exported.left_out.into_iter().map(|one| one.why).collect();
    let otherwise = exported.said_otherwise.into_iter().map(|one| one.what).collect();
    (text, left_out, otherwise)
}

#[test]
fn functions_get_all_their_arguments_where_they_are_arrays() {
    let calls = "\
0 new
0 mk-sort SORT_INT
return s1
0 mk-sort SORT_FUN s1 s1 s1
return s2
0 mk-const s2 \"f\"
return t1
0 mk-const s1 \"c\"
return t2
0 mk-term OP_HO_APPLY SORT_FUN 2 t1 t2
return t3
0 mk-term OP_HO_APPLY SORT_INT 2 t3 t2
return t4
0 mk-term OP_EQUAL SORT_BOOL 2 t4 t2
return t5
0 assert-formula t5
0 mk-term OP_EQUAL SORT_BOOL 2 t3 t3
return t6
0 assert-formula t6
";
    let (text, left_out, otherwise) = foreign("cvc5", "z3", calls);
    assert!(!text.contains('@'), "{text}");
    assert!(text.contains("(= (select (lambda ((x Int)) (f c x)) c) c)"), "{text}");
    assert!(left_out.is_empty(), "{left_out:?}");
    assert_eq!(otherwise, ["OP_HO_APPLY is said with other operators"]);
    assert!(foreign("cvc5", "cvc5", calls).0.contains("(@ "));
}

#[test]
fn operators_of_another_solver_are_not_written_by_their_symbols() {
    let calls = "\
0 new
0 mk-sort SORT_BOOL
return s1
0 mk-const s1 \"a\"
return t1
0 mk-term yices-OP_BVARRAY SORT_BV 2 t1 t1
return t2
0 mk-term OP_EQUAL SORT_BOOL 2 t2 t2
return t3
0 assert-formula t3
0 mk-sort SORT_BV 4
return s2
0 mk-const s2 \"b\"
return t4
0 mk-term bitwuzla-OP_BV_INC SORT_BV 1 t4
return t5
0 mk-term OP_EQUAL SORT_BOOL 2 t4 t5
return t6
0 assert-formula t6
";
    let (text, left_out, otherwise) =
        foreign("yices", "z3", &calls.replace("bitwuzla-OP_BV_INC", "OP_BV_NEG"));
    assert!(text.contains("(concat $1 $1)"), "{text}");
    assert!(left_out.is_empty(), "{left_out:?}");
    assert_eq!(otherwise, ["yices-OP_BVARRAY is said with other operators"]);
    let (text, left_out, _) = foreign(
        "bitwuzla",
        "z3",
        &calls.replace("yices-OP_BVARRAY SORT_BV 2", "OP_AND SORT_BOOL 2"),
    );
    assert!(!text.contains("(bvinc"), "{text}");
    assert_eq!(left_out, ["t6: the operator bitwuzla-OP_BV_INC is a solver's own"]);
}

/// Yices has neither the predicate of Z3 nor that of the standard.
#[test]
fn what_says_an_operator_is_said_with_what_there_is() {
    let calls = "\
0 new
0 mk-sort SORT_BV 4
return s1
0 mk-const s1 \"b\"
return t1
0 mk-term OPERATOR SORT_BOOL 2 t1 t1
return t2
0 assert-formula t2
0 check-sat
return sat
";
    let expected = [
        ("z3", "z3-OP_BV_UADD_NO_OVERFLOW", "(assert (not (bvult (bvadd b b) b)))"),
        ("bitwuzla", "bitwuzla-OP_BV_UADDO", "(assert (bvult (bvadd b b) b))"),
    ];
    for (solver, operator, expected) in expected {
        let (text, left_out, _) = foreign(solver, "yices", &calls.replace("OPERATOR", operator));
        assert!(text.contains(expected), "{text}");
        assert!(left_out.is_empty(), "{left_out:?}");
    }
}

#[test]
fn what_is_said_otherwise_is_told_if_it_is_used() {
    let calls = "\
0 new
0 mk-sort SORT_BOOL
return s1
0 mk-const s1 \"a\"
return t1
0 simplify t1
return t2
0 mk-fun \"f\" 0 t2
return t3
0 mk-term OP_NOT SORT_BOOL 1 t3
return t4
";
    assert!(foreign("cvc5", "cvc5", calls).2.is_empty());
    let used = format!("{calls}0 assert-formula t4\n0 assert-formula t2\n");
    let expected = "what simplify gave is written as what it was given";
    assert_eq!(foreign("cvc5", "cvc5", &used).2, [expected]);
    // A logic that lacks something is not set.
    let logic =
        calls.replace("0 new\n", "0 new\n0 set-logic QF_LRA\n").replace("SORT_BOOL", "SORT_INT");
    let logic = logic.lines().take(6).map(|line| format!("{line}\n")).collect::<String>();
    let (text, _, otherwise) = foreign("z3", "z3", &format!("{logic}0 check-sat\n"));
    assert!(text.contains("; not set: the logic QF_LRA"), "{text}");
    assert_eq!(otherwise, ["the logic is not QF_LRA, which lacks something"]);
}

#[test]
fn strings_that_are_options_have_quotes() {
    let calls = "0 new\n0 set-option in stdin\n0 set-option bv-solver bitblast\n0 set-option seed 3\n0 check-sat\n";
    let (text, _, _) = foreign("cvc5", "cvc5", calls);
    assert!(
        text.contains("(set-option :in \"stdin\")\n(set-option :bv-solver bitblast)\n"),
        "{text}"
    );
    assert!(text.contains("(set-option :seed 3)"), "{text}");
}

#[test]
fn answers_that_are_doubted_are_no_status() {
    let (trace, _) = read(b"#! solver cvc5\n0 new\n0 check-sat\nreturn sat\n").unwrap();
    let target = Target { solver: "cvc5", dialect: &STANDARD, own: &NoOwnRows };
    let exported = export(&trace, &target);
    assert!(exported.text(&STANDARD).0.contains(":status"));
    assert!(!exported.without_status().text(&STANDARD).0.contains(":status"));
}
