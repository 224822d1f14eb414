//! Every row of the theory, on all values of small formats, against [`Small`]: a row that is not known here fails.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::small::{Number, Small, integer};
use super::{Float, MODES};
use crate::meaning::{Arg, Call, Datum, NothingKnown, Unknown, apply};
use crate::{Op, RoundingMode, Sort, Theory};

/// Formats that are tried exhaustively.
const FORMATS: [(u32, u32); 3] = [(2, 3), (3, 3), (3, 4)];

/// What an operator gives: a value, or nothing where the standard leaves it open.
type Expected = Option<Datum>;

impl Small {
    fn sort(&self) -> Sort {
        Sort::floating_point(self.format.exponent_width(), self.format.significand_width())
    }

    fn datum(&self, value: &Float) -> Datum {
        let bits = value.to_word().expect("a word");
        Datum::Float(
            self.format.exponent_width() as u8,
            self.format.significand_width() as u8,
            if *value == self.nan() { self.nan().to_word().expect("a word") } else { bits },
        )
    }
}

/// Applies rows, and counts.
struct Rows {
    op: &'static Op,
    seen: u64,
}

impl Rows {
    fn check(&mut self, indices: &[u32], result: &Sort, args: &[Datum], expected: Expected) {
        let call = Call { op: self.op, sorts: &[], names: &[], indices, result };
        let borrowed: Vec<Arg<'_>> = args.iter().map(Ok).collect();
        let given = match apply(&call, &borrowed, &NothingKnown) {
            Ok(value) => Some(value),
            Err(Unknown::Open(_)) => None,
            Err(other) => panic!("{} of {args:?}: {other:?}", self.op.key),
        };
        assert_eq!(given, expected, "{} {indices:?} of {args:?}", self.op.key);
        self.seen += 1;
    }
}

fn bits(width: u32, number: i64) -> Datum {
    Datum::bits(width, number as u64 & ((1 << width) - 1))
}

fn real(number: Number) -> Datum {
    Datum::real(BigRational::new(BigInt::from(*number.numer()), BigInt::from(*number.denom())))
}

/// The value of a number that may be zero, in another format.
fn rounded(to: &Small, mode: RoundingMode, number: Number, zero: bool) -> Float {
    if number == Number::from(0) { to.with(zero, 0) } else { to.round(mode, number) }
}

fn ordered(small: &Small, x: &Float, y: &Float) -> Option<std::cmp::Ordering> {
    // Infinities are the first numbers beyond all others here.
    let number = |value: &Float| {
        let far = Number::from(1 << 20);
        let beyond = if small.negative(value) { -far } else { far };
        (*value != small.nan()).then(|| small.number(value).unwrap_or(beyond))
    };
    Some(number(x)?.cmp(&number(y)?))
}

/// Operators of one value, without a mode.
fn of_one(rows: &mut Rows, small: &Small, x: &Float) {
    let (bool, datum) = (Sort::bool(), small.datum(x));
    let (nan, number) = (*x == small.nan(), small.number(x));
    let negative = small.negative(x);
    let least_normal = small.numbers[1 << (small.format.significand_width() - 1)];
    let magnitude = number.map(|number| if negative { -number } else { number });
    let zero = Number::from(0);
    let raw = x.to_word().expect("a word");
    let high = small.format.width() - 1;
    let value = |value: Float| Some(small.datum(&value));
    let truth = |truth: bool| Some(Datum::Bool(truth));
    let (result, expected) = match rows.op.key {
        "OP_FP_ABS" if nan => (small.sort(), value(small.nan())),
        "OP_FP_NEG" if nan => (small.sort(), value(small.nan())),
        "OP_FP_ABS" => (small.sort(), value(Float::from_word(small.format, raw % (1 << high)))),
        "OP_FP_NEG" => (small.sort(), value(Float::from_word(small.format, raw ^ (1 << high)))),
        "OP_FP_IS_NAN" => (bool, truth(nan)),
        "OP_FP_IS_INF" => (bool, truth(!nan && number.is_none())),
        "OP_FP_IS_ZERO" => (bool, truth(magnitude == Some(zero))),
        "OP_FP_IS_NORMAL" => (bool, truth(magnitude.is_some_and(|number| number >= least_normal))),
        "OP_FP_IS_SUBNORMAL" => {
            let is = magnitude.is_some_and(|number| number > zero && number < least_normal);
            (bool, truth(is))
        }
        "OP_FP_IS_NEG" => (bool, truth(!nan && negative)),
        "OP_FP_IS_POS" => (bool, truth(!nan && !negative)),
        "OP_FP_TO_REAL" => (Sort::real(), number.map(real)),
        "OP_FP_TO_IEEE_BV" => {
            let width = small.format.width();
            (Sort::bit_vec(width), (!nan).then(|| Datum::bits(width, raw)))
        }
        key => panic!("{key} is not known to this test"),
    };
    rows.check(&[], &result, &[datum], expected);
}

