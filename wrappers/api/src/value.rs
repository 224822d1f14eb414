//! Values: what a literal means and what a solver's model says.

use std::fmt;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::Sort;

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

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A bit-vector.
    BitVec(BitVec),
    /// An array.
    Array(Box<ArrayValue>),
    /// A function.
    Function(Box<FunctionValue>),
    /// An element of an uninterpreted sort; two of one model are equal if their names are.
    Abstract(Sort, String),
    /// A value whose structure the solver's API does not give, as the solver prints it.
    Opaque(Sort, String),
}

impl fmt::Display for Value {
    /// As SMT-LIB writes it. A function is shown as a list of its entries, since SMT-LIB has no term for it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::BitVec(value) => write!(f, "{value}"),
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
