//! Random graphs: columns against the evaluator, cell by cell.

use murxla_api::meaning::{Datum, Unknown, finite};
use murxla_api::{Binder, Op, Sort, theory};

use crate::eval::{Assignment, Columns, Evaluator};
use crate::smt::{Graph, Head, Symbol, Term, Variable};

/// Numbers that are the same on every machine.
pub(in crate::eval) struct Numbers(pub(in crate::eval) u64);

impl Numbers {
    pub(in crate::eval) fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }
}

fn sorts() -> Vec<Sort> {
    let bits = [1, 2, 3, 8, 33, 64, 65].map(Sort::bit_vec);
    let floats = [(2, 3), (3, 4), (11, 53)].map(|(e, s)| Sort::floating_point(e, s));
    let array = Sort::array(Sort::bit_vec(2), Sort::bool());
    let plain =
        [Sort::bool(), Sort::bool(), Sort::int(), Sort::real(), Sort::rounding_mode(), array];
    bits.into_iter().chain(floats).chain(plain).collect()
}

fn any_value(sort: &Sort, numbers: &mut Numbers) -> Datum {
    let number = [0, 1, -1, 2, 7, i64::MAX, i64::MIN][numbers.below(7)];
    match finite::size(sort) {
        finite::Size::Finite(size) => {
            let number = (numbers.below(1 << 30) as u64 * numbers.below(1 << 30) as u64) % size;
            finite::nth(sort, number).unwrap()
        }
        _ if *sort == Sort::int() => Datum::Int(number),
        _ if *sort == Sort::real() => {
            Datum::Real(number, 1 + numbers.below(3) as u32 * 2).canonical()
        }
        // 64 and 65 bits, and Float64.
        _ => match sort.width() {
            Some(64) => Datum::bits(64, number as u64),
            Some(width) => Datum::wide_bits(width, (number as u64).into()),
            None => Datum::Float(11, 53, (number as f64 / 3.0).to_bits()),
        },
    }
}

trait Canonical {
    fn canonical(self) -> Datum;
}

impl Canonical for Datum {
    /// Without common factor.
    fn canonical(self) -> Datum {
        match self {
            Datum::Real(a, 3) if a % 3 == 0 => Datum::Real(a / 3, 1),
            Datum::Real(a, 5) if a % 5 == 0 => Datum::Real(a / 5, 1),
            other => other,
        }
    }
}

pub(in crate::eval) struct Drawn {
    pub(in crate::eval) graph: Graph,
    symbols: Vec<Symbol>,
    pub(in crate::eval) terms: Vec<Term>,
}

