//! Sequences.

use super::{A, BOOL, INT};
use crate::{Fold, Op, SortPattern};

rows_of!(Sequences);

const SEQ: SortPattern = SortPattern::Seq(&A);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_SEQ_UNIT", "seq.unit", &[A], SEQ),
    op("OP_SEQ_CONCAT", "seq.++", &[SEQ, SEQ], SEQ).fold(Fold::LeftAssoc),
    op("OP_SEQ_LENGTH", "seq.len", &[SEQ], INT),
    op("OP_SEQ_EXTRACT", "seq.extract", &[SEQ, INT, INT], SEQ),
    op("OP_SEQ_UPDATE", "seq.update", &[SEQ, INT, SEQ], SEQ),
    op("OP_SEQ_AT", "seq.at", &[SEQ, INT], SEQ),
    op("OP_SEQ_NTH", "seq.nth", &[SEQ, INT], A),
    op("OP_SEQ_CONTAINS", "seq.contains", &[SEQ, SEQ], BOOL),
    op("OP_SEQ_INDEXOF", "seq.indexof", &[SEQ, SEQ, INT], INT),
    op("OP_SEQ_REPLACE", "seq.replace", &[SEQ, SEQ, SEQ], SEQ),
    op("OP_SEQ_REPLACE_ALL", "seq.replace_all", &[SEQ, SEQ, SEQ], SEQ),
    op("OP_SEQ_REV", "seq.rev", &[SEQ], SEQ),
    op("OP_SEQ_PREFIX", "seq.prefixof", &[SEQ, SEQ], BOOL),
    op("OP_SEQ_SUFFIX", "seq.suffixof", &[SEQ, SEQ], BOOL),
];
