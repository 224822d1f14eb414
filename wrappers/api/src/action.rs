//! Actions: the commands of a solver's API as rows.

use std::fmt;

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
    /// What a sort is made of: its kind and the parts that the kind has, or a group of datatypes.
    Shape,
    /// A sort.
    Sort,
    /// One or more sorts.
    Sorts,
    /// The name of a constant, a variable or a function.
    Symbol,
    /// A value, as it is written in its sort.
    Literal,
    /// The name of a special value.
    Special,
    /// An operator or a binder with all it is applied to.
    Application,
    /// One or more variables, each made for this call.
    Variables,
    /// One term of any sort, which may have free variables.
    Term,
}

impl ArgKind {
    /// How a trace writes it.
    pub const fn syntax(self) -> &'static str {
        match self {
            ArgKind::Formula | ArgKind::Term => "t",
            ArgKind::Formulas | ArgKind::Terms | ArgKind::Variables => "n t...",
            ArgKind::Levels => "n",
            ArgKind::Logic => "logic",
            ArgKind::OptionName => "name",
            ArgKind::OptionValue => "value",
            ArgKind::Shape => "SORT_KIND [parts]",
            ArgKind::Sort => "s",
            ArgKind::Sorts => "s...",
            ArgKind::Symbol => "\"symbol\"",
            ArgKind::Literal => "\"value\" [\"denominator\"|base]",
            ArgKind::Special => "\"special\"",
            ArgKind::Application => "OP SORT_KIND [s...] [n \"name\"...] n t... [n index...]",
        }
    }
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
    /// A new sort, or one for each datatype of a group.
    NewSorts,
    /// A new term; a trace may name its sort, too.
    NewTerm,
    /// New terms, whose structure only the solver knows.
    NewTerms,
}

impl ReplyKind {
    /// What a trace writes behind `return`; empty if there is no such line.
    pub const fn syntax(self) -> &'static str {
        match self {
            ReplyKind::Done => "",
            ReplyKind::Answer => "sat|unsat|unknown",
            ReplyKind::Terms | ReplyKind::NewTerms => "t...",
            ReplyKind::Values => "\"value\"...",
            ReplyKind::NewSorts => "s...",
            ReplyKind::NewTerm => "t [s]",
        }
    }
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

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Need::Option(option) => f.write_str(option.key()),
            Need::LastAnswer(answer) => write!(f, "last answer {answer}"),
            Need::Assumptions => f.write_str("last check had assumptions"),
            Need::OpenLevels => f.write_str("that many levels are open"),
            Need::Fresh => f.write_str("nothing asserted yet"),
        }
    }
}

/// The action's meaning: one of the commands that every solver has, or a solver's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionKind {
    /// A new instance of the solver
    New,
    /// The end of the instance
    Delete,
    /// A sort is made, or a group of datatypes is declared
    MkSort,
    /// A parametric datatype gets sorts for its parameters
    InstantiateSort,
    /// A free constant or function
    MkConst,
    /// A variable, to be bound later
    MkVar,
    /// A value
    MkValue,
    /// A value with a name of its own
    MkSpecialValue,
    /// An operator or a binder is applied
    MkTerm,
    /// A function is defined
    MkFun,
    /// The children of a term
    TermGetChildren,
    /// `(get-model)`; what comes back is text
    PrintModel,
    /// `(get-assertions)`
    GetAssertions,
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
    /// The SMT-LIB commands, empty if there is none.
    pub smtlib: &'static str,
}

impl ActionDef {
    const fn new(
        name: &'static str,
        kind: ActionKind,
        args: &'static [ArgKind],
        reply: ReplyKind,
        smtlib: &'static str,
    ) -> ActionDef {
        ActionDef { name, kind, args, reply, needs: &[], smtlib }
    }

    const fn needs(mut self, needs: &'static [Need]) -> ActionDef {
        self.needs = needs;
        self
    }
}

impl PartialEq for ActionDef {
    /// Actions are identified by their name.
    fn eq(&self, other: &ActionDef) -> bool {
        self.name == other.name
    }
}

impl Eq for ActionDef {}

const INCREMENTAL: Need = Need::Option(StandardOption::Incremental);

