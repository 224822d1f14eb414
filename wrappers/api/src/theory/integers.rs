//! Integers.

use super::{BOOL, INT, REAL};
use crate::meaning::{integers, words};
use crate::{Fold, Linearity, Num, Op, SortPattern};

rows_of!(Ints);

/// A divisor or a width.
const POSITIVE: Num = Num::Var(0, 1);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_INT_NEG", "-", &[INT], INT).means(integers::neg).maps(words::integers::neg),
    op("OP_INT_SUB", "-", &[INT, INT], INT)
        .means(integers::sub)
        .maps(words::integers::sub)
        .fold(Fold::LeftAssoc),
    op("OP_INT_ADD", "+", &[INT, INT], INT)
        .means(integers::add)
        .maps(words::integers::add)
        .fold(Fold::LeftAssoc)
        .commutative(),
    op("OP_INT_MUL", "*", &[INT, INT], INT)
        .means(integers::mul)
        .maps(words::integers::mul)
        .fold(Fold::LeftAssoc)
        .commutative()
        .linear(Linearity::OneFactor),
    op("OP_INT_DIV", "div", &[INT, INT], INT)
        .means(integers::div)
        .maps(words::integers::div)
        .fold(Fold::LeftAssoc)
        .linear(Linearity::ValueDivisors),
    op("OP_INT_MOD", "mod", &[INT, INT], INT)
        .means(integers::modulo)
        .maps(words::integers::modulo)
        .linear(Linearity::ValueDivisors),
    op("OP_INT_ABS", "abs", &[INT], INT).means(integers::abs).maps(words::integers::abs),
    op("OP_INT_POW", "^", &[INT, INT], INT)
        .means(integers::pow)
        .linear(Linearity::Never)
        .extension(),
    op("OP_INT_LT", "<", &[INT, INT], BOOL)
        .means(integers::lt)
        .tests(words::integers::lt)
        .fold(Fold::Chainable),
    op("OP_INT_LTE", "<=", &[INT, INT], BOOL)
        .means(integers::le)
        .tests(words::integers::le)
        .fold(Fold::Chainable),
    op("OP_INT_GT", ">", &[INT, INT], BOOL)
        .means(integers::gt)
        .tests(words::integers::gt)
        .fold(Fold::Chainable),
    op("OP_INT_GTE", ">=", &[INT, INT], BOOL)
        .means(integers::ge)
        .tests(words::integers::ge)
        .fold(Fold::Chainable),
    op("OP_INT_IS_DIV", "divisible", &[INT], BOOL)
        .means(integers::divisible)
        .tests(words::integers::divisible)
        .indexed(&[POSITIVE], &[]),
    op("OP_INT_TO_REAL", "to_real", &[INT], REAL).means(integers::to_real),
    op("OP_INT_TO_BV", "int_to_bv", &[INT], SortPattern::BitVec(POSITIVE))
        .means(integers::to_bit_vec)
        .maps(words::integers::to_bit_vec)
        .indexed(&[POSITIVE], &[]),
];
