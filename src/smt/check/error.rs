//! The errors of the type checker, with their places.

use murxla_api::{Sort, TypeError, theory};
use thiserror::Error;

use crate::smt::sexpr::CellId;
use crate::smt::{BindError, Position};

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckProblem {
    /// A symbol that nothing declares.
    #[error("unknown symbol {0}")]
    UnknownSymbol(String),
    /// A sort that nothing declares.
    #[error("unknown sort {0}")]
    UnknownSort(String),
    /// No form that SMT-LIB has.
    #[error("expected {0}")]
    Expected(&'static str),
    /// An application without sort.
    #[error("{}", with_symbol(.0))]
    Application(#[from] TypeError),
    /// A binder without sort.
    #[error(transparent)]
    Binder(#[from] BindError),
    /// A term of another sort than is needed.
    #[error("expected a term of sort {expected}, not {found}")]
    Sort {
        /// The sort that is needed.
        expected: Sort,
        /// The sort of the term.
        found: Sort,
    },
    /// A constructor whose arguments do not tell the sorts for the parameters of its datatype.
    #[error("the sorts for the parameters of {0} are not known: 'as' is needed")]
    Ambiguous(String),
    /// A literal that its sort does not have.
    #[error("sort {0} has no such value")]
    NoValue(Sort),
    /// A function or constant that is there already, so that nobody could tell which one is meant.
    #[error("{name} of sort {sort} is declared already and still in scope: rename one of the two")]
    Redeclared {
        /// Its name.
        name: String,
        /// The sort of the one that was there before.
        sort: Sort,
    },
    /// A function with the name of an operator that takes the same arguments.
    #[error("{0} is an operator that takes these sorts already: rename the function")]
    TheorySymbol(String),
    /// A sort that is there already.
    #[error("the sort {0} is declared already and still in scope: rename one of the two")]
    RedeclaredSort(String),
    /// A name that stands twice where names are to be distinct.
    #[error("the {what} {name} is there twice: rename one of the two")]
    Repeated {
        /// What it names.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A name alone that means several constants or functions.
    #[error("{0} means several things: tell its sort by (as {0} SORT)")]
    Overloaded(String),
    /// `:named` on a term that is not closed.
    #[error(
        "a term with the bound variable {variable} cannot be named {name}: name a closed term, or none"
    )]
    NamedOpenTerm {
        /// The name.
        name: String,
        /// A variable that is free in the term.
        variable: String,
    },
    /// `:named` with a name that means something already.
    #[error("the name {0} is in use and still in scope: choose another name for the term")]
    NameInUse(String),
    /// A fraction like `5/0`.
    #[error("a fraction with denominator 0 is no number: write a division like (/ 5.0 0.0)")]
    ZeroDenominator,
    /// What the data model cannot hold.
    #[error("{0} cannot be represented")]
    Beyond(&'static str),
}

/// What is wrong with an application, with the symbol that a person wrote instead of our key.
fn with_symbol(error: &TypeError) -> String {
    let (TypeError::Count { op, .. }
    | TypeError::Mismatch { op, .. }
    | TypeError::Member { op, .. }
    | TypeError::Numbers { op, .. }) = error;
    let symbol = theory::operator(op).map(|row| row.symbol).filter(|symbol| !symbol.is_empty());
    error.to_string().replacen(op, symbol.unwrap_or(op), 1)
}

/// Why a script makes no sense, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{position}: {problem}, found '{token}'")]
pub struct CheckError {
    /// Where.
    pub position: Position,
    /// What is wrong.
    pub problem: CheckProblem,
    /// What stands there, shortened.
    pub token: String,
}

/// A problem at a cell. Boxed, since it is rare.
pub(super) struct Fault {
    pub(super) cell: CellId,
    pub(super) problem: CheckProblem,
}

pub(super) type Checked<T> = Result<T, Box<Fault>>;

pub(super) fn fault(cell: CellId, problem: impl Into<CheckProblem>) -> Box<Fault> {
    Box::new(Fault { cell, problem: problem.into() })
}

pub(super) fn expected<T>(cell: CellId, what: &'static str) -> Checked<T> {
    Err(fault(cell, CheckProblem::Expected(what)))
}
