//! Tests of the operator rows: typing, its inverse, and the tables.

use std::collections::HashSet;

use super::*;
use crate::{
    ApplicationSorts, CallSeed, ConstructorDef, Datatype, DatatypeDef, Draw, FieldSort, Sort,
    draw_application, higher_order_sort_of, sort_of,
};

/// Reads the few sorts that the tables below need: `b` Bool, `8` a width, `8>b` an array, `8,b->4` a function.
fn sort(text: &str) -> Sort {
    if let Some((domain, codomain)) = text.split_once("->") {
        return Sort::fun(domain.split(',').map(sort).collect::<Vec<_>>(), sort(codomain));
    }
    if let Some((index, element)) = text.split_once('>') {
        return Sort::array(sort(index), sort(element));
    }
    match text {
        "b" => Sort::bool(),
        "u" => Sort::uninterpreted("u"),
        width => Sort::bit_vec(width.parse().unwrap()),
    }
}

fn check(key: &str, sorts: &[&str], indices: &[u32], args: &[&str], expected: &str) {
    let sorts: Vec<Sort> = sorts.iter().map(|text| sort(text)).collect();
    let args: Vec<Sort> = args.iter().map(|text| sort(text)).collect();
    let application = ApplicationSorts { sorts: &sorts, names: &[], indices, args: &args };
    let found = match sort_of(operator(key).unwrap(), &application) {
        Ok(sort) => sort.to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "{key} {indices:?} {args:?}");
}

#[test]
fn applications_have_the_sort_of_the_standard() {
    check("OP_NOT", &[], &[], &["b"], "Bool");
    check("OP_AND", &[], &[], &["b", "b", "b", "b"], "Bool");
    check("OP_EQUAL", &[], &[], &["8>b", "8>b", "8>b"], "Bool");
    check("OP_ITE", &[], &[], &["b", "u", "u"], "u");
    check("OP_BV_CONCAT", &[], &[], &["1", "2", "3"], "(_ BitVec 6)");
    check("OP_BV_ADD", &[], &[], &["7", "7", "7"], "(_ BitVec 7)");
    check("OP_BV_COMP", &[], &[], &["7", "7"], "(_ BitVec 1)");
    check("OP_BV_EXTRACT", &[], &[6, 0], &["7"], "(_ BitVec 7)");
    check("OP_BV_EXTRACT", &[], &[3, 3], &["7"], "(_ BitVec 1)");
    check("OP_BV_REPEAT", &[], &[3], &["7"], "(_ BitVec 21)");
    check("OP_BV_ZERO_EXTEND", &[], &[0], &["7"], "(_ BitVec 7)");
    check("OP_BV_ROTATE_LEFT", &[], &[99], &["7"], "(_ BitVec 7)");
    check("OP_ARRAY_SELECT", &[], &[], &["8>b", "8"], "Bool");
    check("OP_ARRAY_STORE", &[], &[], &["8>4", "8", "4"], "(Array (_ BitVec 8) (_ BitVec 4))");
    check("OP_CONST_ARRAY", &["8>4"], &[], &["4"], "(Array (_ BitVec 8) (_ BitVec 4))");
    check("OP_UF_APPLY", &[], &[], &["8,b->4", "8", "b"], "(_ BitVec 4)");
}

