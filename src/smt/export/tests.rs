//! Tests of the export.

use murxla_api::smtlib::{Dialect, STANDARD};

use super::{Target, WrapperRows, export};
use crate::trace::check::NoOwnRows;
use crate::trace::read;

fn text(trace: &str, dialect: &'static Dialect) -> (String, Vec<String>) {
    let (trace, _) = read(trace.as_bytes()).unwrap();
    let target = Target { solver: "cvc5", dialect, own: &NoOwnRows, asserting: &[] };
    let exported = export(&trace, &target);
    let (text, errors) = exported.text(dialect);
    assert!(errors.is_empty(), "{errors:?}");
    let left_out = exported.left_out.into_iter().map(|one| format!("{}: {}", one.action, one.why));
    (text, left_out.collect())
}

#[test]
fn a_run_is_a_script() {
    let trace = "\
#! solver cvc5 1.4.2
#! seed ff
0 new
0 set-logic ALL
0 set-option produce-models true
0 mk-sort SORT_INT
return s1
0 mk-const s1 \"x\"
return t1
0 mk-value s1 \"-3\"
return t2
0 push 1
0 mk-term OP_EQUAL SORT_BOOL 2 t1 t2
return t3
0 assert-named t3 \"a\"
0 check-sat
return sat
0 get-value 1 t1
0 pop 1
0 simplify t3
return t4
0 assert-formula t4
0 check-sat-assuming 1 t3
return sat
0 term-get-children t3
return t5
0 assert-formula t5
rejected \"no\"
0 get-value 1 t5
0 delete
";
    let (text, left_out) = text(trace, &STANDARD);
    assert_eq!(
        text,
        "\
(set-info :smt-lib-version 2.6)
(set-info :source |murxla, seed 0xff, recorded with cvc5 1.4.2|)
(set-option :global-declarations true)
(set-option :produce-models true)
(set-logic ALL)
(declare-const x Int)
(push 1)
(assert (! (= x (- 3)) :named a))
(set-info :status sat)
(check-sat)
(get-value (x))
(pop 1)
(assert (= x (- 3)))
(set-info :status sat)
(check-sat-assuming ((= x (- 3))))
; left out: get-value: t5: only the solver knows the children of a term
"
    );
    assert_eq!(left_out.len(), 1);
}

#[test]
fn tuples_become_datatypes_where_there_are_none() {
    static NO_TUPLES: Dialect = Dialect { tuples: false, ..STANDARD };
    let trace = "\
0 new
0 mk-sort SORT_INT
return s1
0 mk-sort SORT_TUPLE s1 s1
return s2
0 mk-const s2 \"x\"
return t1
0 mk-term OP_TUPLE_SELECT SORT_INT 1 t1 1 1
return t2
0 mk-term OP_TUPLE SORT_TUPLE 2 t2 t2
return t3
0 mk-term OP_EQUAL SORT_BOOL 2 t1 t3
return t4
0 assert-formula t4
";
    let (text, left_out) = text(trace, &NO_TUPLES);
    let expected = "\
(set-logic ALL)
(declare-datatypes ((Tuple1 0)) (((tuple1 (tuple1.0 Int) (tuple1.1 Int)))))
(declare-const x Tuple1)
(assert (= x (let (($1 (tuple1.1 x))) (tuple1 $1 $1))))
";
    assert_eq!(text, expected);
    assert!(left_out.is_empty(), "{left_out:?}");
}

#[test]
fn equalities_with_one_text_are_one_term() {
    let trace = "\
0 new
0 mk-sort SORT_BOOL
return s1
0 mk-const s1 \"x\"
return t1
0 mk-const s1 \"y\"
return t2
0 mk-term OP_IFF SORT_BOOL 2 t1 t2
return t3
0 mk-term bitwuzla-OP_IFF SORT_BOOL 2 t1 t2
return t4
0 mk-term OP_EQUAL SORT_BOOL 2 t1 t2
return t5
0 mk-term OP_AND SORT_BOOL 3 t3 t4 t5
return t6
0 assert-formula t6
";
    let (trace, _) = read(trace.as_bytes()).unwrap();
    let own = WrapperRows(Some(crate::solvers::wrapper("bitwuzla").unwrap()));
    let target = Target { solver: "bitwuzla", dialect: own.dialect(), own: &own, asserting: &[] };
    let (text, _) = export(&trace, &target).text(own.dialect());
    assert!(text.ends_with("(assert (let (($1 (= x y))) (and $1 $1 $1)))\n"), "{text}");
}
