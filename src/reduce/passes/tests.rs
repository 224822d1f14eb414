//! Tests of the passes: a trace, the round, and what is left when all edits of a list are made, or one of them.

use std::path::Path;

use murxla_api::Wrapper;

use super::PASSES;
use crate::reduce::engine::{Candidate, Pass};
use crate::reduce::{TargetSolver, TraceCandidate};
use crate::trace::read;

fn candidate(text: &str) -> TraceCandidate {
    let library = murxla_mock::WRAPPER.load(Path::new("")).expect("the mock");
    let (trace, _) = read(text.as_bytes()).expect("a trace");
    TraceCandidate::new(&trace, TargetSolver::new(library))
}

/// The texts of all candidates that single edits of a round make.
fn singles(pass: &str, round: usize, text: &str) -> Vec<String> {
    let base = candidate(text);
    let pass = PASSES.iter().find(|one| one.name() == pass).expect("a pass");
    let plan = pass.plan(&base, round);
    let made = (0..plan.edits).filter_map(|edit| (plan.apply)(&[edit]));
    made.map(|one| String::from_utf8(one.text()).expect("a text")).collect()
}

/// One of the edits makes this.
fn check(pass: &str, round: usize, text: &str, expected: &str) {
    let expected = String::from_utf8(candidate(expected).text()).expect("a text");
    let made = singles(pass, round, text);
    assert!(
        made.contains(&expected),
        "{pass} does not make\n{expected}\nof\n{text}\nbut\n{}",
        made.join("\n---\n")
    );
}

const BV: &str = "1 new\n1 mk-sort SORT_BV 8\nreturn s1\n1 mk-const s1 \"x\"\nreturn t1\n";
const BOOL: &str = "1 new\n1 mk-sort SORT_BOOL\nreturn s1\n1 mk-const s1 \"x\"\nreturn t1\n";

fn after(prefix: &str, rest: &str) -> String {
    format!("{prefix}{rest}")
}

#[test]
fn idle_terms_go() {
    let not = "1 mk-term OP_BV_NOT SORT_BV 1 t1\nreturn t2\n1 check-sat\n";
    check("idle", 0, &after(BV, not), "1 new\n1 check-sat\n");
}

#[test]
fn a_command_goes_with_what_it_uses() {
    let asserted = "1 assert-formula t1\n1 check-sat\n";
    check("commands", 0, &after(BOOL, asserted), "1 new\n1 check-sat\n");
    check("commands", 1, &after(BOOL, asserted), &after(BOOL, "1 check-sat\n"));
}

#[test]
fn what_needs_an_option_goes_with_it() {
    let text = "1 new\n1 set-option incremental true\n1 push 1\n1 pop 1\n1 check-sat\n";
    check("commands", 0, text, "1 new\n1 check-sat\n");
}

#[test]
fn terms_become_leaves() {
    let not = "1 mk-term OP_NOT SORT_BOOL 1 t1\nreturn t2\n1 assert-formula t2\n1 check-sat\n";
    let sort = "1 new\n1 mk-sort SORT_BOOL\nreturn s1\n";
    let rest = "return t1\n1 assert-formula t1\n1 check-sat\n";
    let constant = format!("{sort}1 mk-const s1 \"x3\"\n{rest}");
    check("leaves", 0, &after(BOOL, not), &constant);
    check("leaves", 1, &after(BOOL, not), &format!("{sort}1 mk-value s1 \"true\"\n{rest}"));
    check("hoist", 0, &after(BOOL, not), &after(BOOL, "1 assert-formula t1\n1 check-sat\n"));
}

#[test]
fn a_sort_that_a_leaf_needs_is_made() {
    let text =
        "1 mk-term OP_EQUAL SORT_BOOL 2 t1 t1\nreturn t2\n1 assert-formula t2\n1 check-sat\n";
    let expected = "1 new\n1 mk-sort SORT_BOOL\nreturn s1\n1 mk-const s1 \"x3\"\nreturn t1\n\
                    1 assert-formula t1\n1 check-sat\n";
    check("leaves", 0, &after(BV, text), expected);
}

