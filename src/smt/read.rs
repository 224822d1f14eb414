//! Reads scripts from bytes: parser and type checker in one call.

use murxla_api::Op;
use thiserror::Error;

use super::{CheckError, ParseError, Script, check, parse};

/// Why a text is no script.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// It is no sequence of s-expressions.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// Its terms have no sorts.
    #[error(transparent)]
    Check(#[from] CheckError),
}

/// Reads a script. Operators are those of the theories and `own`, those of a solver.
pub fn read(input: &[u8], own: &[&'static Op]) -> Result<Script, ReadError> {
    Ok(check(&parse(input)?, own)?)
}
