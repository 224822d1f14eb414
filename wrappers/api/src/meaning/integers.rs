//! Integers. Small ones are computed in machine words, and where these do not suffice with arbitrary precision.

use num_bigint::{BigInt, Sign};
use num_traits::{Signed, ToPrimitive, Zero};

use super::{Call, Datum, Unknown, limits};

type Given = Result<Datum, Unknown>;

fn big(call: &Call<'_>, arg: &Datum) -> Result<BigInt, Unknown> {
    arg.to_big_int().ok_or_else(|| call.ill_sorted())
}

#[inline]
fn binary(
    call: &Call<'_>,
    args: &[&Datum],
    small: fn(i64, i64) -> Option<i64>,
    large: fn(BigInt, BigInt) -> BigInt,
) -> Given {
    if let (Datum::Int(a), Datum::Int(b)) = (args[0], args[1])
        && let Some(result) = small(*a, *b)
    {
        return Ok(Datum::Int(result));
    }
    let (a, b) = (big(call, args[0])?, big(call, args[1])?);
    limits::number(a.bits() + b.bits())?;
    Ok(Datum::int(large(a, b)))
}

pub(crate) fn neg(call: &Call<'_>, args: &[&Datum]) -> Given {
    match args[0] {
        Datum::Int(number) if *number != i64::MIN => Ok(Datum::Int(-number)),
        number => Ok(Datum::int(-big(call, number)?)),
    }
}

pub(crate) fn add(call: &Call<'_>, args: &[&Datum]) -> Given {
    binary(call, args, i64::checked_add, |a, b| a + b)
}

pub(crate) fn sub(call: &Call<'_>, args: &[&Datum]) -> Given {
    binary(call, args, i64::checked_sub, |a, b| a - b)
}

pub(crate) fn mul(call: &Call<'_>, args: &[&Datum]) -> Given {
    binary(call, args, i64::checked_mul, |a, b| a * b)
}

fn is_zero(arg: &Datum) -> bool {
    *arg == Datum::Int(0)
}

/// The quotient for which the remainder is at least 0 and below the absolute value of the divisor.
fn euclidean(a: BigInt, b: BigInt) -> (BigInt, BigInt) {
    let remainder = &a % &b;
    let remainder = if remainder.is_negative() { remainder + b.abs() } else { remainder };
    ((a - &remainder) / b, remainder)
}

pub(crate) fn div(call: &Call<'_>, args: &[&Datum]) -> Given {
    if is_zero(args[1]) {
        return Err(call.open(args));
    }
    binary(call, args, i64::checked_div_euclid, |a, b| euclidean(a, b).0)
}

pub(crate) fn modulo(call: &Call<'_>, args: &[&Datum]) -> Given {
    if is_zero(args[1]) {
        return Err(call.open(args));
    }
    binary(call, args, i64::checked_rem_euclid, |a, b| euclidean(a, b).1)
}

pub(crate) fn abs(call: &Call<'_>, args: &[&Datum]) -> Given {
    match args[0] {
        Datum::Int(number) if *number != i64::MIN => Ok(Datum::Int(number.abs())),
        number => Ok(Datum::int(big(call, number)?.abs())),
    }
}

/// Solvers agree on exponents that are not negative; the others are left to them.
pub(crate) fn pow(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (base, exponent) = (big(call, args[0])?, big(call, args[1])?);
    if exponent.sign() == Sign::Minus || (exponent.is_zero() && base.is_zero()) {
        return Err(call.open(args));
    }
    if base.bits() <= 1 {
        // 0, 1 and -1: however large the exponent is.
        let odd = exponent.bit(0);
        let same = odd || !base.is_negative() && !exponent.is_zero();
        return Ok(if same { args[0].clone() } else { Datum::Int(1) });
    }
    let exponent = exponent.to_u64().ok_or(Unknown::TooLarge("a number"))?;
    limits::power(&base, exponent).map(Datum::int)
}

#[inline]
fn compare(call: &Call<'_>, args: &[&Datum], holds: fn(std::cmp::Ordering) -> bool) -> Given {
    let ordering = match (args[0], args[1]) {
        (Datum::Int(a), Datum::Int(b)) => a.cmp(b),
        (a, b) => big(call, a)?.cmp(&big(call, b)?),
    };
    Ok(Datum::Bool(holds(ordering)))
}

pub(crate) fn lt(call: &Call<'_>, args: &[&Datum]) -> Given {
    compare(call, args, std::cmp::Ordering::is_lt)
}

pub(crate) fn le(call: &Call<'_>, args: &[&Datum]) -> Given {
    compare(call, args, std::cmp::Ordering::is_le)
}

pub(crate) fn gt(call: &Call<'_>, args: &[&Datum]) -> Given {
    compare(call, args, std::cmp::Ordering::is_gt)
}

pub(crate) fn ge(call: &Call<'_>, args: &[&Datum]) -> Given {
    compare(call, args, std::cmp::Ordering::is_ge)
}

pub(crate) fn divisible(call: &Call<'_>, args: &[&Datum]) -> Given {
    let divisor = call.indices.first().copied().unwrap_or(0);
    if divisor == 0 {
        return Err(call.ill_sorted());
    }
    Ok(Datum::Bool((big(call, args[0])? % divisor).is_zero()))
}

pub(crate) fn to_real(call: &Call<'_>, args: &[&Datum]) -> Given {
    match args[0] {
        Datum::Int(number) => Ok(Datum::Real(*number, 1)),
        number => Ok(Datum::real(big(call, number)?.into())),
    }
}

/// The number modulo 2^n.
pub(crate) fn to_bit_vec(call: &Call<'_>, args: &[&Datum]) -> Given {
    let width = limits::width(call.indices.first().copied().unwrap_or(0).into())?;
    match args[0] {
        Datum::Int(number) if width <= 64 => Ok(Datum::bits(width, *number as u64)),
        number => {
            let modulus = BigInt::from(1) << width;
            let remainder = euclidean(big(call, number)?, modulus).1;
            Ok(Datum::wide_bits(width, remainder.magnitude().clone()))
        }
    }
}
