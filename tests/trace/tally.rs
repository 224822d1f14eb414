//! Counts what became of calls.

use std::collections::BTreeMap;

use murxla::exec::{Played, Player};
use murxla::oracle::{Interest, Oracle, OracleSet, Step, Verdict, play};
use murxla::trace::Call;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub accepted: usize,
    pub rejected: usize,
    pub broken: usize,
    /// By reason.
    pub skipped: BTreeMap<String, usize>,
}

impl Tally {
    pub fn skipped_calls(&self) -> usize {
        self.skipped.values().sum()
    }

    /// Plays calls, giving what is recorded to `sink`.
    pub fn of(calls: &[Call], player: &mut Player<'_>, sink: impl FnMut(&[u8])) -> Tally {
        let mut tally = Tally::default();
        let mut oracles = OracleSet::standard().with(Box::new(&mut tally));
        play(&mut &*calls, player, &mut oracles, sink);
        drop(oracles);
        tally
    }
}

impl Oracle for &mut Tally {
    fn name(&self) -> &'static str {
        "tally"
    }

    fn interest(&self) -> Interest {
        Interest::ALL
    }

    fn judge(&mut self, step: &Step<'_>, _: &mut Player<'_>) -> Option<Verdict> {
        match step.played {
            Played::Rejected(_) => self.rejected += 1,
            Played::Broken(_) => self.broken += 1,
            Played::Skipped(skip) => *self.skipped.entry(skip.reason()).or_default() += 1,
            _ => self.accepted += 1,
        }
        None
    }
}
