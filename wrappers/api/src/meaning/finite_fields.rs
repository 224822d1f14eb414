//! Finite fields of prime order.

use num_bigint::BigUint;
use num_traits::Zero;

use super::{Call, Datum, Unknown};

type Given = Result<Datum, Unknown>;

/// The order of the field, and the element.
fn element(call: &Call<'_>, arg: &Datum) -> Result<(BigUint, BigUint), Unknown> {
    match arg {
        Datum::Field(order, element) => Ok(((*order).into(), (*element).into())),
        Datum::BigField(field) => Ok(field.as_ref().clone()),
        _ => Err(call.ill_sorted()),
    }
}

pub(crate) fn neg(call: &Call<'_>, args: &[&Datum]) -> Given {
    if let Datum::Field(order, element) = args[0] {
        return Ok(Datum::Field(*order, if *element == 0 { 0 } else { order - element }));
    }
    let (order, element) = element(call, args[0])?;
    let negative = if element.is_zero() { element } else { &order - element };
    Ok(Datum::field(&order, negative))
}

fn binary(
    call: &Call<'_>,
    args: &[&Datum],
    small: fn(u128, u128) -> u128,
    large: fn(BigUint, BigUint) -> BigUint,
) -> Given {
    if let (Datum::Field(order, a), Datum::Field(_, b)) = (args[0], args[1]) {
        let result = small((*a).into(), (*b).into()) % u128::from(*order);
        return Ok(Datum::Field(*order, result as u64));
    }
    let ((order, a), (_, b)) = (element(call, args[0])?, element(call, args[1])?);
    Ok(Datum::field(&order, large(a, b) % &order))
}

pub(crate) fn add(call: &Call<'_>, args: &[&Datum]) -> Given {
    binary(call, args, |a, b| a + b, |a, b| a + b)
}

pub(crate) fn mul(call: &Call<'_>, args: &[&Datum]) -> Given {
    binary(call, args, |a, b| a * b, |a, b| a * b)
}

/// The sum of all arguments, the one at place i times 2^i.
pub(crate) fn bitsum(call: &Call<'_>, args: &[&Datum]) -> Given {
    let mut sum = BigUint::ZERO;
    let (order, _) = element(call, args[0])?;
    for arg in args.iter().rev() {
        sum = (sum * 2u32 + element(call, arg)?.1) % &order;
    }
    Ok(Datum::field(&order, sum))
}
