//! Kernels of integers of 64 bits.

use super::Shape;
use crate::meaning::datum::low_bits;

/// A checked function of two numbers.
#[inline(always)]
fn two(args: &[&[u64]], out: &mut [u64], cell: impl Fn(i64, i64) -> Option<i64>) -> bool {
    let mut fits = true;
    for (out, (a, b)) in out.iter_mut().zip(args[0].iter().zip(args[1])) {
        let result = cell(*a as i64, *b as i64);
        fits &= result.is_some();
        *out = result.unwrap_or_default() as u64;
    }
    fits
}

#[inline(always)]
fn one(args: &[&[u64]], out: &mut [u64], cell: impl Fn(i64) -> Option<i64>) -> bool {
    let mut fits = true;
    for (out, a) in out.iter_mut().zip(args[0]) {
        let result = cell(*a as i64);
        fits &= result.is_some();
        *out = result.unwrap_or_default() as u64;
    }
    fits
}

#[inline(always)]
fn test(args: &[&[u64]], cell: impl Fn(i64, i64) -> bool) -> u64 {
    let mut result = 0;
    for (place, (a, b)) in args[0].iter().zip(args[1]).enumerate() {
        result |= u64::from(cell(*a as i64, *b as i64)) << place;
    }
    result
}

pub(crate) fn add(_: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    two(args, out, i64::checked_add)
}

pub(crate) fn sub(_: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    two(args, out, i64::checked_sub)
}

pub(crate) fn mul(_: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    two(args, out, i64::checked_mul)
}

/// `None` also for division by zero, which is open.
pub(crate) fn div(_: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    two(args, out, i64::checked_div_euclid)
}

pub(crate) fn modulo(_: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    // The quotient of the least number by -1 does not fit, but the remainder does.
    two(args, out, |a, b| if b == -1 { Some(0) } else { a.checked_rem_euclid(b) })
}

pub(crate) fn neg(_: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    one(args, out, i64::checked_neg)
}

pub(crate) fn abs(_: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    one(args, out, i64::checked_abs)
}

pub(crate) fn lt(_: &Shape<'_>, args: &[&[u64]]) -> u64 {
    test(args, |a, b| a < b)
}

pub(crate) fn le(_: &Shape<'_>, args: &[&[u64]]) -> u64 {
    test(args, |a, b| a <= b)
}

pub(crate) fn gt(_: &Shape<'_>, args: &[&[u64]]) -> u64 {
    test(args, |a, b| a > b)
}

pub(crate) fn ge(_: &Shape<'_>, args: &[&[u64]]) -> u64 {
    test(args, |a, b| a >= b)
}

pub(crate) fn divisible(shape: &Shape<'_>, args: &[&[u64]]) -> u64 {
    let divisor = i64::from(shape.indices.first().copied().unwrap_or(1).max(1));
    let cells = args[0].iter().enumerate();
    cells.fold(0, |all, (place, a)| all | u64::from(*a as i64 % divisor == 0) << place)
}

/// Whoever calls it knows that the result is a word.
pub(crate) fn to_bit_vec(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    let [width] = *shape.indices else { return false };
    for (out, a) in out.iter_mut().zip(args[0]) {
        *out = a & low_bits(width);
    }
    true
}
