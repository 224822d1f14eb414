//! In which form the results of a reduction are kept.

use murxla_api::{Op, Wrapper};

use super::TraceCandidate;
use super::engine::Candidate;
use crate::smt::export::{Target, WrapperRows, export};
use crate::smt::{self, Imported, ReadError};
use crate::trace::{Trace, read};

/// In which form results are kept.
#[derive(Clone, Copy)]
pub enum Form {
    /// As traces.
    Trace,
    /// As SMT-LIB scripts, which may use the operators of a solver beside the common ones, and are written in its way.
    Script(Option<&'static dyn Wrapper>),
}

impl Form {
    /// The text of a candidate.
    pub fn text(&self, candidate: &TraceCandidate) -> Vec<u8> {
        match self {
            Form::Trace => candidate.text(),
            Form::Script(wrapper) => script_text(&candidate.trace(), *wrapper),
        }
    }

    /// The trace that has this text.
    pub fn read(&self, text: &[u8]) -> Option<Trace> {
        match self {
            Form::Trace => read(text).ok().map(|(trace, _)| trace),
            Form::Script(wrapper) => Some(script_trace(text, *wrapper).ok()?.trace),
        }
    }
}

/// A trace as a script, without what a script cannot say.
pub fn script_text(trace: &Trace, wrapper: Option<&'static dyn Wrapper>) -> Vec<u8> {
    let rows = WrapperRows(wrapper);
    let solver = wrapper.map_or("", Wrapper::name);
    let target = Target { solver, dialect: rows.dialect(), own: &rows };
    let (text, _) = export(trace, &target).text(target.dialect);
    text.into_bytes()
}

/// A script as a trace.
pub fn script_trace(
    text: &[u8],
    wrapper: Option<&'static dyn Wrapper>,
) -> Result<Imported, ReadError> {
    let own: Vec<&'static Op> = wrapper.map_or(&[] as &[Op], |one| one.own_operators()).iter().collect();
    Ok(smt::import(&smt::read(text, &own)?))
}
