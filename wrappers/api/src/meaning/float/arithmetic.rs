//! Sum, difference, product, quotient, fused multiplication and addition, square root.

use std::cmp::Ordering;

use num_traits::{One, Zero};

use super::exact::{Exact, Magnitude, Unpacked, distance};
use super::representation::{Float, Format};
use super::rounding::round;
use crate::RoundingMode;

/// The most bits of a significand with which a fused multiplication and addition stays within 128 bits.
const NARROW_FUSED: u32 = 40;

impl Float {
    /// `(fp.add mode self other)`, in the format of `self`, as of all operations here.
    pub fn add(&self, mode: RoundingMode, other: &Float) -> Float {
        let format = self.format();
        match (self.unpack_narrow(), other.unpack_narrow()) {
            (Some(x), Some(y)) => sum(format, mode, x, y),
            _ => sum(format, mode, self.unpack_wide(), other.unpack_wide()),
        }
    }

    /// `(fp.sub mode self other)`
    pub fn sub(&self, mode: RoundingMode, other: &Float) -> Float {
        self.add(mode, &other.neg())
    }

    /// `(fp.mul mode self other)`
    pub fn mul(&self, mode: RoundingMode, other: &Float) -> Float {
        let format = self.format();
        match (self.unpack_narrow(), other.unpack_narrow()) {
            (Some(x), Some(y)) => rounded(format, mode, product(x, y)),
            _ => rounded(format, mode, product(self.unpack_wide(), other.unpack_wide())),
        }
    }

    /// `(fp.div mode self other)`
    pub fn div(&self, mode: RoundingMode, other: &Float) -> Float {
        let format = self.format();
        match (self.unpack_narrow(), other.unpack_narrow()) {
            (Some(x), Some(y)) => quotient(format, mode, x, y),
            _ => quotient(format, mode, self.unpack_wide(), other.unpack_wide()),
        }
    }

    /// `(fp.fma mode self factor addend)`: the product and the sum are rounded once.
    pub fn fma(&self, mode: RoundingMode, factor: &Float, addend: &Float) -> Float {
        let format = self.format();
        let operands = [self, factor, addend];
        let short =
            operands.iter().all(|operand| operand.format().significand_width() <= NARROW_FUSED);
        match operands.map(Float::unpack_narrow) {
            [Some(x), Some(y), Some(z)] if short => sum(format, mode, product(x, y), z),
            _ => {
                let [x, y, z] = operands.map(Float::unpack_wide);
                sum(format, mode, product(x, y), z)
            }
        }
    }

    /// `(fp.sqrt mode self)`
    pub fn sqrt(&self, mode: RoundingMode) -> Float {
        match self.unpack_narrow() {
            Some(x) => square_root(self.format(), mode, x),
            None => square_root(self.format(), mode, self.unpack_wide()),
        }
    }
}

/// A value that was computed exactly, rounded.
pub(super) fn rounded<M: Magnitude>(
    format: Format,
    mode: RoundingMode,
    value: Unpacked<M>,
) -> Float {
    match value {
        Unpacked::Nan => Float::nan(format),
        Unpacked::Infinite(negative) => Float::infinity(format, negative),
        Unpacked::Zero(negative) => Float::zero(format, negative),
        Unpacked::Finite(exact) => round(format, mode, exact),
    }
}

/// The sign of a sum of zero whose operands do not have the same sign.
fn zero_of_cancellation(mode: RoundingMode) -> bool {
    mode == RoundingMode::Negative
}

fn sum<M: Magnitude>(format: Format, mode: RoundingMode, x: Unpacked<M>, y: Unpacked<M>) -> Float {
    let result = match (x, y) {
        (Unpacked::Nan, _) | (_, Unpacked::Nan) => Unpacked::Nan,
        (Unpacked::Infinite(x), Unpacked::Infinite(y)) if x != y => Unpacked::Nan,
        (Unpacked::Infinite(negative), _) | (_, Unpacked::Infinite(negative)) => {
            Unpacked::Infinite(negative)
        }
        (Unpacked::Zero(x), Unpacked::Zero(y)) if x == y => Unpacked::Zero(x),
        (Unpacked::Zero(_), Unpacked::Zero(_)) => Unpacked::Zero(zero_of_cancellation(mode)),
        (Unpacked::Zero(_), other) | (other, Unpacked::Zero(_)) => other,
        (Unpacked::Finite(x), Unpacked::Finite(y)) => {
            match exact_sum(x, y, format.significand_width().into()) {
                Some(exact) => Unpacked::Finite(exact),
                None => Unpacked::Zero(zero_of_cancellation(mode)),
            }
        }
    };
    rounded(format, mode, result)
}

