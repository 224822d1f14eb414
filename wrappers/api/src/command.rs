//! Commands: an action with its arguments, decoded once for all wrappers; and replies.

use crate::{ActionDef, ActionKind, Answer, SolverError, SortId, TermId, Value};

/// An argument of a call, as a trace holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg<'a> {
    /// A sort.
    Sort(SortId),
    /// A term.
    Term(TermId),
    /// Several terms.
    Terms(Vec<TermId>),
    /// Several sorts.
    Sorts(Vec<SortId>),
    /// A number.
    Number(u32),
    /// A name or a value of an option.
    Text(&'a str),
}

/// An action with its arguments.
#[derive(Clone, Copy, Debug)]
pub enum Command<'a> {
    /// Sets the logic.
    SetLogic(&'a str),
    /// Sets an option: a [`StandardOption`](crate::StandardOption) by its key, or one of the solver's own.
    SetOption {
        /// Its name.
        name: &'a str,
        /// Its value.
        value: &'a str,
    },
    /// Says what a function is that was made by [`mk_rec_fun`](crate::Solver::mk_rec_fun).
    DefineRecFun {
        /// The function.
        function: TermId,
        /// Its parameters.
        vars: &'a [TermId],
        /// Its body, over the parameters.
        body: TermId,
    },
    /// A term of the same sort that means the same, as the solver simplifies it.
    Simplify(TermId),
    /// The children of a term, as new terms. What they are is the solver's to tell: it may have rewritten.
    TermGetChildren(TermId),
    /// Asserts a formula on the current level.
    Assert(TermId),
    /// Asserts a formula under a name. A solver whose API has no names for assertions asserts it.
    AssertNamed {
        /// The formula.
        formula: TermId,
        /// Its name, not used before.
        name: &'a str,
    },
    /// Checks the assertions.
    CheckSat,
    /// Checks the assertions together with these formulas.
    CheckSatAssuming(&'a [TermId]),
    /// Opens levels.
    Push(u32),
    /// Closes levels.
    Pop(u32),
    /// Values of terms in the model of the last check.
    GetValue(&'a [TermId]),
    /// Reads and prints the whole model of the last check, to nowhere.
    PrintModel,
    /// What is asserted. Terms that the solver gives in another form than it got them are left out.
    GetAssertions,
    /// Reads what the solver tells of itself under this keyword, to nowhere.
    GetInfo(&'a str),
    /// Assertions that are unsatisfiable together with the assumptions.
    GetUnsatCore,
    /// Assumptions that are unsatisfiable together with the assertions.
    GetUnsatAssumptions,
    /// Back to the state after creation: logic, options, assertions, terms and sorts are gone, and
    /// ids start anew.
    Reset,
    /// All assertions and levels are gone; terms and sorts stay.
    ResetAssertions,
    /// An action of the solver's own crate.
    Own(&'static ActionDef, &'a [Arg<'a>]),
}

/// What a command gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Nothing to say.
    Done,
    /// The answer of a check.
    Answer(Answer),
    /// Terms: a core or failed assumptions, each one that was asserted or assumed.
    Terms(Vec<TermId>),
    /// Values, one for each term asked for.
    Values(Vec<Value>),
    /// A new term.
    Term(TermId),
    /// New terms.
    NewTerms(Vec<TermId>),
}

impl<'a> Command<'a> {
    /// The name of its action.
    pub fn name(&self) -> &'static str {
        let kind = match self {
            Command::SetLogic(_) => ActionKind::SetLogic,
            Command::SetOption { .. } => ActionKind::SetOption,
            Command::DefineRecFun { .. } => ActionKind::DefineRecFun,
            Command::Simplify(_) => ActionKind::Simplify,
            Command::TermGetChildren(_) => ActionKind::TermGetChildren,
            Command::Assert(_) => ActionKind::Assert,
            Command::AssertNamed { .. } => ActionKind::AssertNamed,
            Command::CheckSat => ActionKind::CheckSat,
            Command::CheckSatAssuming(_) => ActionKind::CheckSatAssuming,
            Command::Push(_) => ActionKind::Push,
            Command::Pop(_) => ActionKind::Pop,
            Command::GetValue(_) => ActionKind::GetValue,
            Command::PrintModel => ActionKind::PrintModel,
            Command::GetAssertions => ActionKind::GetAssertions,
            Command::GetInfo(_) => ActionKind::GetInfo,
            Command::GetUnsatCore => ActionKind::GetUnsatCore,
            Command::GetUnsatAssumptions => ActionKind::GetUnsatAssumptions,
            Command::Reset => ActionKind::Reset,
            Command::ResetAssertions => ActionKind::ResetAssertions,
            Command::Own(action, _) => return action.name,
        };
        kind.row().map_or("", |row| row.name)
    }

    /// The error of a solver that has no such command.
    pub fn unsupported<T>(&self) -> Result<T, SolverError> {
        Err(SolverError::Unsupported(match self {
            Command::DefineRecFun { function, .. } => {
                format!("the recursive function of term {}", function.0)
            }
            Command::Simplify(term) => format!("simplifying term {}", term.0),
            Command::GetInfo(keyword) => format!("get-info :{keyword}"),
            Command::TermGetChildren(term) => format!("the children of term {}", term.0),
            other => format!("the action {}", other.name()),
        }))
    }

    /// The command that `action` and `args` say, or why they do not fit together.
    pub fn decode(
        action: &'static ActionDef,
        args: &'a [Arg<'a>],
    ) -> Result<Command<'a>, SolverError> {
        Ok(match (action.kind, args) {
            (ActionKind::SetLogic, [Arg::Text(logic)]) => Command::SetLogic(logic),
            (ActionKind::SetOption, [Arg::Text(name), Arg::Text(value)]) => {
                Command::SetOption { name, value }
            }
            (
                ActionKind::DefineRecFun,
                [Arg::Term(function), Arg::Terms(vars), Arg::Term(body)],
            ) => Command::DefineRecFun { function: *function, vars, body: *body },
            (ActionKind::Simplify, [Arg::Term(term)]) => Command::Simplify(*term),
            (ActionKind::TermGetChildren, [Arg::Term(term)]) => Command::TermGetChildren(*term),
            (ActionKind::Assert, [Arg::Term(formula)]) => Command::Assert(*formula),
            (ActionKind::AssertNamed, [Arg::Term(formula), Arg::Text(name)]) => {
                Command::AssertNamed { formula: *formula, name }
            }
            (ActionKind::CheckSat, []) => Command::CheckSat,
            (ActionKind::CheckSatAssuming, [Arg::Terms(formulas)]) => {
                Command::CheckSatAssuming(formulas)
            }
            (ActionKind::Push, [Arg::Number(levels)]) => Command::Push(*levels),
            (ActionKind::Pop, [Arg::Number(levels)]) => Command::Pop(*levels),
            (ActionKind::GetValue, [Arg::Terms(terms)]) => Command::GetValue(terms),
            (ActionKind::GetUnsatCore, []) => Command::GetUnsatCore,
            (ActionKind::GetUnsatAssumptions, []) => Command::GetUnsatAssumptions,
            (ActionKind::Reset, []) => Command::Reset,
            (ActionKind::ResetAssertions, []) => Command::ResetAssertions,
            (ActionKind::Own, _) => Command::Own(action, args),
            (ActionKind::PrintModel, []) => Command::PrintModel,
            (ActionKind::GetAssertions, []) => Command::GetAssertions,
            (ActionKind::GetInfo, [Arg::Text(keyword)]) => Command::GetInfo(keyword),
            _ => {
                return Err(SolverError::Broken(format!(
                    "{} does not take the arguments {args:?}",
                    action.name
                )));
            }
        })
    }
}
