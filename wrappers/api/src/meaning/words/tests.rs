//! Each kernel against the meaning of its row, cell by cell.

use super::{Coding, Kernel, Shape};
use crate::meaning::datum::low_bits;
use crate::meaning::{Call, Datum, Meaning, Unknown};
use crate::{Fold, Op, Sort, SortShape, theory};

/// Numbers that are the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// The word of a value of a sort: an extreme one, a small one, or any.
    fn word(&mut self, sort: &Sort) -> u64 {
        let any = self.next();
        match sort.shape() {
            SortShape::BitVec(width) => {
                let sign = 1 << (width - 1);
                let mask = low_bits(*width);
                match self.below(8) {
                    0 => 0,
                    1 => 1 & mask,
                    2 => mask,
                    3 => sign,
                    4 => (sign - 1) & mask,
                    5 => (any % (u64::from(*width) + 2)) & mask,
                    _ => any & mask,
                }
            }
            SortShape::Int => match self.below(6) {
                0 => 0,
                1 => i64::MIN as u64,
                2 => i64::MAX as u64,
                3 => (any % 7) as i64 as u64,
                4 => -((any % 7) as i64) as u64,
                _ => any,
            },
            SortShape::RoundingMode => any % 5,
            SortShape::FloatingPoint(exponent, significand) => {
                let fraction = significand - 1;
                let width = exponent + significand;
                let infinity = low_bits(*exponent) << fraction;
                let sign = (any >> 63) << (width - 1);
                let magnitude = match self.below(9) {
                    0 => 0,
                    1 => infinity,
                    2 => infinity - 1,
                    3 => 1,
                    4 => 1 << fraction,
                    5 => (1 << fraction) - 1,
                    6 => return infinity | 1 << (fraction - 1),
                    _ => any & low_bits(width - 1),
                };
                match magnitude > infinity {
                    true => infinity | 1 << (fraction - 1),
                    false => sign | magnitude,
                }
            }
            _ => panic!("{sort:?} has no words"),
        }
    }
}

/// Sorts of arguments, and indices, of applications whose values are words.
fn applications(op: &Op, numbers: &mut Numbers) -> Option<(Vec<Sort>, Vec<u32>, Sort)> {
    let width = 1 + numbers.below(64) as u32;
    let exponent = 2 + numbers.below(10) as u32;
    let significand = 2 + numbers.below(51) as u32;
    let float = match numbers.below(4) {
        0 => Sort::floating_point(11, 53),
        1 => Sort::floating_point(8, 24),
        _ => Sort::floating_point(exponent, significand),
    };
    let bits = Sort::bit_vec(width);
    let one = |sort: &Sort| Some((vec![sort.clone()], Vec::new(), sort.clone()));
    let two = |sort: &Sort, result: &Sort| {
        Some((vec![sort.clone(), sort.clone()], Vec::new(), result.clone()))
    };
    let (bool, int, mode) = (Sort::bool(), Sort::int(), Sort::rounding_mode());
    let test = matches!(op.kernel, Kernel::Test(_));
    match op.key {
        "OP_BV_CONCAT" => {
            let high = 1 + numbers.below(63) as u32;
            let low = 1 + numbers.below(u64::from(64 - high)) as u32;
            let args = vec![Sort::bit_vec(high), Sort::bit_vec(low)];
            Some((args, Vec::new(), Sort::bit_vec(high + low)))
        }
        "OP_BV_EXTRACT" => {
            let high = numbers.below(width.into()) as u32;
            let low = numbers.below(u64::from(high) + 1) as u32;
            Some((vec![bits], vec![high, low], Sort::bit_vec(high - low + 1)))
        }
        "OP_BV_REPEAT" => {
            let times = 1 + numbers.below((64 / width).into()) as u32;
            Some((vec![bits], vec![times], Sort::bit_vec(width * times)))
        }
        "OP_BV_ZERO_EXTEND" | "OP_BV_SIGN_EXTEND" => {
            let by = numbers.below(u64::from(64 - width) + 1) as u32;
            Some((vec![bits], vec![by], Sort::bit_vec(width + by)))
        }
        "OP_BV_ROTATE_LEFT" | "OP_BV_ROTATE_RIGHT" => {
            Some((vec![bits.clone()], vec![numbers.below(200) as u32], bits))
        }
        "OP_BV_COMP" => two(&bits, &Sort::bit_vec(1)),
        "OP_BV_REDAND" | "OP_BV_REDOR" => Some((vec![bits], Vec::new(), Sort::bit_vec(1))),
        "OP_BV_UBV_TO_INT" | "OP_BV_SBV_TO_INT" => Some((vec![bits], Vec::new(), int)),
        "OP_BV_NOT" | "OP_BV_NEG" => one(&bits),
        "OP_BV_NEGO" => Some((vec![bits], Vec::new(), bool)),
        "OP_INT_NEG" | "OP_INT_ABS" => one(&int),
        "OP_INT_IS_DIV" => Some((vec![int], vec![1 + numbers.below(9) as u32], bool)),
        "OP_INT_TO_BV" => Some((vec![int], vec![width], bits)),
        "OP_FP_NEG" | "OP_FP_ABS" => one(&float),
        "OP_FP_REM" => two(&float, &float),
        "OP_FP_SQRT" | "OP_FP_RTI" => Some((vec![mode, float.clone()], Vec::new(), float)),
        "OP_FP_ADD" | "OP_FP_SUB" | "OP_FP_MUL" | "OP_FP_DIV" => {
            Some((vec![mode, float.clone(), float.clone()], Vec::new(), float))
        }
        "OP_FP_FMA" => {
            let args = vec![mode, float.clone(), float.clone(), float.clone()];
            Some((args, Vec::new(), float))
        }
        "OP_FP_TO_FP_FROM_FP" => {
            let result = Sort::floating_point(exponent, significand);
            Some((vec![mode, float], vec![exponent, significand], result))
        }
        "OP_FP_TO_FP_FROM_BV" => {
            let result = Sort::floating_point(exponent, significand);
            let args = vec![Sort::bit_vec(exponent + significand)];
            Some((args, vec![exponent, significand], result))
        }
        key if key.starts_with("OP_FP_IS_") => Some((vec![float], Vec::new(), bool)),
        key if key.starts_with("OP_FP_") && test => two(&float, &bool),
        key if key.starts_with("OP_BV_") => two(&bits, if test { &bool } else { &bits }),
        key if key.starts_with("OP_INT_") => two(&int, if test { &bool } else { &int }),
        _ => None,
    }
}

