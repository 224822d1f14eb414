//! Whether a value is what an exact one is rounded to, by looking at the values beside it.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::RoundingMode;
use crate::meaning::float::{Float, Format};

/// 2^exponent.
fn power(exponent: i64) -> BigRational {
    let power = BigInt::one() << exponent.unsigned_abs();
    if exponent < 0 { BigRational::new(BigInt::one(), power) } else { power.into() }
}

/// The number with these bits, by the formula of the standard. Infinity is the next number after the largest.
pub fn number(format: Format, magnitude: &BigUint) -> BigRational {
    let stored = format.significand_width() - 1;
    let field = (magnitude >> stored).to_i64().expect("a short exponent");
    let fraction = BigRational::from(BigInt::from(magnitude % (BigUint::one() << stored)));
    let bias = (1i64 << (format.exponent_width() - 1)) - 1;
    let fraction = fraction * power(-i64::from(stored));
    match field {
        0 => fraction * power(1 - bias),
        _ => (fraction + BigRational::one()) * power(field - bias),
    }
}

/// The number of a finite value.
pub fn exact(value: &Float) -> BigRational {
    let sign = BigUint::one() << (value.format().width() - 1);
    let magnitude = number(value.format(), &(value.to_bits().bits() % sign));
    if value.is_negative() { -magnitude } else { magnitude }
}

/// Panics unless `result` is what the number that is not zero is rounded to.
pub fn check_rounded(result: &Float, mode: RoundingMode, exact: &BigRational, what: &str) {
    let magnitude = exact.abs();
    check_rounded_by(result, mode, exact.is_negative(), |other| magnitude.cmp(other), what);
}

/// As [`check_rounded`], of a number of which only its sign is known, and how it compares, without it, to others.
pub fn check_rounded_by(
    result: &Float,
    mode: RoundingMode,
    negative: bool,
    compared: impl Fn(&BigRational) -> Ordering,
    what: &str,
) {
    let format = result.format();
    assert!(!result.is_nan(), "{what}: NaN");
    assert_eq!(result.is_negative(), negative, "{what}: the sign of {result:?}");
    let bits = result.abs().to_bits().bits().clone();
    let infinity = Float::infinity(format, false).to_bits().bits().clone();
    let number = |bits: &BigUint| number(format, bits);
    let here = number(&bits);
    let away = match mode {
        RoundingMode::Negative => negative,
        RoundingMode::Positive => !negative,
        _ => false,
    };
    let nearest = matches!(mode, RoundingMode::NearestAway | RoundingMode::NearestEven);
    let middle = |other: BigRational| (&here + other) / BigRational::from(BigInt::from(2));
    let below = || number(&(&bits - 1u32));
    let above = || number(&(&bits + 1u32));
    let even = mode == RoundingMode::NearestEven && !bits.bit(0);
    let fits = if nearest {
        let not_less = bits.is_zero()
            || match compared(&middle(below())) {
                Ordering::Greater => true,
                Ordering::Equal => even || mode == RoundingMode::NearestAway,
                Ordering::Less => false,
            };
        let not_more = bits == infinity
            || match compared(&middle(above())) {
                Ordering::Less => true,
                Ordering::Equal => even,
                Ordering::Greater => false,
            };
        not_less && not_more
    } else if away {
        (bits == infinity || compared(&here).is_le())
            && !bits.is_zero()
            && compared(&below()).is_gt()
    } else {
        bits != infinity
            && compared(&here).is_ge()
            && (&bits + 1u32 == infinity || compared(&above()).is_lt())
    };
    assert!(fits, "{what}: {result:?} by {mode:?}");
}
