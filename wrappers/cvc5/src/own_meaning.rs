//! What cvc5's own operators mean, by its documentation.

use murxla_api::meaning::{Call, Datum, Unknown, equal, same_as};
use num_bigint::{BigInt, Sign};
use num_traits::{One, Signed, ToPrimitive, Zero};

type Given = Result<Datum, Unknown>;

/// So many bits may a power of two have.
const MOST_BITS: u32 = 1 << 18;

fn int(call: &Call<'_>, arg: &Datum) -> Result<BigInt, Unknown> {
    arg.to_big_int().ok_or_else(|| call.ill_sorted())
}

fn codes<'a>(call: &Call<'_>, arg: &'a Datum) -> Result<&'a [u32], Unknown> {
    match arg {
        Datum::String(codes) => Ok(codes),
        _ => Err(call.ill_sorted()),
    }
}

/// A truth value as a bit.
fn bit(value: Datum) -> Given {
    Ok(Datum::bits(1, (value == Datum::Bool(true)).into()))
}

pub(crate) fn unsigned_less(call: &Call<'_>, args: &[&Datum]) -> Given {
    bit(same_as("OP_BV_ULT", call, args)?)
}

pub(crate) fn signed_less(call: &Call<'_>, args: &[&Datum]) -> Given {
    bit(same_as("OP_BV_SLT", call, args)?)
}

pub(crate) fn choice(_: &Call<'_>, args: &[&Datum]) -> Given {
    let chosen = if *args[0] == Datum::bits(1, 1) { 1 } else { 2 };
    Ok(args[chosen].clone())
}

/// The conjunction of the lowest bits.
fn and_of_bits(call: &Call<'_>, bits: &BigInt, a: &Datum, b: &Datum) -> Given {
    let bits = match bits.to_u32() {
        Some(bits) if bits > 0 && bits <= MOST_BITS => bits,
        Some(bits) if bits > 0 => return Err(Unknown::TooLarge("a number")),
        _ if bits.sign() == Sign::Plus => return Err(Unknown::TooLarge("a number")),
        _ => return Err(call.open(&[a, b])),
    };
    let modulus = BigInt::one() << bits;
    let reduced = |number: BigInt| ((number % &modulus) + &modulus) % &modulus;
    Ok(Datum::int(reduced(int(call, a)?) & reduced(int(call, b)?)))
}

pub(crate) fn integer_and(call: &Call<'_>, args: &[&Datum]) -> Given {
    let bits = call.indices.first().copied().unwrap_or_default();
    and_of_bits(call, &bits.into(), args[0], args[1])
}

pub(crate) fn parametric_and(call: &Call<'_>, args: &[&Datum]) -> Given {
    let bits = int(call, args[0])?;
    if bits.sign() != Sign::Plus {
        return Err(call.open(args));
    }
    and_of_bits(call, &bits, args[1], args[2])
}

/// What a negative exponent gives is left open.
pub(crate) fn power_of_two(call: &Call<'_>, args: &[&Datum]) -> Given {
    let exponent = int(call, args[0])?;
    if exponent.is_negative() {
        return Err(call.open(args));
    }
    match exponent.to_u32() {
        Some(exponent) if exponent <= MOST_BITS => Ok(Datum::int(BigInt::one() << exponent)),
        _ => Err(Unknown::TooLarge("a number")),
    }
}

/// The integer part; of numbers that are not positive it is left open.
pub(crate) fn logarithm(call: &Call<'_>, args: &[&Datum]) -> Given {
    let number = int(call, args[0])?;
    match number.sign() {
        Sign::Plus => Ok(Datum::int(BigInt::from(number.bits()) - 1)),
        _ => Err(call.open(args)),
    }
}

pub(crate) fn total_div(call: &Call<'_>, args: &[&Datum]) -> Given {
    if int(call, args[1])?.is_zero() {
        return Ok(Datum::Int(0));
    }
    same_as("OP_INT_DIV", call, args)
}

pub(crate) fn total_mod(call: &Call<'_>, args: &[&Datum]) -> Given {
    if int(call, args[1])?.is_zero() {
        return Ok(args[0].clone());
    }
    same_as("OP_INT_MOD", call, args)
}

pub(crate) fn total_quotient(call: &Call<'_>, args: &[&Datum]) -> Given {
    if args[1].to_rational().ok_or_else(|| call.ill_sorted())?.is_zero() {
        return Ok(Datum::Real(0, 1));
    }
    same_as("OP_REAL_DIV", call, args)
}

/// Whether two arrays agree from one integer to another, both included.
pub(crate) fn equal_range(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (Datum::Array(a), Datum::Array(b)) = (args[0], args[1]) else {
        return Err(call.ill_sorted());
    };
    let (first, last) = (int(call, args[2])?, int(call, args[3])?);
    if first > last {
        return Ok(Datum::Bool(true));
    }
    let mut keys = std::collections::BTreeSet::new();
    for (key, _) in a.entries().iter().chain(b.entries()) {
        let number = int(call, key)?;
        if number >= first && number <= last {
            keys.insert(key);
        }
    }
    let mut same = true;
    for key in &keys {
        same &= equal(a.get(key), b.get(key))?;
    }
    // The defaults count if some place has no entry.
    if BigInt::from(keys.len()) < last - first + 1 {
        same &= equal(a.default(), b.default())?;
    }
    Ok(Datum::Bool(same))
}

/// What is written beyond the end is cut off; a place that is not there changes nothing.
pub(crate) fn update(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (old, new) = (codes(call, args[0])?, codes(call, args[2])?);
    let mut codes = old.to_vec();
    if let Some(place) = int(call, args[1])?.to_usize().filter(|place| *place < old.len()) {
        for (old, new) in codes[place..].iter_mut().zip(new) {
            *old = *new;
        }
    }
    Ok(Datum::String(codes.into()))
}

fn mapped(call: &Call<'_>, arg: &Datum, map: fn(u32) -> u32) -> Given {
    Ok(Datum::String(codes(call, arg)?.iter().map(|code| map(*code)).collect()))
}

/// Only the letters of ASCII.
pub(crate) fn to_lower(call: &Call<'_>, args: &[&Datum]) -> Given {
    mapped(call, args[0], |code| if (65..=90).contains(&code) { code + 32 } else { code })
}

/// Only the letters of ASCII.
pub(crate) fn to_upper(call: &Call<'_>, args: &[&Datum]) -> Given {
    mapped(call, args[0], |code| if (97..=122).contains(&code) { code - 32 } else { code })
}

pub(crate) fn reversed(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(Datum::String(codes(call, args[0])?.iter().rev().copied().collect()))
}