#[test]
fn ill_sorted_applications_say_what_is_wrong() {
    check(
        "OP_NOT",
        &[],
        &[],
        &["8"],
        "OP_NOT: argument 1 has sort (_ BitVec 8), which does not fit Bool",
    );
    check("OP_NOT", &[], &[], &[], "OP_NOT takes 1 arguments, not 0");
    check("OP_AND", &[], &[], &["b"], "OP_AND takes at least 2 arguments, not 1");
    check(
        "OP_AND",
        &[],
        &[],
        &["b", "b", "8"],
        "OP_AND: argument 3 has sort (_ BitVec 8), which does not fit Bool",
    );
    check(
        "OP_BV_ADD",
        &[],
        &[],
        &["7", "8"],
        "OP_BV_ADD: argument 2 has sort (_ BitVec 8), which does not fit (_ BitVec i)",
    );
    check(
        "OP_EQUAL",
        &[],
        &[],
        &["8->8", "8->8"],
        "OP_EQUAL: argument 1 has sort (-> (_ BitVec 8) (_ BitVec 8)), which does not fit A",
    );
    check(
        "OP_BV_EXTRACT",
        &[],
        &[7, 0],
        &["7"],
        "OP_BV_EXTRACT: the indices and widths do not fulfil j < i",
    );
    check(
        "OP_BV_EXTRACT",
        &[],
        &[2, 3],
        &["7"],
        "OP_BV_EXTRACT: the indices and widths do not fulfil k ≤ j",
    );
    check("OP_BV_EXTRACT", &[], &[2], &["7"], "OP_BV_EXTRACT takes 2 indices, not 1");
    check(
        "OP_BV_REPEAT",
        &[],
        &[0],
        &["7"],
        "OP_BV_REPEAT: the indices and widths do not fulfil index j = 0",
    );
    check(
        "OP_ARRAY_SELECT",
        &[],
        &[],
        &["8>b", "7"],
        "OP_ARRAY_SELECT: argument 2 has sort (_ BitVec 7), which does not fit A",
    );
    check(
        "OP_CONST_ARRAY",
        &["8>4"],
        &[],
        &["8"],
        "OP_CONST_ARRAY: argument 1 has sort (_ BitVec 8), which does not fit B",
    );
    check("OP_UF_APPLY", &[], &[], &["8,b->4", "8"], "OP_UF_APPLY takes 3 arguments, not 2");
    check(
        "OP_UF_APPLY",
        &[],
        &[],
        &["8->4", "4"],
        "OP_UF_APPLY: argument 2 has sort (_ BitVec 4), which does not fit (_ BitVec 8)",
    );
    check("OP_UF_APPLY", &[], &[1], &["8->4", "8"], "OP_UF_APPLY takes no indices, not 1");
}

#[test]
fn there_are_as_many_operators_as_are_documented() {
    let count = operators().count() + crate::Binder::ALL.len();
    assert!(count >= 260, "{count}");
}

#[test]
fn keys_are_unique() {
    let mut seen = HashSet::new();
    for op in operators() {
        assert!(seen.insert(op.key), "{} twice", op.key);
    }
}

struct Seeded(CallSeed);

impl Draw for Seeded {
    fn below(&mut self, bound: u64) -> u64 {
        self.0.pick(usize::try_from(bound).unwrap()) as u64
    }

    fn sort(&mut self) -> Sort {
        let element = |draw: &mut Seeded| Sort::bit_vec(1 + draw.below(3) as u32);
        match self.below(16) {
            0 => Sort::bool(),
            1 => Sort::uninterpreted("u"),
            2 => Sort::array(Sort::bit_vec(self.width()), Sort::bool()),
            3 => Sort::int(),
            4 => Sort::real(),
            5 => Sort::string(),
            6 => Sort::seq(element(self)),
            7 => Sort::set(element(self)),
            8 => Sort::bag(element(self)),
            9 => Sort::tuple([element(self), Sort::int()]),
            10 => Sort::finite_field(7u32.into()),
            11 => Sort::floating_point(3, 5),
            12 => Sort::rounding_mode(),
            13 => list_of_ints(),
            _ => Sort::bit_vec(self.width()),
        }
    }

    fn width(&mut self) -> u32 {
        1 + self.below(u64::from(self.max_width())) as u32
    }

    fn max_width(&self) -> u32 {
        64
    }
}