/// Operators of two values, without a mode.
fn of_two(rows: &mut Rows, small: &Small, x: &Float, y: &Float) {
    let args = [small.datum(x), small.datum(y)];
    let order = ordered(small, x, y);
    let truth = |truth: bool| Some(Datum::Bool(truth));
    let (bool, sort) = (Sort::bool(), small.sort());
    let both_zero =
        small.number(x) == Some(Number::from(0)) && small.number(y) == Some(Number::from(0));
    // The one that is no NaN, if there is one; of zeros of different sign either.
    let extreme = |wanted: std::cmp::Ordering| match order {
        None if *x == small.nan() => Some(small.datum(y)),
        None => Some(small.datum(x)),
        Some(_) if both_zero && x != y => None,
        Some(order) => Some(small.datum(if order == wanted { x } else { y })),
    };
    let (result, expected) = match rows.op.key {
        "OP_FP_EQ" => (bool, truth(order.is_some_and(|order| order.is_eq()))),
        "OP_FP_LT" => (bool, truth(order.is_some_and(|order| order.is_lt()))),
        "OP_FP_LEQ" => (bool, truth(order.is_some_and(|order| order.is_le()))),
        "OP_FP_GT" => (bool, truth(order.is_some_and(|order| order.is_gt()))),
        "OP_FP_GEQ" => (bool, truth(order.is_some_and(|order| order.is_ge()))),
        "OP_FP_MIN" => (sort, extreme(std::cmp::Ordering::Less)),
        "OP_FP_MAX" => (sort, extreme(std::cmp::Ordering::Greater)),
        "OP_FP_REM" => (sort, Some(small.datum(&small.remainder(x, y)))),
        key => panic!("{key} is not known to this test"),
    };
    rows.check(&[], &result, &args, expected);
}

/// Operators of a mode and two values.
fn rounded_of_two(rows: &mut Rows, small: &Small, x: &Float, y: &Float) {
    for mode in MODES {
        let negated = match *y == small.nan() {
            true => y.clone(),
            false => small.with(!small.negative(y), small.index(y)),
        };
        let expected = match rows.op.key {
            "OP_FP_ADD" => small.sum(mode, x, y),
            "OP_FP_SUB" => small.sum(mode, x, &negated),
            "OP_FP_MUL" => small.fused(mode, x, y, None),
            "OP_FP_DIV" => small.quotient(mode, x, y),
            key => panic!("{key} is not known to this test"),
        };
        let args = [Datum::RoundingMode(mode), small.datum(x), small.datum(y)];
        rows.check(&[], &small.sort(), &args, Some(small.datum(&expected)));
    }
}

/// Operators of a mode and one value, to a value, to bits, to another format.
fn rounded_of_one(rows: &mut Rows, small: &Small, x: &Float, others: &[Small]) {
    for mode in MODES {
        let args = [Datum::RoundingMode(mode), small.datum(x)];
        let number = small.number(x);
        let int = number.map(|number| integer(mode, number));
        match rows.op.key {
            "OP_FP_SQRT" => {
                let root = match number {
                    None if *x == small.infinity(false) => x.clone(),
                    Some(number) if number == Number::from(0) => x.clone(),
                    Some(number) if number > Number::from(0) => {
                        small.round_by(mode, false, |other| number.cmp(&(other * other)))
                    }
                    _ => small.nan(),
                };
                rows.check(&[], &small.sort(), &args, Some(small.datum(&root)));
            }
            "OP_FP_RTI" => {
                let value =
                    int.map_or(x.clone(), |int| rounded(small, mode, int, small.negative(x)));
                rows.check(&[], &small.sort(), &args, Some(small.datum(&value)));
            }
            key @ ("OP_FP_TO_UBV" | "OP_FP_TO_SBV") => {
                for width in 1..=7 {
                    let range = match key {
                        "OP_FP_TO_UBV" => 0..1i64 << width,
                        _ => -(1i64 << (width - 1))..1i64 << (width - 1),
                    };
                    let int = int.map(|int| int.to_integer()).filter(|int| range.contains(int));
                    let expected = int.map(|int| bits(width, int));
                    rows.check(&[width], &Sort::bit_vec(width), &args, expected);
                }
            }
            "OP_FP_TO_FP_FROM_FP" => {
                for other in others {
                    let value = match number {
                        Some(number) => rounded(other, mode, number, small.negative(x)),
                        None if *x == small.nan() => other.nan(),
                        None => other.infinity(small.negative(x)),
                    };
                    let indices = [other.format.exponent_width(), other.format.significand_width()];
                    rows.check(&indices, &other.sort(), &args, Some(other.datum(&value)));
                }
            }
            key => panic!("{key} is not known to this test"),
        }
    }
}

