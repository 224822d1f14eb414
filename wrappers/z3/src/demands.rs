//! What Z3 demands of a run: options that are not drawn, combinations that it refuses.

use murxla_api::{Demands, Denied};

/// All of it.
pub(crate) const DEMANDS: Demands = Demands { rows: &[], denied: DENIED, clashes: &[] };

const DENIED: &[Denied] = &[Denied {
    names: &[
        "model.user_functions",
        "=unsat_core",
        "=proof",
        "=model",
        "smtlib2_log",
        "ctrl_c",
        "=type_check",
        "well_sorted_check",
        "cancel",
        "=dot_proof",
    ],
    reason: "it changes what other calls may ask, or concerns signals",
}];
