//! Literals: the ways in which a call can write a value.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::One;
use thiserror::Error;

use crate::{BitVec, Sort, SortShape, Value};

/// The base of a written bit-vector literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// Digits 0 and 1.
    Binary,
    /// An optional minus sign and decimal digits.
    Decimal,
    /// Hexadecimal digits.
    Hexadecimal,
}

impl Base {
    /// 2, 10 or 16.
    pub const fn radix(self) -> u32 {
        match self {
            Base::Binary => 2,
            Base::Decimal => 10,
            Base::Hexadecimal => 16,
        }
    }
}

/// A value that has a name of its own in traces, and often a function of its own in a solver's API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpecialValue {
    /// All bits 0.
    BvZero,
    /// The number 1.
    BvOne,
    /// All bits 1.
    BvOnes,
    /// Only the sign bit.
    BvMinSigned,
    /// All bits but the sign bit.
    BvMaxSigned,
}

impl SpecialValue {
    /// All special values.
    pub const ALL: &'static [SpecialValue] = &[
        SpecialValue::BvZero,
        SpecialValue::BvOne,
        SpecialValue::BvOnes,
        SpecialValue::BvMinSigned,
        SpecialValue::BvMaxSigned,
    ];

    /// The name that traces use.
    pub const fn key(self) -> &'static str {
        match self {
            SpecialValue::BvZero => "bv.zero",
            SpecialValue::BvOne => "bv.one",
            SpecialValue::BvOnes => "bv.ones",
            SpecialValue::BvMinSigned => "bv-min-signed",
            SpecialValue::BvMaxSigned => "bv-max-signed",
        }
    }
}

/// What a call to make a value says about the value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    /// `true` or `false`
    Bool(bool),
    /// A bit-vector written with digits.
    BitVec {
        /// The digits, with a leading `-` allowed in base 10.
        digits: String,
        /// How to read them.
        base: Base,
    },
    /// A value with a name.
    Special(SpecialValue),
}

/// Why a literal is not one of its sort.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LiteralError {
    /// The sort has no literal of this form.
    #[error("sort {sort} has no literal {literal:?}")]
    WrongSort {
        /// The sort asked for.
        sort: Sort,
        /// The literal given.
        literal: Literal,
    },
    /// Not a number in this base.
    #[error("\"{digits}\" is not a number in base {radix}")]
    NotANumber {
        /// The text.
        digits: String,
        /// The base.
        radix: u32,
    },
    /// The number does not fit the sort.
    #[error("{digits} (base {radix}) does not fit into {width} bits")]
    DoesNotFit {
        /// The text.
        digits: String,
        /// The base.
        radix: u32,
        /// The width of the sort.
        width: u32,
    },
}

impl Literal {
    /// The value that this literal means in `sort`.
    pub fn value(&self, sort: &Sort) -> Result<Value, LiteralError> {
        match (self, sort.shape()) {
            (Literal::Bool(value), SortShape::Bool) => Ok(Value::Bool(*value)),
            (Literal::BitVec { digits, base }, SortShape::BitVec(width)) => {
                read_bits(digits, *base, *width).map(Value::BitVec)
            }
            (Literal::Special(special), SortShape::BitVec(width)) => {
                Ok(Value::BitVec(special.bits(*width)))
            }
            _ => Err(LiteralError::WrongSort { sort: sort.clone(), literal: self.clone() }),
        }
    }
}

impl SpecialValue {
    /// The bits of this value at a width.
    pub fn bits(self, width: u32) -> BitVec {
        let sign = BigUint::one() << (width - 1);
        let bits = match self {
            SpecialValue::BvZero => BigUint::ZERO,
            SpecialValue::BvOne => BigUint::one(),
            SpecialValue::BvOnes => (BigUint::one() << width) - 1u32,
            SpecialValue::BvMinSigned => sign,
            SpecialValue::BvMaxSigned => sign - 1u32,
        };
        BitVec::new(width, bits)
    }
}

fn read_bits(digits: &str, base: Base, width: u32) -> Result<BitVec, LiteralError> {
    let radix = base.radix();
    let unsigned = digits.strip_prefix('-');
    let well_formed = unsigned.is_none() || base == Base::Decimal;
    let plain = unsigned.unwrap_or(digits);
    let number = plain
        .bytes()
        .all(|byte| byte.is_ascii_hexdigit())
        .then(|| BigInt::parse_bytes(digits.as_bytes(), radix))
        .flatten()
        .filter(|_| well_formed)
        .ok_or_else(|| LiteralError::NotANumber { digits: digits.to_owned(), radix })?;
    let modulus = BigInt::one() << width;
    let smallest = -(BigInt::one() << (width - 1));
    if number >= modulus || number < smallest {
        return Err(LiteralError::DoesNotFit { digits: digits.to_owned(), radix, width });
    }
    let bits = if number.sign() == Sign::Minus { number + modulus } else { number };
    Ok(BitVec::new(width, bits.magnitude().clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_of_four_bits() {
        let sort = Sort::bit_vec(4);
        let check = |digits: &str, base, expected: Option<&str>| {
            let literal = Literal::BitVec { digits: digits.to_owned(), base };
            let value = literal.value(&sort).ok().map(|value| value.to_string());
            assert_eq!(value.as_deref(), expected, "{digits} {base:?}");
        };
        check("0", Base::Binary, Some("#x0"));
        check("1111", Base::Binary, Some("#xf"));
        check("11111", Base::Binary, None);
        check("-8", Base::Decimal, Some("#x8"));
        check("-9", Base::Decimal, None);
        check("-1", Base::Decimal, Some("#xf"));
        check("15", Base::Decimal, Some("#xf"));
        check("16", Base::Decimal, None);
        check("a", Base::Hexadecimal, Some("#xa"));
        check("-1", Base::Hexadecimal, None);
        check("g", Base::Hexadecimal, None);
        check("", Base::Decimal, None);
        check("-", Base::Decimal, None);
        check("+1", Base::Decimal, None);
        check("1_0", Base::Binary, None);
    }

    #[test]
    fn special_values_of_three_bits() {
        let shown: Vec<_> =
            SpecialValue::ALL.iter().map(|special| special.bits(3).to_string()).collect();
        assert_eq!(shown, ["#b000", "#b001", "#b111", "#b100", "#b011"]);
    }
}
