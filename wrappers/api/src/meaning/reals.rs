//! Reals: exact rational numbers.

use std::cmp::Ordering;

use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

use super::{Call, Datum, Unknown, fractions, limits};

type Given = Result<Datum, Unknown>;

fn rational(call: &Call<'_>, arg: &Datum) -> Result<BigRational, Unknown> {
    arg.to_rational().ok_or_else(|| call.ill_sorted())
}

/// The reduced fraction, if it is small. The denominator is positive.
fn small(numerator: i128, denominator: i128) -> Option<Datum> {
    let divisor = fractions::gcd_of_words(numerator.unsigned_abs(), denominator.unsigned_abs());
    if divisor <= 1 {
        return Some(Datum::Real(numerator.try_into().ok()?, denominator.try_into().ok()?));
    }
    let divisor = i128::try_from(divisor).ok()?;
    let numerator = i64::try_from(numerator / divisor).ok()?;
    Some(Datum::Real(numerator, u32::try_from(denominator / divisor).ok()?))
}

/// Fractions as numerator and denominator: of four small numbers, what is computed fits into 128 bits.
#[inline]
fn binary(
    call: &Call<'_>,
    args: &[&Datum],
    in_words: fn([i128; 2], [i128; 2]) -> [i128; 2],
    exact: fn(&BigRational, &BigRational) -> BigRational,
) -> Given {
    if let (Datum::Real(a, b), Datum::Real(c, d)) = (args[0], args[1]) {
        let [numerator, denominator] =
            in_words([(*a).into(), (*b).into()], [(*c).into(), (*d).into()]);
        if let Some(result) = small(numerator, denominator) {
            return Ok(result);
        }
    }
    let (a, b) = (rational(call, args[0])?, rational(call, args[1])?);
    let bits = |number: &BigRational| number.numer().bits() + number.denom().bits();
    limits::number(bits(&a) + bits(&b))?;
    Ok(Datum::real(exact(&a, &b)))
}

pub(crate) fn neg(call: &Call<'_>, args: &[&Datum]) -> Given {
    match args[0] {
        Datum::Real(a, b) if *a != i64::MIN => Ok(Datum::Real(-a, *b)),
        number => Ok(Datum::real(-rational(call, number)?)),
    }
}

pub(crate) fn add(call: &Call<'_>, args: &[&Datum]) -> Given {
    binary(call, args, |[a, b], [c, d]| [a * d + c * b, b * d], fractions::sum)
}

pub(crate) fn sub(call: &Call<'_>, args: &[&Datum]) -> Given {
    binary(call, args, |[a, b], [c, d]| [a * d - c * b, b * d], fractions::difference)
}

pub(crate) fn mul(call: &Call<'_>, args: &[&Datum]) -> Given {
    binary(call, args, |[a, b], [c, d]| [a * c, b * d], fractions::product)
}

pub(crate) fn div(call: &Call<'_>, args: &[&Datum]) -> Given {
    if *args[1] == Datum::Real(0, 1) {
        return Err(call.open(args));
    }
    let in_words = |[a, b]: [i128; 2], [c, d]: [i128; 2]| {
        let sign = c.signum();
        [a * d * sign, b * c * sign]
    };
    binary(call, args, in_words, fractions::quotient)
}

pub(crate) fn abs(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::real(rational(call, args[0])?.abs()))
}

/// Powers with integers as exponents; the others are irrational, or no reals at all.
pub(crate) fn pow(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (base, exponent) = (rational(call, args[0])?, rational(call, args[1])?);
    if !exponent.is_integer() {
        return Err(Unknown::cannot_tell("a power with a fraction as exponent"));
    }
    if base.is_zero() && !exponent.is_positive() {
        return Err(call.open(args));
    }
    let times = exponent.abs().to_integer().to_u64().ok_or(Unknown::TooLarge("a number"))?;
    let power = BigRational::new_raw(
        limits::power(base.numer(), times)?,
        limits::power(base.denom(), times)?,
    );
    Ok(Datum::real(if exponent.is_negative() { power.recip() } else { power }))
}

#[inline]
fn compare(call: &Call<'_>, args: &[&Datum], holds: fn(Ordering) -> bool) -> Given {
    let ordering = match (args[0], args[1]) {
        (Datum::Real(a, b), Datum::Real(c, d)) => {
            (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
        }
        (a, b) => rational(call, a)?.cmp(&rational(call, b)?),
    };
    Ok(Datum::Bool(holds(ordering)))
}

pub(crate) fn lt(call: &Call<'_>, args: &[&Datum]) -> Given {
    compare(call, args, Ordering::is_lt)
}

pub(crate) fn le(call: &Call<'_>, args: &[&Datum]) -> Given {
    compare(call, args, Ordering::is_le)
}

pub(crate) fn gt(call: &Call<'_>, args: &[&Datum]) -> Given {
    compare(call, args, Ordering::is_gt)
}

pub(crate) fn ge(call: &Call<'_>, args: &[&Datum]) -> Given {
    compare(call, args, Ordering::is_ge)
}

pub(crate) fn is_int(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::Bool(rational(call, args[0])?.is_integer()))
}

/// The largest integer that is not greater.
pub(crate) fn to_int(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::int(rational(call, args[0])?.floor().to_integer()))
}
