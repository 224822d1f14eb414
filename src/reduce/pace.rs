//! Chooses how many candidates are tested at once: few if they take long, so that whoever wants to stop need not wait.

use std::time::{Duration, Instant};

/// How long candidates took so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    spent: Duration,
    candidates: u32,
}

/// So long nobody need wait.
const AT_ONCE: Duration = Duration::from_millis(500);

impl Pace {
    /// So many candidates were tested since then.
    pub(super) fn add(&mut self, candidates: usize, since: Instant) {
        self.spent += since.elapsed();
        self.candidates = self.candidates.saturating_add(candidates as u32);
    }

    /// How many should be tested at once, at most this many.
    pub(super) fn window(&self, most: usize) -> usize {
        let each = self.spent.as_secs_f64() / f64::from(self.candidates.max(1));
        ((AT_ONCE.as_secs_f64() / each.max(1e-6)) as usize).clamp(1, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_candidates_are_tested_one_by_one() {
        let pace = |millis: u64, candidates: u32| Pace {
            spent: Duration::from_millis(millis),
            candidates,
        };
        assert_eq!(Pace::default().window(32), 32);
        assert_eq!(pace(100, 100).window(32), 32);
        assert_eq!(pace(1000, 10).window(32), 5);
        assert_eq!(pace(10_000, 2).window(32), 1);
    }
}
