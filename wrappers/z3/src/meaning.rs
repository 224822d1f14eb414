//! What Z3's own operators mean, by its documentation.

use murxla_api::Sort;
use murxla_api::meaning::{Call, Datum, Table, Unknown, equal};
use murxla_native::meaning::{Given, common, like, negated, rotated, truth};
use num_bigint::BigInt;

pub(crate) fn redand(call: &Call<'_>, args: &[&Datum]) -> Given {
    like("OP_BV_REDAND", call, args)
}

pub(crate) fn redor(call: &Call<'_>, args: &[&Datum]) -> Given {
    like("OP_BV_REDOR", call, args)
}

pub(crate) fn rotate_left(call: &Call<'_>, args: &[&Datum]) -> Given {
    rotated("OP_BV_ROTATE_LEFT", call, args)
}

pub(crate) fn rotate_right(call: &Call<'_>, args: &[&Datum]) -> Given {
    rotated("OP_BV_ROTATE_RIGHT", call, args)
}

pub(crate) fn bit(call: &Call<'_>, args: &[&Datum]) -> Given {
    let bits = args[0].to_bit_vec().ok_or_else(|| call.ill_sorted())?;
    let place = *call.indices.first().ok_or_else(|| call.ill_sorted())?;
    Ok(Datum::Bool(bits.bits().bit(u64::from(place))))
}

/// What is left of `mod`, with the sign of the divisor turned: `rem` is `mod` for a positive divisor and its negation for a
/// negative one.
pub(crate) fn rem(call: &Call<'_>, args: &[&Datum]) -> Given {
    let divisor = args[1].to_big_int().ok_or_else(|| call.ill_sorted())?;
    if divisor == BigInt::ZERO {
        return Err(call.open(args));
    }
    let left = common("OP_INT_MOD", &[], args, call.result)?;
    match divisor.sign() {
        num_bigint::Sign::Minus => common("OP_INT_NEG", &[], &[&left], call.result),
        _ => Ok(left),
    }
}

macro_rules! never {
    ($($name:ident $key:literal;)*) => {
        $(pub(crate) fn $name(call: &Call<'_>, args: &[&Datum]) -> Given {
            negated(like($key, call, args))
        })*
    };
}

never! {
    uadd_fits "OP_BV_UADDO";
    umul_fits "OP_BV_UMULO";
    usub_fits "OP_BV_USUBO";
    sdiv_fits "OP_BV_SDIVO";
}

/// The signed reading of a bit-vector, and its width.
fn signed(call: &Call<'_>, arg: &Datum) -> Result<(BigInt, u32), Unknown> {
    let width = arg.to_bit_vec().ok_or_else(|| call.ill_sorted())?.width();
    let read = common("OP_BV_SBV_TO_INT", &[], &[arg], &Sort::int())?;
    Ok((read.to_big_int().ok_or_else(|| call.ill_sorted())?, width))
}

/// Whether what the signed readings give is not above what the width can hold, or not below.
fn holds(call: &Call<'_>, args: &[&Datum], of: fn(BigInt, BigInt) -> BigInt, above: bool) -> Given {
    let ((a, width), (b, _)) = (signed(call, args[0])?, signed(call, args[1])?);
    let (result, limit) = (of(a, b), BigInt::from(1) << (width - 1));
    Ok(Datum::Bool(if above { result < limit } else { result >= -limit }))
}

pub(crate) fn sadd_not_above(call: &Call<'_>, args: &[&Datum]) -> Given {
    holds(call, args, |a, b| a + b, true)
}

pub(crate) fn sadd_not_below(call: &Call<'_>, args: &[&Datum]) -> Given {
    holds(call, args, |a, b| a + b, false)
}

pub(crate) fn ssub_not_above(call: &Call<'_>, args: &[&Datum]) -> Given {
    holds(call, args, |a, b| a - b, true)
}

pub(crate) fn ssub_not_below(call: &Call<'_>, args: &[&Datum]) -> Given {
    holds(call, args, |a, b| a - b, false)
}

pub(crate) fn smul_not_above(call: &Call<'_>, args: &[&Datum]) -> Given {
    holds(call, args, |a, b| a * b, true)
}

pub(crate) fn smul_not_below(call: &Call<'_>, args: &[&Datum]) -> Given {
    holds(call, args, |a, b| a * b, false)
}

pub(crate) fn neg_fits(call: &Call<'_>, args: &[&Datum]) -> Given {
    let (number, width) = signed(call, args[0])?;
    Ok(Datum::Bool(number != -(BigInt::from(1) << (width - 1))))
}

