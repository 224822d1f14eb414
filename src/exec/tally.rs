//! Counting what became of calls.

use std::collections::BTreeMap;

use murxla_api::Answer;

use super::{Played, Player, Probe};
use crate::trace::Call;

/// Counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Calls that the solver accepted.
    pub accepted: usize,
    /// Calls that the solver rejected.
    pub rejected: usize,
    /// Calls that broke the contract.
    pub broken: usize,
    /// Calls that were skipped, by reason.
    pub skipped: BTreeMap<String, usize>,
    /// The answers of checks, in order.
    pub answers: Vec<Answer>,
}

impl Tally {
    /// The number of calls that were skipped.
    pub fn skipped_calls(&self) -> usize {
        self.skipped.values().sum()
    }
}

impl Probe for Tally {
    fn after(&mut self, _: &Call, played: &Played, _: &mut Player<'_>) {
        match played {
            Played::Rejected(_) => self.rejected += 1,
            Played::Broken(_) => self.broken += 1,
            Played::Skipped(skip) => *self.skipped.entry(skip.reason()).or_default() += 1,
            Played::Answer(answer) => {
                self.accepted += 1;
                self.answers.push(*answer);
            }
            Played::Done(_) | Played::Terms(_) | Played::Values(_) => self.accepted += 1,
        }
    }
}
