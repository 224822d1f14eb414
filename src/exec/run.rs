//! A run that has ended: how it ended, and the calls that its log holds.

use std::io;
use std::time::Duration;

use super::refusal::fatal_refusal;
use crate::sandbox::{self, Class, Limits, Log, Outcome};
use crate::trace::{Call, Line, Recorded, Trace, read, write_reply};

/// A run that has ended. Its log is read once, when the run is made; whoever judges it looks here. One that ended because
/// a library refuses calls by ending the process has completed, with that refusal as its last reply.
#[derive(Debug)]
pub struct Run {
    /// How it ended, and what it left.
    pub outcome: Outcome,
    /// The calls of the trace that were begun, with their replies; the header tells the solver and its version.
    pub played: Trace,
    /// Those that the preparation added, each with the number of calls of the trace before it. One in which the run ended
    /// is not here, but the last of the others.
    pub added: Vec<(usize, Call)>,
    /// Why the solver could not be loaded.
    pub load_error: Option<String>,
}

/// A line that stands for a solver that could not be loaded.
pub const LOAD_ERROR: &str = "# load error: ";

impl Run {
    /// Has `child` do a run in a process of its own, under limits.
    pub fn in_child(limits: &Limits, child: impl FnOnce(&Log)) -> io::Result<Run> {
        Ok(Run::from(sandbox::run(limits, child)?))
    }

    /// A run that came to its end in this process and left this log.
    pub fn completed_here(log: Vec<u8>) -> Run {
        Run::from(Outcome {
            class: Class::Completed,
            log,
            log_overflowed: false,
            stdout: Vec::new(),
            stderr: Vec::new(),
            frames: Vec::new(),
            wall: Duration::ZERO,
        })
    }

    /// The same for a run that loads the solver itself: if it died before it said anything, it died of that.
    pub fn that_loads(mut self) -> Run {
        let own = matches!(self.class(), Class::Completed | Class::OwnError { .. });
        if self.outcome.log.is_empty() && !own {
            let how = class_name(self.class());
            self.load_error = Some(format!(
                "the process dies while it loads the library ({how}); the file is damaged, or not made for this machine"
            ));
        }
        self
    }

    /// How it ended.
    pub fn class(&self) -> &Class {
        &self.outcome.class
    }

    /// All calls that were begun, with those that the preparation added: a trace that is made for the solver.
    pub fn whole(&self) -> Trace {
        let mut calls = Vec::with_capacity(self.played.calls.len() + self.added.len());
        let mut added = self.added.iter().peekable();
        for (number, call) in self.played.calls.iter().enumerate() {
            while let Some((_, call)) = added.next_if(|(before, _)| *before <= number) {
                calls.push(call.clone());
            }
            calls.push(call.clone());
        }
        calls.extend(added.map(|(_, call)| call.clone()));
        // There they are calls like all others.
        for call in calls.iter_mut().filter(|call| call.is_added()) {
            call.asked_by = None;
        }
        Trace { header: self.played.header.clone(), calls }
    }

    /// Whether the run ended before the trace did: in the call that was begun last.
    pub fn fatal_call(&self) -> Option<usize> {
        match self.outcome.class {
            Class::Completed => None,
            _ => self.played.calls.len().checked_sub(1),
        }
    }
}

impl From<Outcome> for Run {
    fn from(mut outcome: Outcome) -> Run {
        let load_error = outcome
            .log
            .strip_prefix(LOAD_ERROR.as_bytes())
            .map(|rest| String::from_utf8_lossy(rest).trim_end().to_owned());
        let mut played = readable_part(&outcome.log);
        let refusal = fatal_refusal(&outcome, played.header.solver.as_deref());
        if let (Some(message), Some(last)) = (refusal, played.calls.last_mut()) {
            last.reply = Some(Recorded::Rejected(message.into()));
            let mut line = Line::default();
            write_reply(&mut line, &last.rets, last.reply.as_ref());
            outcome.log.extend_from_slice(line.as_bytes());
            outcome.class = Class::Completed;
        }
        let ended_in = match outcome.class {
            Class::Completed => None,
            _ => played.calls.len().checked_sub(1),
        };
        let (mut calls, mut added) = (Vec::with_capacity(played.calls.len()), Vec::new());
        for (number, call) in played.calls.into_iter().enumerate() {
            match call.is_added() && ended_in != Some(number) {
                true => added.push((calls.len(), call)),
                false => calls.push(call),
            }
        }
        played.calls = calls;
        Run { played, added, load_error, outcome }
    }
}

/// What can be read of a log, which may end anywhere, and behind its last whole line hold anything: all before the first
/// line that cannot be read. That takes three attempts at most, since bytes that are no text are noticed before lines are.
fn readable_part(log: &[u8]) -> Trace {
    let mut part = log;
    loop {
        match read(part) {
            Ok((trace, _)) => return trace,
            Err(error) => {
                let ends = part.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
                let before = match error.line.checked_sub(2) {
                    None => 0,
                    Some(line) => ends.map(|(at, _)| at + 1).nth(line).unwrap_or(0),
                };
                part = &part[..before.min(part.len().saturating_sub(1))];
            }
        }
    }
}

/// How a run ended, in a few words.
pub fn class_name(class: &Class) -> String {
    match class {
        Class::Completed => "completed".to_owned(),
        Class::Crash { signal } => format!("crash, signal {signal}"),
        Class::Aborted { .. } => "abort".to_owned(),
        Class::StackOverflow => "stack overflow".to_owned(),
        Class::Timeout => "timeout".to_owned(),
        Class::OutOfMemory => "out of memory".to_owned(),
        Class::UnexpectedExit { code } => format!("exit with code {code}"),
        Class::OutputFlood => "too much output".to_owned(),
        Class::OwnError { .. } => "error of murxla".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_read_up_to_where_it_makes_no_sense() {
        let calls = |log: &[u8]| readable_part(log).calls.len();
        let whole = b"1 new\n2 push 1\n3 check-sat\nreturn sat\n";
        assert_eq!(calls(whole), 3);
        assert_eq!(calls(b""), 0);
        assert_eq!(calls(b"?"), 0);
        assert_eq!(calls(b"\xff"), 0);
        assert_eq!(calls(b"1 new\n2 push 1\n3 che"), 2);
        // Two lines that cannot be read: the first counts, also if the bytes of the second are no text.
        assert_eq!(calls(b"1 new\n2 pu\n3 check-sat\n\xff\n"), 1);
        // A reply that is cut says nothing.
        let cut = readable_part(b"1 new\n3 check-sat\nreturn sa");
        assert_eq!(
            (cut.calls.len(), cut.calls.last().and_then(|call| call.reply.clone())),
            (2, None)
        );
    }
}
