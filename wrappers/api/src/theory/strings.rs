//! Strings and regular expressions.

use super::{BOOL, INT, RE, STRING};
use crate::meaning::{languages, strings};
use crate::{Fold, Num, Op};

rows_of!(Strings);

const TIMES: Num = Num::Var(0, 0);
const AT_MOST: Num = Num::Var(1, 0);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_STR_CONCAT", "str.++", &[STRING, STRING], STRING)
        .means(strings::concat)
        .fold(Fold::LeftAssoc),
    op("OP_STR_LEN", "str.len", &[STRING], INT).means(strings::length),
    op("OP_STR_LT", "str.<", &[STRING, STRING], BOOL).means(strings::less).fold(Fold::Chainable),
    op("OP_STR_LE", "str.<=", &[STRING, STRING], BOOL)
        .means(strings::less_or_equal)
        .fold(Fold::Chainable),
    op("OP_STR_AT", "str.at", &[STRING, INT], STRING).means(strings::at),
    op("OP_STR_SUBSTR", "str.substr", &[STRING, INT, INT], STRING).means(strings::substring),
    op("OP_STR_PREFIXOF", "str.prefixof", &[STRING, STRING], BOOL).means(strings::prefix),
    op("OP_STR_SUFFIXOF", "str.suffixof", &[STRING, STRING], BOOL).means(strings::suffix),
    op("OP_STR_CONTAINS", "str.contains", &[STRING, STRING], BOOL).means(strings::contains),
    op("OP_STR_INDEXOF", "str.indexof", &[STRING, STRING, INT], INT).means(strings::index_of),
    op("OP_STR_REPLACE", "str.replace", &[STRING, STRING, STRING], STRING).means(strings::replace),
    op("OP_STR_REPLACE_ALL", "str.replace_all", &[STRING, STRING, STRING], STRING)
        .means(strings::replace_all),
    op("OP_STR_REPLACE_RE", "str.replace_re", &[STRING, RE, STRING], STRING)
        .means(languages::replace),
    op("OP_STR_REPLACE_RE_ALL", "str.replace_re_all", &[STRING, RE, STRING], STRING)
        .means(languages::replace_all),
    op("OP_STR_IS_DIGIT", "str.is_digit", &[STRING], BOOL).means(strings::is_digit),
    op("OP_STR_TO_CODE", "str.to_code", &[STRING], INT).means(strings::to_code),
    op("OP_STR_FROM_CODE", "str.from_code", &[INT], STRING).means(strings::from_code),
    op("OP_STR_TO_INT", "str.to_int", &[STRING], INT).means(strings::to_int),
    op("OP_STR_FROM_INT", "str.from_int", &[INT], STRING).means(strings::from_int),
    op("OP_STR_TO_RE", "str.to_re", &[STRING], RE).means(languages::make),
    op("OP_STR_IN_RE", "str.in_re", &[STRING, RE], BOOL).means(languages::contains),
    op("OP_RE_NONE", "re.none", &[], RE).means(languages::make),
    op("OP_RE_ALL", "re.all", &[], RE).means(languages::make),
    op("OP_RE_ALLCHAR", "re.allchar", &[], RE).means(languages::make),
    op("OP_RE_CONCAT", "re.++", &[RE, RE], RE).means(languages::make).fold(Fold::LeftAssoc),
    op("OP_RE_UNION", "re.union", &[RE, RE], RE)
        .means(languages::make)
        .fold(Fold::LeftAssoc)
        .commutative(),
    op("OP_RE_INTER", "re.inter", &[RE, RE], RE)
        .means(languages::make)
        .fold(Fold::LeftAssoc)
        .commutative(),
    op("OP_RE_DIFF", "re.diff", &[RE, RE], RE).means(languages::make).fold(Fold::LeftAssoc),
    op("OP_RE_STAR", "re.*", &[RE], RE).means(languages::make),
    op("OP_RE_PLUS", "re.+", &[RE], RE).means(languages::make),
    op("OP_RE_OPT", "re.opt", &[RE], RE).means(languages::make),
    op("OP_RE_COMP", "re.comp", &[RE], RE).means(languages::make),
    op("OP_RE_RANGE", "re.range", &[STRING, STRING], RE).means(languages::make),
    op("OP_RE_POW", "re.^", &[RE], RE).means(languages::make).indexed(&[TIMES], &[]),
    op("OP_RE_LOOP", "re.loop", &[RE], RE).means(languages::make).indexed(&[TIMES, AT_MOST], &[]),
];
