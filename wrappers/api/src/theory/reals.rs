//! Reals.

use super::{BOOL, INT, REAL};
use crate::meaning::reals;
use crate::{Fold, Linearity, Op};

rows_of!(Reals);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_REAL_NEG", "-", &[REAL], REAL).means(reals::neg),
    op("OP_REAL_SUB", "-", &[REAL, REAL], REAL).means(reals::sub).fold(Fold::LeftAssoc),
    op("OP_REAL_ADD", "+", &[REAL, REAL], REAL)
        .means(reals::add)
        .fold(Fold::LeftAssoc)
        .commutative(),
    op("OP_REAL_MUL", "*", &[REAL, REAL], REAL)
        .means(reals::mul)
        .fold(Fold::LeftAssoc)
        .commutative()
        .linear(Linearity::OneFactor),
    op("OP_REAL_DIV", "/", &[REAL, REAL], REAL)
        .means(reals::div)
        .fold(Fold::LeftAssoc)
        .linear(Linearity::ValueDivisors),
    op("OP_REAL_ABS", "abs", &[REAL], REAL).means(reals::abs).extension(),
    op("OP_REAL_POW", "^", &[REAL, REAL], REAL)
        .means(reals::pow)
        .linear(Linearity::Never)
        .extension(),
    op("OP_REAL_LT", "<", &[REAL, REAL], BOOL).means(reals::lt).fold(Fold::Chainable),
    op("OP_REAL_LTE", "<=", &[REAL, REAL], BOOL).means(reals::le).fold(Fold::Chainable),
    op("OP_REAL_GT", ">", &[REAL, REAL], BOOL).means(reals::gt).fold(Fold::Chainable),
    op("OP_REAL_GTE", ">=", &[REAL, REAL], BOOL).means(reals::ge).fold(Fold::Chainable),
    op("OP_REAL_IS_INT", "is_int", &[REAL], BOOL).means(reals::is_int),
    op("OP_REAL_TO_INT", "to_int", &[REAL], INT).means(reals::to_int),
];
