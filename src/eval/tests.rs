//! Scripts whose assertions have known values.

use murxla_api::meaning::{Datum, OpenCall, Unknown};
use murxla_api::{Literal, Sort, theory};

use super::{Assignment, Columns, Evaluator, Known, Truth, truth};
use crate::smt::{Command, Graph, Script, Term, read};

fn script(text: &str) -> Script {
    read(text.as_bytes(), &[]).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn assertions(script: &Script) -> Vec<Term> {
    let asserted = |command: &Command| match command {
        Command::Assert(term) => Some(*term),
        _ => None,
    };
    script.commands.iter().filter_map(asserted).collect()
}

/// The value of the last assertion under the definitions.
fn last(text: &str) -> Known {
    let script = script(text);
    let assignment = Assignment::of_definitions(&script);
    let last = *assertions(&script).last().unwrap();
    Evaluator::new(&script.graph, &assignment).evaluate(last)
}

fn check(text: &str, expected: bool) {
    assert_eq!(last(text), Ok(Datum::Bool(expected)), "{text}");
}

#[test]
fn values_and_definitions() {
    check("(define-fun x () Int 3)(assert (= (+ x 4) 7))", true);
    check("(define-fun x () (_ BitVec 8) #xff)(assert (bvult x #x01))", false);
    check("(define-fun f ((x Int)) Int (* x x))(assert (= (f (f 3)) 81))", true);
    check(
        "(define-fun-rec f ((n Int)) Int (ite (<= n 1) 1 (* n (f (- n 1)))))(assert (= (f 20) 2432902008176640000))",
        true,
    );
    check(
        "(define-fun a () (Array Int Int) (store ((as const (Array Int Int)) 0) 1 2))(assert (= (select a 1) (+ 2 (select a 5))))",
        true,
    );
    check(
        "(declare-datatype L ((nil) (cons (head Int) (tail L))))(define-fun l () L (cons 1 (cons 2 nil)))(assert (match l ((nil false) ((cons h t) (= h (- (head t) 1))))))",
        true,
    );
}

#[test]
fn quantifiers() {
    check("(assert (forall ((x (_ BitVec 3))) (= (bvadd x x) (bvshl x #b001))))", true);
    check(
        "(assert (forall ((x (_ BitVec 3))) (exists ((y (_ BitVec 3))) (= (bvadd x y) #b000))))",
        true,
    );
    check("(assert (exists ((x (_ BitVec 3))) (= (bvmul x #b010) #b001)))", false);
    // A witness or a counterexample among a few values decides.
    check("(assert (exists ((x Int)) (= (* x x) x)))", true);
    check("(assert (forall ((x Int)) (> x 0)))", false);
    assert!(matches!(last("(assert (forall ((x Int)) (= x x)))"), Err(Unknown::CannotTell(_))));
    check(
        "(set-logic HO_ALL)(assert (= (lambda ((x Bool)) (not x)) (lambda ((y Bool)) (xor y true))))",
        true,
    );
}

#[test]
fn what_is_open_spreads_and_can_be_given() {
    let text = "(declare-const x Int)(assert (= (div x 0) 3))(assert (or (= (div x 0) 3) (= x 5)))";
    let script = script(text);
    let (x, _) = script.graph.symbols().next().unwrap();
    let mut assignment = Assignment::new();
    assignment.set(x, Datum::Int(5));
    let terms = assertions(&script);
    let mut evaluator = Evaluator::new(&script.graph, &assignment);
    assert!(matches!(evaluator.evaluate(terms[0]), Err(Unknown::Open(_))));
    assert_eq!(evaluator.evaluate(terms[1]), Ok(Datum::Bool(true)));
    let args = [Datum::Int(5), Datum::Int(0)].into();
    let call = OpenCall { function: "div".into(), indices: [].into(), args, sort: Sort::int() };
    let mut defined = assignment.clone();
    defined.set_open(call, Datum::Int(3));
    let value = Evaluator::new(&script.graph, &defined).evaluate(terms[0]);
    assert_eq!(value, Ok(Datum::Bool(true)));
}

#[test]
fn endless_definitions_are_refused() {
    let endless = "(define-fun-rec f ((n Int)) Int (+ 1 (f n)))(assert (= (f 1) 1))";
    assert!(matches!(last(endless), Err(Unknown::TooLarge(_))));
}

#[test]
fn a_million_levels() {
    let mut graph = Graph::new();
    let x = graph.add_symbol("x", Sort::int());
    let one = graph.value(Sort::int(), Literal::Integer("1".to_owned()));
    let mut term = graph.constant(x);
    let add = theory::operator("OP_INT_ADD").unwrap();
    for _ in 0..1_000_000 {
        term = graph.apply(add, &[term, one]).unwrap();
    }
    let mut assignment = Assignment::new();
    assignment.set(x, Datum::Int(-1));
    let value = Evaluator::new(&graph, &assignment).evaluate(term);
    assert_eq!(value, Ok(Datum::Int(999_999)));
}

#[test]
fn columns_grow_with_the_graph() {
    let mut script = script(
        "(declare-const x Int)(assert (forall ((b Bool)) (or b (> x 1) (not b))))(assert (> x 1))",
    );
    let (x, _) = script.graph.symbols().next().unwrap();
    let with = |value: i64| {
        let mut assignment = Assignment::new();
        assignment.set(x, Datum::Int(value));
        assignment
    };
    let mut columns = Columns::new(vec![with(1), with(2)]);
    columns.extend(&script.graph);
    let terms = assertions(&script);
    let shown = |columns: &Columns, term: Term| -> Vec<bool> {
        let values = columns.values(term).unwrap().iter();
        values.map(|value| value.as_ref().unwrap().as_bool().unwrap()).collect()
    };
    assert_eq!(shown(&columns, terms[0]), [true, true]);
    assert_eq!(shown(&columns, terms[1]), [false, true]);
    let not = script.graph.apply(theory::operator("OP_NOT").unwrap(), &terms[1..]).unwrap();
    assert_eq!(columns.values(not), None);
    columns.extend(&script.graph);
    assert_eq!(shown(&columns, not), [true, false]);
}

#[test]
fn truth_by_exhaustion() {
    let of = |text: &str| {
        let script = script(text);
        let given = Assignment::of_definitions(&script);
        truth(&script.graph, &assertions(&script), &given, 100_000)
    };
    let square = "(declare-const x (_ BitVec 4))(declare-const y (_ BitVec 4))";
    let sat = of(&format!("{square}(assert (= (bvmul x y) #x7))(assert (bvult x y))"));
    assert!(matches!(sat, Truth::Sat(_)), "{sat:?}");
    let unsat = of(&format!("{square}(assert (distinct (bvsub x y) (bvadd x (bvneg y))))"));
    assert!(matches!(unsat, Truth::Unsat), "{unsat:?}");
    assert!(matches!(of("(declare-const x Int)(assert (= x 1))"), Truth::TooMany(None)));
    let many = of("(declare-const x (_ BitVec 32))(assert (= x x))");
    assert!(matches!(many, Truth::TooMany(Some(4_294_967_296))), "{many:?}");
    let function = of("(declare-fun f (Bool) Bool)(assert (and (f true) (not (f (f true)))))");
    assert!(matches!(function, Truth::Unsat), "{function:?}");
}
