//! Bitwuzla's demands on a run: options that are not drawn, combinations that it refuses.

use crate::scope::SCOPE;
use crate::terminator::TERMINATE_AFTER;
use murxla_api::{Clash, Demand, DemandRow, Demands, Denied, Effort, FileOptions, SelfCheck, When};

/// All of it.
pub(crate) const DEMANDS: Demands = Demands {
    rows: ROWS,
    denied: DENIED,
    // What they have printed goes to the diagnostic stream, and that nowhere.
    // Only SAT solvers that are not compiled in have threads.
    harmless_options: &[
        "log-level",
        "verbosity",
        "interpolants-stats",
        "interpolants-print-stats",
        "nthreads",
    ],
    // Milliseconds.
    unmet_limits: &[("time-limit-per", 1_000_000_000)],
    clashes: CLASHES,
    error_filters: &[],
    file_options: FileOptions::NONE,
    self_checks: SELF_CHECKS,
    unclear_operators: &[],
    makes_answers_up: false,
    effort: Some(Effort { option: TERMINATE_AFTER, units: 2_000 }),
    scope: SCOPE,
};

const ROWS: &[DemandRow] = &[DemandRow {
    demand: Demand::Lacks("mk-rec-fun"),
    reason: "the API has no recursive functions",
}];

const SELF_CHECKS: &[SelfCheck] = &[
    SelfCheck { option: "check-model", says: "model check failed" },
    SelfCheck { option: "check-unsat-core", says: "unsat core check failed" },
    SelfCheck { option: "check-interpolant", says: "interpolant check failed" },
];

const DENIED: &[Denied] = &[
    Denied {
        names: &["=memory-limit", "=relevant-terms"],
        reason: "it changes what other calls may ask, or depends on memory",
    },
    Denied { names: &["=terminate-after"], reason: "the setting effort decides it" },
];

/// Found by setting each option that may be drawn to each of its values, together with each of the standard options, all
/// and none of them, on small problems.
const CLASHES: &[Clash] = &[
    Clash {
        option: "sat-solver",
        values: &["cms", "gimsatul", "kissat"],
        when: When::Always,
        reason: "invalid configuration for option --sat-solver, … not compiled in",
    },
    Clash {
        option: "bv-solver",
        values: &["prop"],
        when: When::Always,
        reason: "local search alone never answers unsat: a check of an unsatisfiable problem does not end",
    },
];
