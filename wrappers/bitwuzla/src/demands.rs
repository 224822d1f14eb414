//! What Bitwuzla demands of a run: options that are not drawn, combinations that it refuses.

use murxla_api::{Demands, Denied};

/// All of it.
pub(crate) const DEMANDS: Demands = Demands { rows: &[], denied: DENIED, clashes: &[] };

const DENIED: &[Denied] = &[Denied {
    names: &["=produce-interpolants", "=nthreads", "=memory-limit", "=relevant-terms"],
    reason: "it changes what other calls may ask, or depends on memory",
}];
