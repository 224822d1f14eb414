//! Reals.

use super::{BOOL, INT, REAL};
use crate::{Fold, Linearity, Op};

rows_of!(Reals);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_REAL_NEG", "-", &[REAL], REAL),
    op("OP_REAL_SUB", "-", &[REAL, REAL], REAL).fold(Fold::LeftAssoc),
    op("OP_REAL_ADD", "+", &[REAL, REAL], REAL).fold(Fold::LeftAssoc).commutative(),
    op("OP_REAL_MUL", "*", &[REAL, REAL], REAL)
        .fold(Fold::LeftAssoc)
        .commutative()
        .linear(Linearity::OneFactor),
    op("OP_REAL_DIV", "/", &[REAL, REAL], REAL)
        .fold(Fold::LeftAssoc)
        .linear(Linearity::ValueDivisors),
    op("OP_REAL_ABS", "abs", &[REAL], REAL).extension(),
    op("OP_REAL_POW", "^", &[REAL, REAL], REAL).linear(Linearity::Never).extension(),
    op("OP_REAL_LT", "<", &[REAL, REAL], BOOL).fold(Fold::Chainable),
    op("OP_REAL_LTE", "<=", &[REAL, REAL], BOOL).fold(Fold::Chainable),
    op("OP_REAL_GT", ">", &[REAL, REAL], BOOL).fold(Fold::Chainable),
    op("OP_REAL_GTE", ">=", &[REAL, REAL], BOOL).fold(Fold::Chainable),
    op("OP_REAL_IS_INT", "is_int", &[REAL], BOOL),
    op("OP_REAL_TO_INT", "to_int", &[REAL], INT),
];
