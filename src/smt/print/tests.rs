//! Tests of the printer.

use murxla_api::smtlib::{Dialect, FunctionStyle, STANDARD};
use murxla_api::{Binder, Literal, Sort, theory};

use super::print;
use crate::smt::{Command, Definition, Graph, Script, Term};

fn apply(graph: &mut Graph, key: &str, args: &[Term]) -> Term {
    graph.apply(theory::operator(key).unwrap(), args).unwrap()
}

fn constant(graph: &mut Graph, name: &str, sort: Sort) -> Term {
    let symbol = graph.add_symbol(name, sort);
    graph.constant(symbol)
}

fn asserted(graph: Graph, term: Term) -> String {
    let script = Script { graph, commands: vec![Command::Assert(term)] };
    print(&script, &STANDARD).unwrap()
}

#[test]
fn shared_terms_are_named() {
    let mut graph = Graph::new();
    let x = constant(&mut graph, "x y", Sort::int());
    let sum = apply(&mut graph, "OP_INT_ADD", &[x, x]);
    let product = apply(&mut graph, "OP_INT_MUL", &[sum, sum]);
    let more = apply(&mut graph, "OP_INT_MUL", &[product, sum]);
    let equal = apply(&mut graph, "OP_EQUAL", &[product, more]);
    assert_eq!(
        asserted(graph, equal),
        "(assert (let (($1 (+ |x y| |x y|))) (let (($2 (* $1 $1))) (= $2 (* $2 $1)))))\n"
    );
}

#[test]
fn names_stay_inside_of_binders() {
    let mut graph = Graph::new();
    let v = graph.add_variable("v", Sort::int());
    let term = graph.variable_term(v);
    let sum = apply(&mut graph, "OP_INT_ADD", &[term, term]);
    let equal = apply(&mut graph, "OP_EQUAL", &[sum, sum]);
    let all = graph.bind(Binder::Forall, &[v], vec![vec![sum]], &[equal]).unwrap();
    let both = apply(&mut graph, "OP_AND", &[all, all]);
    assert_eq!(
        asserted(graph, both),
        "(assert (let (($1 (forall ((v Int)) (! (let (($2 (+ v v))) (= $2 $2)) :pattern ((+ v v)))))) \
         (and $1 $1)))\n"
    );
}

#[test]
fn what_is_written_twice_is_named_twice() {
    let mut graph = Graph::new();
    let v = graph.add_variable("v", Sort::int());
    let term = graph.variable_term(v);
    let sum = apply(&mut graph, "OP_INT_ADD", &[term, term]);
    let product = apply(&mut graph, "OP_INT_MUL", &[sum, sum]);
    let condition = apply(&mut graph, "OP_EQUAL", &[product, sum]);
    let set = graph.bind(Binder::Comprehension, &[v], Vec::new(), &[condition, product]).unwrap();
    let other = constant(&mut graph, "s", Sort::set(Sort::int()));
    let equal = apply(&mut graph, "OP_EQUAL", &[set, other]);
    assert_eq!(
        asserted(graph, equal),
        "(assert (= (set.comprehension ((v Int)) \
         (let (($1 (+ v v))) (let (($2 (* $1 $1))) (= $2 $1))) \
         (let (($3 (+ v v))) (let (($4 (* $3 $3))) $4))) s))\n"
    );
}

#[test]
fn clashing_names_are_told_apart() {
    let mut graph = Graph::new();
    let a = graph.add_symbol("a", Sort::bool());
    let other = graph.add_symbol("a", Sort::bool());
    let taken = graph.add_symbol("and", Sort::bool());
    let bar = graph.add_symbol("|", Sort::bool());
    let outer = graph.add_variable("a", Sort::bool());
    let inner = graph.add_variable("a", Sort::bool());
    let (one, two) = (graph.variable_term(outer), graph.variable_term(inner));
    let free = graph.constant(other);
    let body = apply(&mut graph, "OP_OR", &[one, two, free]);
    let exists = graph.bind(Binder::Exists, &[inner], Vec::new(), &[body]).unwrap();
    let all = graph.bind(Binder::Forall, &[outer], Vec::new(), &[exists]).unwrap();
    let mut commands: Vec<Command> = [a, other, taken, bar].map(Command::Declare).into();
    commands.push(Command::Assert(all));
    let text = print(&Script { graph, commands }, &STANDARD).unwrap();
    assert_eq!(
        text,
        "(declare-const a Bool)\n(declare-const a!1 Bool)\n(declare-const and!1 Bool)\n\
         (declare-const !!1 Bool)\n\
         (assert (forall ((a!2 Bool)) (exists ((a!3 Bool)) (or a!2 a!3 a!1))))\n"
    );
}

