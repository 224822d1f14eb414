//! Kernels: what operators mean on rows of machine words, one word for each of up to 64 assignments.
//!
//! A row's meaning ([`Meaning`](super::Meaning)) is the reference; a kernel says the same faster, for arguments that all fit
//! into words. The tests compare the two.

pub(crate) mod bit_vectors;
pub(crate) mod floating_point;
pub(crate) mod integers;

use super::Datum;
use crate::{RoundingMode, Sort, SortShape};

#[cfg(test)]
mod tests;

/// What kernels need to know besides the words: of the first argument of the operator's own sort, not of a rounding mode.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'a> {
    /// The width of the first bit-vector or floating-point argument; 0 if it is none.
    pub width: u32,
    /// The width of the argument after it, if that is a bit-vector.
    pub second: u32,
    /// The width of the significand, of floating-point numbers.
    pub significand: u32,
    /// The indices of the operator.
    pub indices: &'a [u32],
}

impl<'a> Shape<'a> {
    /// The shape of an application.
    #[inline]
    pub fn of<'s>(args: impl IntoIterator<Item = &'s Sort>, indices: &'a [u32]) -> Shape<'a> {
        let mut shape = Shape { width: 0, second: 0, significand: 0, indices };
        for sort in args {
            let (width, significand) = match sort.shape() {
                SortShape::BitVec(width) => (*width, 0),
                SortShape::FloatingPoint(exponent, significand) => {
                    (exponent + significand, *significand)
                }
                _ => continue,
            };
            if shape.width != 0 {
                shape.second = width;
                break;
            }
            (shape.width, shape.significand) = (width, significand);
        }
        shape
    }
}

/// A function of rows of words that gives a row; `false` if a result does not fit into a word, or has no value: then the
/// meaning is asked cell by cell.
pub type Map = fn(&Shape<'_>, &[&[u64]], &mut [u64]) -> bool;

/// A function of rows of words that gives truth values, the first in the lowest bit.
pub type Test = fn(&Shape<'_>, &[&[u64]]) -> u64;

/// How an operator is applied to rows.
#[derive(Clone, Copy, Debug)]
pub enum Kernel {
    /// Cell by cell, by its meaning.
    None,
    /// To words, giving words.
    Map(Map),
    /// To words, giving truth values.
    Test(Test),
    /// By one of the connectives, which whoever holds the rows knows.
    Core(Connective),
}

/// An operator of the core theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connective {
    /// `not`
    Not,
    /// `and`
    And,
    /// `or`
    Or,
    /// `xor`
    Xor,
    /// `=>`
    Implies,
    /// `=`
    Equal,
    /// `distinct`
    Distinct,
    /// `ite`
    Choice,
}

/// How the values of a sort are written as words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// Truth values: 0 and 1.
    Bool,
    /// Bit-vectors of this width.
    BitVec(u32),
    /// Floating-point numbers with these widths of exponent and significand.
    Float(u8, u8),
    /// Rounding modes, by their place in [`MODES`].
    Mode,
    /// Integers, those of 64 bits.
    Int,
}

/// The rounding modes by their word.
pub const MODES: [RoundingMode; 5] = [
    RoundingMode::NearestAway,
    RoundingMode::NearestEven,
    RoundingMode::Negative,
    RoundingMode::Positive,
    RoundingMode::Zero,
];

impl Coding {
    /// The coding of a sort, if its values are words.
    #[inline]
    pub fn of(sort: &Sort) -> Option<Coding> {
        match sort.shape() {
            SortShape::Bool => Some(Coding::Bool),
            SortShape::Int => Some(Coding::Int),
            SortShape::BitVec(width) if *width <= 64 => Some(Coding::BitVec(*width)),
            SortShape::FloatingPoint(exponent, significand) if exponent + significand <= 64 => {
                Some(Coding::Float(*exponent as u8, *significand as u8))
            }
            SortShape::RoundingMode => Some(Coding::Mode),
            _ => None,
        }
    }

    /// The value that a word stands for.
    #[inline]
    pub fn datum(self, word: u64) -> Datum {
        match self {
            Coding::Bool => Datum::Bool(word & 1 == 1),
            Coding::BitVec(width) => Datum::BitVec(width, word),
            Coding::Float(exponent, significand) => Datum::Float(exponent, significand, word),
            Coding::Mode => Datum::RoundingMode(MODES[word as usize % MODES.len()]),
            Coding::Int => Datum::Int(word as i64),
        }
    }

    /// The word of a value of such a sort; `None` if it does not fit.
    #[inline]
    pub fn word(datum: &Datum) -> Option<u64> {
        match datum {
            Datum::Bool(value) => Some((*value).into()),
            Datum::BitVec(_, bits) | Datum::Float(_, _, bits) => Some(*bits),
            Datum::RoundingMode(mode) => Some(*mode as u64),
            Datum::Int(number) => Some(*number as u64),
            _ => None,
        }
    }
}