/// `(declare-datatype List (par (X) ((nil) (cons (head X) (tail (List X))))))` over integers.
fn list_of_ints() -> Sort {
    let tail = FieldSort::Member(0, vec![FieldSort::Param(0)]);
    let cons = ConstructorDef {
        name: "cons".into(),
        fields: vec![("head".into(), FieldSort::Param(0)), ("tail".into(), tail)],
    };
    let nil = ConstructorDef { name: "nil".into(), fields: Vec::new() };
    let list = DatatypeDef {
        name: "List".into(),
        params: vec!["X".into()],
        constructors: vec![nil, cons],
        coinductive: false,
    };
    Sort::datatype(Datatype::declare(vec![list]).remove(0), [Sort::int()])
}

/// Every operator, drawn with and without a wanted sort, has the sort that was asked for.
#[test]
fn drawing_is_the_inverse_of_typing() {
    for op in operators().filter(|op| !op.key.starts_with("OP_DT_MATCH")) {
        let mut draw = Seeded(CallSeed::new(7));
        let (mut free, mut wanted_hits) = (0, 0);
        for round in 0..300 {
            let count = 1 + round % 5;
            let Some(drawn) = draw_application(op, count, None, &mut draw) else { continue };
            free += 1;
            assert!(drawn.result.width().is_none_or(|width| width <= 64));
            let Some(again) = draw_application(op, count, Some(&drawn.result), &mut draw) else {
                continue;
            };
            wanted_hits += 1;
            assert_eq!(again.result, drawn.result, "{}", op.key);
        }
        assert!(free >= 280 && wanted_hits >= 200, "{}: {free} free, {wanted_hits} wanted", op.key);
    }
}

#[test]
fn an_operator_does_not_give_a_foreign_sort() {
    let mut draw = Seeded(CallSeed::new(1));
    for (key, wanted) in [
        ("OP_NOT", "8"),
        ("OP_BV_ADD", "b"),
        ("OP_BV_COMP", "2"),
        ("OP_ARRAY_STORE", "8"),
        ("OP_BV_CONCAT", "1"),
        ("OP_UF_APPLY", "8->8"),
    ] {
        let drawn = draw_application(operator(key).unwrap(), 2, Some(&sort(wanted)), &mut draw);
        assert_eq!(drawn, None, "{key}");
    }
}

#[test]
fn every_row_is_in_the_table_of_its_theory() {
    for theory in Theory::ALL {
        for op in theory.operators() {
            assert_eq!(op.theory, *theory, "{}", op.key);
        }
    }
    assert!(Theory::ALL.is_sorted());
}

#[test]
fn symbols_find_their_rows() {
    let keys = |symbol| -> Vec<&str> { with_symbol(symbol).iter().map(|op| op.key).collect() };
    assert_eq!(keys("-"), ["OP_INT_NEG", "OP_INT_SUB", "OP_REAL_NEG", "OP_REAL_SUB"]);
    assert_eq!(keys("bv2nat"), ["OP_BV_UBV_TO_INT"]);
    assert_eq!(keys("no such symbol"), [""; 0]);
    for (alias, key) in aliases::ALIASES {
        assert!(operator(key).is_some_and(|op| op.symbol != *alias), "{alias} {key}");
    }
}

#[test]
fn functions_are_equal_in_higher_order_logic() {
    let function = Sort::fun([Sort::int()], Sort::bool());
    let typed = |key, args: &[Sort]| {
        let op = operator(key).unwrap();
        higher_order_sort_of(op, &ApplicationSorts { args, ..ApplicationSorts::default() })
    };
    let both = [function.clone(), function.clone()];
    assert_eq!(typed("OP_EQUAL", &both), Ok(Sort::bool()));
    assert_eq!(
        typed("OP_ITE", &[Sort::bool(), function.clone(), function.clone()]),
        Ok(function.clone())
    );
    assert!(typed("OP_EQUAL", &[function.clone(), Sort::reg_lan()]).is_err());
    assert!(typed("OP_SET_SINGLETON", &[function]).is_err());
}
