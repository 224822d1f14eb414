//! Round trips: scripts become traces, and these the same scripts again.

use murxla::smt::{script_text, script_trace};
use murxla::solvers::wrapper;

/// The script that a script becomes; without the line that says where it is from.
fn back(solver: &str, text: &str) -> String {
    let wrapper = wrapper(solver).expect("a solver");
    let imported = script_trace(text.as_bytes(), Some(wrapper)).expect("a trace");
    let text = String::from_utf8(script_text(&imported.trace, Some(wrapper))).expect("a text");
    text.lines()
        .filter(|line| !line.starts_with("(set-info :s"))
        .map(|line| format!("{line}\n"))
        .collect()
}

fn check(solver: &str, text: &str) {
    assert_eq!(back(solver, text), text);
}

/// For Z3, functions that are compared, chosen among, or put into a field are arrays.
#[test]
fn functions_of_z3() {
    let declared = "(declare-datatypes ((D 0)) (((c (a (Array Int Bool))))))\n(declare-fun f (Int) Bool)\n(declare-const d D)\n";
    for formula in [
        "(distinct f f)",
        "(= f f)",
        "(select (ite (f 1) f (a d)) 2)",
        "(= d ((_ update-field a) d f))",
    ] {
        check("z3", &format!("{declared}(assert {formula})\n"));
    }
}

/// Members of datatypes with parameters are told by their sorts; Z3 does not know `is-c` of a sort of which nothing is
/// declared.
#[test]
fn testers_of_z3() {
    let declared = "(declare-datatypes ((D 1) (E 1)) ((par (P) ((c (e (E P))))) (par (P) ((n) (m (p P) (i Int))))))\n(declare-const d (D Bool))\n";
    check("z3", &format!("{declared}(assert ((_ is (n () (E Bool))) (e d)))\n"));
    check("z3", &format!("{declared}(assert ((_ is (m (Bool Int) (E Bool))) (e d)))\n"));
    check(
        "z3",
        "(declare-datatypes ((D 0)) (((n) (m))))\n(declare-const d D)\n(assert ((_ is n) d))\n",
    );
}

/// What only an API lacks stays as it is in a script; what a front end lacks is said with what it has.
#[test]
fn what_apis_lack() {
    let check = |solver: &str, formula: &str, expected: &str| {
        let declared = "(declare-const a (_ BitVec 8))\n(declare-const b (_ BitVec 8))\n";
        let text = back(solver, &format!("{declared}(assert {formula})\n"));
        let last = text.lines().last().unwrap_or_default();
        assert_eq!(last, format!("(assert {expected})"), "{solver}");
    };
    check("z3", "(= #b1 (bvcomp a b))", "(= #b1 (bvcomp a b))");
    check("cvc5", "(= #b1 (bvcomp a b))", "(= #b1 (bvcomp a b))");
    check("yices", "(bvusubo a b)", "(bvult a b)");
    check("bitwuzla", "(bvusubo a b)", "(bvusubo a b)");
}

/// Functions are compared, too, where the solver has that.
#[test]
fn functions_are_compared() {
    let text = "(set-option :incremental false)\n(set-logic HO_ALL)\n(declare-fun f (Int) Bool)\n(declare-fun g (Int) Bool)\n(assert (= f g))\n(assert (distinct f (ite (f 1) f g)))\n";
    check("cvc5", text);
}
