//! Literals: the ways in which a call can write a value.

use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use num_traits::{One, Zero};
use thiserror::Error;

use crate::meaning::fractions;
use crate::{BitVec, FloatValue, RoundingMode, Sort, SortKind, SortShape, StringValue, Value};

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

macro_rules! special_values {
    ($($(#[$doc:meta])* $name:ident = $key:literal of $kind:ident,)*) => {
        /// A value that has a name of its own in traces, and often a function of its own in a solver's API.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum SpecialValue {
            $($(#[$doc])* $name,)*
        }

        impl SpecialValue {
            /// All special values.
            pub const ALL: &'static [SpecialValue] = &[$(SpecialValue::$name),*];

            /// The name that traces use.
            pub const fn key(self) -> &'static str {
                match self {
                    $(SpecialValue::$name => $key,)*
                }
            }

            /// The kind of sorts that have it.
            pub const fn sort_kind(self) -> SortKind {
                match self {
                    $(SpecialValue::$name => SortKind::$kind,)*
                }
            }
        }
    };
}

special_values! {
    /// All bits 0.
    BvZero = "bv.zero" of BitVec,
    /// The number 1.
    BvOne = "bv.one" of BitVec,
    /// All bits 1.
    BvOnes = "bv.ones" of BitVec,
    /// Only the sign bit.
    BvMinSigned = "bv-min-signed" of BitVec,
    /// All bits but the sign bit.
    BvMaxSigned = "bv-max-signed" of BitVec,
    /// Not a number.
    FpNan = "nan" of FloatingPoint,
    /// Positive infinity.
    FpPosInf = "+oo" of FloatingPoint,
    /// Negative infinity.
    FpNegInf = "-oo" of FloatingPoint,
    /// Positive zero.
    FpPosZero = "+zero" of FloatingPoint,
    /// Negative zero.
    FpNegZero = "-zero" of FloatingPoint,
    /// To the nearest, ties away from zero.
    RmRna = "rna" of RoundingMode,
    /// To the nearest, ties to even.
    RmRne = "rne" of RoundingMode,
    /// Towards negative infinity.
    RmRtn = "rtn" of RoundingMode,
    /// Towards positive infinity.
    RmRtp = "rtp" of RoundingMode,
    /// Towards zero.
    RmRtz = "rtz" of RoundingMode,
    /// The zero of a field.
    FfZero = "ff.zero" of FiniteField,
    /// The one of a field.
    FfOne = "ff.one" of FiniteField,
    /// The negative of one.
    FfNegOne = "ff.negone" of FiniteField,
    /// The empty sequence.
    SeqEmpty = "seq.empty" of Seq,
    /// The empty set.
    SetEmpty = "set.empty" of Set,
    /// The set of all elements.
    SetUniverse = "set.universe" of Set,
    /// The empty bag.
    BagEmpty = "bag.empty" of Bag,
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
    /// An integer: decimal digits, with a leading `-` allowed.
    Integer(String),
    /// A real number: an integer, a decimal fraction `1.50`, or `n/d`; a leading `-` is allowed.
    Real(String),
    /// A real number by numerator and denominator, which are integers.
    Rational {
        /// The numerator.
        numerator: String,
        /// The denominator, not zero.
        denominator: String,
    },
    /// A floating-point number by its IEEE bits in binary digits.
    FloatingPoint(String),
    /// A string with SMT-LIB's escapes, as between quotes but without doubled quotes.
    String(String),
    /// An element of a finite field: an integer, taken modulo the order of the field.
    FiniteField(String),
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
            (Literal::Integer(digits), SortShape::Int) => {
                read_number(digits, Base::Decimal).map(Value::Int)
            }
            (Literal::Real(text), SortShape::Real) => read_real(text).map(Value::Real),
            (Literal::Rational { numerator, denominator }, SortShape::Real) => {
                read_rational(numerator, denominator).map(Value::Real)
            }
            (Literal::FloatingPoint(digits), SortShape::FloatingPoint(exponent, significand)) => {
                let width = exponent + significand;
                let bits = read_bits(digits, Base::Binary, width)?;
                FloatValue::new(*exponent, *significand, bits)
                    .filter(|_| digits.len() == width as usize)
                    .map(Value::FloatingPoint)
                    .ok_or_else(|| does_not_fit(digits, Base::Binary, width))
            }
            (Literal::String(text), SortShape::String) => {
                Ok(Value::String(StringValue::from_escaped(text)))
            }
            (Literal::FiniteField(digits), SortShape::FiniteField(modulus)) => {
                let number = read_number(digits, Base::Decimal)?;
                let order = BigInt::from(modulus.as_ref().clone());
                let element = ((number % &order) + &order) % order;
                let element = element.magnitude().clone();
                Ok(Value::FiniteField { modulus: modulus.clone(), element })
            }
            (Literal::Special(special), _) => special.value(sort).ok_or_else(|| self.wrong(sort)),
            _ => Err(self.wrong(sort)),
        }
    }

    fn wrong(&self, sort: &Sort) -> LiteralError {
        LiteralError::WrongSort { sort: sort.clone(), literal: self.clone() }
    }
}

