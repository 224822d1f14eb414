//! The passes, one file each. The order of the list is the order in which they work: what removes much comes first.

mod arguments;
mod binders;
mod commands;
mod datatypes;
mod definitions;
mod equations;
mod functions;
mod hoist;
mod idle;
mod indices;
pub(super) mod leaves;
mod literals;
pub(super) mod operators;
pub(super) mod options;
mod plants;
mod same_sort;
mod scopes;
mod seeds;
mod sorts;
mod symbols;
mod tuples;
mod values;
mod widths;

use super::TraceCandidate;
use super::edit::{Edit, apply};
use super::engine::{Pass, Plan, Strategy};
use super::typed::Typed;

/// A pass over typed calls.
trait TracePass: Sync {
    /// A word for people.
    fn name(&self) -> &'static str;

    /// How many lists of edits it has.
    fn rounds(&self) -> usize {
        1
    }

    /// In which order edits are tried.
    fn strategy(&self, round: usize) -> Strategy {
        let _ = round;
        Strategy::Bisect
    }

    /// Whether SMT-LIB shows what it changes.
    fn shows_in_scripts(&self) -> bool {
        true
    }

    /// Whether it can change which operators are left.
    fn changes_operators(&self) -> bool {
        true
    }

    /// The edits of a round.
    fn edits(&self, typed: &Typed<'_>, round: usize) -> Vec<Edit>;
}

/// A pass over typed calls, as the engine takes it.
pub struct ForEngine(&'static dyn TracePass);

impl ForEngine {
    /// Whether it can change which operators are left.
    pub(super) fn changes_operators(&self) -> bool {
        self.0.changes_operators()
    }

    /// Whether it can change a script.
    pub(super) fn shows_in_scripts(&self) -> bool {
        self.0.shows_in_scripts()
    }
}

impl Pass<TraceCandidate> for ForEngine {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn rounds(&self) -> usize {
        self.0.rounds()
    }

    fn plan<'a>(&'a self, candidate: &'a TraceCandidate, round: usize) -> Plan<'a, TraceCandidate> {
        let typed = Typed::new(candidate);
        let edits = self.0.edits(&typed, round);
        let strategy = self.0.strategy(round);
        let count = edits.len();
        let edited = move |chosen: &[usize]| {
            let chosen: Vec<&Edit> = chosen.iter().filter_map(|at| edits.get(*at)).collect();
            apply(&typed, &chosen)
        };
        Plan { strategy, edits: count, apply: Box::new(edited) }
    }
}

/// All passes.
pub const PASSES: &[ForEngine] = &[
    ForEngine(&plants::Plants),
    ForEngine(&idle::Idle),
    ForEngine(&commands::Commands),
    ForEngine(&leaves::Leaves),
    ForEngine(&hoist::Hoist),
    ForEngine(&arguments::Arguments),
    ForEngine(&same_sort::SameSort),
    ForEngine(&equations::Equations),
    ForEngine(&scopes::Scopes),
    ForEngine(&binders::Binders),
    ForEngine(&definitions::Definitions),
    ForEngine(&functions::Functions),
    ForEngine(&datatypes::Datatypes),
    ForEngine(&tuples::Tuples),
    ForEngine(&sorts::Sorts),
    ForEngine(&operators::Operators),
    ForEngine(&values::Values),
    ForEngine(&widths::Widths),
    ForEngine(&indices::Indices),
    ForEngine(&literals::Literals),
    ForEngine(&options::Options),
    ForEngine(&symbols::Symbols),
    ForEngine(&seeds::Seeds),
];

#[cfg(test)]
mod tests;
