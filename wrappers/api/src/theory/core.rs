//! Core: Booleans, equality, if-then-else.

use super::{A, BOOL};
use crate::meaning::core;
use crate::{Fold, Op};

rows_of!(Core);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_NOT", "not", &[BOOL], BOOL).means(core::not),
    op("OP_AND", "and", &[BOOL, BOOL], BOOL)
        .means_leniently(core::and)
        .fold(Fold::LeftAssoc)
        .commutative(),
    op("OP_OR", "or", &[BOOL, BOOL], BOOL)
        .means_leniently(core::or)
        .fold(Fold::LeftAssoc)
        .commutative(),
    op("OP_XOR", "xor", &[BOOL, BOOL], BOOL).means(core::xor).fold(Fold::LeftAssoc).commutative(),
    op("OP_IMPLIES", "=>", &[BOOL, BOOL], BOOL)
        .means_leniently(core::implies)
        .fold(Fold::RightAssoc),
    op("OP_IFF", "=", &[BOOL, BOOL], BOOL).means(core::equal).commutative(),
    op("OP_EQUAL", "=", &[A, A], BOOL).means(core::equal).fold(Fold::Chainable).commutative(),
    op("OP_DISTINCT", "distinct", &[A, A], BOOL)
        .means(core::distinct)
        .fold(Fold::Pairwise)
        .commutative(),
    op("OP_ITE", "ite", &[BOOL, A, A], A).means_leniently(core::if_then_else),
];