/// What is made of other sorts.
fn from_others(rows: &mut Rows, small: &Small) {
    let (exponent, significand) = (small.format.exponent_width(), small.format.significand_width());
    let indices = [exponent, significand];
    let width = exponent + significand;
    let sort = small.sort();
    match rows.op.key {
        key @ ("OP_FP_FP" | "OP_FP_TO_FP_FROM_BV") => {
            for raw in 0..1i64 << width {
                // More than infinity, without the sign.
                let infinity = ((1 << exponent) - 1) << (significand - 1);
                let value = match raw % (1 << (width - 1)) > infinity {
                    true => small.nan(),
                    false => Float::from_word(small.format, raw as u64),
                };
                let parts = [
                    bits(1, raw >> (width - 1)),
                    bits(exponent, raw >> (significand - 1)),
                    bits(significand - 1, raw),
                ];
                let expected = Some(small.datum(&value));
                match key {
                    "OP_FP_FP" => rows.check(&[], &sort, &parts, expected),
                    _ => rows.check(&indices, &sort, &[bits(width, raw)], expected),
                }
            }
        }
        key @ ("OP_FP_TO_FP_FROM_UBV" | "OP_FP_TO_FP_FROM_SBV") => {
            for width in 1..=7 {
                for raw in 0..1i64 << width {
                    let top = raw >> (width - 1) == 1 && key == "OP_FP_TO_FP_FROM_SBV";
                    let number = Number::from(raw - if top { 1 << width } else { 0 });
                    for mode in MODES {
                        let args = [Datum::RoundingMode(mode), bits(width, raw)];
                        let value = rounded(small, mode, number, false);
                        rows.check(&indices, &sort, &args, Some(small.datum(&value)));
                    }
                }
            }
        }
        "OP_FP_TO_FP_FROM_REAL" => {
            // Every number of the format, every middle between two, and what lies close to them.
            let steps = [Number::from(0), Number::new(1, 1 << 12), Number::new(-1, 1 << 12)];
            for pair in small.numbers.windows(2) {
                for number in [pair[0], (pair[0] + pair[1]) / 2, pair[1], pair[1] * 2] {
                    for number in steps.map(|step| number + step) {
                        for number in [number, -number] {
                            for mode in MODES {
                                let value = rounded(small, mode, number, false);
                                let args = [Datum::RoundingMode(mode), real(number)];
                                rows.check(&indices, &sort, &args, Some(small.datum(&value)));
                            }
                        }
                    }
                }
            }
        }
        key => panic!("{key} is not known to this test"),
    }
}

/// A sum and a product: all triples, or each so many-th.
fn fused(rows: &mut Rows, small: &Small, step: usize) {
    let values = small.values();
    let mut number = 0;
    for x in &values {
        for y in &values {
            for z in &values {
                number += 1;
                if number % step != 0 {
                    continue;
                }
                for mode in MODES {
                    let expected = small.fused(mode, x, y, Some(z));
                    let args =
                        [Datum::RoundingMode(mode), small.datum(x), small.datum(y), small.datum(z)];
                    rows.check(&[], &small.sort(), &args, Some(small.datum(&expected)));
                }
            }
        }
    }
}

/// How many applications were compared; of triples each so many-th.
fn every_row(step: usize) -> u64 {
    let all: Vec<Small> = FORMATS.iter().map(|(e, s)| Small::new(*e, *s)).collect();
    let mut seen = 0;
    for op in Theory::FloatingPoint.operators() {
        let mut rows = Rows { op, seen: 0 };
        for small in &all {
            let values = small.values();
            match (op.key, op.arity().0) {
                ("OP_FP_FMA", _) => fused(&mut rows, small, step),
                ("OP_FP_FP", _) => from_others(&mut rows, small),
                (key, _) if key.starts_with("OP_FP_TO_FP_") && key != "OP_FP_TO_FP_FROM_FP" => {
                    from_others(&mut rows, small);
                }
                (_, 1) => values.iter().for_each(|x| of_one(&mut rows, small, x)),
                ("OP_FP_SQRT" | "OP_FP_RTI" | "OP_FP_TO_UBV" | "OP_FP_TO_SBV", _)
                | ("OP_FP_TO_FP_FROM_FP", _) => {
                    values.iter().for_each(|x| rounded_of_one(&mut rows, small, x, &all));
                }
                (_, arity) => {
                    for x in &values {
                        for y in &values {
                            match arity {
                                2 => of_two(&mut rows, small, x, y),
                                _ => rounded_of_two(&mut rows, small, x, y),
                            }
                        }
                    }
                }
            }
        }
        assert!(rows.seen > 100, "{}: {}", op.key, rows.seen);
        seen += rows.seen;
    }
    seen
}

#[test]
fn every_row_on_all_values_of_small_formats() {
    assert!(every_row(97) > 500_000);
}

#[test]
#[ignore = "long: fused multiplication and addition of all triples of three formats"]
fn every_row_and_all_triples() {
    let seen = every_row(1);
    println!("{seen} applications of all rows to all values of 3 formats agree with rationals");
}
