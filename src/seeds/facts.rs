//! What is known of a seed: values of its constants, and whether they make its assertions true, by our own evaluation.

use murxla_api::meaning::Datum;

use crate::eval::{Assignment, Evaluator};
use crate::mutate::Seed;
use crate::smt::{Command, Script, Symbol, Term};

/// So many steps are made for one assertion.
const STEPS: u64 = 1_000_000;

/// The constants and functions that a script declares, in its order.
pub(super) fn declared(script: &Script) -> Vec<Symbol> {
    let declared = script.commands.iter().filter_map(|command| match command {
        Command::Declare(symbol) => Some(*symbol),
        _ => None,
    });
    declared.collect()
}

/// All that a script asserts and assumes, at whatever level.
pub(super) fn asserted(script: &Script) -> Vec<Term> {
    let formulas = script
        .commands
        .iter()
        .filter(|command| matches!(command, Command::Assert(_) | Command::CheckSatAssuming(_)));
    formulas.flat_map(Command::terms).collect()
}

/// Values in the order of the declarations, and the definitions.
pub(super) fn assignment(script: &Script, values: &[Option<String>]) -> Assignment {
    let mut assignment = Assignment::of_definitions(script);
    for (symbol, value) in declared(script).into_iter().zip(values) {
        let sort = &script.graph.symbol(symbol).sort;
        if let Some(datum) = value.as_deref().and_then(|text| Datum::of_notation(text, sort)) {
            assignment.set(symbol, datum);
        }
    }
    assignment
}

/// The values of the declared symbols in the notation of traces.
pub(super) fn notations(script: &Script, values: &Assignment) -> Vec<Option<String>> {
    let notation = |symbol| values.value(symbol)?.to_notation();
    declared(script).into_iter().map(notation).collect()
}

/// Whether all that a script asserts is true under values; `None` if that cannot be told.
pub(super) fn satisfies(script: &Script, values: &Assignment) -> Option<bool> {
    let mut evaluator = Evaluator::new(&script.graph, values).with_budget(STEPS);
    let mut all = Some(true);
    for term in asserted(script) {
        match evaluator.evaluate(term) {
            Ok(Datum::Bool(true)) => {}
            Ok(_) => return Some(false),
            Err(_) => all = None,
        }
    }
    all
}

/// Takes values as those of a seed: as its model, if they make all that it asserts true. Of functions that are defined by themselves
/// nobody knows whether there are such.
pub fn model_of(seed: &mut Seed, values: Assignment) -> bool {
    let recursive = seed.script.commands.iter().any(|one| matches!(one, Command::DefineRec(_)));
    if recursive || satisfies(&seed.script, &values) != Some(true) {
        return false;
    }
    seed.model = Some(values);
    true
}
