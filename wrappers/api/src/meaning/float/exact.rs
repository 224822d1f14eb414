//! Exact values: an integer times a power of two.

use std::ops::{Shl, Shr};

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{Num, One, ToPrimitive, Zero};

use super::representation::{Bits, Class, Float, Format};

/// Integers in which significands are computed: machine words, or numbers of any length. Exponents come with
/// them, since wide formats have wide exponents.
pub(super) trait Magnitude:
    Clone + Ord + Num + From<u64> + Shl<u64, Output = Self> + Shr<u64, Output = Self>
{
    type Exponent: Clone + Ord + Num + From<i64> + ToPrimitive;

    /// Number of bits without leading zeros.
    fn bit_length(&self) -> u64;

    /// Bit `index`; the lowest is bit 0.
    fn bit(&self, index: u64) -> bool;

    /// Number of zeros below the lowest one; of zero, any number.
    fn trailing_zeros(&self) -> u64;

    /// The integer part of the square root.
    fn square_root(&self) -> Self;

    /// `self * 2^count` modulo `modulus`, where `count` is not negative. Of words, both are below 2^64.
    fn shifted_modulo(&self, count: &Self::Exponent, modulus: &Self) -> Self;

    /// The bias of exponents: also the largest exponent of a finite number.
    fn bias(format: Format) -> Self::Exponent;

    /// The value with these bits: `field * 2^fraction_width + significand`.
    fn pack(format: Format, negative: bool, field: Self::Exponent, significand: Self) -> Float;
}

impl Magnitude for u128 {
    type Exponent = i128;

    fn bit_length(&self) -> u64 {
        u64::from(u128::BITS - self.leading_zeros())
    }

    fn bit(&self, index: u64) -> bool {
        index < u64::from(u128::BITS) && self >> index & 1 != 0
    }

    fn trailing_zeros(&self) -> u64 {
        u128::trailing_zeros(*self).into()
    }

    fn square_root(&self) -> u128 {
        self.isqrt()
    }

    fn shifted_modulo(&self, count: &i128, modulus: &u128) -> u128 {
        let (mut power, mut square) = (1 % modulus, 2 % modulus);
        let mut count = *count;
        while count > 0 {
            if count & 1 != 0 {
                power = power * square % modulus;
            }
            square = square * square % modulus;
            count >>= 1;
        }
        self % modulus * power % modulus
    }

    fn bias(format: Format) -> i128 {
        (1 << (format.exponent_width() - 1)) - 1
    }

    fn pack(format: Format, negative: bool, field: i128, significand: u128) -> Float {
        let magnitude = ((field as u128) << format.fraction_width()) + significand;
        Float::from_narrow_magnitude(format, negative, magnitude as u64)
    }
}

impl Magnitude for BigUint {
    type Exponent = BigInt;

    fn bit_length(&self) -> u64 {
        self.bits()
    }

    fn bit(&self, index: u64) -> bool {
        BigUint::bit(self, index)
    }

    fn trailing_zeros(&self) -> u64 {
        BigUint::trailing_zeros(self).unwrap_or(0)
    }

    fn square_root(&self) -> BigUint {
        self.sqrt()
    }

    fn shifted_modulo(&self, count: &BigInt, modulus: &BigUint) -> BigUint {
        self * BigUint::from(2u32).modpow(count.magnitude(), modulus) % modulus
    }

    fn bias(format: Format) -> BigInt {
        (BigInt::one() << (format.exponent_width() - 1)) - 1
    }

    fn pack(format: Format, negative: bool, field: BigInt, significand: BigUint) -> Float {
        let (_, field) = field.into_parts();
        Float::from_wide_magnitude(
            format,
            negative,
            (field << format.fraction_width()) + significand,
        )
    }
}

/// `magnitude * 2^exponent` with a sign; not zero.
#[derive(Clone)]
pub(super) struct Exact<M: Magnitude> {
    pub(super) negative: bool,
    pub(super) magnitude: M,
    pub(super) exponent: M::Exponent,
}

/// `larger - smaller`, where this is known to be a small number that is not negative.
pub(super) fn distance<E: Num + ToPrimitive>(larger: E, smaller: E) -> u64 {
    (larger - smaller).to_u64().unwrap_or(0)
}

