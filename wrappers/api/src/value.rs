//! Values: what a literal means and what a solver's model says.

use std::fmt;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::smtlib::SymbolText;
use crate::{Sort, StringValue};

/// A bit-vector value: `width` bits, stored as an unsigned number below 2^width.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BitVec {
    width: u32,
    bits: BigUint,
}

impl BitVec {
    /// The low `width` bits of `bits`.
    pub fn new(width: u32, bits: BigUint) -> BitVec {
        let modulus = BigUint::one() << width;
        BitVec { width, bits: bits % modulus }
    }

    /// The value written in binary digits, most significant first; its width is their number.
    pub fn from_binary(digits: &str) -> Option<BitVec> {
        let bits = BigUint::parse_bytes(digits.as_bytes(), 2)?;
        Some(BitVec::new(u32::try_from(digits.len()).ok()?, bits))
    }

    /// Number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The unsigned reading.
    pub fn bits(&self) -> &BigUint {
        &self.bits
    }

    /// Binary digits, most significant first, exactly `width` of them.
    pub fn to_binary(&self) -> String {
        let digits = if self.bits.is_zero() { String::new() } else { self.bits.to_str_radix(2) };
        format!("{digits:0>width$}", width = self.width as usize)
    }
}

impl fmt::Display for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width.is_multiple_of(4) {
            let digits = (self.width / 4) as usize;
            write!(f, "#x{:0>digits$}", self.bits.to_str_radix(16))
        } else {
            write!(f, "#b{}", self.to_binary())
        }
    }
}

/// A rounding mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RoundingMode {
    /// To the nearest, ties away from zero.
    NearestAway,
    /// To the nearest, ties to even.
    NearestEven,
    /// Towards negative infinity.
    Negative,
    /// Towards positive infinity.
    Positive,
    /// Towards zero.
    Zero,
}

impl RoundingMode {
    /// The short name in SMT-LIB.
    pub const fn symbol(self) -> &'static str {
        match self {
            RoundingMode::NearestAway => "RNA",
            RoundingMode::NearestEven => "RNE",
            RoundingMode::Negative => "RTN",
            RoundingMode::Positive => "RTP",
            RoundingMode::Zero => "RTZ",
        }
    }
}

/// A floating-point value by its IEEE bits. There is one NaN: all its bit patterns are the same value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FloatValue {
    exponent: u32,
    significand: u32,
    bits: BitVec,
}

impl FloatValue {
    /// The value with these bits: sign, exponent, significand without its hidden bit. `None` if they are not
    /// as many as the format has.
    pub fn new(exponent: u32, significand: u32, bits: BitVec) -> Option<FloatValue> {
        if bits.width() != exponent + significand {
            return None;
        }
        let value = FloatValue { exponent, significand, bits };
        Some(if value.is_nan() { FloatValue::nan(exponent, significand) } else { value })
    }

    /// Not a number, in its canonical form: a positive quiet NaN with no payload.
    pub fn nan(exponent: u32, significand: u32) -> FloatValue {
        let ones = (BigUint::one() << exponent) - 1u32;
        let bits = (ones << (significand - 1)) | (BigUint::one() << (significand - 2));
        FloatValue { exponent, significand, bits: BitVec::new(exponent + significand, bits) }
    }

    /// Infinity.
    pub fn infinity(exponent: u32, significand: u32, negative: bool) -> FloatValue {
        let ones = ((BigUint::one() << exponent) - 1u32) << (significand - 1);
        FloatValue::signed(exponent, significand, negative, ones)
    }

    /// Zero.
    pub fn zero(exponent: u32, significand: u32, negative: bool) -> FloatValue {
        FloatValue::signed(exponent, significand, negative, BigUint::ZERO)
    }

    fn signed(exponent: u32, significand: u32, negative: bool, bits: BigUint) -> FloatValue {
        let sign =
            if negative { BigUint::one() << (exponent + significand - 1) } else { BigUint::ZERO };
        FloatValue { exponent, significand, bits: BitVec::new(exponent + significand, bits | sign) }
    }

    /// Whether it is not a number.
    pub fn is_nan(&self) -> bool {
        let ones = (BigUint::one() << self.exponent) - 1u32;
        let fraction = self.bits.bits() % (BigUint::one() << (self.significand - 1));
        let exponent =
            (self.bits.bits() >> (self.significand - 1)) % (BigUint::one() << self.exponent);
        exponent == ones && !fraction.is_zero()
    }