fn weights<'c>(call: &'c Call<'_>) -> Result<(u32, &'c [u32]), Unknown> {
    call.indices.split_first().map(|(bound, rest)| (*bound, rest)).ok_or_else(|| call.ill_sorted())
}

/// The sum of the weights of what is true, and the bound; all weights are 1 if there are none.
fn sum(call: &Call<'_>, args: &[&Datum]) -> Result<(u64, u64), Unknown> {
    let (bound, weights) = weights(call)?;
    let mut sum = 0;
    for (place, arg) in args.iter().enumerate() {
        if truth(call, arg)? {
            sum += u64::from(weights.get(place).copied().unwrap_or(1));
        }
    }
    Ok((sum, bound.into()))
}

pub(crate) fn at_most(call: &Call<'_>, args: &[&Datum]) -> Given {
    sum(call, args).map(|(sum, bound)| Datum::Bool(sum <= bound))
}

pub(crate) fn at_least(call: &Call<'_>, args: &[&Datum]) -> Given {
    sum(call, args).map(|(sum, bound)| Datum::Bool(sum >= bound))
}

pub(crate) fn exactly(call: &Call<'_>, args: &[&Datum]) -> Given {
    sum(call, args).map(|(sum, bound)| Datum::Bool(sum == bound))
}

fn table<'d>(call: &Call<'_>, arg: &'d Datum) -> Result<&'d Table, Unknown> {
    match arg {
        Datum::Array(table) => Ok(table),
        _ => Err(call.ill_sorted()),
    }
}

/// The array that has at each index what `of` gives for those of arrays.
fn pointwise(call: &Call<'_>, args: &[&Datum], of: fn(&[bool]) -> bool) -> Given {
    let tables: Vec<&Table> = args.iter().map(|arg| table(call, arg)).collect::<Result<_, _>>()?;
    let at = |values: &[&Datum]| -> Given {
        let values: Vec<bool> =
            values.iter().map(|value| truth(call, value)).collect::<Result<_, _>>()?;
        Ok(Datum::Bool(of(&values)))
    };
    let defaults: Vec<&Datum> = tables.iter().map(|table| table.default()).collect();
    let mut entries = Vec::new();
    for (key, _) in tables.iter().flat_map(|table| table.entries()) {
        let values: Vec<&Datum> = tables.iter().map(|table| table.get(key)).collect();
        entries.push((key.clone(), at(&values)?));
    }
    Ok(Datum::Array(Table::new(call.result.clone(), at(&defaults)?, entries)?.into()))
}

pub(crate) fn union(call: &Call<'_>, args: &[&Datum]) -> Given {
    pointwise(call, args, |values| values.iter().any(|value| *value))
}

pub(crate) fn intersection(call: &Call<'_>, args: &[&Datum]) -> Given {
    pointwise(call, args, |values| values.iter().all(|value| *value))
}

pub(crate) fn difference(call: &Call<'_>, args: &[&Datum]) -> Given {
    pointwise(call, args, |values| values[0] && !values[1])
}

pub(crate) fn complement(call: &Call<'_>, args: &[&Datum]) -> Given {
    pointwise(call, args, |values| !values[0])
}

/// Whether the first set has no element that the second lacks.
pub(crate) fn subset(call: &Call<'_>, args: &[&Datum]) -> Given {
    let sort = table(call, args[0])?.sort().clone();
    let of_sets = Call { result: &sort, ..*call };
    let implied = pointwise(&of_sets, args, |values| !values[0] || values[1])?;
    equal(&implied, &full(&of_sets, &[])?).map(Datum::Bool)
}

pub(crate) fn member(call: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(table(call, args[1])?.get(args[0]).clone())
}

fn with(call: &Call<'_>, args: &[&Datum], value: bool) -> Given {
    Ok(Datum::Array(table(call, args[0])?.with(args[1], &Datum::Bool(value))?.into()))
}

pub(crate) fn add(call: &Call<'_>, args: &[&Datum]) -> Given {
    with(call, args, true)
}

pub(crate) fn del(call: &Call<'_>, args: &[&Datum]) -> Given {
    with(call, args, false)
}

pub(crate) fn empty(call: &Call<'_>, _: &[&Datum]) -> Given {
    Ok(Datum::Array(Table::new(call.result.clone(), Datum::Bool(false), [])?.into()))
}

pub(crate) fn full(call: &Call<'_>, _: &[&Datum]) -> Given {
    Ok(Datum::Array(Table::new(call.result.clone(), Datum::Bool(true), [])?.into()))
}
