//! Integers.

use super::{BOOL, INT, REAL};
use crate::{Fold, Linearity, Num, Op, SortPattern};

rows_of!(Ints);

/// A divisor or a width.
const POSITIVE: Num = Num::Var(0, 1);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_INT_NEG", "-", &[INT], INT),
    op("OP_INT_SUB", "-", &[INT, INT], INT).fold(Fold::LeftAssoc),
    op("OP_INT_ADD", "+", &[INT, INT], INT).fold(Fold::LeftAssoc).commutative(),
    op("OP_INT_MUL", "*", &[INT, INT], INT)
        .fold(Fold::LeftAssoc)
        .commutative()
        .linear(Linearity::OneFactor),
    op("OP_INT_DIV", "div", &[INT, INT], INT)
        .fold(Fold::LeftAssoc)
        .linear(Linearity::ValueDivisors),
    op("OP_INT_MOD", "mod", &[INT, INT], INT).linear(Linearity::ValueDivisors),
    op("OP_INT_ABS", "abs", &[INT], INT),
    op("OP_INT_POW", "^", &[INT, INT], INT).linear(Linearity::Never).extension(),
    op("OP_INT_LT", "<", &[INT, INT], BOOL).fold(Fold::Chainable),
    op("OP_INT_LTE", "<=", &[INT, INT], BOOL).fold(Fold::Chainable),
    op("OP_INT_GT", ">", &[INT, INT], BOOL).fold(Fold::Chainable),
    op("OP_INT_GTE", ">=", &[INT, INT], BOOL).fold(Fold::Chainable),
    op("OP_INT_IS_DIV", "divisible", &[INT], BOOL).indexed(&[POSITIVE], &[]),
    op("OP_INT_TO_REAL", "to_real", &[INT], REAL),
    op("OP_INT_TO_BV", "int_to_bv", &[INT], SortPattern::BitVec(POSITIVE))
        .indexed(&[POSITIVE], &[]),
];
