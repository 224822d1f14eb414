//! Formats, and values by their IEEE bits.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use crate::{BitVec, FloatValue};

/// The most bits that a value may have. Solvers take longer formats, but none that is of any use; this keeps a
/// format within four bytes and every operation within reasonable time.
const MAX_WIDTH: u32 = u16::MAX as u32;

/// A floating-point format: `(_ FloatingPoint exponent significand)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Format {
    exponent: u16,
    significand: u16,
}

impl Format {
    /// IEEE binary16.
    pub const FLOAT16: Format = Format { exponent: 5, significand: 11 };
    /// IEEE binary32.
    pub const FLOAT32: Format = Format { exponent: 8, significand: 24 };
    /// IEEE binary64.
    pub const FLOAT64: Format = Format { exponent: 11, significand: 53 };
    /// IEEE binary128.
    pub const FLOAT128: Format = Format { exponent: 15, significand: 113 };

    /// The format with these widths of the exponent and of the significand with its hidden bit. `None` if one of
    /// them is below 2, or both together are more than 65,535.
    pub fn new(exponent: u32, significand: u32) -> Option<Format> {
        if exponent < 2 || significand < 2 || exponent.checked_add(significand)? > MAX_WIDTH {
            return None;
        }
        Some(Format {
            exponent: u16::try_from(exponent).ok()?,
            significand: u16::try_from(significand).ok()?,
        })
    }

    /// Number of bits of the exponent.
    pub fn exponent_width(self) -> u32 {
        self.exponent.into()
    }

    /// Number of bits of the significand, with the hidden bit.
    pub fn significand_width(self) -> u32 {
        self.significand.into()
    }

    /// Number of bits of a value.
    pub fn width(self) -> u32 {
        self.exponent_width() + self.significand_width()
    }

    /// Number of bits of the significand that are stored.
    pub(super) fn fraction_width(self) -> u32 {
        self.significand_width() - 1
    }

    /// Whether values are held in a machine word.
    pub(super) fn is_narrow(self) -> bool {
        self.width() <= u64::BITS
    }

    /// The bits of positive infinity, of a format for which [`is_narrow`](Format::is_narrow) holds.
    fn narrow_infinity(self) -> u64 {
        ((1 << self.exponent) - 1) << self.fraction_width()
    }

    /// The bits of positive infinity.
    fn wide_infinity(self) -> BigUint {
        ((BigUint::one() << self.exponent) - 1u32) << self.fraction_width()
    }
}

/// What kind of number a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Nan,
    Infinite,
    Zero,
    Subnormal,
    Normal,
}

/// The bits of a value: those of a NaN are always the same.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Bits {
    Narrow { format: Format, bits: u64 },
    Wide { format: Format, bits: Arc<BigUint> },
}

/// A floating-point value. Equality is that of SMT-LIB's `=`: there is one NaN, which equals itself, and the two
/// zeros differ.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Float(Bits);

impl Float {
    /// The value with these IEEE bits, of which those beyond the width of the format are ignored.
    pub fn from_bits(format: Format, bits: &BigUint) -> Float {
        match (format.is_narrow(), bits.to_u64()) {
            (true, Some(bits)) => Float::from_word(format, bits),
            _ => {
                let sign = u64::from(format.width()) - 1;
                let magnitude = bits % (BigUint::one() << sign);
                Float::from_wide_magnitude(format, bits.bit(sign), magnitude)
            }
        }
    }

    /// The value with these IEEE bits. `None` if they are not as many as the format has.
    pub fn from_bit_vec(format: Format, bits: &BitVec) -> Option<Float> {
        (bits.width() == format.width()).then(|| Float::from_bits(format, bits.bits()))
    }

    /// `(fp sign exponent fraction)`. `None` if the sign is not one bit, or there is no such format.
    pub fn from_parts(sign: &BitVec, exponent: &BitVec, fraction: &BitVec) -> Option<Float> {
        let format = Format::new(exponent.width(), fraction.width().checked_add(1)?)?;
        let magnitude = (exponent.bits() << fraction.width()) | fraction.bits();
        let negative = !sign.bits().is_zero();
        (sign.width() == 1).then(|| Float::from_wide_magnitude(format, negative, magnitude))
    }

