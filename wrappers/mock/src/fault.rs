//! Faults that the mock commits on demand.

use std::str::FromStr;

use crate::condition::{Condition, Event};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// A valid call is refused.
    Reject,
    /// The call reports that the solver broke its contract.
    Broken,
    /// What it tells of something is not what it is.
    Mismatch,
    /// The answer of a check is turned round.
    WrongAnswer,
    /// The answer of a check is turned round, unless the mock checks itself: two versions that contradict each other.
    ReleaseAnswer,
    /// The sort of a term is told wrongly.
    WrongSort,
    /// The call never returns, and sleeps.
    Hang,
    /// A write to an address where nothing is.
    Segv,
    /// A division by zero.
    Fpe,
    /// An instruction that does not exist.
    Ill,
    /// The process aborts.
    Abort,
    /// An assertion fails, if the mock checks itself; otherwise nothing happens.
    Assertion,
    /// A C++ exception that nobody catches, thrown by `murxla_throw` of the library whose path is in the
    /// environment variable `MURXLA_TEST_THROWER`.
    Exception,
    /// The call never returns, and works.
    Loop,
    /// Memory is taken without end.
    Memory,
    /// A recursion without end.
    Stack,
    /// The process exits with code 0, as if all were well.
    Exit,
    /// The process exits with code 3, at once.
    Exit3,
    /// The process exits with a code that is another one in each process.
    Fickle,
    /// The call is refused as libraries do whose errors end the process: a message, and exit code 1.
    FatalRefusal,
    /// 1 GB of output; then the call goes on.
    Flood,
    /// All file descriptors are closed; then the call goes on.
    CloseFds,
    /// All signals are blocked, and the call never returns.
    BlockSignals,
    /// Two processes are started that sleep, one of them in a session of its own; then the call goes on.
    Grandchild,
    /// The same two processes, and then a write to an address where nothing is.
    ForkingSegv,
    /// Nothing, but a write to an address where nothing is when it is due in a process for the third time.
    Aged,
}

impl FaultKind {
    const ALL: &'static [(&'static str, FaultKind)] = &[
        ("reject", FaultKind::Reject),
        ("broken", FaultKind::Broken),
        ("mismatch", FaultKind::Mismatch),
        ("wrong-answer", FaultKind::WrongAnswer),
        ("release-answer", FaultKind::ReleaseAnswer),
        ("wrong-sort", FaultKind::WrongSort),
        ("hang", FaultKind::Hang),
        ("segv", FaultKind::Segv),
        ("fpe", FaultKind::Fpe),
        ("ill", FaultKind::Ill),
        ("abort", FaultKind::Abort),
        ("assertion", FaultKind::Assertion),
        ("exception", FaultKind::Exception),
        ("loop", FaultKind::Loop),
        ("memory", FaultKind::Memory),
        ("stack", FaultKind::Stack),
        ("exit", FaultKind::Exit),
        ("exit3", FaultKind::Exit3),
        ("fickle", FaultKind::Fickle),
        ("fatal-refusal", FaultKind::FatalRefusal),
        ("flood", FaultKind::Flood),
        ("closefds", FaultKind::CloseFds),
        ("blocksignals", FaultKind::BlockSignals),
        ("grandchild", FaultKind::Grandchild),
        ("forking-segv", FaultKind::ForkingSegv),
        ("aged", FaultKind::Aged),
    ];
}

/// When a fault happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// At one call: written `@N`, where the first call after the option was set has number 1.
    Call(u64),
    /// Whenever what is done is so: written `?CONDITION`.
    Condition(Condition),
}

/// A fault: written `KIND@N` or `KIND?CONDITION`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What goes wrong.
    pub kind: FaultKind,
    /// When.
    pub when: When,
}

impl Fault {
    /// Whether it is due at the call with this number.
    pub(crate) fn is_due_at(&self, call: u64) -> bool {
        self.when == When::Call(call)
    }

    /// Whether it is due when this happens.
    pub(crate) fn is_due_on(&self, event: &Event<'_>) -> bool {
        matches!(&self.when, When::Condition(condition) if condition.holds(event))
    }
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Fault, String> {
        let kind = |name: &str| {
            FaultKind::ALL.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
        };
        let at_call = || {
            let (name, call) = text.split_once('@')?;
            Some(Fault { kind: kind(name)?, when: When::Call(call.parse().ok()?) })
        };
        let on_condition = || {
            let (name, condition) = text.split_once('?')?;
            Some(Fault { kind: kind(name)?, when: When::Condition(condition.parse().ok()?) })
        };
        at_call().or_else(on_condition).ok_or_else(|| {
            let names: Vec<&str> = FaultKind::ALL.iter().map(|(name, _)| *name).collect();
            format!(
                "\"{text}\" is no fault; write KIND@CALL or KIND?CONDITION with KIND one of {}",
                names.join(", ")
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_read() {
        let abort = Fault { kind: FaultKind::Abort, when: When::Call(3) };
        assert_eq!("abort@3".parse(), Ok(abort));
        for wrong in ["", "abort", "abort@", "abort@x", "melt@1", "@1", "abort?", "abort?depth:x"] {
            assert!(wrong.parse::<Fault>().is_err(), "{wrong}");
        }
    }
}
