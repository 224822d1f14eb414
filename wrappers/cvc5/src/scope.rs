//! What cvc5's maintainers say of parts of it: what its safe mode switches off (`SetDefaults::setDefaultsPre`).

use murxla_api::{Part, ScopeRow, Standing, Theory};

const SAFE_MODE: &str = "cvc5, SetDefaults::setDefaultsPre: safe mode switches it off";

const fn unsafe_part(part: Part) -> ScopeRow {
    ScopeRow { part, standing: Standing::Expert, source: SAFE_MODE }
}

/// All of it.
pub(crate) const SCOPE: &[ScopeRow] = &[
    unsafe_part(Part::Theory(Theory::Separation)),
    unsafe_part(Part::Theory(Theory::Bags)),
    unsafe_part(Part::Theory(Theory::FiniteFields)),
    unsafe_part(Part::Theory(Theory::FloatingPoint)),
    unsafe_part(Part::Theory(Theory::Relations)),
    unsafe_part(Part::Theory(Theory::Transcendentals)),
    unsafe_part(Part::HigherOrder),
    // Cardinality of uninterpreted sorts, and of sets.
    unsafe_part(Part::Names(&["cvc5-OP_FMF_CARD", "OP_SET_CARD"])),
    // arrays-exp
    unsafe_part(Part::Names(&["OP_CONST_ARRAY", "cvc5-OP_ARRAY_EQ_RANGE*"])),
    // sets-exp
    unsafe_part(Part::Names(&[
        "OP_SET_ALL",
        "OP_SET_CHOOSE",
        "OP_SET_COMPLEMENT",
        "OP_SET_COMPREHENSION",
        "OP_SET_FILTER",
        "OP_SET_FOLD",
        "OP_SET_IS_SINGLETON",
        "OP_SET_MAP",
        "OP_SET_SOME",
    ])),
    // arith-exp
    unsafe_part(Part::Names(&["cvc5-OP_INT_IAND", "cvc5-OP_INT_PIAND", "cvc5-OP_INT_POW2"])),
    ScopeRow {
        part: Part::Names(&[
            "cvc5-abduct",
            "cvc5-core-lemmas",
            "cvc5-difficulty",
            "cvc5-find-synth",
            "cvc5-find-unsound-rewrite",
            "cvc5-instantiations",
            "cvc5-interpolant",
            "cvc5-learned-literals",
            "cvc5-model-core",
            "cvc5-oracle-function",
            "cvc5-plugin",
            "cvc5-pool",
            "cvc5-proof",
            "cvc5-quantifier-elimination*",
            "cvc5-record-sort",
            "cvc5-skolem",
            "cvc5-timeout-core",
            "cvc5-abstract-sort",
        ]),
        standing: Standing::Experimental,
        source: "cvc5.h: \"This function is experimental and may change in future versions\"",
    },
    ScopeRow {
        part: Part::Theory(Theory::FloatingPoint),
        standing: Standing::Experimental,
        source: "cvc5 issues 12354 and 11139: labelled experimental",
    },
];
