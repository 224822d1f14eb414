//! Actions: the commands of a solver's API as rows.

use crate::{Answer, StandardOption};

/// The kind of an argument of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgKind {
    /// One term of sort Bool without free variables.
    Formula,
    /// One or more such terms.
    Formulas,
    /// One or more terms of any sort without free variables.
    Terms,
    /// A number of levels, at least 1.
    Levels,
    /// A logic's name.
    Logic,
    /// An option's name.
    OptionName,
    /// An option's value.
    OptionValue,
}

/// What an action answers with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyKind {
    /// Nothing.
    Done,
    /// sat, unsat or unknown.
    Answer,
    /// Terms that were given to the solver before.
    Terms,
    /// One value for each argument.
    Values,
}

/// What must hold before an action may be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// This option is on.
    Option(StandardOption),
    /// The last check gave this answer, and nothing was asserted, pushed or popped since.
    LastAnswer(Answer),
    /// The last check was one with assumptions.
    Assumptions,
    /// At least as many levels are open as are to be closed.
    OpenLevels,
    /// No logic was set yet and no term was asserted.
    Fresh,
}

/// The action's meaning: one of the commands that every solver has, or a solver's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionKind {
    /// `(set-logic L)`
    SetLogic,
    /// `(set-option :name value)`
    SetOption,
    /// `(assert t)`
    Assert,
    /// `(check-sat)`
    CheckSat,
    /// `(check-sat-assuming (t…))`
    CheckSatAssuming,
    /// `(push n)`
    Push,
    /// `(pop n)`
    Pop,
    /// `(get-value (t…))`
    GetValue,
    /// `(get-unsat-core)`
    GetUnsatCore,
    /// `(get-unsat-assumptions)`
    GetUnsatAssumptions,
    /// `(reset)`
    Reset,
    /// `(reset-assertions)`
    ResetAssertions,
    /// Defined by a solver's crate, which knows it by name.
    Own,
}

/// An action.
#[derive(Clone, Copy, Debug)]
pub struct ActionDef {
    /// The name in traces.
    pub name: &'static str,
    /// What it means.
    pub kind: ActionKind,
    /// Its arguments.
    pub args: &'static [ArgKind],
    /// Its reply.
    pub reply: ReplyKind,
    /// What it needs.
    pub needs: &'static [Need],
    /// The SMT-LIB command, empty if there is none.
    pub smtlib: &'static str,
}

/// The commands that every solver has.
pub const BASE_ACTIONS: &[ActionDef] = &[
    ActionDef {
        name: "set-logic",
        kind: ActionKind::SetLogic,
        args: &[ArgKind::Logic],
        reply: ReplyKind::Done,
        needs: &[Need::Fresh],
        smtlib: "set-logic",
    },
    ActionDef {
        name: "set-option",
        kind: ActionKind::SetOption,
        args: &[ArgKind::OptionName, ArgKind::OptionValue],
        reply: ReplyKind::Done,
        needs: &[],
        smtlib: "set-option",
    },
    ActionDef {
        name: "assert-formula",
        kind: ActionKind::Assert,
        args: &[ArgKind::Formula],
        reply: ReplyKind::Done,
        needs: &[],
        smtlib: "assert",
    },
    ActionDef {
        name: "check-sat",
        kind: ActionKind::CheckSat,
        args: &[],
        reply: ReplyKind::Answer,
        needs: &[],
        smtlib: "check-sat",
    },
    ActionDef {
        name: "check-sat-assuming",
        kind: ActionKind::CheckSatAssuming,
        args: &[ArgKind::Formulas],
        reply: ReplyKind::Answer,
        needs: &[Need::Option(StandardOption::Incremental)],
        smtlib: "check-sat-assuming",
    },
    ActionDef {
        name: "push",
        kind: ActionKind::Push,
        args: &[ArgKind::Levels],
        reply: ReplyKind::Done,
        needs: &[Need::Option(StandardOption::Incremental)],
        smtlib: "push",
    },
    ActionDef {
        name: "pop",
        kind: ActionKind::Pop,
        args: &[ArgKind::Levels],
        reply: ReplyKind::Done,
        needs: &[Need::Option(StandardOption::Incremental), Need::OpenLevels],
        smtlib: "pop",
    },
    ActionDef {
        name: "get-value",
        kind: ActionKind::GetValue,
        args: &[ArgKind::Terms],
        reply: ReplyKind::Values,
        needs: &[Need::Option(StandardOption::Models), Need::LastAnswer(Answer::Sat)],
        smtlib: "get-value",
    },
    ActionDef {
        name: "get-unsat-core",
        kind: ActionKind::GetUnsatCore,
        args: &[],
        reply: ReplyKind::Terms,
        needs: &[Need::Option(StandardOption::UnsatCores), Need::LastAnswer(Answer::Unsat)],
        smtlib: "get-unsat-core",
    },
    ActionDef {
        name: "get-unsat-assumptions",
        kind: ActionKind::GetUnsatAssumptions,
        args: &[],
        reply: ReplyKind::Terms,
        needs: &[
            Need::Option(StandardOption::UnsatAssumptions),
            Need::LastAnswer(Answer::Unsat),
            Need::Assumptions,
        ],
        smtlib: "get-unsat-assumptions",
    },
    ActionDef {
        name: "reset",
        kind: ActionKind::Reset,
        args: &[],
        reply: ReplyKind::Done,
        needs: &[],
        smtlib: "reset",
    },
    ActionDef {
        name: "reset-assertions",
        kind: ActionKind::ResetAssertions,
        args: &[],
        reply: ReplyKind::Done,
        needs: &[],
        smtlib: "reset-assertions",
    },
];

/// The base action with this name.
pub fn base_action(name: &str) -> Option<&'static ActionDef> {
    BASE_ACTIONS.iter().find(|action| action.name == name)
}