/// The sum, or a number that is rounded as the sum is to `precision` bits; `None` if it is zero.
fn exact_sum<M: Magnitude>(x: Exact<M>, y: Exact<M>, precision: u64) -> Option<Exact<M>> {
    let (large, small) = if x.top() >= y.top() { (x, y) } else { (y, x) };
    // Enough bits that what is less than the last of them only decides whether a result is exact, even after
    // the borrow has cost the first.
    let large = large.with_bits(precision + 3);
    let (large, small) = if small.top() <= large.exponent {
        let large = large.shifted(1);
        let exponent = large.exponent.clone();
        (large, Exact { negative: small.negative, magnitude: M::one(), exponent })
    } else if large.exponent >= small.exponent {
        let count = distance(large.exponent.clone(), small.exponent.clone());
        (large.shifted(count), small)
    } else {
        let count = distance(small.exponent.clone(), large.exponent.clone());
        (large, small.shifted(count))
    };
    let exponent = large.exponent;
    if large.negative == small.negative {
        let magnitude = large.magnitude + small.magnitude;
        return Some(Exact { negative: large.negative, magnitude, exponent });
    }
    let (negative, magnitude) = match large.magnitude.cmp(&small.magnitude) {
        Ordering::Equal => return None,
        Ordering::Greater => (large.negative, large.magnitude - small.magnitude),
        Ordering::Less => (small.negative, small.magnitude - large.magnitude),
    };
    Some(Exact { negative, magnitude, exponent })
}

fn product<M: Magnitude>(x: Unpacked<M>, y: Unpacked<M>) -> Unpacked<M> {
    use Unpacked::{Finite, Infinite, Nan, Zero};
    match (x, y) {
        (Nan, _) | (_, Nan) | (Infinite(_), Zero(_)) | (Zero(_), Infinite(_)) => Nan,
        (Infinite(x), Infinite(y)) => Infinite(x != y),
        (Infinite(x), Finite(y)) | (Finite(y), Infinite(x)) => Infinite(x != y.negative),
        (Zero(x), Zero(y)) => Zero(x != y),
        (Zero(x), Finite(y)) | (Finite(y), Zero(x)) => Zero(x != y.negative),
        (Finite(x), Finite(y)) => Finite(Exact {
            negative: x.negative != y.negative,
            magnitude: x.magnitude * y.magnitude,
            exponent: x.exponent + y.exponent,
        }),
    }
}

fn quotient<M: Magnitude>(
    format: Format,
    mode: RoundingMode,
    x: Unpacked<M>,
    y: Unpacked<M>,
) -> Float {
    use Unpacked::{Finite, Infinite, Nan, Zero};
    let result = match (x, y) {
        (Nan, _) | (_, Nan) | (Infinite(_), Infinite(_)) | (Zero(_), Zero(_)) => Nan,
        (Infinite(x), Zero(y)) => Infinite(x != y),
        (Infinite(x), Finite(y)) => Infinite(x != y.negative),
        (Finite(x), Zero(y)) => Infinite(x.negative != y),
        (Zero(x), Infinite(y)) => Zero(x != y),
        (Zero(x), Finite(y)) => Zero(x != y.negative),
        (Finite(x), Infinite(y)) => Zero(x.negative != y),
        (Finite(x), Finite(y)) => Finite(exact_quotient(x, y, format.significand_width().into())),
    };
    rounded(format, mode, result)
}

/// A number that is rounded as the quotient is to `precision` bits.
pub(super) fn exact_quotient<M: Magnitude>(x: Exact<M>, y: Exact<M>, precision: u64) -> Exact<M> {
    let x = x.with_bits(y.magnitude.bit_length() + precision + 2);
    let magnitude = x.magnitude.clone() / y.magnitude.clone();
    let inexact = magnitude.clone() * y.magnitude != x.magnitude;
    let negative = x.negative != y.negative;
    Exact { negative, magnitude, exponent: x.exponent - y.exponent }.with_remainder(inexact)
}

fn square_root<M: Magnitude>(format: Format, mode: RoundingMode, x: Unpacked<M>) -> Float {
    let result = match x {
        Unpacked::Nan | Unpacked::Infinite(true) => Unpacked::Nan,
        Unpacked::Infinite(false) => Unpacked::Infinite(false),
        Unpacked::Zero(negative) => Unpacked::Zero(negative),
        Unpacked::Finite(x) if x.negative => Unpacked::Nan,
        Unpacked::Finite(x) => {
            let x = x.with_bits(2 * u64::from(format.significand_width()) + 1);
            let two = M::Exponent::one() + M::Exponent::one();
            let odd = !(x.exponent.clone() % two.clone()).is_zero();
            let x = x.shifted(odd.into());
            let root = x.magnitude.square_root();
            let inexact = root.clone() * root.clone() != x.magnitude;
            let exponent = x.exponent / two;
            let root = Exact { negative: false, magnitude: root, exponent };
            Unpacked::Finite(root.with_remainder(inexact))
        }
    };
    rounded(format, mode, result)
}
