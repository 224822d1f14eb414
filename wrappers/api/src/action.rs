//! Actions: the commands of a solver's API as rows.

use std::fmt;

use crate::{Answer, Effects, StandardOption};

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
    /// What `get-info` asks for, without the colon.
    InfoKeyword,
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
    /// One or more terms of any sort, which may have free variables.
    AnyTerms,
    /// As many terms as the list before has, each of the sort of its partner there; free variables are allowed.
    Replacements,
    /// One or more sorts, with their number in front.
    SortList,
    /// As many sorts as the list before has.
    SortReplacements,
    /// A function that was declared by `mk-rec-fun`.
    Function,
    /// One term of sort Int, Real or BitVec without free variables.
    Numeric,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

impl ArgKind {
    /// Whether it is a word that SMT-LIB writes with a colon in front.
    pub const fn is_keyword(self) -> bool {
        matches!(self, ArgKind::InfoKeyword)
    }

    /// How a trace writes it.
    pub const fn syntax(self) -> &'static str {
        match self {
            ArgKind::Formula | ArgKind::Term | ArgKind::Function | ArgKind::Numeric => "t",
            ArgKind::OneOf(_) => "\"word\"",
            ArgKind::Formulas
            | ArgKind::Terms
            | ArgKind::Variables
            | ArgKind::AnyTerms
            | ArgKind::Replacements => "n t...",
            ArgKind::SortList | ArgKind::SortReplacements => "n s...",
            ArgKind::Levels => "n",
            ArgKind::Logic => "logic",
            ArgKind::OptionName => "name",
            ArgKind::InfoKeyword => "keyword",
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
    /// A new term of the sort of the first argument, with at most the free variables of all; what it is made of only the
    /// solver knows.
    Rewritten,
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
            ReplyKind::NewTerm | ReplyKind::Rewritten => "t [s]",
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
    /// Variables stand for terms in a body
    MkLet,
    /// A function that may call itself is declared
    MkRecFun,
    /// It is defined
    DefineRecFun,
    /// A term that means the same, simpler
    Simplify,
    /// The children of a term
    TermGetChildren,
    /// `(get-model)`: all that the model has is read and printed, to nowhere
    PrintModel,
    /// `(get-assertions)`
    GetAssertions,
    /// `(get-info :keyword)`: what the solver tells is read, to nowhere
    GetInfo,
    /// `(set-logic L)`
    SetLogic,
    /// `(set-option :name value)`
    SetOption,
    /// `(assert t)`
    Assert,
    /// `(assert (! t :named x))`
    AssertNamed,
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
    /// What it does.
    pub effects: Effects,
    /// The SMT-LIB commands, empty if there is none.
    pub smtlib: &'static str,
}

/// A row that needs nothing.
const fn row(
    name: &'static str,
    kind: ActionKind,
    args: &'static [ArgKind],
    reply: ReplyKind,
    effects: Effects,
    smtlib: &'static str,
) -> ActionDef {
    ActionDef { name, kind, args, reply, needs: &[], effects, smtlib }
}

impl ActionDef {
    /// A solver's own action. It makes what its reply tells, or asks; [`does`](ActionDef::does) adds what else it does.
    pub const fn own(name: &'static str, args: &'static [ArgKind], reply: ReplyKind) -> ActionDef {
        let effects = match reply {
            ReplyKind::NewSorts
            | ReplyKind::NewTerm
            | ReplyKind::NewTerms
            | ReplyKind::Rewritten => Effects::MAKES,
            ReplyKind::Done | ReplyKind::Answer | ReplyKind::Terms | ReplyKind::Values => {
                Effects::ASKS
            }
        };
        row(name, ActionKind::Own, args, reply, effects.and(Effects::BEGINS_WORK), "")
    }

    /// Whether it needs this option to be on.
    pub fn needs_option(&self, option: StandardOption) -> bool {
        self.needs.contains(&Need::Option(option))
    }

    /// The same with what it needs.
    pub const fn needs(mut self, needs: &'static [Need]) -> ActionDef {
        self.needs = needs;
        self
    }

    /// The same with the command by which the solver's own dialect says it: words of the row are written with colons, terms
    /// after them.
    pub const fn said(mut self, command: &'static str) -> ActionDef {
        self.smtlib = command;
        self
    }

