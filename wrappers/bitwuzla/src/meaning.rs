//! What Bitwuzla's own operators mean, by its documentation.

use murxla_api::meaning::{Call, Datum};
use murxla_native::meaning::{Given, common, like, one_like, rotated};
use num_bigint::BigUint;

macro_rules! same_as {
    ($($name:ident $key:literal;)*) => {
        $(pub(crate) fn $name(call: &Call<'_>, args: &[&Datum]) -> Given {
            like($key, call, args)
        })*
    };
}

same_as! {
    equal "OP_EQUAL";
    redand "OP_BV_REDAND";
    redor "OP_BV_REDOR";
    uaddo "OP_BV_UADDO";
    saddo "OP_BV_SADDO";
    umulo "OP_BV_UMULO";
    smulo "OP_BV_SMULO";
    usubo "OP_BV_USUBO";
    ssubo "OP_BV_SSUBO";
    sdivo "OP_BV_SDIVO";
}

pub(crate) fn inc(call: &Call<'_>, args: &[&Datum]) -> Given {
    common("OP_BV_ADD", &[], &[args[0], &one_like(call, args[0])?], call.result)
}

pub(crate) fn dec(call: &Call<'_>, args: &[&Datum]) -> Given {
    common("OP_BV_SUB", &[], &[args[0], &one_like(call, args[0])?], call.result)
}

pub(crate) fn rol(call: &Call<'_>, args: &[&Datum]) -> Given {
    rotated("OP_BV_ROTATE_LEFT", call, args)
}

pub(crate) fn ror(call: &Call<'_>, args: &[&Datum]) -> Given {
    rotated("OP_BV_ROTATE_RIGHT", call, args)
}

/// The parity of the bits.
pub(crate) fn redxor(call: &Call<'_>, args: &[&Datum]) -> Given {
    let bits = args[0].to_bit_vec().ok_or_else(|| call.ill_sorted())?;
    let ones: u64 = bits.bits().count_ones();
    Ok(Datum::wide_bits(1, BigUint::from(ones % 2)))
}
