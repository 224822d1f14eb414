//! Separation logic.

use super::{A, B, BOOL};
use crate::{Fold, Op};

rows_of!(Separation);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_SEP_NIL", "sep.nil", &[], A)
        .unclear("it speaks of a heap, which no assignment has")
        .with_sorts(&[A]),
    op("OP_SEP_EMP", "sep.emp", &[], BOOL).unclear("it speaks of a heap, which no assignment has"),
    op("OP_SEP_PTO", "pto", &[A, B], BOOL).unclear("it speaks of a heap, which no assignment has"),
    op("OP_SEP_STAR", "sep", &[BOOL, BOOL], BOOL)
        .unclear("it speaks of a heap, which no assignment has")
        .fold(Fold::LeftAssoc)
        .commutative(),
    op("OP_SEP_WAND", "wand", &[BOOL, BOOL], BOOL)
        .unclear("it speaks of a heap, which no assignment has"),
];
