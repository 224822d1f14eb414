//! Values as the evaluator holds them: small ones without allocation, each in one canonical form, so that equal values are
//! equal data.

use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::ToPrimitive;

use super::{Language, Table, Unknown};
use crate::{BitVec, FloatValue, RoundingMode, Sort};

/// A value of some sort. Values are made by the functions of this type, which keep the canonical form; a sort has one
/// datum for each of its values.
///
/// The order is total, and means nothing: it is there to sort the elements of collections.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Datum {
    /// A truth value.
    Bool(bool),
    /// An integer of 64 bits.
    Int(i64),
    /// Any other integer.
    BigInt(Arc<BigInt>),
    /// Numerator and denominator of a small rational number, without common factor.
    Real(i64, u32),
    /// Any other rational number.
    BigReal(Arc<BigRational>),
    /// Width, at most 64, and bits.
    BitVec(u32, u64),
    /// A wider bit-vector.
    BigBitVec(Arc<BitVec>),
    /// A rounding mode.
    RoundingMode(RoundingMode),
    /// A floating-point number of at most 64 bits: widths of exponent and significand, and the IEEE bits. There is one NaN.
    Float(u8, u8, u64),
    /// A wider floating-point number.
    BigFloat(Arc<FloatValue>),
    /// The code points of a string.
    String(Arc<[u32]>),
    /// A regular expression.
    RegLan(Arc<Language>),
    /// The elements of a sequence.
    Seq(Arc<[Datum]>),
    /// The elements of a set, in order, each once.
    Set(Arc<[Datum]>),
    /// The elements of a bag, in order, each once, with how often it occurs.
    Bag(Arc<[(Datum, Datum)]>),
    /// The elements of a tuple.
    Tuple(Arc<[Datum]>),
    /// A value of a datatype.
    Datatype(Arc<Constructed>),
    /// An array.
    Array(Arc<Table>),
    /// A function. The keys of one with several arguments are tuples.
    Function(Arc<Table>),
    /// Order of a field that has 64 bits, and element.
    Field(u64, u64),
    /// Order of a larger field, and element.
    BigField(Arc<(BigUint, BigUint)>),
    /// An element of an uninterpreted sort.
    Element(Arc<Element>),
}

/// A value of a datatype.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Constructed {
    /// The constructor's name.
    pub constructor: Arc<str>,
    /// The fields.
    pub fields: Box<[Datum]>,
    /// The sort.
    pub sort: Sort,
    /// How many constructors are nested.
    depth: u32,
}

/// An element of an uninterpreted sort; two are equal if their names are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Element {
    /// The sort.
    pub sort: Sort,
    /// The name.
    pub name: Arc<str>,
}

/// So deep may the values of datatypes be nested. What is deeper could not be compared or freed without recursion.
pub(super) const DEEPEST: u32 = 2_000;

impl Datum {
    /// An integer.
    pub fn int(number: BigInt) -> Datum {
        match number.to_i64() {
            Some(small) => Datum::Int(small),
            None => Datum::BigInt(Arc::new(number)),
        }
    }

    /// A rational number.
    pub fn real(number: BigRational) -> Datum {
        match (number.numer().to_i64(), number.denom().to_u32()) {
            (Some(numerator), Some(denominator)) => Datum::Real(numerator, denominator),
            _ => Datum::BigReal(Arc::new(number)),
        }
    }

    /// The low bits of a number.
    pub fn bits(width: u32, bits: u64) -> Datum {
        debug_assert!(width <= 64);
        Datum::BitVec(width, bits & low_bits(width))
    }

    /// The low bits of a number, at any width.
    pub fn wide_bits(width: u32, bits: BigUint) -> Datum {
        Datum::bit_vec(BitVec::new(width, bits))
    }

    /// A bit-vector.
    pub fn bit_vec(value: BitVec) -> Datum {
        match value.width() {
            width @ 0..=64 => Datum::BitVec(width, value.bits().to_u64().unwrap_or_default()),
            _ => Datum::BigBitVec(Arc::new(value)),
        }
    }

    /// A floating-point number.
    pub fn float(value: FloatValue) -> Datum {
        let (exponent, significand) = value.format();
        match value.bits().width() {
            0..=64 => {
                let bits = value.bits().bits().to_u64().unwrap_or_default();
                Datum::Float(exponent as u8, significand as u8, bits)
            }
            _ => Datum::BigFloat(Arc::new(value)),
        }
    }

    /// A set of these elements.
    pub fn set(mut elements: Vec<Datum>) -> Datum {
        elements.sort();
        elements.dedup();
        Datum::Set(elements.into())
    }

    /// A bag of these elements, each with how often it occurs; numbers of one element are added, and those that are not positive left out.
    pub fn bag(mut elements: Vec<(Datum, BigInt)>) -> Datum {
        elements.retain(|(_, count)| count.sign() == num_bigint::Sign::Plus);
        elements.sort();
        let mut merged: Vec<(Datum, BigInt)> = Vec::with_capacity(elements.len());
        for (element, count) in elements {
            match merged.last_mut() {
                Some((last, sum)) if *last == element => *sum += count,
                _ => merged.push((element, count)),
            }
        }
        Datum::Bag(
            merged.into_iter().map(|(element, count)| (element, Datum::int(count))).collect(),
        )
    }

