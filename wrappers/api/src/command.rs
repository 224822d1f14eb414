//! Commands: an action with its arguments, decoded once for all wrappers; and replies.

use crate::{ActionDef, ActionKind, Answer, SolverError, SortId, TermId, Value};

/// An argument of a call, as a trace holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
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
    Text(String),
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
    Own(&'static ActionDef, &'a [Arg]),
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
}

impl<'a> Command<'a> {
    /// The command that `action` and `args` say, or why they do not fit together.
    pub fn decode(action: &'static ActionDef, args: &'a [Arg]) -> Result<Command<'a>, SolverError> {
        Ok(match (action.kind, args) {
            (ActionKind::SetLogic, [Arg::Text(logic)]) => Command::SetLogic(logic),
            (ActionKind::SetOption, [Arg::Text(name), Arg::Text(value)]) => {
                Command::SetOption { name, value }
            }
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
            _ => {
                return Err(SolverError::Broken(format!(
                    "{} does not take the arguments {args:?}",
                    action.name
                )));
            }
        })
    }
}