    /// The value with these IEEE bits. Those beyond the width of the format are ignored; those that it has
    /// beyond a word are zero.
    pub fn from_word(format: Format, bits: u64) -> Float {
        if !format.is_narrow() {
            return Float::from_wide_magnitude(format, false, bits.into());
        }
        let sign = 1 << (format.width() - 1);
        Float::from_narrow_magnitude(format, bits & sign != 0, bits & (sign - 1))
    }

    /// Not a number.
    pub fn nan(format: Format) -> Float {
        let quiet = format.fraction_width() - 1;
        Float(match format.is_narrow() {
            true => Bits::Narrow { format, bits: format.narrow_infinity() | 1 << quiet },
            false => {
                let bits = format.wide_infinity() | (BigUint::one() << quiet);
                Bits::Wide { format, bits: Arc::new(bits) }
            }
        })
    }

    /// Infinity.
    pub fn infinity(format: Format, negative: bool) -> Float {
        match format.is_narrow() {
            true => Float::from_narrow_magnitude(format, negative, format.narrow_infinity()),
            false => Float::from_wide_magnitude(format, negative, format.wide_infinity()),
        }
    }

    /// Zero.
    pub fn zero(format: Format, negative: bool) -> Float {
        match format.is_narrow() {
            true => Float::from_narrow_magnitude(format, negative, 0),
            false => Float::from_wide_magnitude(format, negative, BigUint::ZERO),
        }
    }

    /// The finite value that is farthest from zero.
    pub fn largest(format: Format, negative: bool) -> Float {
        match format.is_narrow() {
            true => Float::from_narrow_magnitude(format, negative, format.narrow_infinity() - 1),
            false => Float::from_wide_magnitude(format, negative, format.wide_infinity() - 1u32),
        }
    }

    /// The value with this sign and these other bits, of a format for which
    /// [`is_narrow`](Format::is_narrow) holds.
    pub(super) fn from_narrow_magnitude(format: Format, negative: bool, magnitude: u64) -> Float {
        if magnitude > format.narrow_infinity() {
            return Float::nan(format);
        }
        let sign = u64::from(negative) << (format.width() - 1);
        Float(Bits::Narrow { format, bits: sign | magnitude })
    }

    /// The value with this sign and these other bits.
    pub(super) fn from_wide_magnitude(format: Format, negative: bool, magnitude: BigUint) -> Float {
        if format.is_narrow() {
            // Without its sign, a value of a narrow format fits into a word.
            let word = magnitude.to_u64().unwrap_or(u64::MAX);
            return Float::from_narrow_magnitude(format, negative, word);
        }
        if magnitude > format.wide_infinity() {
            return Float::nan(format);
        }
        let sign = BigUint::from(u32::from(negative)) << (format.width() - 1);
        Float(Bits::Wide { format, bits: Arc::new(sign | magnitude) })
    }

    pub(super) fn representation(&self) -> &Bits {
        &self.0
    }

    /// The format.
    pub fn format(&self) -> Format {
        match &self.0 {
            Bits::Narrow { format, .. } | Bits::Wide { format, .. } => *format,
        }
    }

    /// The IEEE bits. Those of NaN, which the standard leaves open, are those of a positive quiet one.
    pub fn to_bits(&self) -> BitVec {
        let bits = match &self.0 {
            Bits::Narrow { bits, .. } => BigUint::from(*bits),
            Bits::Wide { bits, .. } => BigUint::clone(bits),
        };
        BitVec::new(self.format().width(), bits)
    }

    /// The IEEE bits of a value of a format with at most 64 bits.
    pub fn to_word(&self) -> Option<u64> {
        match &self.0 {
            Bits::Narrow { bits, .. } => Some(*bits),
            Bits::Wide { .. } => None,
        }
    }

    /// Whether the sign bit is set.
    pub(super) fn sign(&self) -> bool {
        match &self.0 {
            Bits::Narrow { format, bits } => bits >> (format.width() - 1) != 0,
            Bits::Wide { format, bits } => bits.bit(u64::from(format.width()) - 1),
        }
    }

