//! What Yices' own operators mean, by its documentation. Indices beyond their greatest value are taken modulo the number of
//! values, as where terms are made.

use murxla_api::Sort;
use murxla_api::meaning::{Call, Datum, Unknown};
use murxla_native::meaning::{Given, common, like, negated};
use num_bigint::BigUint;

/// Zero of the sort of an argument.
fn zero(arg: &Datum) -> Datum {
    match arg {
        Datum::Real(..) | Datum::BigReal(_) => Datum::Real(0, 1),
        _ => Datum::Int(0),
    }
}

fn is_real(arg: &Datum) -> bool {
    matches!(arg, Datum::Real(..) | Datum::BigReal(_))
}

macro_rules! to_zero {
    ($($name:ident $int:literal $real:literal;)*) => {
        $(pub(crate) fn $name(call: &Call<'_>, args: &[&Datum]) -> Given {
            let key = if is_real(args[0]) { $real } else { $int };
            common(key, &[], &[args[0], &zero(args[0])], call.result)
        })*
    };
}

to_zero! {
    eq0 "OP_EQUAL" "OP_EQUAL";
    ge0 "OP_INT_GTE" "OP_REAL_GTE";
    le0 "OP_INT_LTE" "OP_REAL_LTE";
    gt0 "OP_INT_GT" "OP_REAL_GT";
    lt0 "OP_INT_LT" "OP_REAL_LT";
}

pub(crate) fn ne0(call: &Call<'_>, args: &[&Datum]) -> Given {
    negated(eq0(call, args))
}

/// The square of a number or a bit-vector.
pub(crate) fn square(call: &Call<'_>, args: &[&Datum]) -> Given {
    let key = match args[0] {
        Datum::Int(_) | Datum::BigInt(_) => "OP_INT_MUL",
        arg if is_real(arg) => "OP_REAL_MUL",
        _ => "OP_BV_MULT",
    };
    common(key, &[], &[args[0], args[0]], call.result)
}

/// The greatest integer that is not greater; it has the sort of the argument.
pub(crate) fn floor(call: &Call<'_>, args: &[&Datum]) -> Given {
    if !is_real(args[0]) {
        return Ok(args[0].clone());
    }
    let below = common("OP_REAL_TO_INT", &[], args, &Sort::int())?;
    common("OP_INT_TO_REAL", &[], &[&below], call.result)
}

pub(crate) fn ceil(call: &Call<'_>, args: &[&Datum]) -> Given {
    if !is_real(args[0]) {
        return Ok(args[0].clone());
    }
    let negative = common("OP_REAL_NEG", &[], args, call.result)?;
    common("OP_REAL_NEG", &[], &[&floor(call, &[&negative])?], call.result)
}

pub(crate) fn redand(call: &Call<'_>, args: &[&Datum]) -> Given {
    like("OP_BV_REDAND", call, args)
}

pub(crate) fn redor(call: &Call<'_>, args: &[&Datum]) -> Given {
    like("OP_BV_REDOR", call, args)
}

/// The bits, and the index below so many values more than their number.
fn bits_and_index(call: &Call<'_>, arg: &Datum, more: u32) -> Result<(u32, BigUint, u32), Unknown> {
    let bits = arg.to_bit_vec().ok_or_else(|| call.ill_sorted())?;
    let index = *call.indices.first().ok_or_else(|| call.ill_sorted())?;
    Ok((bits.width(), bits.bits().clone(), index % (bits.width() + more)))
}

fn ones(count: u32) -> BigUint {
    (BigUint::from(1u32) << count) - 1u32
}

pub(crate) fn shift_left0(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (width, bits, by) = bits_and_index(call, args[0], 1)?;
    Ok(Datum::wide_bits(width, bits << by))
}

pub(crate) fn shift_left1(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (width, bits, by) = bits_and_index(call, args[0], 1)?;
    Ok(Datum::wide_bits(width, (bits << by) | ones(by)))
}

pub(crate) fn shift_right0(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (width, bits, by) = bits_and_index(call, args[0], 1)?;
    Ok(Datum::wide_bits(width, bits >> by))
}

pub(crate) fn shift_right1(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (width, bits, by) = bits_and_index(call, args[0], 1)?;
    Ok(Datum::wide_bits(width, (bits >> by) | (ones(by) << (width - by))))
}

pub(crate) fn ashift_right(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (width, bits, by) = bits_and_index(call, args[0], 1)?;
    let sign = bits.bit(u64::from(width) - 1);
    let high = if sign { ones(by) << (width - by) } else { BigUint::ZERO };
    Ok(Datum::wide_bits(width, (bits >> by) | high))
}

pub(crate) fn bit(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (_, bits, place) = bits_and_index(call, args[0], 0)?;
    Ok(Datum::Bool(bits.bit(u64::from(place))))
}

/// The bits, the lowest first.
pub(crate) fn from_bits(call: &Call<'_>, args: &[&Datum]) -> Given {
    let mut bits = BigUint::ZERO;
    for (place, arg) in args.iter().enumerate() {
        bits.set_bit(place as u64, arg.as_bool().ok_or_else(|| call.ill_sorted())?);
    }
    Ok(Datum::wide_bits(args.len() as u32, bits))
}