    /// The same with what else it does.
    pub const fn does(mut self, effects: Effects) -> ActionDef {
        self.effects = self.effects.and(effects);
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

use {ActionKind as Kind, ArgKind as Arg, Effects as Does, ReplyKind as Gives};

const INCREMENTAL: Need = Need::Option(StandardOption::Incremental);

const DECLARES: Effects = Effects::MAKES.and(Effects::DECLARES);
const ASSERTS: Effects = Effects::ASSERTS.and(Effects::BEGINS_WORK);
const CHECKS: Effects = Effects::CHECKS.and(Effects::BEGINS_WORK);

impl Need {
    /// What a question about the model needs.
    pub const MODEL: &[Need] =
        &[Need::Option(StandardOption::Models), Need::LastAnswer(Answer::Sat)];
    /// What a question about the assumptions of the last check needs.
    pub const FAILED_ASSUMPTIONS: &[Need] = &[
        Need::Option(StandardOption::UnsatAssumptions),
        Need::LastAnswer(Answer::Unsat),
        Need::Assumptions,
    ];
}

/// What `get-info` asks for at any time, without the colon.
pub const INFO_KEYWORDS: &[&str] =
    &["all-statistics", "assertion-stack-levels", "authors", "error-behavior", "name", "version"];

/// The actions that every solver has.
pub const BASE_ACTIONS: &[ActionDef] = &[
    row("new", Kind::New, &[], Gives::Done, Does::FORGETS_ALL, ""),
    row("delete", Kind::Delete, &[], Gives::Done, Does::FORGETS_ALL, ""),
    row("set-logic", Kind::SetLogic, &[Arg::Logic], Gives::Done, Does::SETS_LOGIC, "set-logic")
        .needs(&[Need::Fresh]),
    row(
        "set-option",
        Kind::SetOption,
        &[Arg::OptionName, Arg::OptionValue],
        Gives::Done,
        Does::SETS_OPTION,
        "set-option",
    ),
    row(
        "mk-sort",
        Kind::MkSort,
        &[Arg::Shape],
        Gives::NewSorts,
        DECLARES,
        "declare-sort, declare-datatypes",
    ),
    row(
        "instantiate-sort",
        Kind::InstantiateSort,
        &[Arg::Sort, Arg::Sorts],
        Gives::NewSorts,
        Does::MAKES,
        "",
    ),
    row(
        "mk-const",
        Kind::MkConst,
        &[Arg::Sort, Arg::Symbol],
        Gives::NewTerm,
        DECLARES,
        "declare-fun",
    ),
    row("mk-var", Kind::MkVar, &[Arg::Sort, Arg::Symbol], Gives::NewTerm, Does::MAKES, ""),
    row("mk-value", Kind::MkValue, &[Arg::Sort, Arg::Literal], Gives::NewTerm, Does::MAKES, ""),
    row(
        "mk-special-value",
        Kind::MkSpecialValue,
        &[Arg::Sort, Arg::Special],
        Gives::NewTerm,
        Does::MAKES,
        "",
    ),
    row("mk-term", Kind::MkTerm, &[Arg::Application], Gives::NewTerm, Does::MAKES, ""),
    row(
        "mk-fun",
        Kind::MkFun,
        &[Arg::Symbol, Arg::Variables, Arg::Term],
        Gives::NewTerm,
        DECLARES.and(Does::BEGINS_WORK),
        "define-fun",
    ),
    row(
        "mk-let",
        Kind::MkLet,
        &[Arg::Variables, Arg::Replacements, Arg::Term],
        Gives::NewTerm,
        Does::MAKES,
        "",
    ),
    row(
        "mk-rec-fun",
        Kind::MkRecFun,
        &[Arg::Sort, Arg::Symbol],
        Gives::NewTerm,
        DECLARES.and(Does::BEGINS_WORK),
        "define-fun-rec",
    ),
    row(
        "define-rec-fun",
        Kind::DefineRecFun,
        &[Arg::Function, Arg::Variables, Arg::Term],
        Gives::Done,
        Does::DECLARES.and(Does::DEFINES),
        "define-fun-rec",
    ),
    row(
        "simplify",
        Kind::Simplify,
        &[Arg::Term],
        Gives::Rewritten,
        Does::MAKES.and(Does::BEGINS_WORK),
        "",
    ),
    row(
        "term-get-children",
        Kind::TermGetChildren,
        &[Arg::Term],
        Gives::NewTerms,
        Does::MAKES.and(Does::ASKS),
        "",
    ),
    row("assert-formula", Kind::Assert, &[Arg::Formula], Gives::Done, ASSERTS, "assert"),
    row(
        "assert-named",
        Kind::AssertNamed,
        &[Arg::Formula, Arg::Symbol],
        Gives::Done,
        ASSERTS,
        "assert",
    ),
    row("check-sat", Kind::CheckSat, &[], Gives::Answer, CHECKS, "check-sat"),
    row(
        "check-sat-assuming",
        Kind::CheckSatAssuming,
        &[Arg::Formulas],
        Gives::Answer,
        CHECKS.and(Does::ASSUMES),
        "check-sat-assuming",
    )
    .needs(&[INCREMENTAL]),
    row(
        "push",
        Kind::Push,
        &[Arg::Levels],
        Gives::Done,
        Does::OPENS_LEVELS.and(Does::BEGINS_WORK),
        "push",
    )
    .needs(&[INCREMENTAL]),
    row("pop", Kind::Pop, &[Arg::Levels], Gives::Done, Does::CLOSES_LEVELS, "pop")
        .needs(&[INCREMENTAL, Need::OpenLevels]),
    row("get-value", Kind::GetValue, &[Arg::Terms], Gives::Values, Does::ASKS, "get-value")
        .needs(Need::MODEL),
    row("print-model", Kind::PrintModel, &[], Gives::Done, Does::ASKS, "get-model")
        .needs(Need::MODEL),
    row("get-unsat-core", Kind::GetUnsatCore, &[], Gives::Terms, Does::ASKS, "get-unsat-core")
        .needs(&[Need::Option(StandardOption::UnsatCores), Need::LastAnswer(Answer::Unsat)]),
    row(
        "get-unsat-assumptions",
        Kind::GetUnsatAssumptions,
        &[],
        Gives::Terms,
        Does::ASKS,
        "get-unsat-assumptions",
    )
    .needs(Need::FAILED_ASSUMPTIONS),
    row("get-assertions", Kind::GetAssertions, &[], Gives::Terms, Does::ASKS, "get-assertions"),
    row("get-info", Kind::GetInfo, &[Arg::InfoKeyword], Gives::Done, Does::ASKS, "get-info"),
    row("reset", Kind::Reset, &[], Gives::Done, Does::FORGETS_ALL, "reset"),
    row(
        "reset-assertions",
        Kind::ResetAssertions,
        &[],
        Gives::Done,
        Does::FORGETS_ASSERTIONS,
        "reset-assertions",
    ),
];

/// The rows of the base actions by their kinds: they are asked for with every step of the generator.
const ROWS: [&ActionDef; ActionKind::Own as usize] = {
    let mut rows = [&BASE_ACTIONS[0]; ActionKind::Own as usize];
    let mut at = BASE_ACTIONS.len();
    while at > 0 {
        at -= 1;
        rows[BASE_ACTIONS[at].kind as usize] = &BASE_ACTIONS[at];
    }
    rows
};

impl ActionDef {
    /// Whether SMT-LIB writes it as a command whose arguments are words, with no terms in it, and it does nothing that scripts
    /// keep account of but forget assertions: all that is to be known of it is in its row.
    pub fn is_plain_command(&self) -> bool {
        let plain = Effects::ASKS.and(Effects::FORGETS_ASSERTIONS);
        !self.smtlib.is_empty()
            && self.effects.any(plain)
            && self.args.iter().all(|kind| kind.is_keyword())
    }
}

/// The row of the plain command that SMT-LIB writes so.
pub fn plain_command(smtlib: &str) -> Option<&'static ActionDef> {
    BASE_ACTIONS.iter().find(|row| row.smtlib == smtlib && row.is_plain_command())
}

impl ActionKind {
    /// The row of a base action; a solver's own action has none here.
    #[inline]
    pub fn row(self) -> Option<&'static ActionDef> {
        ROWS.get(self as usize).copied()
    }
}

/// The base action with this name.
pub fn base_action(name: &str) -> Option<&'static ActionDef> {
    BASE_ACTIONS.iter().find(|action| action.name == name)
}
