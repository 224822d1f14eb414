//! In which form the results of a reduction are kept.

use murxla_api::Wrapper;

use super::TraceCandidate;
use super::engine::Candidate;
use crate::smt::{script_text, script_trace};
use crate::trace::{Header, Trace, read};

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
            Form::Script(wrapper) => {
                // Where it comes from is of no use in what is to be small.
                let trace = Trace { header: Header::default(), ..candidate.trace() };
                script_text(&trace, *wrapper)
            }
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
