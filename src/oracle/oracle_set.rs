//! The oracles that look on in a run, and what they said.

use super::{Checks, Interest, ORACLES, Oracle, Verdict, oracle};
use crate::trace::Trace;

/// The oracles that look on in a run.
#[derive(Default)]
pub struct OracleSet<'a> {
    pub(super) looking: Vec<Looking<'a>>,
    verdicts: Vec<GivenVerdict>,
}

/// An oracle with what is asked of it for every call.
pub(super) struct Looking<'a> {
    pub(super) interest: Interest,
    pub(super) oracle: Box<dyn Oracle + 'a>,
}

/// A verdict that an oracle gave after it judged something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenVerdict {
    /// The name of the oracle.
    pub oracle: &'static str,
    /// The call that it judged, by its number in the trace.
    pub call: usize,
    /// What it said.
    pub verdict: Verdict,
}

/// Such a line says what an oracle said; it is no part of the trace.
const VERDICT: &str = "#. ";

impl GivenVerdict {
    /// The line that says it: the oracle, the number of the call, and `holds`, `violated` or `cannot tell: …`.
    pub fn line(&self) -> String {
        let told = match &self.verdict {
            Verdict::Holds => "holds".to_owned(),
            Verdict::Violated(_) => "violated".to_owned(),
            Verdict::CannotTell(why) => format!("cannot tell: {}", why.replace('\n', " ")),
        };
        format!("{VERDICT}{} {} {told}\n", self.oracle, self.call)
    }

    /// The oracles, numbers of calls and words of all such lines.
    pub fn lines(log: &[u8]) -> Vec<(String, usize, String)> {
        let log = String::from_utf8_lossy(log);
        let read = |line: &str| {
            let mut words = line.strip_prefix(VERDICT)?.splitn(3, ' ');
            let (oracle, call) = (words.next()?.to_owned(), words.next()?.parse().ok()?);
            Some((oracle, call, words.next()?.to_owned()))
        };
        log.lines().filter_map(read).collect()
    }
}

impl<'a> OracleSet<'a> {
    /// Those that look on unless they are switched off, and ask the solver nothing: who plays a trace again plays no other calls.
    pub fn standard() -> OracleSet<'a> {
        let rows = ORACLES.iter().filter(|row| row.by_default);
        let all = rows.map(|row| (row.make)());
        let quiet = all.filter(|oracle| !oracle.interest().meets(Interest::ASKS));
        // One more is often added: who counts calls.
        let looking = Vec::with_capacity(ORACLES.len() + 1);
        quiet.fold(OracleSet { looking, verdicts: Vec::new() }, OracleSet::with)
    }

    /// These, and no others.
    pub fn of(checks: &Checks) -> OracleSet<'a> {
        let looking = Vec::with_capacity(ORACLES.len() + 1);
        let rows = checks.names().iter().filter_map(|name| oracle(name));
        rows.fold(OracleSet { looking, verdicts: Vec::new() }, |set, row| set.with((row.make)()))
    }

    /// The standard ones, and those with these names.
    pub fn with_named<'n>(names: impl IntoIterator<Item = &'n str>) -> OracleSet<'a> {
        OracleSet::standard().and_named(names)
    }

    /// The same, and those with these names.
    pub fn and_named<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> OracleSet<'a> {
        for name in names {
            if !self.has(name)
                && let Some(row) = oracle(name)
            {
                self = self.with((row.make)());
            }
        }
        self
    }

    /// The same and one more, which may be none of the rows.
    pub fn with(mut self, oracle: Box<dyn Oracle + 'a>) -> OracleSet<'a> {
        self.looking.push(Looking { interest: oracle.interest(), oracle });
        self
    }

    /// What the oracles said of what they judged, in its order.
    pub fn verdicts(&self) -> &[GivenVerdict] {
        &self.verdicts
    }

    /// The same; they are forgotten.
    pub fn take_verdicts(&mut self) -> Vec<GivenVerdict> {
        std::mem::take(&mut self.verdicts)
    }

    /// Adds something that is said of the run as a whole, to be counted with what oracles say.
    pub fn say(&mut self, given: GivenVerdict) {
        self.verdicts.push(given);
    }

    pub(super) fn note(&mut self, oracle: &'static str, call: usize, verdict: Verdict) {
        self.verdicts.push(GivenVerdict { oracle, call, verdict });
    }

    /// Whether this oracle looks on, and is one that asks the solver itself.
    pub(super) fn asks(&self, name: &str) -> bool {
        let asking = |looking: &Looking<'_>| looking.interest.meets(Interest::ASKS);
        self.looking.iter().any(|looking| asking(looking) && looking.oracle.name() == name)
    }

    fn has(&self, name: &str) -> bool {
        self.looking.iter().any(|looking| looking.oracle.name() == name)
    }

    pub(super) fn interest(&self) -> Interest {
        self.looking.iter().fold(Interest::NONE, |sum, looking| sum.and(looking.interest))
    }
}

/// The oracles that found or asked something when a trace was recorded.
pub fn oracles_of(trace: &Trace) -> Vec<Box<str>> {
    let mut names: Vec<Box<str>> = Vec::new();
    for call in &trace.calls {
        let found = call.violated.as_ref().map(|violated| &violated.oracle);
        for name in [found, call.asked_by.as_ref()].into_iter().flatten() {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
    }
    names
}
