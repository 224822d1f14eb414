//! Tests of the export.

use murxla_api::smtlib::{Dialect, HIGHER_ORDER_PREFIX, LogicStyle, OptionStyle, STANDARD};

use super::{Target, WrapperRows, export};
use crate::smt::{import, print, read as read_script};
use crate::trace::check::NoOwnRows;
use crate::trace::read;

fn text(trace: &str, dialect: &'static Dialect) -> (String, Vec<String>) {
    let (trace, _) = read(trace.as_bytes()).unwrap();
    let target = Target { solver: "cvc5", dialect, own: &NoOwnRows };
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
    let target = Target { solver: "bitwuzla", dialect: own.dialect(), own: &own };
    let (text, _) = export(&trace, &target).text(own.dialect());
    assert!(text.ends_with("(assert (let (($1 (= x y))) (and $1 $1 $1)))\n"), "{text}");
}

/// What cvc5 has otherwise.
static SIGNED: Dialect = Dialect {
    signed_elements: true,
    global_definitions: true,
    logic: LogicStyle { needs_integers: &["OP_REAL_IS_INT"], ..STANDARD.logic },
    options: OptionStyle { incremental: true, ..STANDARD.options },
    ..STANDARD
};

/// The script of a trace, after a look whether it becomes the same script by way of a graph, and of a trace.
fn round(trace: &str) -> String {
    let trace = format!("#! solver cvc5 1.4.2\n#! seed ff\n{trace}");
    let (text, left_out) = text(&trace, &SIGNED);
    assert!(left_out.is_empty(), "{left_out:?}");
    let script = read_script(text.as_bytes(), &[]).unwrap();
    assert_eq!(print(&script, &SIGNED).unwrap(), text);
    let imported = import(&script, &SIGNED).unwrap().trace;
    let target = Target { solver: "cvc5", dialect: &SIGNED, own: &NoOwnRows };
    assert_eq!(export(&imported, &target).text(&SIGNED).0, text);
    let commands = text.lines().filter(|line| !line.starts_with("(set-info "));
    commands.map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_option_of_several_checks_comes_first() {
    // What was refused needs no option.
    let trace = "\
0 new
0 set-option produce-models true
0 set-option incremental true
0 get-assertions
rejected \"no\"
0 check-sat
0 push 1
0 reset
0 set-option produce-models true
0 check-sat
0 reset
0 set-option incremental false
0 check-sat
";
    let expected = "\
(set-option :incremental true)
(set-option :global-declarations true)
(set-option :produce-models true)
(set-logic ALL)
(check-sat)
(push 1)
(reset)
(set-option :incremental false)
(set-option :global-declarations true)
(set-option :produce-models true)
(set-logic ALL)
(check-sat)
(reset)
(set-option :incremental false)
(set-option :global-declarations true)
(set-logic ALL)
(check-sat)
";
    assert_eq!(round(trace), expected);
}

#[test]
fn a_heap_comes_before_questions_and_after_its_sorts() {
    let trace = "\
0 new
0 get-assertions
0 mk-sort SORT_UNINTERPRETED S
return s1
0 mk-const s1 \"x\"
return t1
0 mk-term OP_SEP_PTO SORT_BOOL 2 t1 t1
return t2
0 assert-formula t2
";
    let expected = "\
(set-option :incremental false)
(set-option :produce-assertions true)
(set-logic ALL)
(declare-sort S 0)
(declare-heap (S S))
(get-assertions)
(declare-const x S)
(assert (pto x x))
";
    assert_eq!(round(trace), expected);
}

#[test]
fn elements_of_constant_arrays_are_one_word() {
    let trace = "\
0 new
0 mk-sort SORT_INT
return s1
0 mk-sort SORT_REAL
return s2
0 mk-sort SORT_ARRAY s1 s1
return s3
0 mk-sort SORT_ARRAY s1 s2
return s4
0 mk-const s4 \"-034\"
return t1
0 mk-value s1 \"-17\"
return t2
0 mk-term OP_CONST_ARRAY SORT_ARRAY s3 1 t2
return t3
0 mk-term OP_ARRAY_SELECT SORT_INT 2 t3 t2
return t4
0 mk-term OP_EQUAL SORT_BOOL 2 t4 t2
return t5
0 assert-formula t5
0 mk-value s2 \"-17\"
return t6
0 mk-value s2 \"2/4\"
return t7
0 mk-value s2 \"-1.50\"
return t8
0 mk-term OP_CONST_ARRAY SORT_ARRAY s4 1 t6
return t9
0 mk-term OP_CONST_ARRAY SORT_ARRAY s4 1 t7
return t10
0 mk-term OP_CONST_ARRAY SORT_ARRAY s4 1 t8
return t11
0 mk-term OP_DISTINCT SORT_BOOL 4 t1 t9 t10 t11
return t12
0 assert-formula t12
";
    let expected = "\
(set-option :incremental false)
(set-logic ALL)
(declare-const |-034| (Array Int Real))
(assert (= (select ((as const (Array Int Int)) -17) (- 17)) (- 17)))
(assert (distinct |-034| ((as const (Array Int Real)) -17/1) ((as const (Array Int Real)) 1/2) \
        ((as const (Array Int Real)) -3/2)))
";
    assert_eq!(round(trace), expected);
}

#[test]
fn definitions_are_for_all_levels_where_that_matters() {
    let trace = "\
0 new
0 mk-sort SORT_INT
return s1
0 mk-var s1 \"v\"
return t1
0 mk-fun \"f\" 1 t1 t1
return t2
0 check-sat
";
    let expected = "\
(set-option :incremental false)
(set-option :global-declarations true)
(set-logic ALL)
(define-fun f ((v Int)) Int v)
(check-sat)
";
    assert_eq!(round(trace), expected);
}

#[test]
fn operators_that_are_values_are_values() {
    let trace = "\
0 new
0 mk-sort SORT_INT
return s1
0 mk-sort SORT_BAG s1
return s2
0 mk-special-value s2 \"bag.empty\"
return t1
0 mk-term OP_BAG_EMPTY SORT_BAG s2 0
return t2
0 mk-term OP_BAG_DUPLICATE_REMOVAL SORT_BAG 1 t1
return t3
0 mk-term OP_BAG_DUPLICATE_REMOVAL SORT_BAG 1 t2
return t4
0 mk-term OP_EQUAL SORT_BOOL 2 t3 t4
return t5
0 assert-formula t5
";
    let expected = "\
(set-option :incremental false)
(set-logic ALL)
(assert (let (($1 (bag.setof (as bag.empty (Bag Int))))) (= $1 $1)))
";
    assert_eq!(round(trace), expected);
}

#[test]
fn logics_of_real_numbers_get_integers_where_they_must() {
    let trace = "\
0 new
0 set-logic QF_LRA
0 mk-sort SORT_REAL
return s1
0 mk-const s1 \"x\"
return t1
0 mk-term OP_REAL_IS_INT SORT_BOOL 1 t1
return t2
0 assert-formula t2
";
    let expected = "\
(set-option :incremental false)
(set-logic QF_LIRA)
(declare-const x Real)
(assert (is_int x))
";
    assert_eq!(round(trace), expected);
}

/// As Yices has it.
static NONLINEAR_APART: Dialect = Dialect {
    literal_assumptions: true,
    logic: LogicStyle {
        needs_integers: &["OP_REAL_IS_INT"],
        known: &["QF_NIA", "QF_NRA", "QF_NIRA", "QF_BVLRA"],
        nonlinear_apart: true,
        ..STANDARD.logic
    },
    options: OptionStyle { largest_number: 100, prefix: Some(""), ..STANDARD.options },
    ..STANDARD
};

#[test]
fn a_solver_of_non_linear_arithmetic_gets_assumptions_as_assertions() {
    let trace = "\
#! solver cvc5 1.4.2
0 new
0 set-logic QF_NIA
0 set-option produce-unsat-cores true
0 set-option seed 101
0 set-option seed 100
0 mk-sort SORT_INT
return s1
0 mk-const s1 \"x\"
return t1
0 mk-term OP_INT_IS_DIV SORT_BOOL 1 t1 1 3
return t2
0 check-sat-assuming 1 t2
return sat
0 get-value 1 t2
0 mk-const s1 \"y\"
return t3
0 check-sat-assuming 1 t2
return sat
0 check-sat
return sat
";
    let (text, left_out) = text(trace, &NONLINEAR_APART);
    assert_eq!(
        text,
        "\
(set-info :smt-lib-version 2.6)
(set-info :source |murxla, recorded with cvc5 1.4.2|)
(set-option :global-declarations true)
; left out: set-option: cvc5 has no produce-unsat-cores here
; left out: set-option: seed takes smaller numbers in a script
(set-option :seed 100)
(set-logic QF_NIA)
(declare-const x Int)
(push 1)
(assert (= (mod x 3) 0))
(set-info :status sat)
(check-sat)
(get-value ((= (mod x 3) 0)))
(pop 1)
(declare-const y Int)
(push 1)
(assert (= (mod x 3) 0))
(set-info :status sat)
(check-sat)
(pop 1)
(set-info :status sat)
(check-sat)
"
    );
    assert_eq!(left_out.len(), 2);
}

#[test]
fn logics_that_are_not_known_become_the_default_one() {
    let with_logic = |logic: &str| {
        format!(
            "0 new\n0 set-logic {logic}\n0 mk-sort SORT_REAL\nreturn s1\n0 mk-const s1 \"x\"\nreturn t1\n\
             0 mk-term OP_REAL_IS_INT SORT_BOOL 1 t1\nreturn t2\n0 assert-formula t2\n"
        )
    };
    let logic_of = |logic: &str| text(&with_logic(logic), &NONLINEAR_APART).0;
    assert!(logic_of("QF_NRA").contains("(set-logic QF_NIRA)"));
    assert!(logic_of("QF_BVLRA").contains("(set-logic ALL)"));
}

#[test]
fn operators_of_a_solver_without_text_are_not_taken_for_each_other() {
    let rows = WrapperRows(Some(crate::solvers::wrapper("yices").unwrap()));
    let without = |op: &&murxla_api::Op| op.symbol.is_empty();
    let own = crate::solvers::wrapper("yices").unwrap().own_operators();
    assert!(own.iter().filter(without).count() > 1);
    let trace = "\
0 new
0 mk-sort SORT_REAL
return s1
0 mk-const s1 \"x\"
return t1
0 mk-term yices-OP_REAL_RPOLY SORT_REAL 1 t1
return t2
0 mk-term OP_REAL_LT SORT_BOOL 2 t1 t2
return t3
0 assert-formula t3
";
    let (trace, _) = read(trace.as_bytes()).unwrap();
    let dialect = rows.dialect();
    let exported = export(&trace, &Target { solver: "yices", dialect, own: &rows });
    let why: Vec<&str> = exported.left_out.iter().map(|one| &*one.why).collect();
    assert!(matches!(why[..], [why] if why.contains("no text for yices-OP_REAL_RPOLY")), "{why:?}");
}

#[test]
fn operators_of_a_solver_with_one_text_are_one_term() {
    let wrapper = crate::solvers::wrapper("bitwuzla").unwrap();
    let rows = WrapperRows(Some(wrapper));
    let trace = "\
0 new
0 mk-sort SORT_BV 8
return s1
0 mk-const s1 \"x\"
return t1
0 mk-term bitwuzla-OP_BV_INC SORT_BV 1 t1
return t2
0 mk-term btor-OP_INC SORT_BV 1 t1
return t3
0 mk-term OP_EQUAL SORT_BOOL 2 t2 t3
return t4
0 assert-formula t4
";
    let (trace, _) = read(trace.as_bytes()).unwrap();
    let dialect = rows.dialect();
    let exported = export(&trace, &Target { solver: "bitwuzla", dialect, own: &rows });
    let (text, _) = exported.text(dialect);
    assert!(text.contains("(assert (let (($1 (bvinc x))) (= $1 $1)))"), "{text}");
}

#[test]
fn runs_of_other_solvers_get_what_their_theories_demand() {
    static DEMANDING: Dialect = Dialect {
        logic: LogicStyle { higher_order_prefix: HIGHER_ORDER_PREFIX, ..STANDARD.logic },
        options: OptionStyle {
            demanded: &[(murxla_api::SortKind::String, "strings-exp")],
            ..STANDARD.options
        },
        ..STANDARD
    };
    let calls = "\
0 new
0 mk-sort SORT_STRING
return s1
0 mk-var s1 \"v\"
return t1
0 mk-term OP_LAMBDA SORT_FUN 2 t1 t1
return t2
0 reset
0 mk-sort SORT_BOOL
return s2
0 mk-const s2 \"x\"
return t3
";
    let (own, _) = text(&format!("#! solver cvc5 1.4.2\n{calls}"), &DEMANDING);
    assert!(!own.contains("strings-exp") && own.contains("(set-logic ALL)"), "{own}");
    let (foreign, _) = text(&format!("#! solver z3 5.4.0\n{calls}"), &DEMANDING);
    assert_eq!(foreign.matches("(set-option :strings-exp true)").count(), 2, "{foreign}");
    assert!(foreign.contains("(set-logic HO_ALL)"), "{foreign}");
}

#[test]
fn declarations_are_kept_only_where_something_takes_them_away() {
    static GLOBAL: Dialect = Dialect { global_definitions: true, ..STANDARD };
    // The function is left out: only the solver knows what it is made of.
    let trace = "\
0 new
0 mk-sort SORT_BOOL
return s1
0 mk-const s1 \"x\"
return t1
0 term-get-children t1
return t2
0 mk-fun \"f\" 0 t2
return t3
0 check-sat
return sat
";
    let (text, _) = text(trace, &GLOBAL);
    assert!(!text.contains("global-declarations"), "{text}");
}

#[test]
fn a_heap_is_declared_before_levels() {
    let trace = "\
0 new
0 set-option incremental true
0 mk-sort SORT_UNINTERPRETED S
return s1
0 mk-const s1 \"x\"
return t1
0 push 1
0 mk-term OP_SEP_PTO SORT_BOOL 2 t1 t1
return t2
0 assert-formula t2
0 pop 1
";
    let expected = "\
(set-option :incremental true)
(set-option :global-declarations true)
(set-logic ALL)
(declare-sort S 0)
(declare-const x S)
(declare-heap (S S))
(push 1)
(assert (pto x x))
(pop 1)
";
    assert_eq!(round(trace), expected);
}

#[test]
fn what_a_dialect_has_a_command_for_is_said() {
    let trace = "\
#! solver cvc5 1.4.2
0 new
0 set-option produce-models true
0 set-option incremental true
0 mk-sort SORT_BOOL
return s1
0 mk-const s1 \"x\"
return t1
0 assert-formula t1
0 check-sat
return sat
0 cvc5-block-model \"values\"
0 check-sat
return unsat
0 cvc5-block-model-values 1 t1
0 cvc5-inspect-words
";
    let (trace, _) = read(trace.as_bytes()).unwrap();
    let own = WrapperRows(Some(crate::solvers::wrapper("cvc5").unwrap()));
    let said = |solver| {
        let target = Target { solver, dialect: own.dialect(), own: &own };
        let exported = export(&trace, &target);
        let left_out: Vec<_> = exported.left_out.iter().map(|one| one.action.clone()).collect();
        (exported.text(own.dialect()).0, left_out)
    };
    let (text, left_out) = said("cvc5");
    assert!(text.contains("(check-sat)\n(block-model :values)\n"), "{text}");
    // It is not known to be the same model that is excluded: nothing is asked of what comes after.
    assert!(!text.contains("unsat"), "{text}");
    assert_eq!(left_out, ["cvc5-block-model-values", "cvc5-inspect-words"]);
    let (text, left_out) = said("z3");
    assert!(!text.contains("(block-model"), "{text}");
    assert_eq!(left_out.len(), 3);
}
