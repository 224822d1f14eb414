//! Particular rules, and formats that would take all memory if exponents were turned into shifts.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::One;

use super::{Choices, Float, Format, MODES};
use crate::{BitVec, FloatValue, RoundingMode};

fn format(exponent: u32, significand: u32) -> Format {
    Format::new(exponent, significand).expect("a format")
}

#[test]
fn values_are_small() {
    assert_eq!(size_of::<Float>(), 16);
}

#[test]
fn formats_have_bounds() {
    assert!(Format::new(1, 5).is_none() && Format::new(5, 1).is_none());
    assert!(Format::new(u32::MAX, 2).is_none() && Format::new(65_000, 536).is_none());
    assert_eq!(format(65_000, 535).width(), 65_535);
}

#[test]
fn values_of_literals_and_back() {
    let mut choices = Choices::new(5);
    for (exponent, significand) in [(2, 2), (5, 11), (11, 53), (12, 53), (15, 113)] {
        for _ in 0..100 {
            let value = choices.value(format(exponent, significand));
            let literal = value.to_value();
            assert_eq!(Float::from_value(&literal), Some(value.clone()));
            assert_eq!(literal.is_nan(), value.is_nan());
            let digits = literal.bits().to_binary();
            let (sign, rest) = digits.split_at(1);
            let (field, fraction) = rest.split_at(exponent as usize);
            let [sign, field, fraction] =
                [sign, field, fraction].map(|text| BitVec::from_binary(text).expect("digits"));
            assert_eq!(Float::from_parts(&sign, &field, &fraction), Some(value));
            assert_eq!(Float::from_parts(&field, &field, &fraction), None);
        }
        let nan = Float::nan(format(exponent, significand));
        assert_eq!(nan.to_value(), FloatValue::nan(exponent, significand));
        let all_ones = BitVec::new(
            exponent + significand,
            (BigUint::one() << (exponent + significand)) - 1u32,
        );
        assert_eq!(Float::from_bit_vec(nan.format(), &all_ones), Some(nan.clone()));
        assert_eq!((nan.neg(), nan.abs()), (nan.clone(), nan.clone()));
        for negative in [false, true] {
            let infinity = Float::infinity(nan.format(), negative);
            assert_eq!(infinity.to_value(), FloatValue::infinity(exponent, significand, negative));
            assert!(infinity.is_infinite() && infinity.neg().is_infinite());
        }
    }
    assert_eq!(Float::from_bit_vec(Format::FLOAT16, &BitVec::new(15, BigUint::ZERO)), None);
}

/// Every operation on operands whose exponents are 2^59 apart, and farther.
#[test]
fn huge_exponents_take_no_memory() {
    for (exponent, significand) in [(60, 60), (60, 4), (1000, 10), (60_000, 70)] {
        let format = format(exponent, significand);
        let one = Float::from_int(format, RoundingMode::Zero, &1.into());
        let largest = Float::largest(format, false);
        let smallest = Float::from_word(format, 1);
        for mode in MODES {
            let up = mode == RoundingMode::Positive;
            let down = matches!(mode, RoundingMode::Negative | RoundingMode::Zero);
            let after_one = Float::from_bits(format, &(one.to_bits().bits() + 1u32));
            let before_one = Float::from_bits(format, &(one.to_bits().bits() - 1u32));
            let sum = if up { &after_one } else { &one };
            assert_eq!(one.add(mode, &smallest), *sum, "{mode:?}");
            let difference = if down { &before_one } else { &one };
            assert_eq!(one.sub(mode, &smallest), *difference, "{mode:?}");
            assert_eq!(one.fma(mode, &one, &smallest), *sum, "{mode:?}");
            assert_eq!(smallest.fma(mode, &smallest, &one), *sum, "{mode:?}");
            let tiny = if up { &smallest } else { &Float::zero(format, false) };
            assert_eq!(smallest.mul(mode, &smallest), *tiny, "{mode:?}");
            assert_eq!(smallest.div(mode, &largest), *tiny, "{mode:?}");
            let infinity = Float::infinity(format, false);
            let huge = if down { &largest } else { &infinity };
            assert_eq!(largest.mul(mode, &largest), *huge, "{mode:?}");
            assert_eq!(largest.fma(mode, &largest, &smallest.neg()), *huge, "{mode:?}");
            assert_eq!(largest.div(mode, &smallest), *huge, "{mode:?}");
            assert_eq!(largest.round_to_integral(mode), largest);
            let integral = if up { &one } else { &Float::zero(format, false) };
            assert_eq!(smallest.round_to_integral(mode), *integral, "{mode:?}");
            assert_eq!(largest.to_sbv(mode, 100), None);
            assert_eq!(smallest.to_ubv(mode, 8), Some(BitVec::new(8, u32::from(up).into())));
            assert!(!largest.sqrt(mode).is_infinite() && !smallest.sqrt(mode).is_subnormal());
            let third = BigRational::new(BigInt::from(1), BigInt::from(3));
            let real = Float::from_rational(format, mode, &third);
            let three = Float::from_int(format, mode, &3.into());
            assert_eq!(one.div(mode, &three), real, "{mode:?}");
            let single = largest.to_format(Format::FLOAT32, mode);
            let expected = Float::infinity(Format::FLOAT32, false);
            assert_eq!(single == expected, !down, "{mode:?}");
        }
        assert_eq!(smallest.rem(&largest), smallest);
        // Every number is a multiple of the smallest.
        assert_eq!(largest.neg().rem(&smallest), Float::zero(format, true));
    }
}

/// 2^k modulo 3 is 1 or 2, by whether k is even: the nearest multiple of 3 is one less or one more.
#[test]
fn remainders_of_huge_powers_of_two() {
    for (exponent, significand) in [(60, 4), (60, 60), (1000, 10)] {
        let format = format(exponent, significand);
        let stored = significand - 1;
        let one = Float::from_int(format, RoundingMode::Zero, &1.into());
        let three = Float::from_int(format, RoundingMode::Zero, &3.into());
        // The field of the largest exponent is 2^e - 2, of which the bias is taken: 2^(e-1) - 1, an odd number.
        for (less, expected) in [(0u32, one.neg()), (1, one.clone()), (2, one.neg())] {
            let field = (BigUint::one() << exponent) - 2u32 - less;
            let power = Float::from_bits(format, &(field << stored));
            assert_eq!(power.rem(&three), expected, "{exponent} {significand} {less}");
        }
    }
}
