//! Z3's demands on a run: options that are not drawn, combinations that it refuses.

use murxla_api::{Clash, Demands, Denied, Effort, FileOptions, SelfCheck, Theory, When};

use crate::scope::SCOPE;

/// All of it.
pub(crate) const DEMANDS: Demands = Demands {
    rows: &[],
    denied: DENIED,
    harmless_options: &[],
    unmet_limits: &[],
    clashes: CLASHES,
    error_filters: &[],
    file_options: FileOptions {
        words: &["log", "trace", "axioms2files", "benchmarks"],
        ..FileOptions::NONE
    },
    self_checks: SELF_CHECKS,
    unclear_operators: &[],
    makes_answers_up: false,
    effort: Some(Effort { option: "rlimit", units: 150_000 }),
    scope: SCOPE,
};

const SELF_CHECKS: &[SelfCheck] = &[
    SelfCheck { option: "model_validate", says: "an invalid model was generated" },
    SelfCheck { option: "core.validate", says: "Core could not be validated" },
    SelfCheck { option: "arith.validate", says: "Failed to verify" },
    SelfCheck { option: "seq.validate", says: "Failed to verify" },
    SelfCheck { option: "proof.check", says: "Proof check failed" },
    SelfCheck { option: "solver.proof.check", says: "Proof check failed" },
];

const DENIED: &[Denied] = &[
    Denied {
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
            "=max_steps",
        ],
        reason: "it changes what other calls may ask, or concerns signals",
    },
    Denied {
        names: &["=sls.enable"],
        reason: "it starts a thread beside the search (sls.parallel), so values depend on the clock",
    },
];

/// Arithmetic solvers that strings and sequences do not go with.
const PLAIN_ARITHMETIC: &[&str] = &["0", "1", "3", "4", "5"];

const CLASHES: &[Clash] = &[
    Clash {
        option: "arith.solver",
        values: PLAIN_ARITHMETIC,
        when: When::Theory(Theory::Strings),
        reason: "illegal arithmetic solver used with string solver",
    },
    Clash {
        option: "arith.solver",
        values: PLAIN_ARITHMETIC,
        when: When::Theory(Theory::Sequences),
        reason: "illegal arithmetic solver used with string solver",
    },
    Clash {
        option: "hi_div0",
        values: &["false"],
        when: When::Theory(Theory::BitVectors),
        reason: "it leaves open what a division by zero gives",
    },
    Clash {
        option: "bv.solver",
        values: &["2"],
        when: When::Theory(Theory::BitVectors),
        reason: "Z3 names this solver of bit-vectors, but does not have it",
    },
];
