//! In which form the results of a reduction are kept.

use murxla_api::Op;

use super::TraceCandidate;
use super::engine::Candidate;
use crate::smt;
use crate::trace::{Trace, read};

/// In which form results are kept.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// As traces.
    Trace,
    /// As SMT-LIB scripts, which may use these operators beside the common ones.
    Script(&'static [Op]),
}

impl Form {
    /// The text of a candidate.
    pub fn text(&self, candidate: &TraceCandidate) -> Vec<u8> {
        match self {
            Form::Trace => candidate.text(),
            Form::Script(_) => candidate.text(),
        }
    }

    /// The trace that has this text.
    pub fn read(&self, text: &[u8]) -> Option<Trace> {
        match self {
            Form::Trace => read(text).ok().map(|(trace, _)| trace),
            Form::Script(own) => {
                let own: Vec<&'static Op> = own.iter().collect();
                let script = smt::read(text, &own).ok()?;
                Some(smt::import(&script).trace)
            }
        }
    }
}
