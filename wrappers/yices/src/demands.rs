//! Yices's demands on a run: options that are not drawn, combinations that it refuses.

use murxla_api::{
    Clash, Demand, DemandRow, Demands, Denied, FileOptions, StandardOption, Theory, When,
};

use crate::scope::SCOPE;

/// All of it.
pub(crate) const DEMANDS: Demands = Demands {
    rows: ROWS,
    denied: DENIED,
    harmless_options: &[],
    unmet_limits: &[],
    clashes: CLASHES,
    error_filters: &[],
    file_options: FileOptions::NONE,
    self_checks: &[],
    unclear_operators: &[],
    makes_answers_up: false,
    effort: None,
    scope: SCOPE,
};

const ROWS: &[DemandRow] = &[
    DemandRow { demand: Demand::Logics(LOGICS), reason: "unknown logic" },
    DemandRow {
        demand: Demand::Linear,
        reason: "the context does not support non-linear arithmetic",
    },
    DemandRow { demand: Demand::NonZeroDivisors, reason: "division by zero" },
    DemandRow {
        demand: Demand::OnlyMade(Theory::Quantifiers),
        reason: "the context does not support quantifiers",
    },
    lacks("simplify"),
    lacks("mk-rec-fun"),
    lacks("get-assertions"),
];

const fn lacks(action: &'static str) -> DemandRow {
    DemandRow { demand: Demand::Lacks(action), reason: "the API has nothing for it" }
}

/// The logics that `yices_default_config_for_logic` took when it was given all names of logics.
pub(crate) const LOGICS: &[&str] = &[
    "QF_ABV",
    "QF_ALIA",
    "QF_ALIRA",
    "QF_ALRA",
    "QF_ANIA",
    "QF_ANIRA",
    "QF_ANRA",
    "QF_AUF",
    "QF_AUFBV",
    "QF_AUFBVLIA",
    "QF_AUFBVNIA",
    "QF_AUFLIA",
    "QF_AUFLIRA",
    "QF_AUFLRA",
    "QF_AUFNIA",
    "QF_AUFNIRA",
    "QF_AUFNRA",
    "QF_AX",
    "QF_BV",
    "QF_BVLRA",
    "QF_IDL",
    "QF_LIA",
    "QF_LIRA",
    "QF_LRA",
    "QF_NIA",
    "QF_NIRA",
    "QF_NRA",
    "QF_RDL",
    "QF_UF",
    "QF_UFBV",
    "QF_UFBVLIA",
    "QF_UFIDL",
    "QF_UFLIA",
    "QF_UFLIRA",
    "QF_UFLRA",
    "QF_UFNIA",
    "QF_UFNIRA",
    "QF_UFNRA",
    "QF_UFRDL",
];

const DENIED: &[Denied] = &[Denied {
    names: &["=solver-type"],
    reason: "the logic chooses it, and it excludes theories",
}];

const EXCLUDES: &str = "it excludes theories, of which the logic tells the context";

/// Values of the configuration that leave something out of the context.
const CLASHES: &[Clash] = &[
    never("arith-fragment", &["IDL", "LIA", "LRA", "NIA", "NIRA", "NRA", "RDL"]),
    never("arith-solver", &["auto", "ifw", "none", "rfw", "simplex"]),
    never("array-solver", &["none"]),
    never("bv-solver", &["none"]),
    never("uf-solver", &["none"]),
    Clash {
        option: "model-interpolation",
        values: &["true"],
        when: When::Always,
        reason: "only contexts of MCSAT have it: yices-interpolate makes some",
    },
    mode(When::On(StandardOption::Incremental)),
    mode(When::On(StandardOption::UnsatCores)),
    mode(When::On(StandardOption::UnsatAssumptions)),
];

const fn never(option: &'static str, values: &'static [&'static str]) -> Clash {
    Clash { option, values, when: When::Always, reason: EXCLUDES }
}

/// Levels and assumptions need a context that has them.
const fn mode(when: When) -> Clash {
    let values = &["interactive", "multi-checks", "one-shot"];
    Clash { option: "mode", values, when, reason: "the context has no levels or assumptions" }
}
