//! Core: Booleans, equality, if-then-else.

use super::{A, BOOL};
use crate::{Fold, Op};

rows_of!(Core);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_NOT", "not", &[BOOL], BOOL),
    op("OP_AND", "and", &[BOOL, BOOL], BOOL).fold(Fold::LeftAssoc).commutative(),
    op("OP_OR", "or", &[BOOL, BOOL], BOOL).fold(Fold::LeftAssoc).commutative(),
    op("OP_XOR", "xor", &[BOOL, BOOL], BOOL).fold(Fold::LeftAssoc).commutative(),
    op("OP_IMPLIES", "=>", &[BOOL, BOOL], BOOL).fold(Fold::RightAssoc),
    op("OP_IFF", "=", &[BOOL, BOOL], BOOL).commutative(),
    op("OP_EQUAL", "=", &[A, A], BOOL).fold(Fold::Chainable).commutative(),
    op("OP_DISTINCT", "distinct", &[A, A], BOOL).fold(Fold::Pairwise).commutative(),
    op("OP_ITE", "ite", &[BOOL, A, A], A),
];
