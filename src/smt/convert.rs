//! Converts a trace to the text of a script, and back.

use murxla_api::{Op, Wrapper};
use thiserror::Error;

use super::export::{Target, WrapperRows, export};
use super::lower::lower;
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

/// A script as a trace. What the API of the solver lacks is said with what it has, where that can be.
pub fn script_trace(
    text: &[u8],
    wrapper: Option<&'static dyn Wrapper>,
) -> Result<Imported, ScriptError> {
    let own: Vec<&'static Op> =
        wrapper.map_or(&[] as &[Op], |one| one.own_operators()).iter().collect();
    let mut script = read(text, &own)?;
    if let Some(wrapper) = wrapper {
        lower(&mut script, |op| wrapper.lacks(op));
    }
    Ok(import(&script, WrapperRows(wrapper).dialect())?)
}