    /// The IEEE bits.
    pub fn bits(&self) -> &BitVec {
        &self.bits
    }

    /// Widths of the exponent and of the significand with its hidden bit.
    pub fn format(&self) -> (u32, u32) {
        (self.exponent, self.significand)
    }
}

/// An array as a solver's model gives it: a default, overwritten at some indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayValue {
    /// The sort of the array.
    pub sort: Sort,
    /// The element at every index that `entries` does not mention.
    pub default: Value,
    /// Index and element; of two entries with one index, the later holds.
    pub entries: Vec<(Value, Value)>,
}

/// A function as a solver's model gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionValue {
    /// The sort of the function.
    pub sort: Sort,
    /// The result for all arguments that `entries` does not mention.
    pub default: Value,
    /// Arguments and result; of two entries with the same arguments, the later holds.
    pub entries: Vec<(Vec<Value>, Value)>,
}

/// A value of a datatype.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatatypeValue {
    /// The sort.
    pub sort: Sort,
    /// The constructor's name.
    pub constructor: Arc<str>,
    /// The fields.
    pub fields: Vec<Value>,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(BigInt),
    /// A rational number.
    Real(BigRational),
    /// A bit-vector.
    BitVec(BitVec),
    /// A floating-point number.
    FloatingPoint(FloatValue),
    /// A rounding mode.
    RoundingMode(RoundingMode),
    /// A string.
    String(StringValue),
    /// An element of a finite field, below the field's order.
    FiniteField {
        /// The order of the field.
        modulus: Arc<BigUint>,
        /// The element.
        element: BigUint,
    },
    /// An array.
    Array(Box<ArrayValue>),
    /// A sequence of this sort.
    Seq(Sort, Vec<Value>),
    /// A set of this sort; the order of elements means nothing.
    Set(Sort, Vec<Value>),
    /// A bag of this sort: elements and how often they occur, at least once.
    Bag(Sort, Vec<(Value, BigUint)>),
    /// A tuple.
    Tuple(Vec<Value>),
    /// A datatype.
    Datatype(Box<DatatypeValue>),
    /// A function.
    Function(Box<FunctionValue>),
    /// An element of an uninterpreted sort; two of one model are equal if their names are.
    Abstract(Sort, String),
    /// A value whose structure the solver's API does not give, as the solver prints it.
    Opaque(Sort, String),
}

fn write_int(f: &mut fmt::Formatter<'_>, number: &BigInt, suffix: &str) -> fmt::Result {
    match number.sign() {
        Sign::Minus => write!(f, "(- {}{suffix})", number.magnitude()),
        _ => write!(f, "{number}{suffix}"),
    }
}

/// `(head a b c)`, or `first` alone for no parts.
fn write_parts(
    f: &mut fmt::Formatter<'_>,
    head: &str,
    empty: fmt::Arguments<'_>,
    parts: &[String],
) -> fmt::Result {
    match parts {
        [] => f.write_fmt(empty),
        [only] => f.write_str(only),
        _ => write!(f, "({head} {})", parts.join(" ")),
    }
}

