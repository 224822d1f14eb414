//! The errors of the printer: what SMT-LIB cannot write.

use murxla_api::smtlib::NoText;
use murxla_api::{Binder, LiteralError};
use thiserror::Error;

/// Why a script has no text in a dialect.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PrintError {
    /// An operator that only an API has.
    #[error(transparent)]
    Operator(#[from] NoText),
    /// A binder that only an API has.
    #[error("there is no text for {}", .0.key())]
    Binder(Binder),
    /// A term that a solver gave.
    #[error("only the solver knows what a term is made of")]
    Opaque,
    /// A value that its sort does not have.
    #[error(transparent)]
    Literal(#[from] LiteralError),
}
