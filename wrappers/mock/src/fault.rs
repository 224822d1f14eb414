//! Faults that the mock commits on demand.

use std::str::FromStr;

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// A valid call is refused.
    Reject,
    /// The call reports that the solver broke its contract.
    Broken,
    /// The answer of a check is turned round.
    WrongAnswer,
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
    /// 1 GB of output; then the call goes on.
    Flood,
    /// All file descriptors are closed; then the call goes on.
    CloseFds,
    /// All signals are blocked, and the call never returns.
    BlockSignals,
    /// Two processes are started that sleep, one of them in a session of its own; then the call goes on.
    Grandchild,
    /// Nothing, but a write to an address where nothing is when it is due in a process for the third time.
    Aged,
}

impl FaultKind {
    const ALL: &'static [(&'static str, FaultKind)] = &[
        ("reject", FaultKind::Reject),
        ("broken", FaultKind::Broken),
        ("wrong-answer", FaultKind::WrongAnswer),
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
        ("flood", FaultKind::Flood),
        ("closefds", FaultKind::CloseFds),
        ("blocksignals", FaultKind::BlockSignals),
        ("grandchild", FaultKind::Grandchild),
        ("aged", FaultKind::Aged),
    ];
}

/// A fault at one call: written `KIND@N`, where the first call after the option was set has number 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What goes wrong.
    pub kind: FaultKind,
    /// At which call.
    pub call: u64,
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Fault, String> {
        let parsed = text.split_once('@').and_then(|(name, call)| {
            let (_, kind) = FaultKind::ALL.iter().find(|(known, _)| *known == name)?;
            Some(Fault { kind: *kind, call: call.parse().ok()? })
        });
        parsed.ok_or_else(|| {
            let names: Vec<&str> = FaultKind::ALL.iter().map(|(name, _)| *name).collect();
            format!("\"{text}\" is no fault; write KIND@CALL with KIND one of {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_read() {
        let abort = Fault { kind: FaultKind::Abort, call: 3 };
        assert_eq!("abort@3".parse(), Ok(abort));
        for wrong in ["", "abort", "abort@", "abort@x", "melt@1", "@1"] {
            assert!(wrong.parse::<Fault>().is_err(), "{wrong}");
        }
    }
}
