//! Meanings of solvers' own operators, said by those of the common ones.

use murxla_api::meaning::{Arg, Call, Datum, NothingKnown, Unknown, apply};
use murxla_api::{Sort, theory};

/// What a meaning gives.
pub type Given = Result<Datum, Unknown>;

/// What the common operator with this key gives for these arguments.
pub fn common(key: &'static str, indices: &[u32], args: &[&Datum], result: &Sort) -> Given {
    let op = theory::operator(key)
        .ok_or_else(|| Unknown::cannot_tell(format!("no operator is named {key}")))?;
    let args: Vec<Arg<'_>> = args.iter().map(|arg| Ok(*arg)).collect();
    let call = Call { op, sorts: &[], names: &[], indices, result };
    apply(&call, &args, &NothingKnown)
}

/// The same with the indices and the sort of this call.
pub fn like(key: &'static str, call: &Call<'_>, args: &[&Datum]) -> Given {
    common(key, call.indices, args, call.result)
}

/// The negation of a truth value.
pub fn negated(given: Given) -> Given {
    match given? {
        Datum::Bool(value) => Ok(Datum::Bool(!value)),
        _ => Err(Unknown::cannot_tell("a truth value is expected")),
    }
}

/// The truth value of an argument.
pub fn truth(call: &Call<'_>, arg: &Datum) -> Result<bool, Unknown> {
    arg.as_bool().ok_or_else(|| call.ill_sorted())
}

/// A bit-vector rotated by another one, which counts modulo the width.
pub fn rotated(key: &'static str, call: &Call<'_>, args: &[&Datum]) -> Given {
    let amount = args[1].to_bit_vec().ok_or_else(|| call.ill_sorted())?;
    let amount = (amount.bits() % amount.width()).iter_u32_digits().next().unwrap_or(0);
    common(key, &[amount], &args[..1], call.result)
}

/// One, at the width of a bit-vector.
pub fn one_like(call: &Call<'_>, arg: &Datum) -> Given {
    let width = arg.to_bit_vec().ok_or_else(|| call.ill_sorted())?.width();
    Ok(Datum::wide_bits(width, 1u32.into()))
}