impl SpecialValue {
    /// The value with this name.
    pub fn from_key(key: &str) -> Option<SpecialValue> {
        SpecialValue::ALL.iter().copied().find(|special| special.key() == key)
    }

    /// The value in this sort, if it has it. The set of all elements has no other form than its name.
    pub fn value(self, sort: &Sort) -> Option<Value> {
        let float = |make: fn(u32, u32) -> FloatValue| match sort.shape() {
            SortShape::FloatingPoint(e, s) => Some(Value::FloatingPoint(make(*e, *s))),
            _ => None,
        };
        if sort.kind() != self.sort_kind() {
            return None;
        }
        match self {
            SpecialValue::BvZero
            | SpecialValue::BvOne
            | SpecialValue::BvOnes
            | SpecialValue::BvMinSigned
            | SpecialValue::BvMaxSigned => Some(Value::BitVec(self.bits(sort.width()?))),
            SpecialValue::FpNan => float(FloatValue::nan),
            SpecialValue::FpPosInf => float(|e, s| FloatValue::infinity(e, s, false)),
            SpecialValue::FpNegInf => float(|e, s| FloatValue::infinity(e, s, true)),
            SpecialValue::FpPosZero => float(|e, s| FloatValue::zero(e, s, false)),
            SpecialValue::FpNegZero => float(|e, s| FloatValue::zero(e, s, true)),
            SpecialValue::RmRna => Some(Value::RoundingMode(RoundingMode::NearestAway)),
            SpecialValue::RmRne => Some(Value::RoundingMode(RoundingMode::NearestEven)),
            SpecialValue::RmRtn => Some(Value::RoundingMode(RoundingMode::Negative)),
            SpecialValue::RmRtp => Some(Value::RoundingMode(RoundingMode::Positive)),
            SpecialValue::RmRtz => Some(Value::RoundingMode(RoundingMode::Zero)),
            SpecialValue::FfZero => Literal::FiniteField("0".to_owned()).value(sort).ok(),
            SpecialValue::FfOne => Literal::FiniteField("1".to_owned()).value(sort).ok(),
            SpecialValue::FfNegOne => Literal::FiniteField("-1".to_owned()).value(sort).ok(),
            SpecialValue::SeqEmpty => Some(Value::Seq(sort.clone(), Vec::new())),
            SpecialValue::SetEmpty => Some(Value::Set(sort.clone(), Vec::new())),
            SpecialValue::SetUniverse => {
                Some(Value::Opaque(sort.clone(), format!("(as set.universe {sort})")))
            }
            SpecialValue::BagEmpty => Some(Value::Bag(sort.clone(), Vec::new())),
        }
    }

    /// The bits of a special bit-vector at a width; zero for other special values.
    pub fn bits(self, width: u32) -> BitVec {
        let sign = BigUint::one() << (width - 1);
        let bits = match self {
            SpecialValue::BvOne => BigUint::one(),
            SpecialValue::BvOnes => (BigUint::one() << width) - 1u32,
            SpecialValue::BvMinSigned => sign,
            SpecialValue::BvMaxSigned => sign - 1u32,
            _ => BigUint::ZERO,
        };
        BitVec::new(width, bits)
    }
}

fn not_a_number(digits: &str, base: Base) -> LiteralError {
    LiteralError::NotANumber { digits: digits.to_owned(), radix: base.radix() }
}

fn does_not_fit(digits: &str, base: Base, width: u32) -> LiteralError {
    LiteralError::DoesNotFit { digits: digits.to_owned(), radix: base.radix(), width }
}

/// A number; only decimal ones may have a sign.
fn read_number(digits: &str, base: Base) -> Result<BigInt, LiteralError> {
    let plain = match base {
        Base::Decimal => digits.strip_prefix('-').unwrap_or(digits),
        Base::Binary | Base::Hexadecimal => digits,
    };
    plain
        .bytes()
        .all(|byte| byte.is_ascii_hexdigit())
        .then(|| BigInt::parse_bytes(digits.as_bytes(), base.radix()))
        .flatten()
        .ok_or_else(|| not_a_number(digits, base))
}

