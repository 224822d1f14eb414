//! Sequences.

use super::{A, BOOL, INT};
use crate::meaning::sequences;
use crate::{Fold, Op, SortPattern};

rows_of!(Sequences);

const SEQ: SortPattern = SortPattern::Seq(&A);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_SEQ_UNIT", "seq.unit", &[A], SEQ).means(sequences::unit),
    op("OP_SEQ_CONCAT", "seq.++", &[SEQ, SEQ], SEQ).means(sequences::concat).fold(Fold::LeftAssoc),
    op("OP_SEQ_LENGTH", "seq.len", &[SEQ], INT).means(sequences::length),
    op("OP_SEQ_EXTRACT", "seq.extract", &[SEQ, INT, INT], SEQ).means(sequences::extract),
    op("OP_SEQ_UPDATE", "seq.update", &[SEQ, INT, SEQ], SEQ).means(sequences::update),
    op("OP_SEQ_AT", "seq.at", &[SEQ, INT], SEQ).means(sequences::at),
    op("OP_SEQ_NTH", "seq.nth", &[SEQ, INT], A).means(sequences::nth),
    op("OP_SEQ_CONTAINS", "seq.contains", &[SEQ, SEQ], BOOL).means(sequences::contains),
    op("OP_SEQ_INDEXOF", "seq.indexof", &[SEQ, SEQ, INT], INT).means(sequences::index_of),
    op("OP_SEQ_REPLACE", "seq.replace", &[SEQ, SEQ, SEQ], SEQ).means(sequences::replace),
    op("OP_SEQ_REPLACE_ALL", "seq.replace_all", &[SEQ, SEQ, SEQ], SEQ)
        .means(sequences::replace_all),
    op("OP_SEQ_REV", "seq.rev", &[SEQ], SEQ).means(sequences::reverse),
    op("OP_SEQ_PREFIX", "seq.prefixof", &[SEQ, SEQ], BOOL).means(sequences::prefix),
    op("OP_SEQ_SUFFIX", "seq.suffixof", &[SEQ, SEQ], BOOL).means(sequences::suffix),
];
