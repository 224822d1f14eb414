//! Core: Booleans, equality, if-then-else.

use super::{A, BOOL};
use crate::meaning::core;
use crate::meaning::words::Connective;
use crate::{Fold, Op};

rows_of!(Core);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_NOT", "not", &[BOOL], BOOL).means(core::not).connects(Connective::Not),
    op("OP_AND", "and", &[BOOL, BOOL], BOOL)
        .means_leniently(core::and)
        .connects(Connective::And)
        .fold(Fold::LeftAssoc)
        .commutative(),
    op("OP_OR", "or", &[BOOL, BOOL], BOOL)
        .means_leniently(core::or)
        .connects(Connective::Or)
        .fold(Fold::LeftAssoc)
        .commutative(),
    op("OP_XOR", "xor", &[BOOL, BOOL], BOOL)
        .means(core::xor)
        .connects(Connective::Xor)
        .fold(Fold::LeftAssoc)
        .commutative(),
    op("OP_IMPLIES", "=>", &[BOOL, BOOL], BOOL)
        .means_leniently(core::implies)
        .connects(Connective::Implies)
        .fold(Fold::RightAssoc),
    op("OP_IFF", "=", &[BOOL, BOOL], BOOL)
        .means(core::equal)
        .connects(Connective::Equal)
        .commutative(),
    op("OP_EQUAL", "=", &[A, A], BOOL)
        .means(core::equal)
        .connects(Connective::Equal)
        .fold(Fold::Chainable)
        .commutative(),
    op("OP_DISTINCT", "distinct", &[A, A], BOOL)
        .means(core::distinct)
        .connects(Connective::Distinct)
        .fold(Fold::Pairwise)
        .commutative(),
    op("OP_ITE", "ite", &[BOOL, A, A], A)
        .means_leniently(core::if_then_else)
        .connects(Connective::Choice),
];
