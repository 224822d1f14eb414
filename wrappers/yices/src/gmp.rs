//! Numbers of any size, in GMP's form, in which Yices hands them over.
//!
//! Only the layout of these numbers is used, and no function of GMP: a library of Yices may hold GMP without
//! letting others call it. GMP allocates with `malloc` unless it is told otherwise, which Yices does not do,
//! so memory can be handed to it and taken over from it.

use std::ffi::c_int;
use std::ptr::{null_mut, slice_from_raw_parts};

use murxla_api::SolverError;
use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use num_traits::Zero;

use crate::error::done;
use crate::ffi::{call, model_t, yval_t};

/// A limb: GMP's digit on this platform.
type Limb = u64;

/// GMP's integer.
#[repr(C)]
pub struct Integer {
    /// The number of limbs that fit.
    room: c_int,
    /// The number of limbs, negative for a negative number.
    length: c_int,
    limbs: *mut Limb,
}

/// GMP's rational number.
#[repr(C)]
pub struct Rational {
    numerator: Integer,
    denominator: Integer,
}

impl Integer {
    /// The number 1.
    pub fn one() -> Result<Integer, SolverError> {
        Integer::of(&BigInt::from(1))
    }

    /// A number.
    pub fn of(number: &BigInt) -> Result<Integer, SolverError> {
        let digits = number.magnitude().to_u64_digits();
        let room = digits.len().max(1);
        // SAFETY: memory of the size of so many limbs, not used if it could not be had.
        let limbs = unsafe { libc::calloc(room, size_of::<Limb>()) }.cast::<Limb>();
        let length = c_int::try_from(digits.len()).ok().filter(|_| !limbs.is_null());
        let Some(length) = length else {
            return Err(SolverError::Broken("there is no memory for a number".to_owned()));
        };
        // SAFETY: the memory is there, large enough, and aligned for any type; the two do not overlap.
        unsafe { limbs.copy_from_nonoverlapping(digits.as_ptr(), digits.len()) };
        let length = if number.sign() == Sign::Minus { -length } else { length };
        Ok(Integer { room: room as c_int, length, limbs })
    }

    /// The number that it is.
    pub fn value(&self) -> BigInt {
        let length = self.length.unsigned_abs() as usize;
        if length == 0 || self.limbs.is_null() {
            return BigInt::ZERO;
        }
        // SAFETY: GMP says that this many limbs are there.
        let limbs = unsafe { &*slice_from_raw_parts(self.limbs, length) };
        let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
        let sign = if self.length < 0 { Sign::Minus } else { Sign::Plus };
        BigInt::from_biguint(sign, BigUint::from_bytes_le(&bytes))
    }
}

impl Drop for Integer {
    fn drop(&mut self) {
        let limbs = std::mem::replace(&mut self.limbs, null_mut());
        // SAFETY: the memory came from `malloc` here, or from `malloc` or `realloc` in GMP.
        unsafe { libc::free(limbs.cast()) };
    }
}

impl Rational {
    /// The number 1.
    pub fn one() -> Result<Rational, SolverError> {
        Ok(Rational { numerator: Integer::one()?, denominator: Integer::one()? })
    }

    /// A number.
    pub fn of(number: &BigRational) -> Result<Rational, SolverError> {
        let (numerator, denominator) = (number.numer(), number.denom());
        Ok(Rational { numerator: Integer::of(numerator)?, denominator: Integer::of(denominator)? })
    }

    /// The number that it is.
    pub fn value(&self) -> Result<BigRational, SolverError> {
        let denominator = self.denominator.value();
        if denominator.is_zero() {
            return Err(SolverError::Broken("a rational number has the denominator 0".to_owned()));
        }
        Ok(BigRational::new(self.numerator.value(), denominator))
    }
}

/// The rational number that a value of a model is.
pub fn rational(model: *mut model_t, value: &yval_t) -> Result<BigRational, SolverError> {
    let mut number = Rational::one()?;
    done(call!(yices_val_get_mpq(model, value, &mut number)))?;
    number.value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for text in
            ["0", "1", "-1", "18446744073709551616", "-340282366920938463463374607431768211455"]
        {
            let number: BigInt = text.parse().expect("a number");
            assert_eq!(Integer::of(&number).map(|number| number.value()), Ok(number));
        }
        let half = BigRational::new(BigInt::from(-1), BigInt::from(2));
        assert_eq!(Rational::of(&half).and_then(|number| number.value()), Ok(half));
    }
}
