//! The tracer: writes each call before it is executed, and its reply afterwards.

use super::Played;
use crate::trace::{
    Call, Line, write_asked_by, write_line, write_reply, write_returned, write_violated,
};

/// Writes calls to a sink, which may live in memory that survives this process.
pub struct Recorder<F: FnMut(&[u8])> {
    sink: F,
    line: Line,
}

impl<F: FnMut(&[u8])> Recorder<F> {
    /// A recorder that gives each line to `sink`, with its newline.
    pub fn new(sink: F) -> Recorder<F> {
        Recorder { sink, line: Line::default() }
    }

    /// A call is about to be executed.
    #[inline]
    pub fn before(&mut self, call: &Call) {
        self.line.clear();
        if let Some(who) = &call.asked_by {
            write_asked_by(&mut self.line, who);
        }
        write_line(&mut self.line, call);
        (self.sink)(self.line.as_bytes());
    }

    /// What became of the call that was written last.
    // Every call comes here: a function of its own costs as much as what it does.
    #[inline(always)]
    pub fn after(&mut self, call: &Call, played: &Played) {
        self.line.clear();
        let rets = if played.accepted() { call.rets.as_slice() } else { &[] };
        match played {
            // That is what becomes of most calls.
            Played::Done(_) => write_returned(&mut self.line, rets),
            other => write_reply(&mut self.line, rets, other.recorded().as_ref()),
        }
        self.flush();
    }

    /// The next call is one that an oracle asks for.
    pub fn asked_by(&mut self, oracle: &str) {
        self.line.clear();
        write_asked_by(&mut self.line, oracle);
        self.flush();
    }

    /// What an oracle found wrong with the call that was written last.
    pub fn violated(&mut self, oracle: &str, what: &str, proof: &str) {
        self.line.clear();
        write_violated(&mut self.line, oracle, what, proof);
        self.flush();
    }

    #[inline]
    fn flush(&mut self) {
        if !self.line.is_empty() {
            (self.sink)(self.line.as_bytes());
        }
    }
}