fn read_bits(digits: &str, base: Base, width: u32) -> Result<BitVec, LiteralError> {
    let number = read_number(digits, base)?;
    let modulus = BigInt::one() << width;
    let smallest = -(BigInt::one() << (width - 1));
    if number >= modulus || number < smallest {
        return Err(does_not_fit(digits, base, width));
    }
    let bits = if number.sign() == Sign::Minus { number + modulus } else { number };
    Ok(BitVec::new(width, bits.magnitude().clone()))
}

fn read_real(text: &str) -> Result<BigRational, LiteralError> {
    if let Some((numerator, denominator)) = text.split_once('/') {
        return read_rational(numerator, denominator);
    }
    let Some((whole, fraction)) = text.split_once('.') else {
        return read_number(text, Base::Decimal).map(BigRational::from);
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole.strip_prefix('-').unwrap_or(whole)) || !digits(fraction) {
        return Err(not_a_number(text, Base::Decimal));
    }
    let scaled = read_number(&format!("{whole}{fraction}"), Base::Decimal)?;
    let scale = BigInt::from(10u32).pow(fraction.len() as u32);
    Ok(fractions::fraction(scaled, scale))
}

fn read_rational(numerator: &str, denominator: &str) -> Result<BigRational, LiteralError> {
    let below = read_number(denominator, Base::Decimal)?;
    if below.is_zero() {
        return Err(not_a_number(&format!("{numerator}/{denominator}"), Base::Decimal));
    }
    Ok(fractions::fraction(read_number(numerator, Base::Decimal)?, below))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(literal: Literal, sort: &Sort, expected: Option<&str>) {
        let value = literal.value(sort).ok().map(|value| value.to_string());
        assert_eq!(value.as_deref(), expected, "{literal:?}");
    }

    #[test]
    fn literals_of_four_bits() {
        let sort = Sort::bit_vec(4);
        let check = |digits: &str, base, expected: Option<&str>| {
            check(Literal::BitVec { digits: digits.to_owned(), base }, &sort, expected);
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
        check("--1", Base::Decimal, None);
        check("+1", Base::Decimal, None);
        check("1_0", Base::Binary, None);
    }

    #[test]
    fn numbers_and_strings() {
        let int = |text: &str| Literal::Integer(text.to_owned());
        let real = |text: &str| Literal::Real(text.to_owned());
        check(int("-12345678901234567890"), &Sort::int(), Some("(- 12345678901234567890)"));
        check(int("1.5"), &Sort::int(), None);
        check(real("1.50"), &Sort::real(), Some("(/ 3.0 2.0)"));
        check(real("-0.0"), &Sort::real(), Some("0.0"));
        check(real("-6/4"), &Sort::real(), Some("(/ (- 3.0) 2.0)"));
        check(real("1/0"), &Sort::real(), None);
        check(real("1."), &Sort::real(), None);
        check(real(".5"), &Sort::real(), None);
        check(Literal::String("a\\u{22}".to_owned()), &Sort::string(), Some("\"a\"\"\""));
        let field = Sort::finite_field(7u32.into());
        check(Literal::FiniteField("-1".to_owned()), &field, Some("(as ff6 (_ FiniteField 7))"));
        let float = Sort::floating_point(2, 3);
        check(Literal::FloatingPoint("01001".to_owned()), &float, Some("(fp #b0 #b10 #b01)"));
        check(Literal::FloatingPoint("0100".to_owned()), &float, None);
    }

    #[test]
    fn special_values_belong_to_their_sorts() {
        for special in SpecialValue::ALL {
            assert_eq!(SpecialValue::from_key(special.key()), Some(*special));
            for sort in [
                Sort::bit_vec(3),
                Sort::floating_point(3, 4),
                Sort::rounding_mode(),
                Sort::finite_field(5u32.into()),
                Sort::seq(Sort::int()),
                Sort::set(Sort::int()),
                Sort::bag(Sort::int()),
                Sort::int(),
            ] {
                let has = special.value(&sort).is_some();
                assert_eq!(has, sort.kind() == special.sort_kind(), "{special:?} {sort}");
            }
        }
        let shown: Vec<_> =
            SpecialValue::ALL[..5].iter().map(|special| special.bits(3).to_string()).collect();
        assert_eq!(shown, ["#b000", "#b001", "#b111", "#b100", "#b011"]);
    }
}
