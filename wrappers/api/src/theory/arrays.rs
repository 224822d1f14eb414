//! Arrays, with constant arrays.

use super::{A, B};
use crate::meaning::arrays;
use crate::{Op, SortPattern};

const ARRAY: SortPattern = SortPattern::Array(&A, &B);

rows_of!(Arrays);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_ARRAY_SELECT", "select", &[ARRAY, A], B).means(arrays::select),
    op("OP_ARRAY_STORE", "store", &[ARRAY, A, B], ARRAY).means(arrays::store),
    op("OP_CONST_ARRAY", "const", &[B], ARRAY)
        .means(arrays::constant)
        .with_sorts(&[ARRAY])
        .extension(),
];
