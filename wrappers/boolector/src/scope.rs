//! What Boolector's maintainers say of parts of it.

use murxla_api::{Part, ScopeRow, Standing};

/// All of them. Its page says that Bitwuzla is its successor, and that nothing but critical bugs will be mended.
pub(crate) const SCOPE: &[ScopeRow] = &[ScopeRow {
    part: Part::Names(&[
        "sls-*",
        "prop-*",
        "aigprop-*",
        "fun-preprop",
        "fun-presls",
        "quant-*",
        "nondestr-subst",
        "declsort-bv-width",
    ]),
    standing: Standing::Expert,
    source: "the help of its program lists them as expert options",
}];
