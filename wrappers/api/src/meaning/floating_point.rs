//! Floating point: the operators on top of exact arithmetic.

use super::float::{Float, Format, NoReal};
use super::{Call, Datum, Unknown};
use crate::{RoundingMode, Sort, SortShape};

type Given = Result<Datum, Unknown>;

fn format_of(call: &Call<'_>, exponent: u32, significand: u32) -> Result<Format, Unknown> {
    Format::new(exponent, significand).ok_or_else(|| call.ill_sorted())
}

fn format(call: &Call<'_>, sort: &Sort) -> Result<Format, Unknown> {
    match sort.shape() {
        SortShape::FloatingPoint(exponent, significand) => format_of(call, *exponent, *significand),
        _ => Err(call.ill_sorted()),
    }
}

fn float(call: &Call<'_>, arg: &Datum) -> Result<Float, Unknown> {
    match arg {
        Datum::Float(exponent, significand, bits) => {
            let format = format_of(call, (*exponent).into(), (*significand).into())?;
            Ok(Float::from_word(format, *bits))
        }
        Datum::BigFloat(value) => Float::from_value(value).ok_or_else(|| call.ill_sorted()),
        _ => Err(call.ill_sorted()),
    }
}

fn datum(value: &Float) -> Datum {
    let format = value.format();
    match value.to_word() {
        Some(word) => {
            Datum::Float(format.exponent_width() as u8, format.significand_width() as u8, word)
        }
        None => Datum::float(value.to_value()),
    }
}

fn mode(call: &Call<'_>, arg: &Datum) -> Result<RoundingMode, Unknown> {
    match arg {
        Datum::RoundingMode(mode) => Ok(*mode),
        _ => Err(call.ill_sorted()),
    }
}

/// Operators with a rounding mode and one or two numbers.
macro_rules! rounded {
    ($($name:ident)*; $($unary:ident)*) => {
        $(pub(crate) fn $name(call: &Call<'_>, args: &[&Datum]) -> Given {
            let (a, b) = (float(call, args[1])?, float(call, args[2])?);
            Ok(datum(&a.$name(mode(call, args[0])?, &b)))
        })*
        $(pub(crate) fn $unary(call: &Call<'_>, args: &[&Datum]) -> Given {
            Ok(datum(&float(call, args[1])?.$unary(mode(call, args[0])?)))
        })*
    };
}

rounded!(add sub mul div; sqrt round_to_integral);

/// Predicates of one and of two numbers, and operators that give one of the numbers.
macro_rules! plain {
    ($($one:ident)*; $($two:ident)*; $($same:ident)*; $($open:ident)*) => {
        $(pub(crate) fn $one(call: &Call<'_>, args: &[&Datum]) -> Given {
            Ok(Datum::Bool(float(call, args[0])?.$one()))
        })*
        $(pub(crate) fn $two(call: &Call<'_>, args: &[&Datum]) -> Given {
            Ok(Datum::Bool(float(call, args[0])?.$two(&float(call, args[1])?)))
        })*
        $(pub(crate) fn $same(call: &Call<'_>, args: &[&Datum]) -> Given {
            Ok(datum(&float(call, args[0])?.$same()))
        })*
        $(pub(crate) fn $open(call: &Call<'_>, args: &[&Datum]) -> Given {
            let (a, b) = (float(call, args[0])?, float(call, args[1])?);
            a.$open(&b).map(|value| datum(&value)).ok_or_else(|| call.open(args))
        })*
    };
}

plain!(
    is_nan is_infinite is_zero is_subnormal is_normal is_negative is_positive;
    ieee_eq lt leq gt geq;
    neg abs;
    min max
);

pub(crate) fn fma(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (a, b, c) = (float(call, args[1])?, float(call, args[2])?, float(call, args[3])?);
    Ok(datum(&a.fma(mode(call, args[0])?, &b, &c)))
}

pub(crate) fn rem(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(datum(&float(call, args[0])?.rem(&float(call, args[1])?)))
}

fn bits(call: &Call<'_>, arg: &Datum) -> Result<crate::BitVec, Unknown> {
    arg.to_bit_vec().ok_or_else(|| call.ill_sorted())
}

pub(crate) fn from_parts(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (sign, exponent) = (bits(call, args[0])?, bits(call, args[1])?);
    let value = Float::from_parts(&sign, &exponent, &bits(call, args[2])?);
    value.map(|value| datum(&value)).ok_or_else(|| call.ill_sorted())
}

pub(crate) fn from_bits(call: &Call<'_>, args: &[&Datum]) -> Given {
    let value = Float::from_bit_vec(format(call, call.result)?, &bits(call, args[0])?);
    value.map(|value| datum(&value)).ok_or_else(|| call.ill_sorted())
}

pub(crate) fn from_signed(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (format, mode) = (format(call, call.result)?, mode(call, args[0])?);
    Ok(datum(&Float::from_sbv(format, mode, &bits(call, args[1])?)))
}

pub(crate) fn from_unsigned(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (format, mode) = (format(call, call.result)?, mode(call, args[0])?);
    Ok(datum(&Float::from_ubv(format, mode, &bits(call, args[1])?)))
}

pub(crate) fn from_float(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (format, mode) = (format(call, call.result)?, mode(call, args[0])?);
    Ok(datum(&float(call, args[1])?.to_format(format, mode)))
}

pub(crate) fn from_real(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (format, mode) = (format(call, call.result)?, mode(call, args[0])?);
    let real = args[1].to_rational().ok_or_else(|| call.ill_sorted())?;
    Ok(datum(&Float::from_rational(format, mode, &real)))
}

/// The width of the result.
fn width(call: &Call<'_>) -> Result<u32, Unknown> {
    let width = call.indices.first().copied().ok_or_else(|| call.ill_sorted())?;
    super::limits::width(width.into())
}

pub(crate) fn to_unsigned(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (mode, value, width) = (mode(call, args[0])?, float(call, args[1])?, width(call)?);
    value.to_ubv(mode, width).map(Datum::bit_vec).ok_or_else(|| call.open(args))
}

pub(crate) fn to_signed(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (mode, value, width) = (mode(call, args[0])?, float(call, args[1])?, width(call)?);
    value.to_sbv(mode, width).map(Datum::bit_vec).ok_or_else(|| call.open(args))
}

pub(crate) fn to_real(call: &Call<'_>, args: &[&Datum]) -> Given {
    match float(call, args[0])?.to_rational() {
        Ok(real) => Ok(Datum::real(real)),
        Err(NoReal::TooLarge) => Err(Unknown::TooLarge("a number")),
        Err(_) => Err(call.open(args)),
    }
}

/// NaN has many bit patterns; which one is taken is left open.
pub(crate) fn to_bits(call: &Call<'_>, args: &[&Datum]) -> Given {
    let value = float(call, args[0])?;
    if value.is_nan() {
        return Err(call.open(args));
    }
    Ok(Datum::bit_vec(value.to_bits()))
}