#[test]
fn lists_become_shorter() {
    let and = |args: &str| {
        after(BOOL, &format!("1 mk-term OP_AND SORT_BOOL {args}\nreturn t2\n1 assert-formula t2\n"))
    };
    check("arguments", 0, &and("3 t1 t1 t1"), &and("2 t1 t1"));
    assert!(singles("arguments", 0, &and("2 t1 t1")).is_empty());
    let options = "1 new\n1 set-option incremental true\n1 mk-sort SORT_BOOL\nreturn s1\n\
                   1 mk-const s1 \"x\"\nreturn t1\n1 mk-const s1 \"y\"\nreturn t2\n";
    let one = "1 new\n1 set-option incremental true\n1 mk-sort SORT_BOOL\nreturn s1\n\
               1 mk-const s1 \"x\"\nreturn t1\n1 check-sat-assuming 1 t1\n";
    check("arguments", 0, &after(options, "1 check-sat-assuming 2 t1 t2\n"), one);
}

#[test]
fn what_a_substitution_replaces_goes_in_pairs() {
    let other = "1 mk-const s1 \"y\"\nreturn t2\n";
    let text = format!("{BOOL}{other}1 mock-substitute t1 2 t1 t2 2 t2 t1\nreturn t3\n");
    let expected = format!("{BOOL}{other}1 mock-substitute t1 1 t1 1 t2\nreturn t3\n");
    check("arguments", 0, &text, &expected);
}

#[test]
fn scopes_go_in_pairs_and_become_flatter() {
    let on = "1 new\n1 set-option incremental true\n";
    let text = format!("{on}1 push 1\n1 check-sat\n1 pop 1\n1 check-sat\n");
    check("scopes", 0, &text, &format!("{on}1 check-sat\n1 check-sat\n"));
    check(
        "scopes",
        1,
        &format!("{on}1 push 3\n1 check-sat\n"),
        &format!("{on}1 push 1\n1 check-sat\n"),
    );
    check(
        "scopes",
        1,
        &format!("{on}1 push 1\n1 push 2\n1 check-sat\n"),
        &format!("{on}1 push 3\n1 check-sat\n"),
    );
    let named = "1 assert-named t1 \"n\"\n";
    check("scopes", 2, &after(BOOL, named), &after(BOOL, "1 assert-formula t1\n"));
}

#[test]
fn quantifiers_and_definitions_go() {
    let sort = "1 new\n1 mk-sort SORT_BOOL\nreturn s1\n";
    let forall = format!(
        "{sort}1 mk-var s1 \"x\"\nreturn t1\n1 mk-term OP_NOT SORT_BOOL 1 t1\nreturn t2\n\
         1 mk-term OP_FORALL SORT_BOOL 2 t1 t2\nreturn t3\n1 assert-formula t3\n"
    );
    let not = "1 mk-term OP_NOT SORT_BOOL 1 t1\nreturn t2\n1 assert-formula t2\n";
    check("binders", 0, &forall, &after(BOOL, not));
    // The value is made after the body.
    let bound = format!(
        "{sort}1 mk-var s1 \"v\"\nreturn t1\n1 mk-term OP_NOT SORT_BOOL 1 t1\nreturn t2\n\
         1 mk-const s1 \"x\"\nreturn t3\n1 mk-let 1 t1 1 t3 t2\nreturn t4\n1 assert-formula t4\n"
    );
    check("definitions", 0, &bound, &after(BOOL, not));
    let defined = format!(
        "{sort}1 mk-var s1 \"v\"\nreturn t1\n1 mk-term OP_NOT SORT_BOOL 1 t1\nreturn t2\n\
         1 mk-fun \"f\" 1 t1 t2\nreturn t3\n1 mk-const s1 \"x\"\nreturn t4\n\
         1 mk-term OP_UF_APPLY SORT_BOOL 2 t3 t4\nreturn t5\n1 assert-formula t5\n"
    );
    check("definitions", 0, &defined, &after(BOOL, not));
}

