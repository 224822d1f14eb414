//! What Yices demands of a run: options that are not drawn, combinations that it refuses.

use murxla_api::{Demands, Denied};

/// All of it.
pub(crate) const DEMANDS: Demands = Demands { rows: &[], denied: DENIED, clashes: &[] };

const DENIED: &[Denied] = &[Denied {
    names: &[
        "=mode",
        "solver-type",
        "arith-fragment",
        "uf-solver",
        "bv-solver",
        "array-solver",
        "arith-solver",
        "=model-interpolation",
    ],
    reason: "the wrapper chooses it with the logic and the mode, and it excludes theories",
}];
