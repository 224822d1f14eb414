//! Boolector's demands on a run: options that are not drawn, combinations that it refuses.

use murxla_api::{
    Clash, Demand, DemandRow, Demands, Denied, Effort, FileOptions, StandardOption, Theory, When,
};

use crate::scope::SCOPE;
use crate::terminator::TERMINATE_AFTER;

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
    effort: Some(Effort { option: TERMINATE_AFTER, units: 2_000 }),
    scope: SCOPE,
};

const ROWS: &[DemandRow] = &[
    DemandRow { demand: Demand::FirstOrder, reason: "arrays and functions are over bit-vectors" },
    DemandRow {
        demand: Demand::Apart(Theory::Quantifiers, Theory::Arrays),
        reason: "quantifiers with functions not supported yet",
    },
    DemandRow {
        demand: Demand::Apart(Theory::Quantifiers, Theory::Functions),
        reason: "quantifiers with functions not supported yet",
    },
    DemandRow {
        demand: Demand::NotIncremental(Theory::Quantifiers),
        reason: "incremental mode not supported for BV",
    },
    lacks("simplify"),
    lacks("term-get-children"),
    lacks("mk-rec-fun"),
    lacks("get-assertions"),
];

const fn lacks(action: &'static str) -> DemandRow {
    DemandRow { demand: Demand::Lacks(action), reason: "the API has nothing for it" }
}

const DENIED: &[Denied] = &[
    Denied {
        names: &["=model-gen", "=incremental"],
        reason: "the standard options produce-models and incremental are these",
    },
    Denied { names: &["=terminate-after"], reason: "the setting effort decides it" },
    Denied { names: &["=output-number-format"], reason: "values are read by their binary digits" },
    Denied { names: &["=dump-dimacs"], reason: "it prints what is checked and ends the process" },
    Denied { names: &["=sat-engine-n-threads"], reason: "what threads do depends on time" },
];

const EXCLUSIVE: &str = "enabling multiple optimization techniques is not allowed";
const LOCAL: &str =
    "local search alone never answers unsat: a check of an unsatisfiable problem does not end";

const CLASHES: &[Clash] = &[
    Clash { option: "engine", values: &["2", "3", "4"], when: When::Always, reason: LOCAL },
    Clash {
        option: "sat-engine",
        values: &["1", "2", "4"],
        when: When::Always,
        reason: "SAT solver … not compiled in",
    },
    clash("ucopt", When::On(StandardOption::Models), "not with model generation"),
    clash("ucopt", When::On(StandardOption::Incremental), "not in incremental mode"),
    clash("fun-dual-prop", When::Option("fun-just", "true"), EXCLUSIVE),
    clash("fun-just", When::Option("fun-dual-prop", "true"), EXCLUSIVE),
    clash("fun-dual-prop", When::Option("nondestr-subst", "true"), EXCLUSIVE),
    clash("nondestr-subst", When::Option("fun-dual-prop", "true"), EXCLUSIVE),
];

const fn clash(option: &'static str, when: When, reason: &'static str) -> Clash {
    Clash { option, values: &["true"], when, reason }
}