    /// The same value with this sign; of NaN, NaN.
    pub(super) fn with_sign(&self, negative: bool) -> Float {
        if self.is_nan() || self.sign() == negative {
            return self.clone();
        }
        Float(match &self.0 {
            Bits::Narrow { format, bits } => {
                Bits::Narrow { format: *format, bits: bits ^ (1 << (format.width() - 1)) }
            }
            Bits::Wide { format, bits } => {
                let mut bits = BigUint::clone(bits);
                bits.set_bit(u64::from(format.width()) - 1, negative);
                Bits::Wide { format: *format, bits: Arc::new(bits) }
            }
        })
    }

    /// All bits but the sign, of a value in a machine word.
    pub(super) fn narrow_magnitude(format: Format, bits: u64) -> u64 {
        bits & ((1 << (format.width() - 1)) - 1)
    }

    /// All bits but the sign, of a value of any length.
    pub(super) fn wide_magnitude(format: Format, bits: &BigUint) -> BigUint {
        let mut bits = bits.clone();
        bits.set_bit(u64::from(format.width()) - 1, false);
        bits
    }

    pub(super) fn class(&self) -> Class {
        fn of<T: Ord + Zero>(magnitude: &T, infinity: &T, smallest_normal: &T) -> Class {
            match magnitude.cmp(infinity) {
                std::cmp::Ordering::Greater => Class::Nan,
                std::cmp::Ordering::Equal => Class::Infinite,
                _ if magnitude >= smallest_normal => Class::Normal,
                _ if magnitude.is_zero() => Class::Zero,
                _ => Class::Subnormal,
            }
        }
        match &self.0 {
            Bits::Narrow { format, bits } => of(
                &Float::narrow_magnitude(*format, *bits),
                &format.narrow_infinity(),
                &(1 << format.fraction_width()),
            ),
            Bits::Wide { format, bits } => of(
                &Float::wide_magnitude(*format, bits),
                &format.wide_infinity(),
                &(BigUint::one() << format.fraction_width()),
            ),
        }
    }

    /// `fp.isNaN`
    pub fn is_nan(&self) -> bool {
        self.class() == Class::Nan
    }

    /// `fp.isInfinite`
    pub fn is_infinite(&self) -> bool {
        self.class() == Class::Infinite
    }

    /// `fp.isZero`
    pub fn is_zero(&self) -> bool {
        self.class() == Class::Zero
    }

    /// `fp.isSubnormal`
    pub fn is_subnormal(&self) -> bool {
        self.class() == Class::Subnormal
    }

    /// `fp.isNormal`
    pub fn is_normal(&self) -> bool {
        self.class() == Class::Normal
    }

    /// `fp.isNegative`: also of the negative zero, but not of NaN.
    pub fn is_negative(&self) -> bool {
        self.sign() && !self.is_nan()
    }

    /// `fp.isPositive`: also of the positive zero, but not of NaN.
    pub fn is_positive(&self) -> bool {
        !self.sign() && !self.is_nan()
    }

    /// `fp.neg`
    pub fn neg(&self) -> Float {
        self.with_sign(!self.sign())
    }

    /// `fp.abs`
    pub fn abs(&self) -> Float {
        self.with_sign(false)
    }

    /// The value of a literal or of a model. `None` if there is no such [`Format`].
    pub fn from_value(value: &FloatValue) -> Option<Float> {
        let (exponent, significand) = value.format();
        Float::from_bit_vec(Format::new(exponent, significand)?, value.bits())
    }

    /// As a value that a literal or a model could have.
    pub fn to_value(&self) -> FloatValue {
        let (format, bits) = (self.format(), self.to_bits());
        let (exponent, significand) = (format.exponent_width(), format.significand_width());
        // The widths agree by construction, so the second arm is never taken.
        FloatValue::new(exponent, significand, bits)
            .unwrap_or_else(|| FloatValue::nan(exponent, significand))
    }
}

impl fmt::Debug for Float {
    /// As SMT-LIB writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", crate::Value::FloatingPoint(self.to_value()))
    }
}
