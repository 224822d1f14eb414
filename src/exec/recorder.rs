//! The tracer: writes each call before it is executed, and what became of it after.

use super::{Played, Player, Probe};
use crate::trace::{Call, Line, write_line, write_reply};

/// Gives the lines of a trace to `sink`: what is written before a call outlives a crash in it.
pub struct Recorder<F: FnMut(&[u8])> {
    sink: F,
    line: Line,
}

impl<F: FnMut(&[u8])> Recorder<F> {
    /// A recorder that writes here.
    pub fn new(sink: F) -> Recorder<F> {
        Recorder { sink, line: Line::default() }
    }
}

impl<F: FnMut(&[u8])> Probe for Recorder<F> {
    fn before(&mut self, call: &Call) {
        self.line.clear();
        write_line(&mut self.line, call);
        (self.sink)(self.line.as_bytes());
    }

    fn after(&mut self, call: &Call, played: &Played, _: &mut Player<'_>) {
        self.line.clear();
        let rets = if played.accepted() { call.rets.as_slice() } else { &[] };
        match played {
            // That is what becomes of most calls.
            Played::Done(_) => write_reply(&mut self.line, rets, None),
            other => write_reply(&mut self.line, rets, other.recorded().as_ref()),
        }
        if !self.line.is_empty() {
            (self.sink)(self.line.as_bytes());
        }
    }
}
