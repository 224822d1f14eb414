//! Rounding of exact values.

use super::exact::{Exact, Magnitude, distance, exponent, lowest_exponent};
use super::representation::{Float, Format};
use crate::RoundingMode;

/// The value of the format to which an exact one is rounded. A format in which machine words compute must fit
/// into one.
pub(super) fn round<M: Magnitude>(format: Format, mode: RoundingMode, value: Exact<M>) -> Float {
    let top = value.top();
    if top > M::bias(format) + exponent::<M>(1) {
        return overflow(format, mode, value.negative);
    }
    let lowest = lowest_exponent::<M>(format);
    let last = (top - exponent::<M>(format.significand_width().into())).max(lowest.clone());
    let significand = scale(mode, &value, last.clone());
    // The hidden bit of a normal number counts one in the field of the exponent, as does a carry.
    M::pack(format, value.negative, last - lowest, significand)
}

/// What becomes of a number beyond the largest one.
fn overflow(format: Format, mode: RoundingMode, negative: bool) -> Float {
    let to_infinity = match mode {
        RoundingMode::NearestAway | RoundingMode::NearestEven => true,
        RoundingMode::Negative => negative,
        RoundingMode::Positive => !negative,
        RoundingMode::Zero => false,
    };
    match to_infinity {
        true => Float::infinity(format, negative),
        false => Float::largest(format, negative),
    }
}

/// The value, without its sign, as a multiple of `2^last`, rounded to an integer. The value must not have many
/// more bits above `last` than it has in all.
pub(super) fn scale<M: Magnitude>(mode: RoundingMode, value: &Exact<M>, last: M::Exponent) -> M {
    let magnitude = value.magnitude.clone();
    if last <= value.exponent {
        return magnitude << distance(value.exponent.clone(), last);
    }
    let length = magnitude.bit_length();
    let far = exponent::<M>(length + 1);
    let dropped = distance((last - value.exponent.clone()).min(far), exponent::<M>(0));
    let kept = if dropped >= length { M::zero() } else { magnitude.clone() >> dropped };
    let half = magnitude.bit(dropped - 1);
    let less = magnitude.trailing_zeros() < dropped - 1;
    let up = match mode {
        RoundingMode::NearestAway => half,
        RoundingMode::NearestEven => half && (less || kept.bit(0)),
        RoundingMode::Negative => value.negative && (half || less),
        RoundingMode::Positive => !value.negative && (half || less),
        RoundingMode::Zero => false,
    };
    if up { kept + M::one() } else { kept }
}
