//! What an oracle is: it looks at a call that was executed, and gives a verdict.

use super::{Asker, Interest, Proof, Verdict, Violation};
use crate::exec::{Drawn, Played, Player};
use crate::smt::FromCalls;
use crate::trace::Call;

/// A call that was executed.
#[derive(Clone, Copy)]
pub struct Step<'a> {
    /// Its number in the trace.
    pub number: usize,
    /// The call.
    pub call: &'a Call,
    /// What it is known to make.
    pub drawn: Drawn<'a>,
    /// What became of it.
    pub played: &'a Played,
    /// What was made, asserted and asked up to this call, if an oracle of the run [asked](Interest::QUESTIONS) for that.
    pub questions: Option<&'a FromCalls>,
}

impl Step<'_> {
    /// The verdict that this reply shows by itself that something is wrong.
    pub(super) fn violates(&self, oracle: &str, what: String) -> Verdict {
        let (oracle, call) = (oracle.into(), self.number);
        Verdict::Violated(Violation { oracle, call, what, proof: Proof::Reply })
    }
}

/// Looks at calls and what became of them, and says whether the solver is wrong.
pub trait Oracle {
    /// Its name, as in its row.
    fn name(&self) -> &'static str;

    /// Which calls it looks at.
    fn interest(&self) -> Interest;

    /// What it says of a call that was executed, before its reply is recorded; `None` if there is nothing to judge. Also that
    /// nothing is wrong counts.
    fn judge(&mut self, step: &Step<'_>, player: &mut Player<'_>) -> Option<Verdict>;

    /// What it says after it asked the solver something, if it did; the calls that it makes are part of the trace.
    fn ask(&mut self, step: &Step<'_>, asker: &mut Asker<'_, '_>) -> Option<Verdict> {
        let _ = (step, asker);
        None
    }
}
