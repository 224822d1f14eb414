//! Rules on a solver: the negation of each, at larger widths than those that are exhausted, must not be satisfiable.

use std::collections::BTreeMap;
use std::time::Duration;

use libtest_mimic::Failed;
use murxla::mutate::fusion::fusion_functions;
use murxla::mutate::rewriting::RULE_FILES;
use murxla::mutate::rules::{Rule, datatype_rules, instances, read_rules};
use murxla::mutate::sparrow::APPROXIMATIONS;
use murxla::smt::{print, read};
use murxla_api::Answer;
use murxla_api::smtlib::STANDARD;

use crate::asking::{Asked, Solver};

/// Widths, formats and indices. A rule has at most so many instances.
const NUMBERS: &[i64] = &[5, 8, 3, 11, 2, 1, 24];
const INSTANCES: usize = 3;
const TIME: Duration = Duration::from_millis(800);

/// All rules, or those of files that `MURXLA_RULES` names; an instance that a solver finds a counterexample for is an error.
pub fn rules(solver: &str) -> Result<(), Failed> {
    let name = murxla::solvers::wrapper(solver)?.name();
    let solver = Solver::load(name, TIME)?;
    let mut wrong = Vec::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut rules: Vec<(&str, Rule)> = Vec::new();
    for (file, text) in RULE_FILES.iter().chain(APPROXIMATIONS) {
        let read = read_rules(text).map_err(|error| format!("{file}: {error}"))?;
        rules.extend(read.into_iter().map(|rule| (*file, rule)));
    }
    for function in fusion_functions().iter().filter(|one| one.is_total) {
        for (which, rule) in ["x", "y"].iter().zip(&function.back) {
            let name = format!("function-{}-{which}", function.number).into();
            rules.push(("fusion", Rule { name, ..rule.clone() }));
        }
    }
    let datatypes = read(include_bytes!("../datatypes.smt2"), &[])?;
    let of_datatypes = datatype_rules(&datatypes.graph).concat();
    rules.extend(of_datatypes.iter().map(|rule| ("datatypes", (**rule).clone())));
    if let Ok(files) = std::env::var("MURXLA_RULES") {
        rules.retain(|(file, _)| files.split(',').any(|one| one == *file));
    }
    let total = rules.len();
    let mut proven = 0;
    let mut open = Vec::new();
    for (file, rule) in rules {
        let made: Vec<_> = instances(&rule, NUMBERS).take(INSTANCES).collect();
        let scripts: Vec<String> =
            made.iter().filter_map(|instance| print(&instance.script()?, &STANDARD).ok()).collect();
        let asked = solver.ask(&scripts)?;
        let mut all = !asked.is_empty();
        for (one, script) in asked.iter().zip(&scripts) {
            let word = match one {
                Asked::Answers(list) if list.as_slice() == [Answer::Unsat] => "no counterexample",
                Asked::Answers(list) if list.as_slice() == [Answer::Sat] => {
                    wrong.push(format!("{file}: {} on {name}:\n{script}", rule.name));
                    "a counterexample"
                }
                Asked::Answers(_) => "unknown",
                Asked::Refused(_) => "refused",
                Asked::Ended(_) => "cut",
            };
            all &= word == "no counterexample";
            *counts.entry(word).or_default() += 1;
        }
        proven += usize::from(all);
        if !all {
            open.push(format!("{file}: {}: not proven in all instances", rule.name));
        }
    }
    println!(
        "{name}: of {total} rules, {proven} are proven in all instances; instances: {counts:?}"
    );
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
