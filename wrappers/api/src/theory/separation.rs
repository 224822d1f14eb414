//! Separation logic.

use super::{A, B, BOOL};
use crate::{Fold, Op, SortPattern, Theory};

const fn op(
    key: &'static str,
    symbol: &'static str,
    args: &'static [SortPattern],
    result: SortPattern,
) -> Op {
    Op::new(Theory::Separation, key, symbol, args, result)
}

pub(super) const OPERATORS: &[Op] = &[
    op("OP_SEP_NIL", "sep.nil", &[], A).with_sorts(&[A]),
    op("OP_SEP_EMP", "sep.emp", &[], BOOL),
    op("OP_SEP_PTO", "pto", &[A, B], BOOL),
    op("OP_SEP_STAR", "sep", &[BOOL, BOOL], BOOL).fold(Fold::LeftAssoc).commutative(),
    op("OP_SEP_WAND", "wand", &[BOOL, BOOL], BOOL),
];
