//! Classes of operators: two findings that differ only by operators of one class are taken for one.
//!
//! Solvers rewrite `bvsgt`, `bvsge` and `bvsle` to `bvslt`, so that one fault shows in all of them.

/// The name of a class, and the operators in it, without the prefix that a solver's own have.
type Class = (&'static str, &'static [&'static str]);

const CLASSES: &[Class] = &[
    ("and-or", &["OP_AND", "OP_OR", "OP_IMPLIES"]),
    ("equal", &["OP_EQUAL", "OP_DISTINCT", "OP_IFF", "OP_XOR", "OP_FP_EQ", "OP_BV_COMP"]),
    ("quantifier", &["OP_FORALL", "OP_EXISTS"]),
    (
        "bv-bitwise",
        &[
            "OP_BV_NOT",
            "OP_BV_AND",
            "OP_BV_OR",
            "OP_BV_XOR",
            "OP_BV_NAND",
            "OP_BV_NOR",
            "OP_BV_XNOR",
        ],
    ),
    (
        "bv-sum",
        &["OP_BV_NEG", "OP_BV_ADD", "OP_BV_SUB", "OP_INC", "OP_DEC", "OP_BV_INC", "OP_BV_DEC"],
    ),
    ("bv-unsigned-division", &["OP_BV_UDIV", "OP_BV_UREM"]),
    ("bv-signed-division", &["OP_BV_SDIV", "OP_BV_SREM", "OP_BV_SMOD"]),
    ("bv-shift", &["OP_BV_SHL", "OP_BV_LSHR", "OP_BV_ASHR"]),
    ("bv-unsigned-order", &["OP_BV_ULT", "OP_BV_ULE", "OP_BV_UGT", "OP_BV_UGE"]),
    ("bv-signed-order", &["OP_BV_SLT", "OP_BV_SLE", "OP_BV_SGT", "OP_BV_SGE"]),
    (
        "bv-overflow",
        &[
            "OP_BV_NEGO",
            "OP_BV_UADDO",
            "OP_BV_SADDO",
            "OP_BV_UMULO",
            "OP_BV_SMULO",
            "OP_BV_USUBO",
            "OP_BV_SSUBO",
            "OP_BV_SDIVO",
        ],
    ),
    ("bv-extend", &["OP_BV_ZERO_EXTEND", "OP_BV_SIGN_EXTEND"]),
    ("bv-rotate", &["OP_BV_ROTATE_LEFT", "OP_BV_ROTATE_RIGHT", "OP_BV_ROL", "OP_BV_ROR"]),
    (
        "bv-reduce",
        &["OP_BV_REDAND", "OP_BV_REDOR", "OP_BV_REDXOR", "OP_REDAND", "OP_REDOR", "OP_REDXOR"],
    ),
    ("bv-to-int", &["OP_BV_UBV_TO_INT", "OP_BV_SBV_TO_INT"]),
    ("int-sum", &["OP_INT_NEG", "OP_INT_SUB", "OP_INT_ADD"]),
    ("int-division", &["OP_INT_DIV", "OP_INT_MOD", "OP_INT_IS_DIV"]),
    ("int-order", &["OP_INT_LT", "OP_INT_LTE", "OP_INT_GT", "OP_INT_GTE"]),
    ("real-sum", &["OP_REAL_NEG", "OP_REAL_SUB", "OP_REAL_ADD"]),
    ("real-order", &["OP_REAL_LT", "OP_REAL_LTE", "OP_REAL_GT", "OP_REAL_GTE"]),
    ("fp-sum", &["OP_FP_ADD", "OP_FP_SUB"]),
    ("fp-sign", &["OP_FP_ABS", "OP_FP_NEG", "OP_FP_IS_NEG", "OP_FP_IS_POS"]),
    ("fp-extreme", &["OP_FP_MIN", "OP_FP_MAX"]),
    ("fp-order", &["OP_FP_LT", "OP_FP_LEQ", "OP_FP_GT", "OP_FP_GEQ"]),
    (
        "fp-class",
        &["OP_FP_IS_NORMAL", "OP_FP_IS_SUBNORMAL", "OP_FP_IS_ZERO", "OP_FP_IS_INF", "OP_FP_IS_NAN"],
    ),
    ("fp-from-bv", &["OP_FP_TO_FP_FROM_SBV", "OP_FP_TO_FP_FROM_UBV"]),
    ("fp-to-bv", &["OP_FP_TO_UBV", "OP_FP_TO_SBV"]),
    ("str-order", &["OP_STR_LT", "OP_STR_LE"]),
    ("str-affix", &["OP_STR_PREFIXOF", "OP_STR_SUFFIXOF"]),
    ("str-replace", &["OP_STR_REPLACE", "OP_STR_REPLACE_ALL"]),
    ("str-replace-re", &["OP_STR_REPLACE_RE", "OP_STR_REPLACE_RE_ALL"]),
    ("re-repeat", &["OP_RE_STAR", "OP_RE_PLUS", "OP_RE_OPT", "OP_RE_POW", "OP_RE_LOOP"]),
    ("re-boolean", &["OP_RE_UNION", "OP_RE_INTER", "OP_RE_DIFF", "OP_RE_COMP"]),
    ("set-boolean", &["OP_SET_UNION", "OP_SET_INTERSECTION", "OP_SET_MINUS", "OP_SET_COMPLEMENT"]),
    ("seq-affix", &["OP_SEQ_PREFIX", "OP_SEQ_SUFFIX"]),
    ("seq-replace", &["OP_SEQ_REPLACE", "OP_SEQ_REPLACE_ALL"]),
    ("ff-sum", &["OP_FINITE_FIELD_NEG", "OP_FINITE_FIELD_ADD"]),
];

/// The class of the operator with this key; one that has none is a class of its own.
pub fn class_of(key: &str) -> &str {
    let plain = key.find("OP_").map_or(key, |at| &key[at..]);
    let known = CLASSES.iter().find(|(_, operators)| operators.contains(&plain));
    known.map_or(key, |(name, _)| name)
}

/// The classes of operators, each once, in the order of their names.
pub fn classes_of<'k>(keys: &[&'k str]) -> Vec<&'k str> {
    let mut found: Vec<&str> = keys.iter().map(|key| class_of(key)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use murxla_api::{Binder, theory};

    use super::*;

    #[test]
    fn operators_of_one_class_are_one() {
        assert_eq!(
            classes_of(&["OP_BV_SGT", "OP_BV_SLT", "OP_BV_ADD"]),
            ["bv-signed-order", "bv-sum"]
        );
        assert_eq!(class_of("bitwuzla-OP_BV_UADDO"), "bv-overflow");
        assert_eq!(class_of("OP_ITE"), "OP_ITE");
    }

    /// Operators that only solvers of their own have.
    const OF_SOLVERS: [&str; 10] = [
        "OP_INC",
        "OP_DEC",
        "OP_BV_INC",
        "OP_BV_DEC",
        "OP_BV_ROL",
        "OP_BV_ROR",
        "OP_BV_REDXOR",
        "OP_REDAND",
        "OP_REDOR",
        "OP_REDXOR",
    ];

    /// A key that is not there would join nothing, silently.
    #[test]
    fn every_name_is_an_operator_and_in_one_class() {
        for (class, operators) in CLASSES {
            for key in *operators {
                let times = CLASSES.iter().filter(|(_, other)| other.contains(key)).count();
                assert_eq!(times, 1, "{class}: {key}");
                let is_binder =
                    [Binder::Forall, Binder::Exists].iter().any(|one| one.key() == *key);
                let is_known = is_binder || theory::operator(key).is_some();
                assert!(is_known || OF_SOLVERS.contains(key), "{class}: {key}");
            }
        }
    }
}