/// The actions that every solver has.
pub const BASE_ACTIONS: &[ActionDef] = &[
    ActionDef::new("new", ActionKind::New, &[], ReplyKind::Done, ""),
    ActionDef::new("delete", ActionKind::Delete, &[], ReplyKind::Done, ""),
    ActionDef::new(
        "set-logic",
        ActionKind::SetLogic,
        &[ArgKind::Logic],
        ReplyKind::Done,
        "set-logic",
    )
    .needs(&[Need::Fresh]),
    ActionDef::new(
        "set-option",
        ActionKind::SetOption,
        &[ArgKind::OptionName, ArgKind::OptionValue],
        ReplyKind::Done,
        "set-option",
    ),
    ActionDef::new(
        "mk-sort",
        ActionKind::MkSort,
        &[ArgKind::Shape],
        ReplyKind::NewSorts,
        "declare-sort, declare-datatypes",
    ),
    ActionDef::new(
        "instantiate-sort",
        ActionKind::InstantiateSort,
        &[ArgKind::Sort, ArgKind::Sorts],
        ReplyKind::NewSorts,
        "",
    ),
    ActionDef::new(
        "mk-const",
        ActionKind::MkConst,
        &[ArgKind::Sort, ArgKind::Symbol],
        ReplyKind::NewTerm,
        "declare-fun",
    ),
    ActionDef::new(
        "mk-var",
        ActionKind::MkVar,
        &[ArgKind::Sort, ArgKind::Symbol],
        ReplyKind::NewTerm,
        "",
    ),
    ActionDef::new(
        "mk-value",
        ActionKind::MkValue,
        &[ArgKind::Sort, ArgKind::Literal],
        ReplyKind::NewTerm,
        "",
    ),
    ActionDef::new(
        "mk-special-value",
        ActionKind::MkSpecialValue,
        &[ArgKind::Sort, ArgKind::Special],
        ReplyKind::NewTerm,
        "",
    ),
    ActionDef::new("mk-term", ActionKind::MkTerm, &[ArgKind::Application], ReplyKind::NewTerm, ""),
    ActionDef::new(
        "mk-fun",
        ActionKind::MkFun,
        &[ArgKind::Symbol, ArgKind::Variables, ArgKind::Term],
        ReplyKind::NewTerm,
        "define-fun",
    ),
    ActionDef::new(
        "term-get-children",
        ActionKind::TermGetChildren,
        &[ArgKind::Term],
        ReplyKind::NewTerms,
        "",
    ),
    ActionDef::new(
        "assert-formula",
        ActionKind::Assert,
        &[ArgKind::Formula],
        ReplyKind::Done,
        "assert",
    ),
    ActionDef::new("check-sat", ActionKind::CheckSat, &[], ReplyKind::Answer, "check-sat"),
    ActionDef::new(
        "check-sat-assuming",
        ActionKind::CheckSatAssuming,
        &[ArgKind::Formulas],
        ReplyKind::Answer,
        "check-sat-assuming",
    )
    .needs(&[INCREMENTAL]),
    ActionDef::new("push", ActionKind::Push, &[ArgKind::Levels], ReplyKind::Done, "push")
        .needs(&[INCREMENTAL]),
    ActionDef::new("pop", ActionKind::Pop, &[ArgKind::Levels], ReplyKind::Done, "pop")
        .needs(&[INCREMENTAL, Need::OpenLevels]),
    ActionDef::new(
        "get-value",
        ActionKind::GetValue,
        &[ArgKind::Terms],
        ReplyKind::Values,
        "get-value",
    )
    .needs(&[Need::Option(StandardOption::Models), Need::LastAnswer(Answer::Sat)]),
    ActionDef::new("print-model", ActionKind::PrintModel, &[], ReplyKind::Done, "get-model")
        .needs(&[Need::Option(StandardOption::Models), Need::LastAnswer(Answer::Sat)]),
    ActionDef::new(
        "get-unsat-core",
        ActionKind::GetUnsatCore,
        &[],
        ReplyKind::Terms,
        "get-unsat-core",
    )
    .needs(&[Need::Option(StandardOption::UnsatCores), Need::LastAnswer(Answer::Unsat)]),
    ActionDef::new(
        "get-unsat-assumptions",
        ActionKind::GetUnsatAssumptions,
        &[],
        ReplyKind::Terms,
        "get-unsat-assumptions",
    )
    .needs(&[
        Need::Option(StandardOption::UnsatAssumptions),
        Need::LastAnswer(Answer::Unsat),
        Need::Assumptions,
    ]),
    ActionDef::new(
        "get-assertions",
        ActionKind::GetAssertions,
        &[],
        ReplyKind::Terms,
        "get-assertions",
    ),
    ActionDef::new("reset", ActionKind::Reset, &[], ReplyKind::Done, "reset"),
    ActionDef::new(
        "reset-assertions",
        ActionKind::ResetAssertions,
        &[],
        ReplyKind::Done,
        "reset-assertions",
    ),
];

/// The base action with this name.
pub fn base_action(name: &str) -> Option<&'static ActionDef> {
    BASE_ACTIONS.iter().find(|action| action.name == name)
}