impl fmt::Display for Value {
    /// As SMT-LIB writes it. A function is shown as a list of its entries, since SMT-LIB has no term for it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write_int(f, value, ""),
            Value::Real(value) if value.is_integer() => write_int(f, value.numer(), ".0"),
            Value::Real(value) => {
                f.write_str("(/ ")?;
                write_int(f, value.numer(), ".0")?;
                write!(f, " {}.0)", value.denom())
            }
            Value::BitVec(value) => write!(f, "{value}"),
            Value::FloatingPoint(value) => {
                let digits = value.bits().to_binary();
                let (sign, rest) = digits.split_at(1);
                let (exponent, fraction) = rest.split_at(value.format().0 as usize);
                write!(f, "(fp #b{sign} #b{exponent} #b{fraction})")
            }
            Value::RoundingMode(mode) => f.write_str(mode.symbol()),
            Value::String(value) => write!(f, "{value}"),
            Value::FiniteField { modulus, element } => {
                write!(f, "(as ff{element} (_ FiniteField {modulus}))")
            }
            Value::Array(array) => {
                for _ in &array.entries {
                    f.write_str("(store ")?;
                }
                write!(f, "((as const {}) {})", array.sort, array.default)?;
                for (index, element) in &array.entries {
                    write!(f, " {index} {element})")?;
                }
                Ok(())
            }
            Value::Seq(sort, elements) => {
                let parts: Vec<String> =
                    elements.iter().map(|element| format!("(seq.unit {element})")).collect();
                write_parts(f, "seq.++", format_args!("(as seq.empty {sort})"), &parts)
            }
            Value::Set(sort, elements) => match elements.as_slice() {
                [] => write!(f, "(as set.empty {sort})"),
                [rest @ .., last] => {
                    for element in rest {
                        write!(f, "(set.insert {element} ")?;
                    }
                    write!(f, "(set.singleton {last}){}", ")".repeat(rest.len()))
                }
            },
            Value::Bag(sort, elements) => {
                let parts: Vec<String> = elements
                    .iter()
                    .map(|(element, count)| format!("(bag {element} {count})"))
                    .collect();
                write_parts(f, "bag.union_disjoint", format_args!("(as bag.empty {sort})"), &parts)
            }
            Value::Tuple(elements) => {
                f.write_str("(tuple")?;
                for element in elements {
                    write!(f, " {element}")?;
                }
                f.write_str(")")
            }
            Value::Datatype(value) if value.fields.is_empty() => {
                write!(f, "(as {} {})", SymbolText(&value.constructor), value.sort)
            }
            Value::Datatype(value) => {
                write!(f, "((as {} {})", SymbolText(&value.constructor), value.sort)?;
                for field in &value.fields {
                    write!(f, " {field}")?;
                }
                f.write_str(")")
            }
            Value::Function(function) => {
                f.write_str("{")?;
                for (arguments, result) in &function.entries {
                    for argument in arguments {
                        write!(f, "{argument} ")?;
                    }
                    write!(f, "-> {result}, ")?;
                }
                write!(f, "else -> {}}}", function.default)
            }
            Value::Abstract(sort, name) => write!(f, "(as {name} {sort})"),
            Value::Opaque(_, text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bit_vectors_print_as_smt_lib() {
        let check = |width, bits: u32, expected: &str| {
            assert_eq!(BitVec::new(width, bits.into()).to_string(), expected);
        };
        check(8, 0, "#x00");
        check(8, 0xa5, "#xa5");
        check(3, 5, "#b101");
        check(1, 0, "#b0");
        check(4, 0x1f, "#xf");
    }

    #[test]
    fn numbers_and_collections_print_as_smt_lib() {
        let check = |value: Value, expected: &str| assert_eq!(value.to_string(), expected);
        let int = |number: i32| Value::Int(number.into());
        let real = |n: i32, d: i32| Value::Real(BigRational::new(n.into(), d.into()));
        check(int(-5), "(- 5)");
        check(real(3, 1), "3.0");
        check(real(-1, 3), "(/ (- 1.0) 3.0)");
        check(Value::FloatingPoint(FloatValue::nan(2, 3)), "(fp #b0 #b11 #b10)");
        check(Value::FloatingPoint(FloatValue::infinity(3, 2, true)), "(fp #b1 #b111 #b0)");
        let ints = Sort::set(Sort::int());
        check(Value::Set(ints.clone(), vec![]), "(as set.empty (Set Int))");
        check(Value::Set(ints, vec![int(1), int(2)]), "(set.insert 1 (set.singleton 2))");
        check(Value::Seq(Sort::seq(Sort::int()), vec![int(1)]), "(seq.unit 1)");
        check(Value::Tuple(vec![int(1), Value::Bool(true)]), "(tuple 1 true)");
    }

    #[test]
    fn all_nans_are_one() {
        let bits = |digits: &str| BitVec::from_binary(digits).unwrap();
        let one = FloatValue::new(2, 3, bits("11101")).unwrap();
        assert_eq!(one, FloatValue::nan(2, 3));
        assert!(FloatValue::new(2, 3, bits("1110")).is_none());
    }

    #[test]
    fn arrays_print_as_nested_stores() {
        let bits = |n: u32| Value::BitVec(BitVec::new(4, n.into()));
        let array = Value::Array(Box::new(ArrayValue {
            sort: Sort::array(Sort::bit_vec(4), Sort::bit_vec(4)),
            default: bits(0),
            entries: vec![(bits(1), bits(2)), (bits(3), bits(4))],
        }));
        assert_eq!(
            array.to_string(),
            "(store (store ((as const (Array (_ BitVec 4) (_ BitVec 4))) #x0) #x1 #x2) #x3 #x4)"
        );
    }
}
