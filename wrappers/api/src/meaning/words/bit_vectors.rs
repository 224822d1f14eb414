//! Kernels of bit-vectors of at most 64 bits.

use super::Shape;
use crate::meaning::datum::low_bits;

/// The sign-extended word.
#[inline(always)]
fn signed(width: u32, bits: u64) -> i64 {
    let unused = 64 - width;
    ((bits << unused) as i64) >> unused
}

/// One argument, two arguments, and two arguments with a truth value as result; each for one cell.
macro_rules! kernels {
    ($($name:ident: |$w:ident, $a:ident| $cell:expr;)*
     $(; $name2:ident: |$w2:ident, $a2:ident, $b2:ident| $cell2:expr)*
     $(; ; $test:ident: |$w3:ident, $a3:ident, $b3:ident| $cell3:expr)*) => {
        $(pub(crate) fn $name(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
            let ($w, mask) = (shape.width, low_bits(shape.width));
            for (out, $a) in out.iter_mut().zip(args[0].iter().copied()) {
                *out = $cell & mask;
            }
            let _ = $w;
            true
        })*
        $(pub(crate) fn $name2(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
            let ($w2, mask) = (shape.width, low_bits(shape.width));
            let pairs = args[0].iter().copied().zip(args[1].iter().copied());
            for (out, ($a2, $b2)) in out.iter_mut().zip(pairs) {
                *out = $cell2 & mask;
            }
            let _ = $w2;
            true
        })*
        $(pub(crate) fn $test(shape: &Shape<'_>, args: &[&[u64]]) -> u64 {
            let $w3 = shape.width;
            let mut result = 0;
            let pairs = args[0].iter().copied().zip(args[1].iter().copied());
            for (place, ($a3, $b3)) in pairs.enumerate() {
                result |= u64::from($cell3) << place;
            }
            let _ = $w3;
            result
        })*
    };
}

kernels! {
    not: |_w, a| !a;
    neg: |_w, a| a.wrapping_neg();
    ; and: |_w, a, b| a & b
    ; or: |_w, a, b| a | b
    ; xor: |_w, a, b| a ^ b
    ; nand: |_w, a, b| !(a & b)
    ; nor: |_w, a, b| !(a | b)
    ; xnor: |_w, a, b| !(a ^ b)
    ; add: |_w, a, b| a.wrapping_add(b)
    ; sub: |_w, a, b| a.wrapping_sub(b)
    ; mul: |_w, a, b| a.wrapping_mul(b)
    ; udiv: |_w, a, b| a.checked_div(b).unwrap_or(u64::MAX)
    ; urem: |_w, a, b| a.checked_rem(b).unwrap_or(a)
    ; sdiv: |w, a, b| match (signed(w, a), signed(w, b)) {
        (a, 0) => if a < 0 { 1 } else { u64::MAX },
        (a, b) => a.wrapping_div(b) as u64,
    }
    ; srem: |w, a, b| match (signed(w, a), signed(w, b)) {
        (_, 0) => a,
        (a, b) => a.wrapping_rem(b) as u64,
    }
    ; smod: |w, a, b| match (signed(w, a), signed(w, b)) {
        (_, 0) => a,
        (a, b) => match a.wrapping_rem(b) {
            rest if rest != 0 && (rest < 0) != (b < 0) => rest.wrapping_add(b) as u64,
            rest => rest as u64,
        },
    }
    ; shl: |w, a, b| if b < w.into() { a << b } else { 0 }
    ; lshr: |w, a, b| if b < w.into() { a >> b } else { 0 }
    ; ashr: |w, a, b| (signed(w, a) >> b.min(63)) as u64
    ; ; ult: |_w, a, b| a < b
    ; ; ule: |_w, a, b| a <= b
    ; ; ugt: |_w, a, b| a > b
    ; ; uge: |_w, a, b| a >= b
    ; ; slt: |w, a, b| signed(w, a) < signed(w, b)
    ; ; sle: |w, a, b| signed(w, a) <= signed(w, b)
    ; ; sgt: |w, a, b| signed(w, a) > signed(w, b)
    ; ; sge: |w, a, b| signed(w, a) >= signed(w, b)
    ; ; uaddo: |w, a, b| a > low_bits(w) - b
    ; ; umulo: |w, a, b| u128::from(a) * u128::from(b) > low_bits(w).into()
    ; ; usubo: |_w, a, b| a < b
    ; ; saddo: |w, a, b| beyond(w, i128::from(signed(w, a)) + i128::from(signed(w, b)))
    ; ; ssubo: |w, a, b| beyond(w, i128::from(signed(w, a)) - i128::from(signed(w, b)))
    ; ; smulo: |w, a, b| beyond(w, i128::from(signed(w, a)) * i128::from(signed(w, b)))
    ; ; sdivo: |w, a, b| b == low_bits(w) && a == 1 << (w - 1)
}

