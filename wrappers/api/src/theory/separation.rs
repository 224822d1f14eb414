//! Separation logic.

use super::{A, B, BOOL};
use crate::{Fold, Op};

rows_of!(Separation);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_SEP_NIL", "sep.nil", &[], A).with_sorts(&[A]),
    op("OP_SEP_EMP", "sep.emp", &[], BOOL),
    op("OP_SEP_PTO", "pto", &[A, B], BOOL),
    op("OP_SEP_STAR", "sep", &[BOOL, BOOL], BOOL).fold(Fold::LeftAssoc).commutative(),
    op("OP_SEP_WAND", "wand", &[BOOL, BOOL], BOOL),
];
