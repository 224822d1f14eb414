//! Oracles: what judges that a solver is wrong, and with what proof.
//!
//! An oracle looks at each call and its reply while a run is generated or replayed ([`play`]); a comparison looks at
//! two runs, or at a run and a script's `:status` ([`compare`], [`contradicts_status`]). Each gives a [`Verdict`].
//! Campaigns keep that verdict, the minimizer preserves it, and `replay` tells it. A new oracle is a file here and a
//! row in [`ORACLES`].

mod abilities;
mod answers;
mod asker;
mod asserted_values;
mod cause;
mod checks;
mod compare;
mod contract;
mod cores;
mod cross_check;
mod definition;
mod difference;
mod excluded;
mod exhausted;
mod fresh;
mod inspection;
mod interest;
mod model;
mod oracle_set;
mod own_checks;
mod planted;
mod play;
mod promised;
mod right_answer;
mod runner;
mod runner_process;
mod same_question;
mod self_check;
mod sorts;
mod source;
mod status;
mod told_model;
mod verdict;
mod wrong_model;

pub(crate) use abilities::Abilities;
pub use answers::{Answers, AnswersEnd};
pub(crate) use asker::Asker;
pub(crate) use asserted_values::{ASSERTED_VALUES, false_assertion};
pub(crate) use cause::{operators_asked, operators_of, telling};
pub use checks::Checks;
pub(crate) use compare::CROSS_CHECK;
pub use compare::compare;
pub(crate) use cross_check::record_contradiction;
pub use cross_check::{CrossChecked, References};
pub use definition::{Oracle, Step};
pub use difference::differences;
pub(crate) use exhausted::EXHAUSTED;
pub(crate) use inspection::INSPECTION;
pub use interest::Interest;
pub use model::{MODEL, NO_MODEL, TRUE_BUT_FOR, produce_models};
pub(crate) use oracle_set::oracles_of;
pub use oracle_set::{GivenVerdict, OracleSet};
pub(crate) use own_checks::OWN_CHECKS;
pub(crate) use planted::{PLANTED, asked, planted_assignment};
pub use play::play;
pub(crate) use promised::{PROMISED, promise_of, promised_answer};
pub(crate) use right_answer::{right_answer, values_in};
pub use runner::{LoadedSolver, LocalRunner, Runner};
pub(crate) use runner_process::{PlayRequest, PlayResponse, PlaySetup, RunnerProcess};
pub(crate) use self_check::{SELF_CHECK, without_self_checks};
pub(crate) use source::{Feedback, Source, Stage};
pub(crate) use status::{STATUS, contradicts_status};
pub use verdict::Verdict;
pub use verdict::{Proof, Violation};

/// An oracle that looks at calls.
pub struct OracleDef {
    /// Its name, in traces and on the command line.
    pub name: &'static str,
    /// What it finds wrong.
    pub about: &'static str,
    /// What it needs of a run.
    pub needs: &'static str,
    /// What it costs.
    pub cost: Cost,
    /// What a solver is accused of.
    pub accuses: Accuses,
    /// Whether it looks on unless it is switched off.
    pub by_default: bool,
    /// A new one.
    pub make: fn() -> Box<dyn Oracle>,
}

/// How much an oracle adds to the time of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Nothing that can be measured.
    Nothing,
    /// Some: it evaluates terms.
    Time,
    /// Some: it asks the solver, too.
    Some,
}

/// What an oracle accuses a solver of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accuses {
    /// A reply that breaks what its documentation or the standard says of it.
    Contract,
    /// A wrong model, value or core.
    Model,
    /// A wrong answer.
    Answer,
}

/// All oracles that look at calls.
pub const ORACLES: &[OracleDef] = &[
    contract::DEF,
    inspection::DEF,
    sorts::DEF,
    own_checks::DEF,
    self_check::DEF,
    model::DEF,
    asserted_values::DEF,
    planted::DEF,
    promised::DEF,
    exhausted::DEF,
    same_question::DEF,
    cores::DEF,
];

/// The oracle with this name.
pub fn oracle(name: &str) -> Option<&'static OracleDef> {
    ORACLES.iter().find(|oracle| oracle.name == name)
}
