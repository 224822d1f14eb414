//! Rounding to integers.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::One;

use super::arithmetic::rounded;
use super::exact::{Exact, Magnitude, Unpacked, exponent};
use super::representation::Float;
use super::rounding::scale;
use crate::{BitVec, RoundingMode};

impl Float {
    /// `(fp.roundToIntegral mode self)`. In a format with a very short exponent, an integer may be beyond the
    /// largest number; it is then rounded as any other number is.
    pub fn round_to_integral(&self, mode: RoundingMode) -> Float {
        match self.unpack_narrow() {
            Some(x) => self.integral(mode, x),
            None => self.integral(mode, self.unpack_wide()),
        }
    }

    fn integral<M: Magnitude>(&self, mode: RoundingMode, x: Unpacked<M>) -> Float {
        let Unpacked::Finite(exact) = x else { return self.clone() };
        if exact.exponent >= exponent::<M>(0) {
            return self.clone();
        }
        let magnitude = scale(mode, &exact, exponent::<M>(0));
        let negative = exact.negative;
        let result = match magnitude.is_zero() {
            true => Unpacked::Zero(negative),
            false => Unpacked::Finite(Exact { negative, magnitude, exponent: exponent::<M>(0) }),
        };
        rounded(self.format(), mode, result)
    }

    /// The integer to which the value is rounded, if it is a number, and the integer is shorter than 2^`width`.
    fn to_int(&self, mode: RoundingMode, width: u32) -> Option<BigInt> {
        let exact = match self.unpack_wide() {
            Unpacked::Nan | Unpacked::Infinite(_) => return None,
            Unpacked::Zero(_) => return Some(BigInt::ZERO),
            Unpacked::Finite(exact) => exact,
        };
        if exact.top() > exponent::<BigUint>(width.into()) {
            return None;
        }
        let sign = if exact.negative { Sign::Minus } else { Sign::Plus };
        Some(BigInt::from_biguint(sign, scale(mode, &exact, BigInt::ZERO)))
    }

    /// `((_ fp.to_ubv width) mode self)`. `None` if the standard leaves it open: of NaN and infinities, and if
    /// the integer is not among those of this width.
    pub fn to_ubv(&self, mode: RoundingMode, width: u32) -> Option<BitVec> {
        let int = self.to_int(mode, width)?;
        let bits = int.to_biguint()?;
        (bits.bits() <= width.into()).then(|| BitVec::new(width, bits))
    }

    /// `((_ fp.to_sbv width) mode self)`. `None` if the standard leaves it open: of NaN and infinities, and if
    /// the integer is not among those of this width.
    pub fn to_sbv(&self, mode: RoundingMode, width: u32) -> Option<BitVec> {
        let int = self.to_int(mode, width)?;
        let limit = BigInt::one() << width.checked_sub(1)?;
        if int < -&limit || int >= limit {
            return None;
        }
        let bits = if int.sign() == Sign::Minus { int + (limit << 1u32) } else { int };
        Some(BitVec::new(width, bits.to_biguint()?))
    }
}
