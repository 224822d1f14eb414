//! Strings and regular expressions.

use super::{BOOL, INT, RE, STRING};
use crate::{Fold, Num, Op};

rows_of!(Strings);

const TIMES: Num = Num::Var(0, 0);
const AT_MOST: Num = Num::Var(1, 0);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_STR_CONCAT", "str.++", &[STRING, STRING], STRING).fold(Fold::LeftAssoc),
    op("OP_STR_LEN", "str.len", &[STRING], INT),
    op("OP_STR_LT", "str.<", &[STRING, STRING], BOOL).fold(Fold::Chainable),
    op("OP_STR_LE", "str.<=", &[STRING, STRING], BOOL).fold(Fold::Chainable),
    op("OP_STR_AT", "str.at", &[STRING, INT], STRING),
    op("OP_STR_SUBSTR", "str.substr", &[STRING, INT, INT], STRING),
    op("OP_STR_PREFIXOF", "str.prefixof", &[STRING, STRING], BOOL),
    op("OP_STR_SUFFIXOF", "str.suffixof", &[STRING, STRING], BOOL),
    op("OP_STR_CONTAINS", "str.contains", &[STRING, STRING], BOOL),
    op("OP_STR_INDEXOF", "str.indexof", &[STRING, STRING, INT], INT),
    op("OP_STR_REPLACE", "str.replace", &[STRING, STRING, STRING], STRING),
    op("OP_STR_REPLACE_ALL", "str.replace_all", &[STRING, STRING, STRING], STRING),
    op("OP_STR_REPLACE_RE", "str.replace_re", &[STRING, RE, STRING], STRING),
    op("OP_STR_REPLACE_RE_ALL", "str.replace_re_all", &[STRING, RE, STRING], STRING),
    op("OP_STR_IS_DIGIT", "str.is_digit", &[STRING], BOOL),
    op("OP_STR_TO_CODE", "str.to_code", &[STRING], INT),
    op("OP_STR_FROM_CODE", "str.from_code", &[INT], STRING),
    op("OP_STR_TO_INT", "str.to_int", &[STRING], INT),
    op("OP_STR_FROM_INT", "str.from_int", &[INT], STRING),
    op("OP_STR_TO_RE", "str.to_re", &[STRING], RE),
    op("OP_STR_IN_RE", "str.in_re", &[STRING, RE], BOOL),
    op("OP_RE_NONE", "re.none", &[], RE),
    op("OP_RE_ALL", "re.all", &[], RE),
    op("OP_RE_ALLCHAR", "re.allchar", &[], RE),
    op("OP_RE_CONCAT", "re.++", &[RE, RE], RE).fold(Fold::LeftAssoc),
    op("OP_RE_UNION", "re.union", &[RE, RE], RE).fold(Fold::LeftAssoc).commutative(),
    op("OP_RE_INTER", "re.inter", &[RE, RE], RE).fold(Fold::LeftAssoc).commutative(),
    op("OP_RE_DIFF", "re.diff", &[RE, RE], RE).fold(Fold::LeftAssoc),
    op("OP_RE_STAR", "re.*", &[RE], RE),
    op("OP_RE_PLUS", "re.+", &[RE], RE),
    op("OP_RE_OPT", "re.opt", &[RE], RE),
    op("OP_RE_COMP", "re.comp", &[RE], RE),
    op("OP_RE_RANGE", "re.range", &[STRING, STRING], RE),
    op("OP_RE_POW", "re.^", &[RE], RE).indexed(&[TIMES], &[]),
    op("OP_RE_LOOP", "re.loop", &[RE], RE).indexed(&[TIMES, AT_MOST], &[]),
];
