//! Converts a trace to the text of a script, and back.

use murxla_api::{Op, Wrapper};
use thiserror::Error;

use super::export::{Target, WrapperRows, export};
use super::{ImportError, Imported, ReadError, import, read};
use crate::trace::Trace;

/// A trace as a script, without what a script cannot say.
pub fn script_text(trace: &Trace, wrapper: Option<&'static dyn Wrapper>) -> Vec<u8> {
    let rows = WrapperRows(wrapper);
    let solver = wrapper.map_or("", Wrapper::name);
    let dialect = rows.dialect();
    let target = Target { solver, dialect, own: &rows };
    let (text, _) = export(trace, &target).text(dialect);
    text.into_bytes()
}

/// Why a text is no script that has a trace.
#[derive(Debug, Error)]
pub enum ScriptError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It says what traces cannot say.
    #[error(" {0}")]
    Import(#[from] ImportError),
}

/// A script as a trace, which is prepared for a solver when it is played ([`Prepared`](super::Prepared)). It may use the
/// operators of a solver beside the common ones.
pub fn script_trace(
    text: &[u8],
    wrapper: Option<&'static dyn Wrapper>,
) -> Result<Imported, ScriptError> {
    let own: Vec<&'static Op> =
        wrapper.map_or(&[] as &[Op], |one| one.own_operators()).iter().collect();
    let script = read(text, &own)?;
    Ok(import(&script, WrapperRows(wrapper).dialect())?)
}