#[test]
fn functions_and_tuples_lose_arguments() {
    let function = |sorts: &str, args: &str| {
        after(
            BOOL,
            &format!(
                "1 mk-sort SORT_FUN {sorts}\nreturn s2\n1 mk-const s2 \"f\"\nreturn t2\n\
                 1 mk-term OP_UF_APPLY SORT_BOOL {args}\nreturn t3\n1 assert-formula t3\n"
            ),
        )
    };
    check("functions", 0, &function("s1 s1 s1", "3 t2 t1 t1"), &function("s1 s1", "2 t2 t1"));
    let constant = "1 new\n1 mk-sort SORT_BOOL\nreturn s1\n1 mk-const s1 \"f\"\nreturn t1\n1 assert-formula t1\n";
    check("functions", 0, &function("s1 s1", "2 t2 t1"), constant);
    let tuple = |sorts: &str, index: u32| {
        format!(
            "1 new\n1 mk-sort SORT_BOOL\nreturn s1\n1 mk-sort SORT_TUPLE {sorts}\nreturn s2\n1 mk-const s2 \"p\"\nreturn t1\n\
             1 mk-term OP_TUPLE_SELECT SORT_BOOL 1 t1 1 {index}\nreturn t2\n1 assert-formula t2\n"
        )
    };
    check("tuples", 0, &tuple("s1 s1 s1", 2), &tuple("s1 s1", 1));
}

#[test]
fn datatypes_lose_members() {
    let list = |constructors: &str, rest: &str| {
        format!(
            "1 new\n1 mk-sort SORT_BOOL\nreturn s1\n1 mk-sort SORT_DT 1 \"D\" 0 {constructors}\nreturn s2\n{rest}"
        )
    };
    let nil = "1 mk-term OP_DT_APPLY_CONS SORT_DT s2 1 \"nil\" 0\nreturn t1\n";
    check(
        "datatypes",
        1,
        &list("2 \"nil\" 0 \"c\" 1 \"h\" s1", nil),
        &list("1 \"nil\" 0", nil)
            .replace("1 mk-sort SORT_BOOL\nreturn s1\n", "")
            .replace("s2", "s1"),
    );
    check(
        "datatypes",
        2,
        &list("2 \"nil\" 0 \"c\" 1 \"h\" s1", nil),
        &list("2 \"nil\" 0 \"c\" 0", nil)
            .replace("1 mk-sort SORT_BOOL\nreturn s1\n", "")
            .replace("s2", "s1"),
    );
}

#[test]
fn widths_shrink_everywhere_at_once() {
    let text = |width: u32, value: &str, high: u32| {
        format!(
            "1 new\n1 mk-sort SORT_BV {width}\nreturn s1\n1 mk-value s1 \"{value}\" 2\nreturn t1\n\
             1 mk-term OP_BV_EXTRACT SORT_BV 1 t1 2 {high} {high}\nreturn t2\n\
             1 mk-term OP_BV_NOT SORT_BV 1 t2\nreturn t3\n"
        )
    };
    check("widths", 0, &text(8, "10000011", 7), &text(1, "1", 0));
    check("widths", 1, &text(8, "10000011", 7), &text(4, "11", 3));
    check("indices", 0, &text(8, "1", 7), &text(8, "1", 0));
    check("literals", 0, &text(8, "10000011", 7), &text(8, "0", 7));
    let extended = |width: u32, by: u32| {
        format!(
            "1 new\n1 mk-sort SORT_BV {width}\nreturn s1\n1 mk-const s1 \"x\"\nreturn t1\n1 mk-sort SORT_BV 1\nreturn s2\n\
             1 mk-const s2 \"y\"\nreturn t2\n1 mk-term OP_BV_ZERO_EXTEND SORT_BV 1 t2 1 {by}\nreturn t3\n\
             1 mk-term OP_EQUAL SORT_BOOL 2 t1 t3\nreturn t4\n1 assert-formula t4\n"
        )
    };
    check("indices", 0, &extended(9, 8), &extended(2, 1));
}

