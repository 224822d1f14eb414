//! Kernels of floating-point numbers of at most 64 bits.

use std::cmp::Ordering;

use super::{MODES, Shape};
use crate::RoundingMode;
use crate::meaning::datum::low_bits;
use crate::meaning::float::{Float, Format};

/// What the bits of a format look like.
#[derive(Clone, Copy)]
struct Layout {
    sign: u64,
    infinity: u64,
    least_normal: u64,
}

impl Layout {
    #[inline(always)]
    fn of(shape: &Shape<'_>) -> Layout {
        let fraction = shape.significand - 1;
        let exponent = low_bits(shape.width - shape.significand);
        Layout {
            sign: 1 << (shape.width - 1),
            infinity: exponent << fraction,
            least_normal: 1 << fraction,
        }
    }

    #[inline(always)]
    fn magnitude(self, bits: u64) -> u64 {
        bits & (self.sign - 1)
    }

    #[inline(always)]
    fn is_nan(self, bits: u64) -> bool {
        self.magnitude(bits) > self.infinity
    }

    /// A number that is ordered as the value is; the zeros are equal.
    #[inline(always)]
    fn rank(self, bits: u64) -> i64 {
        let magnitude = self.magnitude(bits) as i64;
        if bits & self.sign == 0 { magnitude } else { -magnitude }
    }

    #[inline(always)]
    fn compare(self, a: u64, b: u64) -> Option<Ordering> {
        (!self.is_nan(a) && !self.is_nan(b)).then(|| self.rank(a).cmp(&self.rank(b)))
    }
}

#[inline(always)]
fn test_one(shape: &Shape<'_>, args: &[&[u64]], cell: impl Fn(Layout, u64) -> bool) -> u64 {
    let layout = Layout::of(shape);
    let mut result = 0;
    for (place, a) in args[0].iter().enumerate() {
        result |= u64::from(cell(layout, *a)) << place;
    }
    result
}

macro_rules! tests_of_one {
    ($($name:ident: |$layout:ident, $bits:ident| $cell:expr;)*) => {
        $(pub(crate) fn $name(shape: &Shape<'_>, args: &[&[u64]]) -> u64 {
            test_one(shape, args, |$layout, $bits| $cell)
        })*
    };
}

tests_of_one! {
    is_nan: |layout, bits| layout.is_nan(bits);
    is_infinite: |layout, bits| layout.magnitude(bits) == layout.infinity;
    is_zero: |layout, bits| layout.magnitude(bits) == 0;
    is_subnormal: |layout, bits| {
        layout.magnitude(bits) != 0 && layout.magnitude(bits) < layout.least_normal
    };
    is_normal: |layout, bits| {
        (layout.least_normal..layout.infinity).contains(&layout.magnitude(bits))
    };
    is_negative: |layout, bits| bits & layout.sign != 0 && !layout.is_nan(bits);
    is_positive: |layout, bits| bits & layout.sign == 0 && !layout.is_nan(bits);
}

macro_rules! tests_of_two {
    ($($name:ident: $holds:expr;)*) => {
        $(pub(crate) fn $name(shape: &Shape<'_>, args: &[&[u64]]) -> u64 {
            let layout = Layout::of(shape);
            let mut result = 0;
            for (place, (a, b)) in args[0].iter().zip(args[1]).enumerate() {
                let holds = layout.compare(*a, *b).is_some_and($holds);
                result |= u64::from(holds) << place;
            }
            result
        })*
    };
}

tests_of_two! {
    ieee_eq: Ordering::is_eq;
    lt: Ordering::is_lt;
    leq: Ordering::is_le;
    gt: Ordering::is_gt;
    geq: Ordering::is_ge;
}

pub(crate) fn neg(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    let layout = Layout::of(shape);
    for (out, bits) in out.iter_mut().zip(args[0]) {
        *out = if layout.is_nan(*bits) { *bits } else { bits ^ layout.sign };
    }
    true
}

pub(crate) fn abs(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    let layout = Layout::of(shape);
    for (out, bits) in out.iter_mut().zip(args[0]) {
        *out = if layout.is_nan(*bits) { *bits } else { layout.magnitude(*bits) };
    }
    true
}

fn format(shape: &Shape<'_>) -> Option<Format> {
    Format::new(shape.width - shape.significand, shape.significand)
}

/// The result of one cell, if it is a word.
#[inline(always)]
fn each(
    format: Option<Format>,
    args: &[&[u64]],
    out: &mut [u64],
    cell: impl Fn(RoundingMode, &dyn Fn(usize) -> Float) -> Float,
) -> bool {
    let Some(format) = format else { return false };
    for (place, out) in out.iter_mut().enumerate() {
        let mode = MODES[args[0][place] as usize % MODES.len()];
        let result = cell(mode, &|arg| Float::from_word(format, args[arg][place]));
        let Some(word) = result.to_word() else { return false };
        *out = word;
    }
    true
}

macro_rules! rounded {
    ($($two:ident)*; $($one:ident)*) => {
        $(pub(crate) fn $two(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
            each(format(shape), args, out, |mode, arg| arg(1).$two(mode, &arg(2)))
        })*
        $(pub(crate) fn $one(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
            each(format(shape), args, out, |mode, arg| arg(1).$one(mode))
        })*
    };
}

rounded!(add sub mul div; sqrt round_to_integral);

pub(crate) fn fma(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    each(format(shape), args, out, |mode, arg| arg(1).fma(mode, &arg(2), &arg(3)))
}

pub(crate) fn rem(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    // Its first argument is no rounding mode, whatever is read as one.
    each(format(shape), args, out, |_, arg| arg(0).rem(&arg(1)))
}

/// To another format.
pub(crate) fn from_float(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    let [exponent, significand] = *shape.indices else { return false };
    let Some(to) = Format::new(exponent, significand) else { return false };
    each(format(shape), args, out, |mode, arg| arg(1).to_format(to, mode))
}

/// From the bits.
pub(crate) fn from_bits(shape: &Shape<'_>, args: &[&[u64]], out: &mut [u64]) -> bool {
    let [exponent, significand] = *shape.indices else { return false };
    each(Format::new(exponent, significand), args, out, |_, arg| arg(0))
}
