//! The theories: one file per theory, one row per operator.

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use crate::{Num, Op, SortPattern};

mod arrays;
mod bit_vectors;
mod core;
mod functions;

/// A theory of SMT-LIB, or an extension of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Theory {
    /// Booleans, equality, if-then-else.
    Core,
    /// Bit-vectors.
    BitVectors,
    /// Arrays.
    Arrays,
    /// Uninterpreted functions and sorts.
    Functions,
    /// Quantifiers; it has binders but no operators.
    Quantifiers,
}

impl Theory {
    /// All theories.
    pub const ALL: &'static [Theory] =
        &[Theory::Core, Theory::BitVectors, Theory::Arrays, Theory::Functions, Theory::Quantifiers];

    /// The short name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Theory::Core => "core",
            Theory::BitVectors => "bv",
            Theory::Arrays => "arrays",
            Theory::Functions => "uf",
            Theory::Quantifiers => "quant",
        }
    }

    /// The operators of this theory.
    pub const fn operators(self) -> &'static [Op] {
        match self {
            Theory::Core => core::OPERATORS,
            Theory::BitVectors => bit_vectors::OPERATORS,
            Theory::Arrays => arrays::OPERATORS,
            Theory::Functions => functions::OPERATORS,
            Theory::Quantifiers => &[],
        }
    }
}

impl fmt::Display for Theory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// All operators of all theories, in the order of the tables.
pub fn operators() -> impl Iterator<Item = &'static Op> {
    Theory::ALL.iter().flat_map(|theory| theory.operators())
}

/// The operator with this trace key.
pub fn operator(key: &str) -> Option<&'static Op> {
    static BY_KEY: OnceLock<HashMap<&'static str, &'static Op>> = OnceLock::new();
    BY_KEY.get_or_init(|| operators().map(|op| (op.key, op)).collect()).get(key).copied()
}

// The vocabulary of the tables.
const BOOL: SortPattern = SortPattern::Bool;
const A: SortPattern = SortPattern::Any(0);
const B: SortPattern = SortPattern::Any(1);
const I: Num = Num::Var(0, 1);
const J: Num = Num::Var(1, 1);
const BV_I: SortPattern = SortPattern::BitVec(I);
const BV_J: SortPattern = SortPattern::BitVec(J);

#[cfg(test)]
mod tests;
