//! Values that the mock makes up, from a digest.

use murxla_api::{
    ArrayValue, BitVec, CODE_POINTS, DatatypeValue, FloatValue, FunctionValue, RoundingMode, Sort,
    SortShape, StringValue, Value,
};
use num_bigint::{BigInt, BigUint};

use crate::digest::Digest;

/// Recursive datatypes are cut off here.
const DEPTH: u32 = 8;

/// A value of the sort, drawn from the digest.
pub(crate) fn any_value(sort: &Sort, digest: Digest) -> Value {
    value(sort, digest, DEPTH)
}

fn value(sort: &Sort, digest: Digest, depth: u32) -> Value {
    let bits = |width: u32| {
        let digits = (0..width.div_ceil(32))
            .map(|word| digest.number(word.into()).finish() as u32)
            .collect();
        BitVec::new(width, BigUint::new(digits))
    };
    let number = || BigInt::from(digest.finish().cast_signed() % 1000);
    let opaque = || Value::Opaque(sort.clone(), format!("value{}", digest.finish() % 4));
    let below = |sort: &Sort, salt: u64| value(sort, digest.number(salt), depth - 1);
    if depth == 0 {
        return opaque();
    }
    match sort.shape() {
        SortShape::Bool => Value::Bool(digest.finish().is_multiple_of(2)),
        SortShape::Int => Value::Int(number()),
        SortShape::Real => Value::Real(number().into()),
        SortShape::BitVec(width) => Value::BitVec(bits(*width)),
        SortShape::FloatingPoint(exponent, significand) => {
            match FloatValue::new(*exponent, *significand, bits(exponent + significand)) {
                Some(float) => Value::FloatingPoint(float),
                None => opaque(),
            }
        }
        SortShape::RoundingMode => Value::RoundingMode(RoundingMode::NearestEven),
        SortShape::String => {
            let codes = vec![digest.finish() as u32 % CODE_POINTS];
            StringValue::new(codes).map_or_else(opaque, Value::String)
        }
        SortShape::FiniteField(modulus) => Value::FiniteField {
            modulus: modulus.clone(),
            element: BigUint::from(digest.finish()) % modulus.as_ref(),
        },
        SortShape::Array(_, element) => Value::Array(Box::new(ArrayValue {
            sort: sort.clone(),
            default: below(element, 1),
            entries: Vec::new(),
        })),
        SortShape::Seq(element) => Value::Seq(sort.clone(), vec![below(element, 1)]),
        SortShape::Set(element) => Value::Set(sort.clone(), vec![below(element, 1)]),
        SortShape::Bag(element) => Value::Bag(sort.clone(), vec![(below(element, 1), 2u32.into())]),
        SortShape::Tuple(elements) => {
            let places = elements.iter().zip(1..);
            Value::Tuple(places.map(|(element, place)| below(element, place)).collect())
        }
        SortShape::Fun(_, codomain) => Value::Function(Box::new(FunctionValue {
            sort: sort.clone(),
            default: below(codomain, 1),
            entries: Vec::new(),
        })),
        SortShape::Datatype(datatype, args) => {
            // The constructor with the fewest fields, so that recursion ends.
            let constructors = &datatype.definition().constructors;
            let smallest = constructors.iter().min_by_key(|one| one.fields.len());
            let fields = smallest.and_then(|one| datatype.field_sorts(one, args));
            match (smallest, fields) {
                (Some(constructor), Some(fields)) => Value::Datatype(Box::new(DatatypeValue {
                    sort: sort.clone(),
                    constructor: constructor.name.clone(),
                    fields: fields
                        .iter()
                        .zip(1..)
                        .map(|(field, place)| below(field, place))
                        .collect(),
                })),
                _ => opaque(),
            }
        }
        SortShape::Uninterpreted(_) => {
            Value::Abstract(sort.clone(), format!("@{}", digest.finish() % 4))
        }
        SortShape::RegLan | SortShape::MatchCase(..) => opaque(),
    }
}
