//! Finite fields of prime order.

use crate::meaning::finite_fields;
use crate::{Fold, Op, SortKind, SortPattern};

rows_of!(FiniteFields);

const FIELD: SortPattern = SortPattern::OfKind(SortKind::FiniteField, 0);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_FINITE_FIELD_NEG", "ff.neg", &[FIELD], FIELD).means(finite_fields::neg),
    op("OP_FINITE_FIELD_ADD", "ff.add", &[FIELD, FIELD], FIELD)
        .means(finite_fields::add)
        .fold(Fold::LeftAssoc)
        .commutative(),
    op("OP_FINITE_FIELD_MULT", "ff.mul", &[FIELD, FIELD], FIELD)
        .means(finite_fields::mul)
        .fold(Fold::LeftAssoc)
        .commutative(),
    op("OP_FINITE_FIELD_BITSUM", "ff.bitsum", &[FIELD, FIELD], FIELD)
        .means(finite_fields::bitsum)
        .fold(Fold::Variadic),
];
