//! Conversions between formats, from numbers, and to reals.

use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use super::arithmetic::{exact_quotient, rounded};
use super::exact::{Exact, Unpacked};
use super::representation::{Float, Format};
use super::rounding::round;
use crate::{BitVec, RoundingMode};

/// The most bits of the numerator or the denominator of a real.
const REAL_BITS: u64 = 1 << 20;

/// Why a value is not given as a real.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoReal {
    /// NaN or an infinity: the standard leaves open which real it is.
    #[error("it is no number")]
    NotFinite,
    /// The exponent is so large that the real would not be of reasonable size.
    #[error("as a real it would have more than {REAL_BITS} bits")]
    TooLarge,
}

impl Float {
    /// `((_ to_fp e s) mode self)`: the value in another format.
    pub fn to_format(&self, format: Format, mode: RoundingMode) -> Float {
        match self.unpack_narrow() {
            Some(x) if format.is_narrow() => rounded(format, mode, x),
            _ => rounded(format, mode, self.unpack_wide()),
        }
    }

    /// The integer, rounded. Zero is the positive one.
    pub fn from_int(format: Format, mode: RoundingMode, int: &BigInt) -> Float {
        match Exact::from_int(int) {
            Some(exact) => round(format, mode, exact),
            None => Float::zero(format, false),
        }
    }

    /// `((_ to_fp_unsigned e s) mode bits)`: the unsigned integer, rounded.
    pub fn from_ubv(format: Format, mode: RoundingMode, bits: &BitVec) -> Float {
        Float::from_int(format, mode, &bits.bits().clone().into())
    }

    /// `((_ to_fp e s) mode bits)`: the integer in two's complement, rounded.
    pub fn from_sbv(format: Format, mode: RoundingMode, bits: &BitVec) -> Float {
        let unsigned = BigInt::from(bits.bits().clone());
        let negative = bits.width() > 0 && bits.bits().bit(u64::from(bits.width()) - 1);
        let int = if negative { unsigned - (BigInt::one() << bits.width()) } else { unsigned };
        Float::from_int(format, mode, &int)
    }

    /// `((_ to_fp e s) mode real)`: the rational, rounded. Zero is the positive one.
    pub fn from_rational(format: Format, mode: RoundingMode, real: &BigRational) -> Float {
        match (Exact::from_int(real.numer()), Exact::from_int(real.denom())) {
            (Some(numerator), Some(denominator)) => {
                let precision = format.significand_width().into();
                round(format, mode, exact_quotient(numerator, denominator, precision))
            }
            // A rational has no denominator of zero.
            _ => Float::zero(format, false),
        }
    }

    /// `(fp.to_real self)`
    pub fn to_rational(&self) -> Result<BigRational, NoReal> {
        let exact: Exact<BigUint> = match self.unpack_wide() {
            Unpacked::Nan | Unpacked::Infinite(_) => return Err(NoReal::NotFinite),
            Unpacked::Zero(_) => return Ok(BigRational::from(BigInt::ZERO)),
            Unpacked::Finite(exact) => exact,
        };
        let count = exact.exponent.magnitude().to_u64().ok_or(NoReal::TooLarge)?;
        if count.saturating_add(exact.magnitude.bits()) > REAL_BITS {
            return Err(NoReal::TooLarge);
        }
        let sign = if exact.negative { Sign::Minus } else { Sign::Plus };
        let numerator = BigInt::from_biguint(sign, exact.magnitude);
        Ok(match exact.exponent.sign() {
            Sign::Minus => BigRational::new(numerator, BigInt::one() << count),
            _ => BigRational::from(numerator << count),
        })
    }
}
