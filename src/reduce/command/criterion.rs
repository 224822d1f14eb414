//! The criterion for a command: which of exit code, standard output and standard error must stay.

use regex::bytes::Regex;

use crate::sandbox::{ProgramEnd, ProgramRun};

/// What is to stay of one output.
#[derive(Clone, Debug)]
pub enum Keep {
    /// All of it.
    Same,
    /// That this pattern matches.
    Matches(Regex),
    /// Nothing.
    Nothing,
}

/// What is to stay.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Of the standard output.
    pub out: Keep,
    /// Of the standard error.
    pub err: Keep,
}

/// What the command does on the input, and what of it is to stay.
#[derive(Clone, Debug)]
pub(super) struct Criterion {
    rules: Rules,
    golden: ProgramRun,
}

impl Keep {
    fn holds(&self, golden: &[u8], now: &[u8]) -> bool {
        match self {
            Keep::Same => golden == now,
            Keep::Matches(pattern) => pattern.is_match(now),
            Keep::Nothing => true,
        }
    }
}

impl Criterion {
    pub(super) fn new(rules: Rules, golden: ProgramRun) -> Criterion {
        Criterion { rules, golden }
    }

    pub(super) fn end(&self) -> ProgramEnd {
        self.golden.end
    }

    pub(super) fn golden(&self) -> &ProgramRun {
        &self.golden
    }

    /// Whether answers are to stay.
    pub(super) fn keeps_output(&self) -> bool {
        !matches!(self.rules.out, Keep::Nothing)
    }

    /// Whether what is to stay is there.
    pub(super) fn holds(&self, run: &ProgramRun) -> bool {
        // A run that is ended after some time has printed what it had the time to print.
        let outputs = |out: &Keep, err: &Keep| {
            out.holds(&self.golden.stdout, &run.stdout)
                && err.holds(&self.golden.stderr, &run.stderr)
        };
        let same_end = run.end == self.golden.end;
        match (run.end, &self.rules) {
            (ProgramEnd::Timeout, Rules { out: Keep::Same, err: Keep::Same }) => same_end,
            (_, Rules { out, err }) => same_end && outputs(out, err),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn run(end: ProgramEnd, out: &str, err: &str) -> ProgramRun {
        let (stdout, stderr) = (out.as_bytes().to_vec(), err.as_bytes().to_vec());
        ProgramRun { end, stdout, stderr, took: Duration::ZERO }
    }

    #[test]
    fn what_stays() {
        let golden = run(ProgramEnd::Code(1), "sat\n", "line 5: bad\n");
        let pattern = |text: &str| Keep::Matches(Regex::new(text).unwrap());
        let holds = |out: Keep, err: Keep, now: &ProgramRun| {
            Criterion::new(Rules { out, err }, golden.clone()).holds(now)
        };
        let other = run(ProgramEnd::Code(1), "sat\n", "line 3: bad\n");
        assert!(holds(Keep::Same, Keep::Same, &golden));
        assert!(!holds(Keep::Same, Keep::Same, &other));
        assert!(holds(Keep::Same, Keep::Nothing, &other));
        assert!(holds(Keep::Same, pattern("bad"), &other));
        assert!(!holds(Keep::Same, pattern("good"), &other));
        assert!(!holds(pattern("unsat"), Keep::Nothing, &other));
        let crashed = run(ProgramEnd::Signal(11), "sat\n", "line 5: bad\n");
        assert!(!holds(Keep::Nothing, Keep::Nothing, &crashed));
    }
}
