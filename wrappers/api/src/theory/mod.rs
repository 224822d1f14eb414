//! The theories: one file per theory, one row per operator.

use std::fmt;
use std::sync::OnceLock;

use crate::{Num, Op, QuickMap, SortKind, SortPattern};

/// Defines the function `op` that makes a row of a theory.
macro_rules! rows_of {
    ($theory:ident) => {
        const fn op(
            key: &'static str,
            symbol: &'static str,
            args: &'static [$crate::SortPattern],
            result: $crate::SortPattern,
        ) -> $crate::Op {
            $crate::Op::new($crate::Theory::$theory, key, symbol, args, result)
        }
    };
}

mod aliases;
mod arrays;
mod bags;
mod bit_vectors;
mod core;
mod datatypes;
mod finite_fields;
mod floating_point;
mod functions;
pub(crate) mod groups;
mod integers;
mod reals;
mod relations;
mod separation;
mod sequences;
mod sets;
mod strings;
mod transcendentals;
mod tuples;

/// A theory of SMT-LIB, or an extension of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Theory {
    /// Booleans, equality, if-then-else.
    Core,
    /// Integers.
    Ints,
    /// Reals.
    Reals,
    /// Transcendental functions.
    Transcendentals,
    /// Bit-vectors.
    BitVectors,
    /// Floating point.
    FloatingPoint,
    /// Arrays.
    Arrays,
    /// Uninterpreted functions and sorts; higher order with lambda.
    Functions,
    /// Strings and regular expressions.
    Strings,
    /// Sequences.
    Sequences,
    /// Finite sets.
    Sets,
    /// Relations: sets of tuples.
    Relations,
    /// Bags and tables.
    Bags,
    /// Datatypes and tuples.
    Datatypes,
    /// Finite fields.
    FiniteFields,
    /// Separation logic.
    Separation,
    /// Quantifiers; it has binders but no operators.
    Quantifiers,
}

impl Theory {
    /// Whether it is a theory of SMT-LIB 2.7.
    pub const fn is_standard(self) -> bool {
        matches!(
            self,
            Theory::Core
                | Theory::Ints
                | Theory::Reals
                | Theory::BitVectors
                | Theory::FloatingPoint
                | Theory::Arrays
                | Theory::Functions
                | Theory::Strings
                | Theory::Datatypes
                | Theory::Quantifiers
        )
    }

    /// All theories.
    pub const ALL: &'static [Theory] = &[
        Theory::Core,
        Theory::Ints,
        Theory::Reals,
        Theory::Transcendentals,
        Theory::BitVectors,
        Theory::FloatingPoint,
        Theory::Arrays,
        Theory::Functions,
        Theory::Strings,
        Theory::Sequences,
        Theory::Sets,
        Theory::Relations,
        Theory::Bags,
        Theory::Datatypes,
        Theory::FiniteFields,
        Theory::Separation,
        Theory::Quantifiers,
    ];

    /// The kinds of sorts that belong to the theory and to no other.
    pub const fn own_kinds(self) -> &'static [SortKind] {
        match self {
            Theory::Core => &[SortKind::Bool],
            Theory::Ints => &[SortKind::Int],
            Theory::Reals => &[SortKind::Real],
            Theory::BitVectors => &[SortKind::BitVec],
            Theory::FloatingPoint => &[SortKind::FloatingPoint, SortKind::RoundingMode],
            Theory::Arrays => &[SortKind::Array],
            Theory::Functions => &[SortKind::Fun, SortKind::Uninterpreted],
            Theory::Strings => &[SortKind::String, SortKind::RegLan],
            Theory::Sequences => &[SortKind::Seq],
            Theory::Sets => &[SortKind::Set],
            Theory::Bags => &[SortKind::Bag],
            Theory::Datatypes => &[SortKind::Datatype, SortKind::Tuple],
            Theory::FiniteFields => &[SortKind::FiniteField],
            Theory::Transcendentals
            | Theory::Relations
            | Theory::Separation
            | Theory::Quantifiers => &[],
        }
    }

    /// The short name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Theory::Core => "core",
            Theory::Ints => "ints",
            Theory::Reals => "reals",
            Theory::Transcendentals => "trans",
            Theory::BitVectors => "bv",
            Theory::FloatingPoint => "fp",
            Theory::Arrays => "arrays",
            Theory::Functions => "uf",
            Theory::Strings => "strings",
            Theory::Sequences => "seq",
            Theory::Sets => "sets",
            Theory::Relations => "rel",
            Theory::Bags => "bags",
            Theory::Datatypes => "dt",
            Theory::FiniteFields => "ff",
            Theory::Separation => "sep",
            Theory::Quantifiers => "quant",
        }
    }

    /// The theory with this short name.
    pub fn from_name(name: &str) -> Option<Theory> {
        Theory::ALL.iter().copied().find(|theory| theory.name() == name)
    }

    /// The operators of this theory.
    pub const fn operators(self) -> &'static [Op] {
        match self {
            Theory::Core => core::OPERATORS,
            Theory::Ints => integers::OPERATORS,
            Theory::Reals => reals::OPERATORS,
            Theory::Transcendentals => transcendentals::OPERATORS,
            Theory::BitVectors => bit_vectors::OPERATORS,
            Theory::FloatingPoint => floating_point::OPERATORS,
            Theory::Arrays => arrays::OPERATORS,
            Theory::Functions => functions::OPERATORS,
            Theory::Strings => strings::OPERATORS,
            Theory::Sequences => sequences::OPERATORS,
            Theory::Sets => sets::OPERATORS,
            Theory::Relations => relations::OPERATORS,
            Theory::Bags => bags::OPERATORS,
            Theory::Datatypes => datatypes::OPERATORS,
            Theory::FiniteFields => finite_fields::OPERATORS,
            Theory::Separation => separation::OPERATORS,
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
    static BY_KEY: OnceLock<QuickMap<&'static str, &'static Op>> = OnceLock::new();
    BY_KEY.get_or_init(|| operators().map(|op| (op.key, op)).collect()).get(key).copied()
}

/// The operators with this SMT-LIB symbol, or of which it is another name.
pub fn with_symbol(symbol: &str) -> &'static [&'static Op] {
    static BY_SYMBOL: OnceLock<QuickMap<&'static str, Vec<&'static Op>>> = OnceLock::new();
    let by_symbol = BY_SYMBOL.get_or_init(|| {
        let mut rows: QuickMap<&'static str, Vec<&'static Op>> = QuickMap::default();
        for op in operators().filter(|op| !op.symbol.is_empty()) {
            rows.entry(op.symbol).or_default().push(op);
        }
        for (alias, key) in aliases::ALIASES {
            rows.entry(alias).or_default().extend(operator(key));
        }
        rows
    });
    by_symbol.get(symbol).map_or(&[], Vec::as_slice)
}

// The vocabulary of the tables.
const BOOL: SortPattern = SortPattern::Bool;
const INT: SortPattern = SortPattern::Int;
const REAL: SortPattern = SortPattern::Real;
const STRING: SortPattern = SortPattern::String;
const RE: SortPattern = SortPattern::RegLan;
const RM: SortPattern = SortPattern::RoundingMode;
const A: SortPattern = SortPattern::Any(0);
const B: SortPattern = SortPattern::Any(1);
const I: Num = Num::Var(0, 1);
const J: Num = Num::Var(1, 1);
const BV_I: SortPattern = SortPattern::BitVec(I);
const BV_J: SortPattern = SortPattern::BitVec(J);

#[cfg(test)]
mod tests;
