//! The problems that the checker finds in a call.

use murxla_api::TypeError;
use thiserror::Error;

use crate::trace::{Name, TermName};

/// Why a call makes no sense where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// There is no instance of the solver.
    #[error("there is no instance of the solver: `new` comes first")]
    NoInstance,
    /// There is an instance already.
    #[error("there is an instance of the solver already")]
    SecondInstance,
    /// A name that nothing above defines.
    #[error("{0} is not defined here")]
    Undefined(Name),
    /// The row says otherwise.
    #[error("{0}")]
    Application(#[from] TypeError),
    /// The sorts do not fit.
    #[error("{0}")]
    IllSorted(String),
    /// A value like `5/0`.
    #[error("a fraction with denominator 0 is no number")]
    ZeroDenominator,
    /// There is no such sort.
    #[error("{0}")]
    NoSuchSort(String),
    /// Something other than a variable where one must stand.
    #[error("{0} is no variable")]
    NotAVariable(TermName),
    /// A variable is bound twice by one binder.
    #[error("the variable {0} is bound twice")]
    BoundTwice(TermName),
    /// A term with free variables where there must be none.
    #[error("{term} has the free variable {variable}")]
    Open {
        /// The term.
        term: TermName,
        /// One of its free variables.
        variable: TermName,
    },
    /// A sort's name is declared once.
    #[error("a sort with the name \"{0}\" is declared already")]
    Redeclared(String),
    /// The arguments are not those of the action.
    #[error("{0} does not take these arguments")]
    Arguments(String),
}