/// A number of bits as an exponent.
pub(super) fn exponent<M: Magnitude>(bits: u64) -> M::Exponent {
    // No number in memory has more bits than an i64 can count.
    M::Exponent::from(bits as i64)
}

impl<M: Magnitude> Exact<M> {
    /// The least exponent whose power of two is larger than the value without its sign.
    pub(super) fn top(&self) -> M::Exponent {
        self.exponent.clone() + exponent::<M>(self.magnitude.bit_length())
    }

    /// The same value with at least this many bits.
    pub(super) fn with_bits(self, bits: u64) -> Exact<M> {
        let count = bits.saturating_sub(self.magnitude.bit_length());
        self.shifted(count)
    }

    /// The same value with `count` more bits.
    pub(super) fn shifted(self, count: u64) -> Exact<M> {
        Exact {
            negative: self.negative,
            magnitude: self.magnitude << count,
            exponent: self.exponent - exponent::<M>(count),
        }
    }

    /// A value slightly larger, if it is `inexact`: by half of its last bit, which stands for anything between
    /// zero and that bit. Rounding cannot tell if there are two bits more than the format has.
    pub(super) fn with_remainder(self, inexact: bool) -> Exact<M> {
        let mut longer = self.shifted(1);
        if inexact {
            longer.magnitude = longer.magnitude + M::one();
        }
        longer
    }
}

impl Exact<BigUint> {
    /// An integer; `None` if it is zero.
    pub(super) fn from_int(int: &BigInt) -> Option<Exact<BigUint>> {
        let magnitude = int.magnitude().clone();
        let negative = int.sign() == Sign::Minus;
        (!magnitude.is_zero()).then_some(Exact { negative, magnitude, exponent: BigInt::ZERO })
    }
}

/// A value, taken apart.
#[derive(Clone)]
pub(super) enum Unpacked<M: Magnitude> {
    Nan,
    /// Infinity, negative or not.
    Infinite(bool),
    /// Zero, negative or not.
    Zero(bool),
    Finite(Exact<M>),
}

impl Float {
    /// The value in machine words, if its format fits.
    pub(super) fn unpack_narrow(&self) -> Option<Unpacked<u128>> {
        match self.representation() {
            Bits::Narrow { format, bits } => {
                let magnitude = u128::from(Float::narrow_magnitude(*format, *bits));
                let field = magnitude >> format.fraction_width();
                Some(self.unpack(magnitude, field as i128, field))
            }
            Bits::Wide { .. } => None,
        }
    }

    /// The value in numbers of any length.
    pub(super) fn unpack_wide(&self) -> Unpacked<BigUint> {
        let magnitude = match self.representation() {
            Bits::Narrow { format, bits } => Float::narrow_magnitude(*format, *bits).into(),
            Bits::Wide { format, bits } => Float::wide_magnitude(*format, bits),
        };
        let field = &magnitude >> self.format().fraction_width();
        self.unpack(magnitude, field.clone().into(), field)
    }

    /// The value whose bits, without the sign, are `magnitude`, and whose biased exponent is `field`.
    fn unpack<M: Magnitude>(&self, magnitude: M, biased: M::Exponent, field: M) -> Unpacked<M> {
        let format = self.format();
        let negative = self.sign();
        let fraction_width = u64::from(format.fraction_width());
        let hidden = M::one() << fraction_width;
        let lowest = lowest_exponent::<M>(format);
        match self.class() {
            Class::Nan => Unpacked::Nan,
            Class::Infinite => Unpacked::Infinite(negative),
            Class::Zero => Unpacked::Zero(negative),
            Class::Subnormal => Unpacked::Finite(Exact { negative, magnitude, exponent: lowest }),
            Class::Normal => Unpacked::Finite(Exact {
                negative,
                magnitude: magnitude - (field << fraction_width) + hidden,
                exponent: lowest + biased - M::Exponent::one(),
            }),
        }
    }
}

/// The exponent of the last bit of subnormal numbers, and of the smallest normal ones.
pub(super) fn lowest_exponent<M: Magnitude>(format: Format) -> M::Exponent {
    M::Exponent::from(1) - M::bias(format) - M::Exponent::from(format.fraction_width().into())
}
