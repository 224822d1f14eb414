//! Arrays, with constant arrays.

use super::{A, B};
use crate::{Op, SortPattern};

const ARRAY: SortPattern = SortPattern::Array(&A, &B);

rows_of!(Arrays);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_ARRAY_SELECT", "select", &[ARRAY, A], B),
    op("OP_ARRAY_STORE", "store", &[ARRAY, A, B], ARRAY),
    op("OP_CONST_ARRAY", "const", &[B], ARRAY).with_sorts(&[ARRAY]).extension(),
];
