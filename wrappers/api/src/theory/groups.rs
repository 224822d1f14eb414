//! Groups of operators that can stand for each other: the minimizer makes operators simpler by them, mutators exchange them.

/// Each from the simplest to the most intricate. What has another signature is sorted out by the typing rule.
const GROUPS: &[&[&str]] = &[
    &["OP_AND", "OP_OR", "OP_XOR", "OP_IFF", "OP_IMPLIES", "OP_EQUAL", "OP_DISTINCT"],
    &["OP_BV_NOT", "OP_BV_NEG", "OP_BV_ROTATE_LEFT", "OP_BV_ROTATE_RIGHT"],
    &["OP_BV_ZERO_EXTEND", "OP_BV_SIGN_EXTEND"],
    &["OP_BV_REDOR", "OP_BV_REDAND"],
    &[
        "OP_BV_ADD",
        "OP_BV_SUB",
        "OP_BV_AND",
        "OP_BV_OR",
        "OP_BV_XOR",
        "OP_BV_NAND",
        "OP_BV_NOR",
        "OP_BV_XNOR",
        "OP_BV_SHL",
        "OP_BV_LSHR",
        "OP_BV_ASHR",
        "OP_BV_MULT",
        "OP_BV_UDIV",
        "OP_BV_UREM",
        "OP_BV_SDIV",
        "OP_BV_SREM",
        "OP_BV_SMOD",
    ],
    &[
        "OP_BV_ULT",
        "OP_BV_ULE",
        "OP_BV_UGT",
        "OP_BV_UGE",
        "OP_BV_SLT",
        "OP_BV_SLE",
        "OP_BV_SGT",
        "OP_BV_SGE",
        "OP_BV_UADDO",
        "OP_BV_SADDO",
        "OP_BV_USUBO",
        "OP_BV_SSUBO",
        "OP_BV_UMULO",
        "OP_BV_SMULO",
        "OP_BV_SDIVO",
    ],
    &["OP_INT_ADD", "OP_INT_SUB", "OP_INT_MUL", "OP_INT_DIV", "OP_INT_MOD"],
    &["OP_INT_NEG", "OP_INT_ABS"],
    &["OP_INT_LT", "OP_INT_LTE", "OP_INT_GT", "OP_INT_GTE"],
    &["OP_REAL_ADD", "OP_REAL_SUB", "OP_REAL_MUL", "OP_REAL_DIV"],
    &["OP_REAL_LT", "OP_REAL_LTE", "OP_REAL_GT", "OP_REAL_GTE"],
    &["OP_FP_NEG", "OP_FP_ABS"],
    &["OP_FP_ADD", "OP_FP_SUB", "OP_FP_MUL", "OP_FP_DIV"],
    &["OP_FP_RTI", "OP_FP_SQRT"],
    &["OP_FP_MIN", "OP_FP_MAX", "OP_FP_REM"],
    &["OP_FP_LT", "OP_FP_LEQ", "OP_FP_GT", "OP_FP_GEQ", "OP_FP_EQ"],
    &[
        "OP_FP_IS_ZERO",
        "OP_FP_IS_NEG",
        "OP_FP_IS_POS",
        "OP_FP_IS_NAN",
        "OP_FP_IS_INF",
        "OP_FP_IS_NORMAL",
        "OP_FP_IS_SUBNORMAL",
    ],
    &["OP_STR_LT", "OP_STR_LE", "OP_STR_PREFIXOF", "OP_STR_SUFFIXOF", "OP_STR_CONTAINS"],
    &["OP_STR_REPLACE", "OP_STR_REPLACE_ALL"],
    &["OP_RE_UNION", "OP_RE_INTER", "OP_RE_DIFF", "OP_RE_CONCAT"],
    &["OP_RE_OPT", "OP_RE_PLUS", "OP_RE_STAR", "OP_RE_COMP"],
    &["OP_SEQ_PREFIX", "OP_SEQ_SUFFIX", "OP_SEQ_CONTAINS"],
    &["OP_SET_UNION", "OP_SET_INTERSECTION", "OP_SET_MINUS"],
    &[
        "OP_BAG_UNION_MAX",
        "OP_BAG_UNION_DISJOINT",
        "OP_BAG_INTERSECTION_MIN",
        "OP_BAG_DIFFERENCE_SUBTRACT",
        "OP_BAG_DIFFERENCE_REMOVE",
    ],
    &["OP_FINITE_FIELD_ADD", "OP_FINITE_FIELD_MULT"],
];

/// The group of an operator, and its place there.
pub(crate) fn of(key: &str) -> Option<(&'static [&'static str], usize)> {
    GROUPS.iter().find_map(|group| Some((*group, group.iter().position(|one| *one == key)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_have_operators_each_once() {
        let keys: Vec<&str> = GROUPS.iter().copied().flatten().copied().collect();
        for key in &keys {
            assert!(crate::theory::operator(key).is_some(), "{key}");
            assert_eq!(keys.iter().filter(|one| *one == key).count(), 1, "{key}");
        }
    }
}
