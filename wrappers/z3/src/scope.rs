//! What Z3's maintainers say of parts of it.

use murxla_api::{Part, ScopeRow, Standing};

/// All of it.
pub(crate) const SCOPE: &[ScopeRow] = &[
    ScopeRow {
        part: Part::Names(&[
            "z3-OP_LINEAR_ORDER",
            "z3-OP_PARTIAL_ORDER",
            "z3-OP_PIECEWISE_LINEAR_ORDER",
            "z3-OP_TREE_ORDER",
            "z3-OP_TRANSITIVE_CLOSURE",
        ]),
        standing: Standing::Experimental,
        source: "Z3 issue 10218: special relations are partial: a wrong answer is in scope, unknown or a hang is not",
    },
    ScopeRow {
        part: Part::Names(&["z3-OP_SET_RANGE", "OP_SET_MAP"]),
        standing: Standing::Experimental,
        source: "Z3 issue 10218: set.range and set.map are partial: a wrong answer is in scope, unknown or a hang is not",
    },
    ScopeRow {
        part: Part::Names(&["flat", "rewriter.flat"]),
        standing: Standing::WontFix,
        source: "Z3 issue 6853: rewriter.flat=false",
    },
];
