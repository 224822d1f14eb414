//! Values of the machine's own formats against the machine, which rounds to the nearest even number.

use super::{Choices, Float, Format};
use crate::RoundingMode;
use crate::meaning::float::tests::MODES;

const NEAREST: RoundingMode = RoundingMode::NearestEven;

/// The tests of one format of the machine.
macro_rules! machine_format {
    ($name:ident, $float:ty, $bits:ty, $format:expr) => {
        mod $name {
            use super::*;

            fn ours(value: $float) -> Float {
                Float::from_word($format, value.to_bits().into())
            }

            fn theirs(value: &Float) -> $float {
                <$float>::from_bits(value.to_word().expect("a word") as $bits)
            }

            /// The IEEE remainder by that of truncated division, which is exact in the machine.
            fn remainder(x: $float, y: $float) -> $float {
                let (mut rest, divisor) = (x.abs(), y.abs());
                if rest.is_nan() || rest.is_infinite() || divisor.is_nan() || divisor == 0.0 {
                    return <$float>::NAN;
                }
                if divisor <= <$float>::MAX / 2.0 {
                    rest %= 2.0 * divisor;
                }
                // Halves of the smallest numbers are no numbers, twice the largest ones are not either.
                let more_than_half = |rest: $float| match divisor < 1.0 {
                    true => 2.0 * rest > divisor,
                    false => rest > divisor / 2.0,
                };
                let half = |rest: $float| match divisor < 1.0 {
                    true => 2.0 * rest == divisor,
                    false => rest == divisor / 2.0,
                };
                if more_than_half(rest) {
                    rest -= divisor;
                    // Now the quotient is odd, so that a tie goes up.
                    if rest > 0.0 && (more_than_half(rest) || half(rest)) {
                        rest -= divisor;
                    }
                }
                if rest == 0.0 {
                    (0.0 as $float).copysign(x)
                } else if x < 0.0 {
                    -rest
                } else {
                    rest
                }
            }

            pub fn run(count: u64) {
                let mut choices = Choices::new(count);
                for _ in 0..count {
                    let x = choices.value($format);
                    let y = choices.value_beside(&x);
                    let z = choices.value_beside(&y);
                    let [a, b, c] = [&x, &y, &z].map(theirs);
                    let what = format!("{a:e} {b:e} {c:e}");
                    assert_eq!(x.add(NEAREST, &y), ours(a + b), "add {what}");
                    assert_eq!(x.sub(NEAREST, &y), ours(a - b), "sub {what}");
                    assert_eq!(x.mul(NEAREST, &y), ours(a * b), "mul {what}");
                    assert_eq!(x.div(NEAREST, &y), ours(a / b), "div {what}");
                    assert_eq!(x.fma(NEAREST, &y, &z), ours(a.mul_add(b, c)), "fma {what}");
                    assert_eq!(x.sqrt(NEAREST), ours(a.sqrt()), "sqrt {what}");
                    assert_eq!(x.rem(&y), ours(remainder(a, b)), "rem {what}");
                    assert_eq!(x.neg(), ours(-a), "neg {what}");
                    assert_eq!(x.abs(), ours(a.abs()), "abs {what}");
                    assert_eq!(x.compare(&y), a.partial_cmp(&b), "compare {what}");
                    assert_eq!(
                        [x.ieee_eq(&y), x.lt(&y), x.leq(&y), x.gt(&y), x.geq(&y)],
                        [a == b, a < b, a <= b, a > b, a >= b],
                        "comparisons {what}"
                    );
                    if a != 0.0 || b != 0.0 || x == y {
                        assert_eq!(x.min(&y), Some(ours(a.min(b))), "min {what}");
                        assert_eq!(x.max(&y), Some(ours(a.max(b))), "max {what}");
                    } else {
                        assert_eq!((x.min(&y), x.max(&y)), (None, None), "{what}");
                    }
                    assert_eq!(
                        [x.is_nan(), x.is_infinite(), x.is_zero(), x.is_normal(), x.is_subnormal()],
                        [a.is_nan(), a.is_infinite(), a == 0.0, a.is_normal(), a.is_subnormal()],
                        "kinds {what}"
                    );
                    assert_eq!(x.is_negative(), !a.is_nan() && a.is_sign_negative(), "{what}");
                    assert_eq!(x.is_positive(), !a.is_nan() && a.is_sign_positive(), "{what}");
                    for mode in MODES {
                        let integral = match mode {
                            RoundingMode::NearestAway => a.round(),
                            RoundingMode::NearestEven => a.round_ties_even(),
                            RoundingMode::Negative => a.floor(),
                            RoundingMode::Positive => a.ceil(),
                            RoundingMode::Zero => a.trunc(),
                        };
                        assert_eq!(x.round_to_integral(mode), ours(integral), "{mode:?} {what}");
                        let limit = (2.0 as $float).powi(63);
                        let signed = (-limit..limit).contains(&integral);
                        let expected = signed.then_some(integral as i64 as u64);
                        let given = x.to_sbv(mode, 64);
                        assert_eq!(given.map(|bits| word(&bits)), expected, "{mode:?} {what}");
                        let unsigned = (0.0..2.0 * limit).contains(&integral);
                        let expected = unsigned.then_some(integral as u64);
                        let given = x.to_ubv(mode, 64);
                        assert_eq!(given.map(|bits| word(&bits)), expected, "{mode:?} {what}");
                    }
                    let narrow = x.to_format(Format::FLOAT32, NEAREST);
                    assert_eq!(narrow, single(a as f32), "to 32 bits {what}");
                    let wide = x.to_format(Format::FLOAT64, NEAREST);
                    assert_eq!(wide, double(a.into()), "to 64 bits {what}");
                    let bits = match choices.below(2) {
                        0 => choices.word() >> choices.below(64),
                        _ => choices.word() as i64 as u64,
                    };
                    let vector = BitVec::new(64, bits.into());
                    assert_eq!(Float::from_ubv($format, NEAREST, &vector), ours(bits as $float));
                    let expected = ours(bits as i64 as $float);
                    assert_eq!(Float::from_sbv($format, NEAREST, &vector), expected, "{bits}");
                }
            }
        }
    };
}

use crate::BitVec;

fn word(bits: &BitVec) -> u64 {
    bits.bits().iter_u64_digits().next().unwrap_or(0)
}

fn single(value: f32) -> Float {
    Float::from_word(Format::FLOAT32, value.to_bits().into())
}

fn double(value: f64) -> Float {
    Float::from_word(Format::FLOAT64, value.to_bits())
}

machine_format!(float32, f32, u32, Format::FLOAT32);
machine_format!(float64, f64, u64, Format::FLOAT64);

#[test]
fn numbers_of_32_bits_are_those_of_the_machine() {
    float32::run(20_000);
}

#[test]
fn numbers_of_64_bits_are_those_of_the_machine() {
    float64::run(20_000);
}

#[test]
#[ignore = "long: 1,000,000 cases of all operations for each format of the machine"]
fn machine_1000000() {
    float32::run(1_000_000);
    float64::run(1_000_000);
    println!("1,000,000 cases of all operations agree with the machine, for each of its 2 formats");
}