#[test]
fn operators_options_symbols_seeds_become_plain() {
    let op = |op: &str| after(BV, &format!("1 mk-term {op} SORT_BV 2 t1 t1\nreturn t2\n"));
    check("operators", 0, &op("OP_BV_SDIV"), &op("OP_BV_ADD"));
    check("operators", 1, &op("OP_BV_SDIV"), &op("OP_BV_UREM"));
    check(
        "options",
        0,
        "1 new\n1 set-option seed 7\n1 check-sat\n",
        "1 new\n1 set-option seed 0\n1 check-sat\n",
    );
    check(
        "options",
        0,
        "1 new\n1 set-logic QF_BV\n1 check-sat\n",
        "1 new\n1 set-logic ALL\n1 check-sat\n",
    );
    let symbol = |name: &str| {
        format!("1 new\n1 mk-sort SORT_BOOL\nreturn s1\n1 mk-const s1 \"{name}\"\nreturn t1\n")
    };
    check("symbols", 0, &symbol("long name"), &symbol("a"));
    check("seeds", 0, "1 new\n77 check-sat\n", "1 new\n1 check-sat\n");
}

/// The kind of a term is told anew when its sort changes.
#[test]
fn kinds_follow_sorts() {
    let text = |sort: &str, kind: &str| {
        format!(
            "1 new\n1 mk-sort {sort}\nreturn s1\n1 mk-const s1 \"x\"\nreturn t1\n1 mk-sort SORT_SET s1\nreturn s2\n\
             1 mk-const s2 \"y\"\nreturn t2\n1 mk-term OP_SET_CHOOSE {kind} 1 t2\nreturn t3\n"
        )
    };
    check("sorts", 2, &text("SORT_STRING", "SORT_STRING"), &text("SORT_BOOL", "SORT_BOOL"));
}

#[test]
fn sorts_merge() {
    let text = |sort: &str| {
        format!(
            "1 new\n1 mk-sort {sort}\nreturn s1\n1 mk-const s1 \"x\"\nreturn t1\n1 mk-term OP_EQUAL SORT_BOOL 2 t1 t1\nreturn t2\n1 assert-formula t2\n"
        )
    };
    check("sorts", 2, &text("SORT_STRING"), &text("SORT_BOOL"));
    let two = "1 new\n1 mk-sort SORT_BV 3\nreturn s1\n1 mk-const s1 \"x\"\nreturn t1\n1 mk-sort SORT_BV 9\nreturn s2\n1 mk-const s2 \"y\"\nreturn t2\n";
    let one = "1 new\n1 mk-sort SORT_BV 3\nreturn s1\n1 mk-const s1 \"x\"\nreturn t1\n1 mk-const s1 \"y\"\nreturn t2\n";
    check("sorts", 0, two, one);
    let same = |names: &str| {
        format!(
            "{BV}1 mk-const s1 \"y\"\nreturn t2\n1 mk-term OP_EQUAL SORT_BOOL 2 {names}\nreturn t3\n1 assert-formula t3\n"
        )
    };
    let merged =
        after(BV, "1 mk-term OP_EQUAL SORT_BOOL 2 t1 t1\nreturn t2\n1 assert-formula t2\n");
    check("same-sort", 0, &same("t1 t2"), &merged);
}

#[test]
fn constants_get_values() {
    let rest = "1 assert-formula t1\n1 check-sat\n";
    let with = |value: &str| {
        format!(
            "1 new\n1 mk-sort SORT_BOOL\nreturn s1\n1 mk-value s1 \"{value}\"\nreturn t1\n{rest}"
        )
    };
    check("values", 0, &after(BOOL, rest), &with("true"));
    check("values", 1, &after(BOOL, rest), &with("false"));
}

#[test]
fn a_formula_becomes_an_equation_about_a_term_below() {
    let rest = "1 assert-formula t3\n1 check-sat\n";
    let not = "1 mk-term OP_BV_NOT SORT_BV 1 t1\nreturn t2\n";
    let text = format!("{BV}{not}1 mk-term OP_BV_ULT SORT_BOOL 2 t1 t2\nreturn t3\n{rest}");
    let equation = format!("{BV}{not}1 mk-term OP_EQUAL SORT_BOOL 2 t2 t1\nreturn t3\n{rest}");
    check("equations", 0, &text, &equation);
}