/// A graph of random applications and quantifiers, nested and with terms around them.
pub(in crate::eval) fn draw(
    numbers: &mut Numbers,
    ops: &[&'static Op],
    sorts: Vec<Sort>,
    count: usize,
) -> Drawn {
    let mut graph = Graph::new();
    let mut symbols = Vec::new();
    let mut terms: Vec<Term> = Vec::new();
    for (number, sort) in sorts.into_iter().enumerate() {
        let symbol = graph.add_symbol(&format!("c{number}"), sort);
        symbols.push(symbol);
        terms.push(graph.constant(symbol));
    }
    let few = [Sort::bool(), Sort::bit_vec(2), Sort::rounding_mode(), Sort::int()];
    let variables: Vec<Variable> =
        few.iter().map(|sort| graph.add_variable("v", sort.clone())).collect();
    for variable in &variables {
        terms.push(graph.variable_term(*variable));
    }
    while terms.len() < count {
        if numbers.below(12) == 0 {
            let formulas: Vec<Term> =
                terms.iter().copied().filter(|term| *graph.sort(*term) == Sort::bool()).collect();
            let body = formulas[numbers.below(formulas.len())];
            let first = numbers.below(variables.len());
            let bound = &variables[first..variables.len().min(first + 1 + numbers.below(2))];
            let binder = [Binder::Forall, Binder::Exists][numbers.below(2)];
            terms.push(graph.bind(binder, bound, Vec::new(), &[body]).unwrap());
            continue;
        }
        let op = ops[numbers.below(ops.len())];
        let (least, most) = op.arity();
        let arity = if most.is_none() { least + numbers.below(4) } else { least };
        let indices: Box<[u32]> = match op.key {
            "OP_BV_EXTRACT" => [2, 1 + numbers.below(2) as u32].into(),
            "OP_BV_REPEAT" => [1 + numbers.below(3) as u32].into(),
            "OP_FP_TO_FP_FROM_FP" | "OP_FP_TO_FP_FROM_BV" => {
                [[2, 3], [3, 4], [11, 53]][numbers.below(3)].into()
            }
            _ => (0..op.index_count()).map(|_| 1 + numbers.below(40) as u32).collect(),
        };
        for _ in 0..12 {
            // The sort of the first argument fits to most of the others.
            let first = terms[numbers.below(terms.len())];
            let same: Vec<Term> =
                terms.iter().copied().filter(|one| graph.sort(*one) == graph.sort(first)).collect();
            let args: Vec<Term> = (0..arity)
                .map(|place| match (place, numbers.below(3)) {
                    (0, _) => first,
                    (_, 0) => terms[numbers.below(terms.len())],
                    _ => same[numbers.below(same.len())],
                })
                .collect();
            let head = Head { indices: indices.clone(), ..Head::plain(op) };
            if let Ok(term) = graph.apply_head(head, &args) {
                if !matches!(graph.sort(term).width(), Some(66..)) {
                    terms.push(term);
                }
                break;
            }
        }
    }
    Drawn { graph, symbols, terms }
}

/// Why columns give up where the evaluator need not: it looks first whether the values of the variables matter at all.
pub(in crate::eval) const MANY_VALUES: &str = "a quantifier over too many values";

#[test]
fn columns_agree_with_the_evaluator() {
    const WIDTH: usize = 16;
    let ops: Vec<&'static Op> = theory::operators()
        .filter(|op| {
            let key = op.key;
            let small = ["OP_BV", "OP_FP", "OP_INT"].iter().any(|start| key.starts_with(start));
            let core = key[3..].find('_').is_none();
            small || core || matches!(key, "OP_ARRAY_SELECT" | "OP_ARRAY_STORE" | "OP_REAL_ADD")
        })
        .collect();
    assert!(ops.len() > 90, "{}", ops.len());
    let mut compared = 0;
    let mut unknown = 0;
    let mut quantified = 0;
    let mut given_up = 0;
    for seed in 0..60 {
        let mut numbers = Numbers(seed);
        let Drawn { graph, symbols, terms } = draw(&mut numbers, &ops, sorts(), 150);
        let mut assignments = vec![Assignment::new(); WIDTH];
        for assignment in &mut assignments {
            for symbol in &symbols {
                if numbers.below(12) > 0 {
                    assignment.set(*symbol, any_value(&graph.symbol(*symbol).sort, &mut numbers));
                }
            }
        }
        let mut columns = Columns::new(assignments.clone());
        columns.extend(&graph);
        for (column, assignment) in assignments.iter().enumerate() {
            let mut evaluator = Evaluator::new(&graph, assignment).with_budget(100_000);
            for term in &terms {
                if graph
                    .free_variable(
                        *term,
                        &graph.variables().map(|(one, _)| one).collect::<Vec<_>>(),
                    )
                    .is_some()
                {
                    continue;
                }
                quantified += u32::from(matches!(graph.node(*term), crate::smt::Node::Bind { .. }));
                let expected = evaluator.evaluate(*term);
                let given = columns.value(*term, column).unwrap();
                match (&given, &expected) {
                    (Ok(given), Ok(expected)) => {
                        assert_eq!(given, expected, "seed {seed}: {:?}", graph.node(*term));
                        compared += 1;
                    }
                    (Err(_), Err(_)) => unknown += 1,
                    // Row by row the budget is counted in another way.
                    (_, Err(Unknown::TooLarge(_))) | (Err(Unknown::TooLarge(_)), _) => {}
                    (Err(Unknown::CannotTell(_)), Ok(_)) => given_up += 1,
                    _ => panic!("seed {seed}: {given:?}, {expected:?}: {:?}", graph.node(*term)),
                }
            }
        }
    }
    assert!(compared > 60_000, "{compared}");
    assert!(given_up < compared / 20, "{given_up} of {compared}");
    assert!(unknown > 8_000, "{unknown}");
    assert!(quantified > 1_000, "{quantified}");
}

#[test]
fn questions_about_rows() {
    let mut graph = Graph::new();
    let symbol = graph.add_symbol("x", Sort::bit_vec(8));
    let mut columns = Columns::new(vec![Assignment::new(); 3]);
    for column in 0..3 {
        columns.set(symbol, column, Datum::bits(8, column as u64));
    }
    let x = graph.constant(symbol);
    let less = graph.apply(theory::operator("OP_BV_ULT").unwrap(), &[x, x]).unwrap();
    let zero = graph.apply(theory::operator("OP_BV_SUB").unwrap(), &[x, x]).unwrap();
    let is_zero = graph.apply(theory::operator("OP_EQUAL").unwrap(), &[x, zero]).unwrap();
    columns.extend(&graph);
    assert_eq!(columns.is_constant(x), Some(false));
    assert_eq!(columns.is_constant(less), Some(true));
    assert_eq!(columns.is_constant(zero), Some(true));
    assert_eq!(columns.truths(is_zero), super::Truths { holds: 1, known: 7 });
    assert_eq!(columns.equal(x, zero), super::Truths { holds: 1, known: 7 });
    // A symbol that comes later, and has no value in one column.
    let late = graph.add_symbol("y", Sort::bool());
    columns.set(late, 0, Datum::Bool(true));
    columns.set(late, 2, Datum::Bool(false));
    let y = graph.constant(late);
    columns.extend(&graph);
    assert_eq!(columns.truths(y), super::Truths { holds: 1, known: 5 });
    assert_eq!(columns.is_constant(y), None);
    // What was there is gone after a reset.
    columns.reset();
    assert!(columns.is_empty());
    columns.extend(&graph);
    assert_eq!(columns.known(x), 0);
}

#[test]
fn closed_quantifiers_have_values_inside_of_formulas() {
    let text = "(declare-const p Bool)(assert (and p (forall ((x (_ BitVec 3))) (exists ((y (_ BitVec 3))) (= (bvadd x y) #b000)))))(assert (exists ((x Int)) (forall ((b Bool)) (or b (= x 7)))))";
    let script = crate::smt::read(text.as_bytes(), &[]).unwrap();
    let (p, _) = script.graph.symbols().next().unwrap();
    let mut columns = Columns::new(vec![Assignment::new(); 2]);
    columns.set(p, 0, Datum::Bool(true));
    columns.set(p, 1, Datum::Bool(false));
    columns.extend(&script.graph);
    let asserted = script.commands.iter().filter_map(|command| match command {
        crate::smt::Command::Assert(term) => Some(columns.truths(*term)),
        _ => None,
    });
    let expected = [super::Truths { holds: 1, known: 3 }, super::Truths { holds: 3, known: 3 }];
    assert_eq!(asserted.collect::<Vec<_>>(), expected);
}

#[test]
fn numbers_that_are_too_long_are_unknown() {
    let check = |bits: u32, most: u64, expected: bool| {
        let mut graph = Graph::new();
        let symbol = graph.add_symbol("x", Sort::real());
        let constant = graph.constant(symbol);
        let product = theory::operator("OP_REAL_MUL").expect("an operator");
        let square = graph.apply(product, &[constant, constant]).expect("a term");
        let mut columns = Columns::new(vec![Assignment::new()]).with_numbers_of(most);
        let number = num_bigint::BigInt::from(1u32) << bits;
        columns.set(symbol, 0, Datum::real(num_rational::BigRational::new(1.into(), number)));
        columns.extend(&graph);
        assert_eq!(columns.value(square, 0).map(|value| value.is_ok()), Some(expected), "{bits}");
    };
    check(100, 512, true);
    check(600, 512, false);
    check(600, 1_024, true);
}
