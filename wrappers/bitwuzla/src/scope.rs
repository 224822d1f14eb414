//! What Bitwuzla's maintainers say of parts of it.

use murxla_api::{Part, ScopeRow, Standing};

/// All of them.
pub(crate) const SCOPE: &[ScopeRow] = &[ScopeRow {
    part: Part::Names(&["bitwuzla-interpolant*"]),
    standing: Standing::Experimental,
    source: "the documentation of get_interpolant: interpolation with arrays and functions is experimental",
}];
