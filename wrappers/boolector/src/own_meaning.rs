//! What Boolector's own operators mean, by its documentation.

use murxla_api::BitVec;
use murxla_api::meaning::{Call, Datum, Unknown, same_as};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

type Given = Result<Datum, Unknown>;

fn bits(call: &Call<'_>, arg: &Datum) -> Result<BitVec, Unknown> {
    arg.to_bit_vec().ok_or_else(|| call.ill_sorted())
}

fn with_one(key: &str, call: &Call<'_>, args: &[&Datum]) -> Given {
    let width = bits(call, args[0])?.width();
    same_as(key, call, &[args[0], &Datum::wide_bits(width, BigUint::from(1u32))])
}

pub(crate) fn increment(call: &Call<'_>, args: &[&Datum]) -> Given {
    with_one("OP_BV_ADD", call, args)
}

pub(crate) fn decrement(call: &Call<'_>, args: &[&Datum]) -> Given {
    with_one("OP_BV_SUB", call, args)
}

/// Rotates by as many places as the second argument says.
fn rotate(key: &str, call: &Call<'_>, args: &[&Datum]) -> Given {
    let places = bits(call, args[1])?;
    let places = places.bits() % places.width();
    let indices = [places.to_u32().unwrap_or_default()];
    same_as(key, &Call { indices: &indices, ..*call }, &args[..1])
}

pub(crate) fn rotate_left(call: &Call<'_>, args: &[&Datum]) -> Given {
    rotate("OP_BV_ROTATE_LEFT", call, args)
}

pub(crate) fn rotate_right(call: &Call<'_>, args: &[&Datum]) -> Given {
    rotate("OP_BV_ROTATE_RIGHT", call, args)
}

/// Whether an odd number of bits is set.
pub(crate) fn parity(call: &Call<'_>, args: &[&Datum]) -> Given {
    let ones = bits(call, args[0])?.bits().count_ones();
    Ok(Datum::bits(1, ones & 1))
}

/// The truth value of another operator as a bit.
pub(crate) fn bit(key: &str, call: &Call<'_>, args: &[&Datum]) -> Given {
    let truth = same_as(key, call, args)?;
    truth.as_bool().map(|truth| Datum::bits(1, truth.into())).ok_or_else(|| call.ill_sorted())
}
