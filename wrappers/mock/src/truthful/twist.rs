//! How operators are understood wrongly, each at some of its arguments only.

use murxla_api::meaning::table::{Table, key};
use murxla_api::meaning::{Call, Datum};
use murxla_api::{FloatValue, SortShape};
use num_bigint::BigInt;

/// The value of an application whose operator is understood wrongly; most arguments make no difference.
pub(super) fn operator(call: &Call<'_>, args: &[&Datum], right: Datum) -> Datum {
    twisted(call, args, &right).unwrap_or(right)
}

fn twisted(call: &Call<'_>, args: &[&Datum], right: &Datum) -> Option<Datum> {
    Some(match (call.op.key, args) {
        ("OP_XOR", _) => Datum::Bool(args.iter().any(|arg| **arg == Datum::Bool(true))),
        ("OP_DISTINCT", _) => Datum::Bool(args.windows(2).all(|two| two[0] != two[1])),
        ("OP_BV_ADD", [Datum::BitVec(3, a), Datum::BitVec(_, b)]) => Datum::bits(3, a | b),
        ("OP_BV_UDIV", [Datum::BitVec(width, _), Datum::BitVec(_, 0)]) => Datum::bits(*width, 0),
        ("OP_BV_UREM", [Datum::BitVec(width, _), Datum::BitVec(_, 1)]) => Datum::bits(*width, 1),
        ("OP_BV_SREM", [Datum::BitVec(width, a), _]) if sign(*width, *a) => match right {
            Datum::BitVec(_, bits) => Datum::bits(*width, bits.wrapping_neg()),
            _ => return None,
        },
        ("OP_BV_SHL", [a @ Datum::BitVec(width, _), Datum::BitVec(_, by)])
            if *by >= u64::from(*width) =>
        {
            (*a).clone()
        }
        ("OP_BV_SLT", [Datum::BitVec(width, a), Datum::BitVec(_, b)])
            if sign(*width, *a) != sign(*width, *b) =>
        {
            Datum::Bool(a < b)
        }
        ("OP_BV_NEG", [Datum::BitVec(width, a)]) if *a == 1 << (width - 1) => {
            Datum::bits(*width, a.wrapping_sub(1))
        }
        ("OP_BV_SIGN_EXTEND", [Datum::BitVec(_, a)]) => match right {
            Datum::BitVec(width, _) => Datum::bits(*width, *a),
            _ => return None,
        },
        ("OP_BV_CONCAT", [Datum::BitVec(width, a), Datum::BitVec(other, b)])
            if width == other && 2 * width <= 64 =>
        {
            Datum::bits(2 * width, b << width | a)
        }
        ("OP_BV_EXTRACT", _) if call.indices == [0, 0] => match right {
            Datum::BitVec(1, bit) => Datum::bits(1, 1 - bit),
            _ => return None,
        },
        ("OP_ARRAY_STORE", [Datum::Array(table), index, value]) => {
            let entries = [((*index).clone(), (*value).clone())];
            let table = Table::new(table.sort().clone(), table.default().clone(), entries).ok()?;
            Datum::Array(table.into())
        }
        ("OP_UF_APPLY", [Datum::Function(table), first, second]) => {
            let SortShape::Fun(domain, _) = table.sort().shape() else { return None };
            let [one, two] = domain.as_slice() else { return None };
            let _ = second;
            (one == two).then(|| table.get(&key(&[first, first])).clone())?
        }
        ("OP_INT_DIV", [a, b]) => {
            let (a, b) = (a.to_big_int()?, b.to_big_int()?);
            (b != BigInt::ZERO).then(|| Datum::int(a / b))?
        }
        ("OP_FP_EQ", [a, b]) => {
            let (a, b) = (a.to_float()?, b.to_float()?);
            (zero(&a) && zero(&b)).then(|| Datum::Bool(a == b))?
        }
        ("OP_FP_LT", [a, b]) if a.to_float()?.is_nan() || b.to_float()?.is_nan() => {
            Datum::Bool(true)
        }
        ("OP_STR_LEN", [Datum::String(text)]) if text.is_empty() => Datum::Int(1),
        ("OP_DT_APPLY_TESTER", [Datum::Datatype(value)]) if !value.fields.is_empty() => {
            Datum::Bool(true)
        }
        _ => return None,
    })
}

fn sign(width: u32, bits: u64) -> bool {
    bits >> (width - 1) & 1 == 1
}

fn zero(value: &FloatValue) -> bool {
    let (exponent, significand) = value.format();
    [false, true]
        .iter()
        .any(|negative| *value == FloatValue::zero(exponent, significand, *negative))
}

/// The value of an application as a wrong model tells it.
pub(super) fn value(call: &Call<'_>, args: &[&Datum], right: Datum) -> Datum {
    match (call.op.key, args, &right) {
        ("OP_BV_AND", [Datum::BitVec(width, a), Datum::BitVec(_, b)], _) => {
            Datum::bits(*width, a | b)
        }
        ("OP_EQUAL", [Datum::BitVec(..), ..], Datum::Bool(equal)) => Datum::Bool(!equal),
        _ => right,
    }
}

/// Another value of the same sort, if one is near.
pub(super) fn next(value: &Datum) -> Option<Datum> {
    match value {
        Datum::Bool(value) => Some(Datum::Bool(!value)),
        Datum::Int(number) => Some(Datum::Int(number.wrapping_add(1))),
        Datum::Real(numerator, denominator) => {
            Some(Datum::Real(numerator.checked_add(i64::from(*denominator))?, *denominator))
        }
        Datum::BitVec(width, bits) => Some(Datum::bits(*width, bits.wrapping_add(1))),
        Datum::Field(order, element) if *order > 1 => {
            Some(Datum::Field(*order, (element + 1) % order))
        }
        _ => None,
    }
}
