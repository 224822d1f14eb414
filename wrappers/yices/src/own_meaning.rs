//! What Yices' own operators mean, by its documentation.
//!
//! Indices beyond their greatest value are what this crate makes of them: the rest of the division by their number.

use std::cmp::Ordering;

use murxla_api::BitVec;
use murxla_api::meaning::{Call, Datum, Unknown, same_as};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::table::MAX_DEGREE;

type Given = Result<Datum, Unknown>;

fn bits(call: &Call<'_>, arg: &Datum) -> Result<BitVec, Unknown> {
    arg.to_bit_vec().ok_or_else(|| call.ill_sorted())
}

fn index(call: &Call<'_>) -> Result<u32, Unknown> {
    call.indices.first().copied().ok_or_else(|| call.ill_sorted())
}

/// An index below a bound.
fn below(call: &Call<'_>, bound: u32) -> Result<u32, Unknown> {
    index(call)?.checked_rem(bound).ok_or_else(|| call.ill_sorted())
}

pub(crate) fn bit(call: &Call<'_>, args: &[&Datum]) -> Given {
    let value = bits(call, args[0])?;
    let place = below(call, value.width())?;
    Ok(Datum::Bool(value.bits().bit(place.into())))
}

pub(crate) fn power_of_bits(call: &Call<'_>, args: &[&Datum]) -> Given {
    let value = bits(call, args[0])?;
    let exponent = below(call, value.width() + 1)?;
    let modulus = BigUint::one() << value.width();
    let power = value.bits().modpow(&exponent.into(), &modulus);
    Ok(Datum::wide_bits(value.width(), power))
}

fn shifted(key: &str, call: &Call<'_>, args: &[&Datum]) -> Given {
    let width = bits(call, args[0])?.width();
    let places = Datum::wide_bits(width, below(call, width + 1)?.into());
    same_as(key, call, &[args[0], &places])
}

pub(crate) fn shift_left(call: &Call<'_>, args: &[&Datum]) -> Given {
    shifted("OP_BV_SHL", call, args)
}

pub(crate) fn shift_right(call: &Call<'_>, args: &[&Datum]) -> Given {
    shifted("OP_BV_LSHR", call, args)
}

pub(crate) fn shift_right_signed(call: &Call<'_>, args: &[&Datum]) -> Given {
    shifted("OP_BV_ASHR", call, args)
}

/// Ones come in where the shift by zeros brings zeros.
fn with_ones(key: &str, call: &Call<'_>, args: &[&Datum]) -> Given {
    let inverted = same_as("OP_BV_NOT", call, args)?;
    let shifted = shifted(key, call, &[&inverted])?;
    same_as("OP_BV_NOT", call, &[&shifted])
}

pub(crate) fn shift_left_with_ones(call: &Call<'_>, args: &[&Datum]) -> Given {
    with_ones("OP_BV_SHL", call, args)
}

pub(crate) fn shift_right_with_ones(call: &Call<'_>, args: &[&Datum]) -> Given {
    with_ones("OP_BV_LSHR", call, args)
}

/// The first argument is the lowest bit.
pub(crate) fn array_of_bits(call: &Call<'_>, args: &[&Datum]) -> Given {
    let mut value = BigUint::zero();
    for (place, arg) in args.iter().enumerate() {
        value.set_bit(place as u64, arg.as_bool().ok_or_else(|| call.ill_sorted())?);
    }
    let width = u32::try_from(args.len()).map_err(|_| Unknown::TooLarge("a bit-vector"))?;
    Ok(Datum::wide_bits(width, value))
}

fn number(call: &Call<'_>, arg: &Datum) -> Result<BigRational, Unknown> {
    let integer = arg.to_big_int().map(BigRational::from);
    integer.or_else(|| arg.to_rational()).ok_or_else(|| call.ill_sorted())
}

macro_rules! signs {
    ($($name:ident: $holds:expr;)*) => {
        $(pub(crate) fn $name(call: &Call<'_>, args: &[&Datum]) -> Given {
            let order: Ordering = number(call, args[0])?.cmp(&BigRational::zero());
            Ok(Datum::Bool($holds(order)))
        })*
    };
}

signs! {
    is_zero: Ordering::is_eq;
    is_not_zero: Ordering::is_ne;
    is_not_negative: Ordering::is_ge;
    is_not_positive: Ordering::is_le;
    is_positive: Ordering::is_gt;
    is_negative: Ordering::is_lt;
}

/// The number as a value of the sort that the argument has.
fn like(arg: &Datum, number: BigInt) -> Datum {
    match arg {
        Datum::Int(_) | Datum::BigInt(_) => Datum::int(number),
        _ => Datum::real(number.into()),
    }
}

pub(crate) fn ceiling(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(like(args[0], number(call, args[0])?.ceil().to_integer()))
}

pub(crate) fn floor(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(like(args[0], number(call, args[0])?.floor().to_integer()))
}

/// So many bits may a power have.
const MOST_BITS: u64 = 1 << 18;

pub(crate) fn power(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (base, exponent) = (number(call, args[0])?, index(call)?);
    if exponent > MAX_DEGREE {
        return Err(Unknown::cannot_tell("an exponent beyond those that the crate hands on"));
    }
    let length = base.numer().bits().max(base.denom().bits());
    if length.saturating_mul(exponent.into()) > MOST_BITS {
        return Err(Unknown::TooLarge("a number"));
    }
    let power = BigRational::new(base.numer().pow(exponent), base.denom().pow(exponent));
    Ok(match args[0] {
        Datum::Int(_) | Datum::BigInt(_) => Datum::int(power.to_integer()),
        _ => Datum::real(power),
    })
}
