//! Demands of a solver on a run beyond sorts, as data: what it would refuse is not drawn.

use crate::{FileOptions, ScopeRow, StandardOption, Theory};

/// What a solver demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// This operator takes only values at this place, counted from 0.
    Value(&'static str, usize),
    /// With this theory it is not incremental.
    NotIncremental(Theory),
    /// A logic must say that it has functions as arguments and results.
    HigherOrderLogic,
    /// Functions are never arguments or results.
    FirstOrder,
    /// This operator needs such a logic, although its arguments are no functions.
    HigherOrder(&'static str),
    /// With this theory the option must be on.
    Option(Theory, &'static str),
    /// Arithmetic is linear unless the logic says otherwise.
    Linear,
    /// Where arithmetic is linear, no divisor is the value zero.
    NonZeroDivisors,
    /// It knows only these logics, besides that of everything.
    Logics(&'static [&'static str]),
    /// These two theories do not go together.
    Apart(Theory, Theory),
    /// Terms of this theory can be made, but a formula with one in it cannot be asserted.
    OnlyMade(Theory),
    /// It does not have the action with this name.
    Lacks(&'static str),
}

impl Demand {
    /// Whether options or a logic can meet it.
    pub fn is_of_options_or_logics(self) -> bool {
        matches!(
            self,
            Demand::Option(..)
                | Demand::HigherOrderLogic
                | Demand::HigherOrder(_)
                | Demand::Logics(_)
        )
    }
}

/// A demand, with its reason.
#[derive(Clone, Copy, Debug)]
pub struct DemandRow {
    /// What it demands.
    pub demand: Demand,
    /// Why, in the solver's words or ours.
    pub reason: &'static str,
}

/// Options that are never drawn.
#[derive(Clone, Copy, Debug)]
pub struct Denied {
    /// Parts of an option's name: a name that contains one is not drawn. `^` in front: it begins so; `=`: it is so.
    pub names: &'static [&'static str],
    /// Why.
    pub reason: &'static str,
}

impl Denied {
    /// Whether it says that the option with this name, in lower case, is not drawn.
    pub fn holds(&self, option: &str) -> bool {
        self.names.iter().any(|name| match (name.strip_prefix('^'), name.strip_prefix('=')) {
            (Some(start), _) => option.starts_with(start),
            (_, Some(whole)) => option == whole,
            _ => option.contains(name),
        })
    }
}

/// When an option does not go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// In every run.
    Always,
    /// Together with this option at this value; an empty value: at any.
    Option(&'static str, &'static str),
    /// When this standard option is on.
    On(StandardOption),
    /// When this standard option is off.
    Off(StandardOption),
    /// When this theory is in the run.
    Theory(Theory),
    /// When functions are arguments and results.
    HigherOrder,
    /// Unless the logic says that there are no quantifiers.
    QuantifiedLogic,
    /// When a logic other than that of everything is set.
    NamedLogic,
}

/// A combination that the solver refuses.
#[derive(Clone, Copy, Debug)]
pub struct Clash {
    /// The option.
    pub option: &'static str,
    /// Its values that do not go; empty: none does.
    pub values: &'static [&'static str],
    /// When.
    pub when: When,
    /// Why, in the solver's words or ours.
    pub reason: &'static str,
}

/// An error of the solver that is no finding: known to its authors, or meant so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorFilter {
    /// Text that its message holds, or what a key tells of it: names of functions, a normalized message.
    pub pattern: &'static str,
    /// Why it is no finding.
    pub reason: &'static str,
}

/// What a solver says about options and theories beyond what its library lists.
#[derive(Clone, Copy, Debug, Default)]
pub struct Demands {
    /// What it demands.
    pub rows: &'static [DemandRow],
    /// Options that are never drawn.
    pub denied: &'static [Denied],
    /// Options that are drawn although their names are like those of others that are denied for all solvers: what they print goes
    /// nowhere, for example.
    pub harmless_options: &'static [&'static str],
    /// Limits that are drawn only from this value on, which no run meets.
    pub unmet_limits: &'static [(&'static str, i128)],
    /// Combinations that it refuses.
    pub clashes: &'static [Clash],
    /// Errors that are no findings.
    pub error_filters: &'static [ErrorFilter],
    /// Options by which it reads or writes files.
    pub file_options: FileOptions,
    /// Checks that it makes of itself, such as that of its model: an error that says that one failed is a finding.
    pub self_checks: &'static [SelfCheck],
    /// Operators that it documents otherwise than they are evaluated, or not clearly: what has one in it is not judged.
    pub unclear_operators: &'static [&'static str],
    /// Whether its answers and values mean nothing: it makes them up.
    pub makes_answers_up: bool,
    /// How to bound what one check costs.
    pub effort: Option<Effort>,
    /// What its maintainers say of parts of it; of what no row is about, they vouch for.
    pub scope: &'static [ScopeRow],
}

impl Demands {
    /// The first row about an operator, a binder, an action or an option of this name: of several, the one with which its
    /// maintainers care least.
    pub fn scope_of(&self, name: &str) -> Option<&'static ScopeRow> {
        let rows = self.scope.iter().filter(|row| row.part.has_name(name));
        rows.max_by_key(|row| row.standing)
    }
}

/// An option by which a solver counts what a check costs and gives up, with unknown: unlike a limit of time it is the same on
/// every machine, and in every replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The option.
    pub option: &'static str,
    /// Its value for a check that takes about a twentieth of a second.
    pub units: u64,
}

/// A check that a solver makes of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfCheck {
    /// The option that has it made.
    pub option: &'static str,
    /// Words of the error that says that it failed.
    pub says: &'static str,
}
