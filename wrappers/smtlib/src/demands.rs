//! The demands of a profile on a run, and the options that it lists.

use murxla_api::{
    Clash, Demand, DemandRow, Demands, Denied, FileOptions, OptionDef, OptionKind, SelfCheck, When,
};

use crate::file::{Assumptions, File, OptionRow, OptionType};
use crate::profile::{Wrong, leak, leak_text, operator_of, theory_of, wrong};

pub(crate) fn demands(file: &File) -> Result<Demands, Wrong> {
    let mut rows = Vec::new();
    let mut demand = |demand, reason| rows.push(DemandRow { demand, reason });
    for action in ["simplify", "mk-rec-fun", "get-assertions"] {
        demand(Demand::Lacks(action), "SMT-LIB has nothing for it, or it is not used");
    }
    let commands = file.commands;
    let lacking = [
        (commands.check_sat_assuming != Assumptions::None, "check-sat-assuming"),
        (commands.named_assertions, "assert-named"),
        (commands.get_unsat_core, "get-unsat-core"),
        (commands.get_unsat_assumptions, "get-unsat-assumptions"),
        (commands.get_model, "print-model"),
        (commands.reset_assertions, "reset-assertions"),
    ];
    for (has, action) in lacking {
        if !has {
            demand(Demand::Lacks(action), "the profile does not have it");
        }
    }
    if file.higher_order {
        demand(Demand::HigherOrderLogic, "functions as terms need a logic that says so");
    } else {
        demand(Demand::FirstOrder, "functions are no terms");
    }
    if !file.logics.is_empty() {
        let logics: Vec<&'static str> = file.logics.iter().map(|logic| leak_text(logic)).collect();
        demand(Demand::Logics(leak(&logics)), "the profile lists what it knows");
    }
    if file.linear {
        demand(Demand::Linear, "the profile says so");
    }
    if file.nonzero_divisors {
        demand(Demand::NonZeroDivisors, "the profile says so");
    }
    for [one, other] in &file.apart {
        demand(Demand::Apart(theory_of(one)?, theory_of(other)?), "the profile says so");
    }
    for word in &file.not_incremental {
        demand(Demand::NotIncremental(theory_of(word)?), "the profile says so");
    }
    for row in &file.values_at {
        demand(Demand::Value(operator_of(&row.operator)?, row.place), "the profile says so");
    }
    for row in &file.option_for {
        let option = row.option.get_ref();
        if !file.options.iter().any(|listed| listed.name.get_ref() == option) {
            return wrong(&row.option, format!("no [[option]] is named '{option}'"));
        }
        let theory = theory_of(&row.theory)?;
        demand(Demand::Option(theory, leak_text(option)), "the profile says so");
    }
    let mut denied = Vec::new();
    for row in &file.denied {
        let names: Vec<&'static str> = row.names.iter().map(|name| leak_text(name)).collect();
        denied.push(Denied { names: leak(&names), reason: leak_text(&row.reason) });
    }
    let mut clashes = Vec::new();
    for row in &file.clashes {
        let values: Vec<&'static str> = row.values.iter().map(|value| leak_text(value)).collect();
        clashes.push(Clash {
            option: leak_text(&row.option),
            values: leak(&values),
            when: match &row.theory {
                Some(word) => When::Theory(theory_of(word)?),
                None => When::Always,
            },
            reason: leak_text(&row.reason),
        });
    }
    Ok(Demands {
        rows: leak(&rows),
        denied: leak(&denied),
        harmless_options: &[],
        unmet_limits: &[],
        clashes: leak(&clashes),
        error_filters: &[],
        // A binary may be any solver.
        file_options: FileOptions {
            words: &["log", "trace", "axioms2files", "benchmarks"],
            names: &["in", "out", "err", "plugin"],
            ..FileOptions::NONE
        },
        self_checks: SELF_CHECKS,
        unclear_operators: &[],
        makes_answers_up: false,
        effort: None,
        scope: &[],
    })
}

/// What the solvers that have a crate of their own say, in their scripts, too.
const SELF_CHECKS: &[SelfCheck] = &[
    SelfCheck { option: "check-model", says: "model check failed" },
    SelfCheck { option: "check-unsat-core", says: "unsat core check failed" },
    SelfCheck { option: "model_validate", says: "an invalid model was generated" },
    SelfCheck { option: "check-models", says: "ERRORS SATISFYING ASSERTIONS WITH MODEL" },
    SelfCheck { option: "check-unsat-cores", says: "produced core was satisfiable" },
];

pub(crate) fn option(row: &OptionRow) -> Result<OptionDef, Wrong> {
    let default = row.default.as_ref();
    let kind = match row.kind {
        OptionType::Bool => OptionKind::Bool { default: default.and_then(toml::Value::as_bool) },
        OptionType::Integer => {
            let (Some(min), Some(max)) = (row.min, row.max) else {
                return wrong(&row.name, "an option of type integer needs min and max".to_owned());
            };
            if min > max {
                return wrong(&row.name, format!("min is {min}, which is above max, {max}"));
            }
            let default = default.and_then(toml::Value::as_integer).map(i128::from);
            OptionKind::Integer { min: min.into(), max: max.into(), default }
        }
        OptionType::Mode if row.modes.is_empty() => {
            return wrong(&row.name, "an option of type mode needs modes".to_owned());
        }
        OptionType::Mode => OptionKind::Modes {
            modes: row.modes.clone(),
            default: default.and_then(toml::Value::as_str).map(str::to_owned),
        },
    };
    Ok(OptionDef { name: row.name.get_ref().clone(), kind })
}
