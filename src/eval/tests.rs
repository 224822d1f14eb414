//! Scripts whose assertions have known values.

use murxla_api::meaning::{Datum, OpenCall, Unknown, finite};
use murxla_api::{Literal, Op, Sort, theory};

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
    // Whatever the variable is.
    check("(assert (forall ((x Int)) (or (> x 0) (= 1 1))))", true);
    check("(assert (exists ((x Int) (s String)) (and (= x 12345) (= 1 2))))", false);
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
    let call = OpenCall {
        function: "div".into(),
        is_member: false,
        indices: [].into(),
        args,
        sort: Sort::int(),
    };
    let mut defined = assignment.clone();
    defined.set_open(call, Datum::Int(3));
    let value = Evaluator::new(&script.graph, &defined).evaluate(terms[0]);
    assert_eq!(value, Ok(Datum::Bool(true)));
}

#[test]
fn endless_definitions_are_refused() {
    let endless = "(define-fun-rec f ((n Int)) Int (+ 1 (f n)))(assert (= (f 1) 1))";
    assert!(matches!(last(endless), Err(Unknown::TooLarge(_))));
    let itself = "(define-fun-rec x () Int (+ x 1))(assert (= x 1))";
    assert!(matches!(last(itself), Err(Unknown::CannotTell(_))), "{:?}", last(itself));
    let script = script(itself);
    let given = Assignment::of_definitions(&script);
    let found = truth(&script.graph, &assertions(&script), &given, 1_000);
    assert!(matches!(found, Truth::CannotTell(_)), "{found:?}");
}

#[test]
fn hostile_values_are_refused() {
    let refused = |text: &str| {
        let value = last(text);
        assert!(matches!(value, Err(Unknown::TooLarge(_))), "{text}: {value:?}");
    };
    // 256 doublings of a string, of a number, of a bit-vector.
    let doubled = |start: &str, double: &str, sort: &str, test: &str| {
        let mut text = format!("(define-fun x0 () {sort} {start})");
        for number in 0..256 {
            let step = double.replace('x', &format!("x{number}"));
            text += &format!("(define-fun x{} () {sort} {step})", number + 1);
        }
        format!("{text}(assert {})", test.replace('x', "x256"))
    };
    refused(&doubled("\"a\"", "(str.++ x x)", "String", "(= x \"\")"));
    refused(&doubled("\"aa\"", "(str.replace_all x \"a\" x)", "String", "(= x \"\")"));
    refused(&doubled("2", "(* x x)", "Int", "(= x 0)"));
    refused(&doubled("0.5", "(* x x)", "Real", "(= x 0.0)"));
    refused(&doubled("(seq.unit 1)", "(seq.++ x x)", "(Seq Int)", "(= (seq.len x) 0)"));
    // What fits is told, however large the numbers are on the way.
    check(
        "(assert (= ((_ to_fp 11 53) RNE (/ 1.0 3.0)) ((_ to_fp 11 53) RNE 0.333333333333333333333)))",
        true,
    );
    check("(assert (str.in_re \"\" ((_ re.^ 1000000000) (re.opt (str.to_re \"a\")))))", true);
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
        let value = |column| columns.value(term, column).unwrap().unwrap().as_bool().unwrap();
        (0..columns.width()).map(value).collect()
    };
    assert_eq!(shown(&columns, terms[0]), [true, true]);
    assert_eq!(shown(&columns, terms[1]), [false, true]);
    let not = script.graph.apply(theory::operator("OP_NOT").unwrap(), &terms[1..]).unwrap();
    assert_eq!(columns.value(not, 0), None);
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
    // The work counts, not the number of assignments alone.
    let deep = "(declare-const x (_ BitVec 8))(assert (forall ((y (_ BitVec 8))(z (_ BitVec 8))) (= (bvadd x y z) (bvadd z x y))))(assert (distinct x x))";
    assert!(matches!(of(deep), Truth::TooMany(Some(256))), "{:?}", of(deep));
    let defined = "(define-fun f ((x (_ BitVec 3))) Bool (bvult x #b010))(declare-const x (_ BitVec 3))(define-fun y () Bool (f x))(assert y)(assert (not (f (bvadd x #b001))))(assert (not (= x #b111)))";
    match of(defined) {
        Truth::Sat(assignment) => {
            let script = script(defined);
            let (x, _) = script.graph.symbols().find(|(_, one)| &*one.name == "x").unwrap();
            assert_eq!(assignment.value(x), Some(&Datum::bits(3, 1)));
        }
        other => panic!("{other:?}"),
    }
}