#[test]
fn functions_are_arrays_in_some_dialects() {
    let mut graph = Graph::new();
    let f = constant(&mut graph, "f", Sort::fun([Sort::int()], Sort::int()));
    let v = graph.add_variable("v", Sort::int());
    let term = graph.variable_term(v);
    let lambda = graph.bind(Binder::Lambda, &[v], Vec::new(), &[term]).unwrap();
    let one = graph.value(Sort::int(), Literal::Integer("-1".to_owned()));
    let direct = apply(&mut graph, "OP_UF_APPLY", &[f, one]);
    let applied = apply(&mut graph, "OP_UF_APPLY", &[lambda, one]);
    let numbers = apply(&mut graph, "OP_EQUAL", &[direct, applied]);
    let set = constant(&mut graph, "s", Sort::set(Sort::int()));
    let mapped = apply(&mut graph, "OP_SET_MAP", &[f, set]);
    let mapped = apply(&mut graph, "OP_SET_MAP", &[lambda, mapped]);
    let sets = apply(&mut graph, "OP_EQUAL", &[set, mapped]);
    let all = apply(&mut graph, "OP_AND", &[numbers, sets]);
    let script = Script { graph, commands: vec![Command::Assert(all)] };
    assert_eq!(
        print(&script, &STANDARD).unwrap(),
        "(assert (let (($1 (lambda ((v Int)) v))) \
         (and (= (f (- 1)) (@ $1 (- 1))) (= s (set.map $1 (set.map f s))))))\n"
    );
    let dialect = Dialect { functions: FunctionStyle::Arrays, ..STANDARD };
    assert_eq!(
        print(&script, &dialect).unwrap(),
        "(assert (let (($1 (lambda ((v Int)) v))) \
         (and (= (f (- 1)) (select $1 (- 1))) (= s (set.map $1 (set.map f s))))))\n"
    );
}

#[test]
fn definitions_are_written() {
    let mut graph = Graph::new();
    let f = graph.add_symbol("f", Sort::fun([Sort::int()], Sort::int()));
    let g = graph.add_symbol("g", Sort::fun([Sort::int()], Sort::int()));
    let x = graph.add_variable("x", Sort::int());
    let y = graph.add_variable("x", Sort::int());
    let (tx, ty) = (graph.variable_term(x), graph.variable_term(y));
    let (tf, tg) = (graph.constant(f), graph.constant(g));
    let of_f = apply(&mut graph, "OP_UF_APPLY", &[tg, tx]);
    let of_g = apply(&mut graph, "OP_UF_APPLY", &[tf, ty]);
    let commands = vec![
        Command::DefineRec(vec![
            Definition { symbol: f, variables: vec![x], body: of_f },
            Definition { symbol: g, variables: vec![y], body: of_g },
        ]),
        Command::Comment("two\nlines".into()),
        Command::GetValue(vec![of_f]),
    ];
    let text = print(&Script { graph, commands }, &STANDARD).unwrap();
    assert_eq!(
        text,
        "(define-funs-rec ((f ((x Int)) Int) (g ((x Int)) Int)) ((g x) (f x)))\n; two\n; lines\n\
         (get-value ((g x)))\n"
    );
}

#[test]
fn deep_terms_are_written() {
    const DEEP: usize = 1_000_000;
    let mut graph = Graph::new();
    let b = constant(&mut graph, "b", Sort::bool());
    let mut plain = b;
    for _ in 0..DEEP {
        plain = apply(&mut graph, "OP_NOT", &[plain]);
    }
    let length = asserted(graph, plain).len();
    assert_eq!(length, DEEP * "(not )".len() + "(assert b)\n".len());
    let mut graph = Graph::new();
    let mut shared = constant(&mut graph, "b", Sort::bool());
    for _ in 0..DEEP / 50 {
        shared = apply(&mut graph, "OP_AND", &[shared, shared]);
    }
    assert!(asserted(graph, shared).len() < DEEP * 10);
}
