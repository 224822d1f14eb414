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
    /// The process aborts.
    Abort,
    /// The process exits with code 0, as if all were well.
    Exit,
    /// The call never returns.
    Hang,
}

impl FaultKind {
    const ALL: &'static [(&'static str, FaultKind)] = &[
        ("reject", FaultKind::Reject),
        ("broken", FaultKind::Broken),
        ("wrong-answer", FaultKind::WrongAnswer),
        ("wrong-sort", FaultKind::WrongSort),
        ("abort", FaultKind::Abort),
        ("exit", FaultKind::Exit),
        ("hang", FaultKind::Hang),
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