/// What a loop over all assignments finds.
fn by_brute_force(graph: &Graph, assertions: &[Term]) -> Option<bool> {
    let symbols: Vec<_> = graph.symbols().map(|(symbol, one)| (symbol, &one.sort)).collect();
    let size = |sort: &Sort| match finite::size(sort) {
        finite::Size::Finite(size) => size,
        other => panic!("{other:?}"),
    };
    let total: u64 = symbols.iter().map(|(_, sort)| size(sort)).product();
    let mut doubt = false;
    for number in 0..total {
        let mut assignment = Assignment::new();
        let mut rest = number;
        for (symbol, sort) in &symbols {
            assignment.set(*symbol, finite::nth(sort, rest % size(sort)).unwrap());
            rest /= size(sort);
        }
        let mut evaluator = Evaluator::new(graph, &assignment);
        let values: Vec<Known> = assertions.iter().map(|one| evaluator.evaluate(*one)).collect();
        if values.iter().all(|one| *one == Ok(Datum::Bool(true))) {
            return Some(true);
        }
        doubt |= !values.contains(&Ok(Datum::Bool(false)));
    }
    (!doubt).then_some(false)
}

#[test]
fn exhaustion_finds_what_a_loop_finds() {
    use super::columns::tests::{MANY_VALUES, Numbers, draw};
    let ops: Vec<&'static Op> = theory::operators()
        .filter(|op| {
            let core = op.key[3..].find('_').is_none();
            core || op.key.starts_with("OP_BV") || op.key.starts_with("OP_ARRAY")
        })
        .collect();
    let mut seen = [0; 3];
    let mut given_up = 0;
    for seed in 0..60 {
        let mut numbers = Numbers(seed);
        let array = Sort::array(Sort::bit_vec(1), Sort::bool());
        let sorts = vec![
            Sort::bool(),
            Sort::bit_vec(2),
            Sort::bit_vec(1),
            array,
            Sort::bool(),
            Sort::bit_vec(2),
        ];
        let drawn = draw(&mut numbers, &ops, sorts, 60);
        let graph = &drawn.graph;
        let variables: Vec<_> = graph.variables().map(|(one, _)| one).collect();
        let formulas: Vec<Term> = drawn
            .terms
            .iter()
            .copied()
            .filter(|one| {
                *graph.sort(*one) == Sort::bool() && graph.free_variable(*one, &variables).is_none()
            })
            .collect();
        let assertions: Vec<Term> = (0..1 + numbers.below(5))
            .map(|_| formulas[formulas.len() - 1 - numbers.below(formulas.len().min(12))])
            .collect();
        let expected = by_brute_force(graph, &assertions);
        let found = truth(graph, &assertions, &Assignment::new(), u64::MAX);
        match (&found, expected) {
            (Truth::Sat(_), Some(true)) => seen[0] += 1,
            (Truth::Unsat, Some(false)) => seen[1] += 1,
            (Truth::CannotTell(_), None) => seen[2] += 1,
            (Truth::CannotTell(Unknown::CannotTell(why)), Some(_))
                if why.starts_with(MANY_VALUES) =>
            {
                given_up += 1
            }
            _ => panic!("seed {seed}: {found:?}, {expected:?}"),
        }
    }
    assert!(seen[0] > 12 && seen[1] > 8 && given_up < 6, "{seen:?} {given_up}");
}