/// Whether a number is no signed one of this width.
#[inline(always)]
fn beyond(width: u32, number: i128) -> bool {
    number != i128::from(signed(width, number as u64))
}

pub(crate) fn nego(shape: &Shape<'_>, args: &[&[u64]]) -> u64 {
    let least = 1 << (shape.width - 1);
    args[0].iter().rev().fold(0, |result, bits| result << 1 | u64::from(*bits == least))
}

/// Writes one cell after the other.
#[inline(always)]
fn each(arg: &[u64], out: &mut [u64], cell: impl Fn(u64) -> u64) -> bool {
    for (out, bits) in out.iter_mut().zip(arg) {
        *out = cell(*bits);
    }
    true
}

pub(crate) fn comp(_: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    for (out, (a, b)) in out.iter_mut().zip(args[0].iter().zip(args[1])) {
        *out = (a == b).into();
    }
    true
}

pub(crate) fn redand(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    each(args[0], out, |bits| (bits == low_bits(shape.width)).into())
}

pub(crate) fn redor(_: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    each(args[0], out, |bits| (bits != 0).into())
}

/// Whoever calls it knows that the result fits.
pub(crate) fn concat(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    for (out, (high, low)) in out.iter_mut().zip(args[0].iter().zip(args[1])) {
        *out = high << shape.second | low;
    }
    true
}

pub(crate) fn extract(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    let [high, low] = *shape.indices else { return false };
    each(args[0], out, |bits| bits >> low & low_bits(high - low + 1))
}

pub(crate) fn repeat(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    let [times] = *shape.indices else { return false };
    each(args[0], out, |bits| (1..times).fold(bits, |all, _| all << shape.width | bits))
}

pub(crate) fn zero_extend(_: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    each(args[0], out, |bits| bits)
}

pub(crate) fn sign_extend(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    let [by] = *shape.indices else { return false };
    let mask = low_bits(shape.width + by);
    each(args[0], out, |bits| signed(shape.width, bits) as u64 & mask)
}

fn rotate(width: u32, arg: &[u64], out: &mut [u64], places: u32) -> bool {
    let mask = low_bits(width);
    match places {
        0 => each(arg, out, |bits| bits),
        _ => each(arg, out, |bits| (bits << places | bits >> (width - places)) & mask),
    }
}

pub(crate) fn rotate_left(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    let [by] = *shape.indices else { return false };
    rotate(shape.width, args[0], out, by % shape.width)
}

pub(crate) fn rotate_right(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    let [by] = *shape.indices else { return false };
    rotate(shape.width, args[0], out, (shape.width - by % shape.width) % shape.width)
}

/// A number of 64 bits may be beyond the integers that are words.
pub(crate) fn to_unsigned(_: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    each(args[0], out, |bits| bits);
    out.iter().all(|bits| bits >> 63 == 0)
}

pub(crate) fn to_signed(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    each(args[0], out, |bits| signed(shape.width, bits) as u64)
}
