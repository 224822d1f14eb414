//! Bit-vectors of every width: to 64 bits in machine words, beyond by numbers.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};

use super::datum::low_bits;
use super::{Call, Datum, Unknown, limits};

type Given = Result<Datum, Unknown>;
type Bits = (u32, BigUint);

fn wide(call: &Call<'_>, arg: &Datum) -> Result<Bits, Unknown> {
    match arg {
        Datum::BitVec(width, bits) => Ok((*width, BigUint::from(*bits))),
        Datum::BigBitVec(value) => Ok((value.width(), value.bits().clone())),
        _ => Err(call.ill_sorted()),
    }
}

/// All bits 1.
fn ones(width: u32) -> BigUint {
    (BigUint::one() << width) - 1u32
}

/// The sign-extended word.
#[inline]
fn signed(width: u32, bits: u64) -> i64 {
    let unused = 64 - width;
    ((bits << unused) as i64) >> unused
}

/// The signed reading.
fn wide_signed((width, bits): &Bits) -> BigInt {
    let number = BigInt::from(bits.clone());
    if bits.bit(u64::from(*width) - 1) { number - (BigInt::one() << *width) } else { number }
}

/// The number modulo 2^width.
fn modulo(width: u32, number: BigInt) -> BigUint {
    let modulus = BigInt::one() << width;
    let remainder = number % &modulus;
    let remainder =
        if remainder.sign() == num_bigint::Sign::Minus { remainder + modulus } else { remainder };
    remainder.magnitude().clone()
}

/// An operator of two arguments of one width: words and their width, or numbers.
macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident: |$width:ident, $a:ident, $b:ident| $small:expr, |$w:ident, $x:ident, $y:ident| $large:expr;)*) => {
        $($(#[$doc])*
        pub(crate) fn $name(call: &Call<'_>, args: &[&Datum]) -> Given {
            if let (Datum::BitVec($width, $a), Datum::BitVec(_, $b)) = (args[0], args[1]) {
                let ($width, $a, $b) = (*$width, *$a, *$b);
                return Ok(Datum::bits($width, $small));
            }
            let (($w, $x), (_, $y)) = (wide(call, args[0])?, wide(call, args[1])?);
            Ok(Datum::wide_bits($w, $large))
        })*
    };
}

binary! {
    and: |width, a, b| a & b, |_w, x, y| x & y;
    or: |width, a, b| a | b, |_w, x, y| x | y;
    xor: |width, a, b| a ^ b, |_w, x, y| x ^ y;
    nand: |width, a, b| !(a & b), |w, x, y| ones(w) ^ (x & y);
    nor: |width, a, b| !(a | b), |w, x, y| ones(w) ^ (x | y);
    xnor: |width, a, b| !(a ^ b), |w, x, y| ones(w) ^ x ^ y;
    add: |width, a, b| a.wrapping_add(b), |_w, x, y| x + y;
    mul: |width, a, b| a.wrapping_mul(b), |_w, x, y| x * y;
    sub: |width, a, b| a.wrapping_sub(b), |w, x, y| x + (BigUint::one() << w) - y;
    /// Division by zero gives all ones.
    udiv: |width, a, b| a.checked_div(b).unwrap_or(u64::MAX),
        |w, x, y| if y.is_zero() { ones(w) } else { x / y };
    /// The remainder by zero is the dividend.
    urem: |width, a, b| a.checked_rem(b).unwrap_or(a), |_w, x, y| if y.is_zero() { x } else { x % y };
    /// Truncates; by zero it is 1 for negative dividends and all ones for others.
    sdiv: |width, a, b| small_sdiv(width, a, b), |w, x, y| wide_sdiv(w, x, y);
    /// The sign is that of the dividend.
    srem: |width, a, b| match (signed(width, a), signed(width, b)) {
        (_, 0) => a,
        (a, b) => a.wrapping_rem(b) as u64,
    }, |w, x, y| match y.is_zero() {
        true => x,
        false => modulo(w, wide_signed(&(w, x)) % wide_signed(&(w, y))),
    };
    /// The sign is that of the divisor.
    smod: |width, a, b| match (signed(width, a), signed(width, b)) {
        (_, 0) => a,
        (a, b) => {
            let remainder = a.wrapping_rem(b);
            let other_side = remainder != 0 && (remainder < 0) != (b < 0);
            (if other_side { remainder.wrapping_add(b) } else { remainder }) as u64
        }
    }, |w, x, y| wide_smod(w, x, y);
    shl: |width, a, b| if b >= width.into() { 0 } else { a << b },
        |w, x, y| match shift(w, &y) {
            Some(places) => x << places,
            None => BigUint::ZERO,
        };
    lshr: |width, a, b| if b >= width.into() { 0 } else { a >> b },
        |w, x, y| match shift(w, &y) {
            Some(places) => x >> places,
            None => BigUint::ZERO,
        };
    ashr: |width, a, b| (signed(width, a) >> b.min(63)) as u64,
        |w, x, y| {
            let number = wide_signed(&(w, x));
            // The sign bit is all that is left.
            let places = shift(w, &y).unwrap_or(w);
            modulo(w, number >> places)
        };
}