#[test]
fn kernels_say_what_the_rows_mean() {
    const COLUMNS: usize = 64;
    let mut numbers = Numbers(7);
    let mut kernels = 0;
    for op in theory::operators() {
        if matches!(op.kernel, Kernel::None | Kernel::Core(_)) {
            continue;
        }
        kernels += 1;
        let Meaning::Strict(meaning) = op.meaning else { panic!("{} is not strict", op.key) };
        assert!(matches!(op.fold, Fold::None | Fold::LeftAssoc | Fold::Chainable), "{}", op.key);
        let mut compared = 0;
        for _ in 0..256 {
            let (sorts, indices, result) =
                applications(op, &mut numbers).unwrap_or_else(|| panic!("{}: no sorts", op.key));
            let words: Vec<Vec<u64>> = sorts
                .iter()
                .map(|sort| (0..COLUMNS).map(|_| numbers.word(sort)).collect())
                .collect();
            let rows: Vec<&[u64]> = words.iter().map(Vec::as_slice).collect();
            let call = Call { op, sorts: &[], names: &[], indices: &indices, result: &result };
            let shape = Shape::of(&sorts, &indices);
            let expected: Vec<Result<Datum, Unknown>> = (0..COLUMNS)
                .map(|column| {
                    let args: Vec<Datum> = sorts
                        .iter()
                        .zip(&rows)
                        .map(|(sort, row)| Coding::of(sort).unwrap().datum(row[column]))
                        .collect();
                    meaning(&call, &args.iter().collect::<Vec<_>>())
                })
                .collect();
            let given: Vec<Datum> = match op.kernel {
                Kernel::Test(test) => {
                    let truths = test(&shape, &rows);
                    (0..COLUMNS).map(|column| Datum::Bool(truths >> column & 1 == 1)).collect()
                }
                Kernel::Map(map) => {
                    let mut out = vec![0; COLUMNS];
                    if !map(&shape, &rows, &mut out) {
                        let beyond = |one: &Result<Datum, Unknown>| {
                            one.as_ref().map_or(true, |datum| Coding::word(datum).is_none())
                        };
                        assert!(expected.iter().any(beyond), "{} gave up", op.key);
                        continue;
                    }
                    let coding = Coding::of(&result).unwrap();
                    out.iter().map(|word| coding.datum(*word)).collect()
                }
                _ => continue,
            };
            compared += 1;
            for (column, (given, expected)) in given.iter().zip(&expected).enumerate() {
                let args: Vec<u64> = rows.iter().map(|row| row[column]).collect();
                assert_eq!(
                    Ok(given),
                    expected.as_ref(),
                    "{} {indices:?} of {args:x?}: {sorts:?}",
                    op.key
                );
            }
        }
        // Of 64 columns of integers one overflows nearly always, and one divisor is zero.
        let few = op.key.starts_with("OP_INT") || op.key == "OP_BV_UBV_TO_INT";
        assert!(few || compared == 256, "{}: {compared}", op.key);
    }
    assert!(kernels > 75, "{kernels}");
}

#[test]
fn kernels_of_integers_are_compared_too() {
    // A column at a time, so that an overflow hides nothing else.
    let mut numbers = Numbers(11);
    for op in theory::operators().filter(|op| op.key.starts_with("OP_INT_")) {
        let (Kernel::Map(map), Meaning::Strict(meaning)) = (op.kernel, op.meaning) else {
            continue;
        };
        let mut compared = 0;
        for _ in 0..10_000 {
            let (sorts, indices, result) = applications(op, &mut numbers).unwrap();
            let words: Vec<[u64; 1]> = sorts.iter().map(|sort| [numbers.word(sort)]).collect();
            let rows: Vec<&[u64]> = words.iter().map(|row| row.as_slice()).collect();
            let call = Call { op, sorts: &[], names: &[], indices: &indices, result: &result };
            let args: Vec<Datum> = sorts
                .iter()
                .zip(&rows)
                .map(|(sort, row)| Coding::of(sort).unwrap().datum(row[0]))
                .collect();
            let expected = meaning(&call, &args.iter().collect::<Vec<_>>());
            let mut out = [0];
            if map(&Shape::of(&sorts, &indices), &rows, &mut out) {
                compared += 1;
                assert_eq!(Ok(Coding::of(&result).unwrap().datum(out[0])), expected, "{args:?}");
            } else {
                assert!(expected.is_err() || Coding::word(&expected.unwrap()).is_none());
            }
        }
        assert!(compared > 2_000, "{}: {compared}", op.key);
    }
}
