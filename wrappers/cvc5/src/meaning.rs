//! What cvc5's own operators mean, by its documentation.

use murxla_api::Sort;
use murxla_api::meaning::{Call, Datum};
use murxla_native::meaning::{Given, common, like, truth};
use num_bigint::BigInt;

macro_rules! same_as {
    ($($name:ident $key:literal;)*) => {
        $(pub(crate) fn $name(call: &Call<'_>, args: &[&Datum]) -> Given {
            like($key, call, args)
        })*
    };
}

same_as! {
    redand "OP_BV_REDAND";
    redor "OP_BV_REDOR";
    to_nat "OP_BV_UBV_TO_INT";
    to_bits "OP_INT_TO_BV";
}

fn bit(call: &Call<'_>, given: Given) -> Given {
    Ok(Datum::bits(1, truth(call, &given?)?.into()))
}

pub(crate) fn ult(call: &Call<'_>, args: &[&Datum]) -> Given {
    bit(call, common("OP_BV_ULT", &[], args, &Sort::bool()))
}

pub(crate) fn slt(call: &Call<'_>, args: &[&Datum]) -> Given {
    bit(call, common("OP_BV_SLT", &[], args, &Sort::bool()))
}

pub(crate) fn ite(_: &Call<'_>, args: &[&Datum]) -> Given {
    Ok(if *args[0] == Datum::bits(1, 1) { args[1] } else { args[2] }.clone())
}

fn is_zero(arg: &Datum) -> bool {
    arg.to_big_int() == Some(BigInt::ZERO) || *arg == Datum::Real(0, 1)
}

/// Zero if it is divided by zero.
pub(crate) fn div_total(call: &Call<'_>, args: &[&Datum]) -> Given {
    if is_zero(args[1]) { Ok(Datum::Int(0)) } else { common("OP_INT_DIV", &[], args, call.result) }
}

/// The first argument if it is divided by zero.
pub(crate) fn mod_total(call: &Call<'_>, args: &[&Datum]) -> Given {
    if is_zero(args[1]) {
        Ok(args[0].clone())
    } else {
        common("OP_INT_MOD", &[], args, call.result)
    }
}

/// Zero if it is divided by zero.
pub(crate) fn real_div_total(call: &Call<'_>, args: &[&Datum]) -> Given {
    if is_zero(args[1]) {
        Ok(Datum::Real(0, 1))
    } else {
        common("OP_REAL_DIV", &[], args, call.result)
    }
}
