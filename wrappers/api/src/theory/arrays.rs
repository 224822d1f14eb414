//! Arrays, with constant arrays.

use super::{A, B};
use crate::{Op, SortPattern, Theory};

const ARRAY: SortPattern = SortPattern::Array(&A, &B);

const fn op(
    key: &'static str,
    symbol: &'static str,
    args: &'static [SortPattern],
    result: SortPattern,
) -> Op {
    Op::new(Theory::Arrays, key, symbol, args, result)
}

pub(super) const OPERATORS: &[Op] = &[
    op("OP_ARRAY_SELECT", "select", &[ARRAY, A], B),
    op("OP_ARRAY_STORE", "store", &[ARRAY, A, B], ARRAY),
    op("OP_CONST_ARRAY", "const", &[B], ARRAY).with_sorts(&[ARRAY]),
];
