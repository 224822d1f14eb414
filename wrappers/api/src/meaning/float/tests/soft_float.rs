//! Formats of 16, 32 and 64 bits in all rounding modes against a soft-float crate, that of the Rust compiler.

use rustc_apfloat::ieee::{Double, Half, Single};
use rustc_apfloat::{FloatConvert, Round, Status, StatusAnd};

use super::neighbours::{check_rounded_by, exact};
use super::{Choices, Float, Format, MODES};
use crate::{BitVec, RoundingMode};

fn their_mode(mode: RoundingMode) -> Round {
    match mode {
        RoundingMode::NearestAway => Round::NearestTiesToAway,
        RoundingMode::NearestEven => Round::NearestTiesToEven,
        RoundingMode::Negative => Round::TowardNegative,
        RoundingMode::Positive => Round::TowardPositive,
        RoundingMode::Zero => Round::TowardZero,
    }
}

fn theirs<T: rustc_apfloat::Float>(value: &Float) -> T {
    T::from_bits(value.to_word().expect("a word").into())
}

fn ours<T: rustc_apfloat::Float>(format: Format, value: StatusAnd<T>) -> Float {
    Float::from_word(format, value.value.to_bits() as u64)
}

fn word(bits: &BitVec) -> u64 {
    bits.bits().iter_u64_digits().next().unwrap_or(0)
}

/// All operations on so many drawn tuples, each in all modes.
fn run<T>(format: Format, count: u64)
where
    T: rustc_apfloat::Float + FloatConvert<Half> + FloatConvert<Single> + FloatConvert<Double>,
{
    let mut choices = Choices::new(format.width().into());
    for _ in 0..count {
        let x = choices.value(format);
        let y = choices.value_beside(&x);
        let z = choices.value_beside(&y);
        let [a, b, c] = [&x, &y, &z].map(theirs::<T>);
        let number = choices.word() >> choices.below(64);
        // The crate has no signed numbers of one bit.
        let width = 2 + choices.below(63) as u32;
        for mode in MODES {
            let what = || format!("{format:?} {mode:?} {x:?} {y:?} {z:?} {number} {width}");
            let round = their_mode(mode);
            let same = |key: &str, given: Float, expected: StatusAnd<T>| {
                let expected = ours(format, expected);
                assert!(given == expected, "{key}: {given:?}, not {expected:?}: {}", what());
            };
            same("add", x.add(mode, &y), a.add_r(b, round));
            same("sub", x.sub(mode, &y), a.sub_r(b, round));
            same("mul", x.mul(mode, &y), a.mul_r(b, round));
            same("div", x.div(mode, &y), a.div_r(b, round));
            same("fma", x.fma(mode, &y, &z), a.mul_add_r(b, c, round));
            same("integral", x.round_to_integral(mode), a.round_to_integral(round));
            let sixteen: StatusAnd<Half> = a.convert_r(round, &mut false);
            let thirty_two: StatusAnd<Single> = a.convert_r(round, &mut false);
            let sixty_four: StatusAnd<Double> = a.convert_r(round, &mut false);
            for (to, expected) in [
                (Format::FLOAT16, ours(Format::FLOAT16, sixteen)),
                (Format::FLOAT32, ours(Format::FLOAT32, thirty_two)),
                (Format::FLOAT64, ours(Format::FLOAT64, sixty_four)),
            ] {
                assert!(x.to_format(to, mode) == expected, "{to:?} of {}", what());
            }
            let vector = BitVec::new(64, number.into());
            let (unsigned, signed) = (u128::from(number), i128::from(number as i64));
            same("ubv", Float::from_ubv(format, mode, &vector), T::from_u128_r(unsigned, round));
            same("sbv", Float::from_sbv(format, mode, &vector), T::from_i128_r(signed, round));
            let low = |number: u128| number as u64 & (u64::MAX >> (64 - width));
            let expected = a.to_u128_r(width as usize, round, &mut false);
            let in_range = !expected.status.contains(Status::INVALID_OP);
            let given = x.to_ubv(mode, width).map(|bits| word(&bits));
            assert!(given == in_range.then_some(low(expected.value)), "to_ubv {}", what());
            let expected = a.to_i128_r(width as usize, round, &mut false);
            let in_range = !expected.status.contains(Status::INVALID_OP);
            let given = x.to_sbv(mode, width).map(|bits| word(&bits));
            assert!(given == in_range.then_some(low(expected.value as u128)), "to_sbv {}", what());
            // The crate has no square roots.
            if x.is_positive() && !x.is_zero() && !x.is_infinite() {
                let square = exact(&x);
                let compared = |other: &num_rational::BigRational| square.cmp(&(other * other));
                check_rounded_by(&x.sqrt(mode), mode, false, compared, "sqrt");
            }
        }
        let rest = ours(format, a.ieee_rem(b));
        assert!(x.rem(&y) == rest, "rem {x:?} {y:?}: {:?}, not {rest:?}", x.rem(&y));
        assert_eq!(x.compare(&y), a.partial_cmp(&b), "compare {x:?} {y:?}");
        let kinds = [x.is_nan(), x.is_infinite(), x.is_zero(), x.is_normal(), x.is_subnormal()];
        let expected = [a.is_nan(), a.is_infinite(), a.is_zero(), a.is_normal(), a.is_denormal()];
        assert_eq!(kinds, expected, "{x:?}");
    }
}

fn all_formats(count: u64) {
    run::<Half>(Format::FLOAT16, count);
    run::<Single>(Format::FLOAT32, count);
    run::<Double>(Format::FLOAT64, count);
}

#[test]
fn all_modes_are_those_of_a_soft_float() {
    all_formats(1_000);
}

#[test]
#[ignore = "long: 1,000,000 cases of all operations in all modes for each of three formats"]
fn soft_float_1000000() {
    all_formats(1_000_000);
    println!(
        "1,000,000 cases of all operations in 5 modes agree with a soft-float crate, for each of 3 formats"
    );
}