    /// An element of a field, below its order.
    pub fn field(order: &BigUint, element: BigUint) -> Datum {
        match (order.to_u64(), element.to_u64()) {
            (Some(order), Some(element)) => Datum::Field(order, element),
            _ => Datum::BigField(Arc::new((order.clone(), element))),
        }
    }

    /// A value of a datatype.
    pub fn constructed(
        sort: Sort,
        constructor: Arc<str>,
        fields: Vec<Datum>,
    ) -> Result<Datum, Unknown> {
        let depth = 1 + fields.iter().map(Datum::depth).max().unwrap_or(0);
        if depth > DEEPEST {
            return Err(Unknown::TooLarge("a value of a datatype that is nested too deep"));
        }
        let fields = fields.into();
        Ok(Datum::Datatype(Arc::new(Constructed { constructor, fields, sort, depth })))
    }

    /// An element of an uninterpreted sort.
    pub fn element(sort: Sort, name: &str) -> Datum {
        Datum::Element(Arc::new(Element { sort, name: name.into() }))
    }

    /// How many constructors are nested.
    fn depth(&self) -> u32 {
        let deepest = |parts: &[Datum]| parts.iter().map(Datum::depth).max().unwrap_or(0);
        match self {
            Datum::Datatype(value) => value.depth,
            Datum::Seq(parts) | Datum::Set(parts) | Datum::Tuple(parts) => deepest(parts),
            Datum::Bag(parts) => parts.iter().map(|(part, _)| part.depth()).max().unwrap_or(0),
            Datum::Array(table) | Datum::Function(table) => {
                let entries = table.entries().iter();
                let inner = entries.map(|(key, value)| key.depth().max(value.depth())).max();
                inner.unwrap_or(0).max(table.default().depth())
            }
            _ => 0,
        }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Datum::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The integer, if it is one.
    pub fn to_big_int(&self) -> Option<BigInt> {
        match self {
            Datum::Int(number) => Some(BigInt::from(*number)),
            Datum::BigInt(number) => Some(number.as_ref().clone()),
            _ => None,
        }
    }

    /// The rational number, if it is one.
    pub fn to_rational(&self) -> Option<BigRational> {
        match self {
            Datum::Real(numerator, denominator) => {
                Some(BigRational::new_raw((*numerator).into(), (*denominator).into()))
            }
            Datum::BigReal(number) => Some(number.as_ref().clone()),
            _ => None,
        }
    }

    /// The bit-vector, if it is one.
    pub fn to_bit_vec(&self) -> Option<BitVec> {
        match self {
            Datum::BitVec(width, bits) => Some(BitVec::new(*width, (*bits).into())),
            Datum::BigBitVec(value) => Some(value.as_ref().clone()),
            _ => None,
        }
    }

    /// The floating-point number, if it is one.
    pub fn to_float(&self) -> Option<FloatValue> {
        match self {
            Datum::Float(exponent, significand, bits) => {
                let (exponent, significand) = ((*exponent).into(), (*significand).into());
                let bits = BitVec::new(exponent + significand, (*bits).into());
                FloatValue::new(exponent, significand, bits)
            }
            Datum::BigFloat(value) => Some(value.as_ref().clone()),
            _ => None,
        }
    }
}

/// So many ones, at most 64.
#[inline]
pub fn low_bits(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_datum_is_small() {
        assert!(size_of::<Datum>() <= 24);
        assert!(size_of::<Result<Datum, Unknown>>() <= 32);
    }

    #[test]
    fn collections_are_canonical() {
        let int = Datum::Int;
        assert_eq!(Datum::set(vec![int(2), int(1), int(2)]), Datum::set(vec![int(1), int(2)]));
        let bag = |counts: &[(i64, i64)]| {
            Datum::bag(counts.iter().map(|(one, count)| (int(*one), (*count).into())).collect())
        };
        assert_eq!(bag(&[(1, 2), (3, 0), (1, 1)]), bag(&[(1, 3)]));
        assert_eq!(Datum::int(BigInt::from(i64::MIN)), int(i64::MIN));
        assert_ne!(Datum::int(BigInt::from(i64::MIN) - 1), int(i64::MAX));
    }

    #[test]
    fn values_that_are_nested_too_deep_are_refused() {
        let sort = Sort::uninterpreted("list");
        let mut value = Datum::Bool(true);
        let refused = (0..10_000).find(|_| {
            match Datum::constructed(sort.clone(), "cons".into(), vec![value.clone()]) {
                Ok(deeper) => {
                    value = deeper;
                    false
                }
                Err(unknown) => matches!(unknown, Unknown::TooLarge(_)),
            }
        });
        assert_eq!(refused, Some(DEEPEST as usize));
    }
}