/// By how many places is shifted, if fewer than there are.
fn shift(width: u32, places: &BigUint) -> Option<u32> {
    places.to_u32().filter(|places| *places < width)
}

fn small_sdiv(width: u32, a: u64, b: u64) -> u64 {
    match (signed(width, a), signed(width, b)) {
        (a, 0) if a < 0 => 1,
        (_, 0) => u64::MAX,
        (a, b) => a.wrapping_div(b) as u64,
    }
}

fn wide_sdiv(width: u32, a: BigUint, b: BigUint) -> BigUint {
    let negative = a.bit(u64::from(width) - 1);
    match (b.is_zero(), negative) {
        (true, true) => BigUint::one(),
        (true, false) => ones(width),
        (false, _) => modulo(width, wide_signed(&(width, a)) / wide_signed(&(width, b))),
    }
}

fn wide_smod(width: u32, a: BigUint, b: BigUint) -> BigUint {
    if b.is_zero() {
        return a;
    }
    let (a, b) = (wide_signed(&(width, a)), wide_signed(&(width, b)));
    let remainder = a % &b;
    let other_side = !remainder.is_zero() && remainder.sign() != b.sign();
    modulo(width, if other_side { remainder + b } else { remainder })
}

/// A comparison of two arguments: words and their width, or numbers.
macro_rules! predicates {
    ($($(#[$doc:meta])* $name:ident: |$width:ident, $a:ident, $b:ident| $small:expr, |$x:ident, $y:ident| $large:expr;)*) => {
        $($(#[$doc])*
        pub(crate) fn $name(call: &Call<'_>, args: &[&Datum]) -> Given {
            if let (Datum::BitVec(width, $a), Datum::BitVec(_, $b)) = (args[0], args[1]) {
                let ($width, $a, $b) = (*width, *$a, *$b);
                return Ok(Datum::Bool($small));
            }
            let ($x, $y) = (wide(call, args[0])?, wide(call, args[1])?);
            Ok(Datum::Bool($large))
        })*
    };
}

fn signed_order(width: u32, a: u64, b: u64) -> Ordering {
    signed(width, a).cmp(&signed(width, b))
}

fn wide_signed_order(a: &Bits, b: &Bits) -> Ordering {
    wide_signed(a).cmp(&wide_signed(b))
}

/// Whether a number is no signed one of this width.
fn overflows(width: u32, number: BigInt) -> bool {
    let limit = BigInt::one() << (width - 1);
    number >= limit || number < -limit
}

/// Whether a number of few bits is no signed one of this width.
#[inline]
fn small_overflows(width: u32, number: i128) -> bool {
    let limit = 1i128 << (width - 1);
    number >= limit || number < -limit
}

/// The signed reading, with room.
#[inline]
fn roomy(width: u32, bits: u64) -> i128 {
    signed(width, bits).into()
}

predicates! {
    ult: |_w, a, b| a < b, |x, y| x.1 < y.1;
    ule: |_w, a, b| a <= b, |x, y| x.1 <= y.1;
    ugt: |_w, a, b| a > b, |x, y| x.1 > y.1;
    uge: |_w, a, b| a >= b, |x, y| x.1 >= y.1;
    slt: |width, a, b| signed_order(width, a, b).is_lt(), |x, y| wide_signed_order(&x, &y).is_lt();
    sle: |width, a, b| signed_order(width, a, b).is_le(), |x, y| wide_signed_order(&x, &y).is_le();
    sgt: |width, a, b| signed_order(width, a, b).is_gt(), |x, y| wide_signed_order(&x, &y).is_gt();
    sge: |width, a, b| signed_order(width, a, b).is_ge(), |x, y| wide_signed_order(&x, &y).is_ge();
    uaddo: |width, a, b| u128::from(a) + u128::from(b) > low_bits(width).into(),
        |x, y| x.1 + y.1 > ones(x.0);
    umulo: |width, a, b| u128::from(a) * u128::from(b) > low_bits(width).into(),
        |x, y| x.1 * y.1 > ones(x.0);
    usubo: |_w, a, b| a < b, |x, y| x.1 < y.1;
    saddo: |width, a, b| small_overflows(width, roomy(width, a) + roomy(width, b)),
        |x, y| overflows(x.0, wide_signed(&x) + wide_signed(&y));
    ssubo: |width, a, b| small_overflows(width, roomy(width, a) - roomy(width, b)),
        |x, y| overflows(x.0, wide_signed(&x) - wide_signed(&y));
    smulo: |width, a, b| small_overflows(width, roomy(width, a) * roomy(width, b)),
        |x, y| overflows(x.0, wide_signed(&x) * wide_signed(&y));
    /// Only the least number divided by -1 overflows.
    sdivo: |width, a, b| b == low_bits(width) && a == 1 << (width - 1),
        |x, y| y.1 == ones(y.0) && x.1 == BigUint::one() << (x.0 - 1);
}

/// One bit.
fn bit(value: bool) -> Datum {
    Datum::bits(1, value.into())
}

pub(crate) fn comp(_: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(bit(args[0] == args[1]))
}

pub(crate) fn not(call: &Call<'_>, args: &[&Datum]) -> Given {
    if let Datum::BitVec(width, bits) = args[0] {
        return Ok(Datum::bits(*width, !bits));
    }
    let (width, bits) = wide(call, args[0])?;
    Ok(Datum::wide_bits(width, ones(width) ^ bits))
}

pub(crate) fn neg(call: &Call<'_>, args: &[&Datum]) -> Given {
    if let Datum::BitVec(width, bits) = args[0] {
        return Ok(Datum::bits(*width, bits.wrapping_neg()));
    }
    let (width, bits) = wide(call, args[0])?;
    Ok(Datum::wide_bits(width, (BigUint::one() << width) - bits))
}

/// Only the least number has no negative.
pub(crate) fn nego(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (width, bits) = wide(call, args[0])?;
    Ok(Datum::Bool(bits == BigUint::one() << (width - 1)))
}

pub(crate) fn redand(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (width, bits) = wide(call, args[0])?;
    Ok(bit(bits == ones(width)))
}

pub(crate) fn redor(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(bit(!wide(call, args[0])?.1.is_zero()))
}

/// The first argument has the high bits.
pub(crate) fn concat(call: &Call<'_>, args: &[&Datum]) -> Given {
    if let (Datum::BitVec(high, a), Datum::BitVec(low, b)) = (args[0], args[1])
        && high + low <= 64
    {
        return Ok(Datum::bits(high + low, a << low | b));
    }
    let ((high, a), (low, b)) = (wide(call, args[0])?, wide(call, args[1])?);
    let width = limits::width(u64::from(high) + u64::from(low))?;
    Ok(Datum::wide_bits(width, a << low | b))
}

fn index(call: &Call<'_>, place: usize) -> Result<u32, Unknown> {
    call.indices.get(place).copied().ok_or_else(|| call.ill_sorted())
}

pub(crate) fn extract(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (high, low) = (index(call, 0)?, index(call, 1)?);
    if let Datum::BitVec(width, bits) = args[0]
        && high < *width
    {
        return Ok(Datum::bits(high - low + 1, bits >> low));
    }
    let (_, bits) = wide(call, args[0])?;
    Ok(Datum::wide_bits(high - low + 1, bits >> low))
}

pub(crate) fn repeat(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (width, bits) = wide(call, args[0])?;
    let times = index(call, 0)?;
    let result = limits::width(u64::from(width) * u64::from(times))?;
    // The quotient of two rows of ones has a one at each place where a copy begins.
    Ok(Datum::wide_bits(result, ones(result) / ones(width) * bits))
}

pub(crate) fn zero_extend(call: &Call<'_>, args: &[&Datum]) -> Given {
    let by = index(call, 0)?;
    if let Datum::BitVec(width, bits) = args[0]
        && by <= 64 - width
    {
        return Ok(Datum::bits(width + by, *bits));
    }
    let (width, bits) = wide(call, args[0])?;
    Ok(Datum::wide_bits(limits::width(u64::from(width) + u64::from(by))?, bits))
}

pub(crate) fn sign_extend(call: &Call<'_>, args: &[&Datum]) -> Given {
    let by = index(call, 0)?;
    if let Datum::BitVec(width, bits) = args[0]
        && by <= 64 - width
    {
        return Ok(Datum::bits(width + by, signed(*width, *bits) as u64));
    }
    let value = wide(call, args[0])?;
    let width = limits::width(u64::from(value.0) + u64::from(by))?;
    Ok(Datum::wide_bits(width, modulo(width, wide_signed(&value))))
}

/// Rotates to the left by fewer places than there are.
fn rotate(call: &Call<'_>, arg: &Datum, places: impl Fn(u32) -> u32) -> Given {
    if let Datum::BitVec(width, bits) = arg {
        let places = places(*width);
        return Ok(match places {
            0 => arg.clone(),
            _ => Datum::bits(*width, bits << places | bits >> (width - places)),
        });
    }
    let (width, bits) = wide(call, arg)?;
    let places = places(width);
    Ok(Datum::wide_bits(width, (&bits << places) | (bits >> (width - places))))
}

pub(crate) fn rotate_left(call: &Call<'_>, args: &[&Datum]) -> Given {
    let by = index(call, 0)?;
    rotate(call, args[0], |width| by % width)
}

pub(crate) fn rotate_right(call: &Call<'_>, args: &[&Datum]) -> Given {
    let by = index(call, 0)?;
    rotate(call, args[0], |width| (width - by % width) % width)
}

pub(crate) fn to_unsigned(call: &Call<'_>, args: &[&Datum]) -> Given {
    if let Datum::BitVec(_, bits) = args[0]
        && let Ok(number) = i64::try_from(*bits)
    {
        return Ok(Datum::Int(number));
    }
    Ok(Datum::int(wide(call, args[0])?.1.into()))
}

pub(crate) fn to_signed(call: &Call<'_>, args: &[&Datum]) -> Given {
    if let Datum::BitVec(width, bits) = args[0] {
        return Ok(Datum::Int(signed(*width, *bits)));
    }
    Ok(Datum::int(wide_signed(&wide(call, args[0])?)))
}
