//! Learns what drowns a campaign: what makes runs hit their time limit, and what keeps finding the same.
//!
//! It reads figures and traces and knows no clock, so the same evidence teaches the same.

use std::collections::{BTreeMap, BTreeSet};

use murxla_api::{ActionKind, StandardOption};
use serde::{Deserialize, Serialize};

use crate::trace::{Action, Call, CallArg};

/// Operators, own actions and options: what a run can leave out.
pub(super) type NameSet = BTreeSet<String>;

/// What is learned: the settings of an epoch, beside those of the campaign.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Learned {
    /// Seconds of processor time for a run, if it is another than the user's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// What only so many percent of the runs may have.
    pub seldom: BTreeMap<String, u64>,
}

/// What a campaign has seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Evidence {
    /// Runs that ended.
    pub(super) runs: u64,
    /// Seconds of processor time that all of them took.
    pub(super) seconds: f64,
    /// Seconds of those that hit the limit.
    pub(super) lost: f64,
    /// Seconds of processor time that the user gives to a run.
    pub(super) limit: f64,
    /// How many runs had each name.
    pub(super) runs_with: BTreeMap<String, u64>,
    /// What runs had that hit the limit.
    pub(super) timeouts: Vec<NameSet>,
    /// How often each finding came, and what its minimized trace has.
    pub(super) findings: Vec<(u64, NameSet)>,
}

/// The share of the time that may be lost to runs that hit the limit.
const SHARE: f64 = 0.05;
/// A name is blamed for no fewer runs.
const FEW: usize = 3;
/// It makes a run that much likelier to hit the limit.
const LIFT: f64 = 2.0;
/// So many standard deviations more than chance.
const DEVIATIONS: f64 = 3.0;
/// Names that are blamed for time-outs at once.
const MOST_NAMES: usize = 12;
/// No share is smaller, so that nothing is forgotten, and none larger.
const LEAST_PERCENT: f64 = 3.0;
const MOST_PERCENT: f64 = 60.0;
/// The time limit is not shortened further, in seconds and compared with the mean of all runs.
const SHORTEST: f64 = 0.05;
const RUNS_OF_MEAN_LENGTH: f64 = 10.0;
/// A finding came often if it did so often, in this share of the runs that could make it.
const OFTEN: u64 = 5;
const FINDINGS_SHARE: f64 = 0.02;

impl Evidence {
    /// The share of the time that was lost.
    fn share(&self) -> f64 {
        if self.seconds > 0.0 { (self.lost / self.seconds).min(1.0) } else { 0.0 }
    }

    /// What follows from it.
    pub(super) fn teach(&self) -> Learned {
        let mut learned = Learned { time: None, seldom: self.seldom_by_findings() };
        if self.share() <= SHARE || self.timeouts.is_empty() {
            return learned;
        }
        // What hangs is ended earlier: most runs that hit a limit would hit a longer one, too.
        let good = (self.seconds - self.lost).max(0.001);
        let bearable = SHARE * good;
        let mean = RUNS_OF_MEAN_LENGTH * good / self.runs.max(1) as f64;
        let least = SHORTEST.max(mean).min(self.limit);
        let time = (bearable / self.timeouts.len() as f64).max(least);
        // Few digits, for who reads it.
        learned.time = Some((time * 100.0).ceil() / 100.0).filter(|time| *time < self.limit);
        // How many of the runs may hit that limit, for no more to be lost.
        let lost_each = time.min(self.lost / self.timeouts.len() as f64).max(0.001);
        if lost_each * self.timeouts.len() as f64 <= bearable {
            return learned;
        }
        let wanted = bearable / (lost_each * self.runs.max(1) as f64);
        let mut open: Vec<&NameSet> = self.timeouts.iter().collect();
        for _ in 0..MOST_NAMES {
            let Some((name, rate)) = self.most_to_blame(&open) else { break };
            let percent = (100.0 * wanted / rate).clamp(LEAST_PERCENT, MOST_PERCENT) as u64;
            let slot = learned.seldom.entry(name.clone()).or_insert(percent);
            *slot = (*slot).min(percent);
            open.retain(|timeout| !timeout.contains(&name));
        }
        learned
    }

    /// The name that most of these time-outs are due to, with the share of its runs that hit the limit.
    fn most_to_blame(&self, open: &[&NameSet]) -> Option<(String, f64)> {
        let names: BTreeSet<&String> = open.iter().flat_map(|timeout| timeout.iter()).collect();
        let mut best: Option<(f64, &String, f64)> = None;
        for name in names {
            let hit = open.iter().filter(|timeout| timeout.contains(name)).count();
            let with = self.runs_with.get(name).copied().unwrap_or(0).max(hit as u64) as f64;
            let without = (self.runs as f64 - with).max(1.0);
            let (rate, rest) = (hit as f64 / with, (open.len() - hit) as f64 / without);
            // If it had nothing to do with it, its runs would hit the limit as all do.
            let by_chance = with * open.len() as f64 / self.runs.max(1) as f64;
            let excess = hit as f64 - by_chance;
            let is_clear = excess >= DEVIATIONS * (by_chance + 1.0).sqrt();
            // What is in nearly all runs is in those, too, and would be missed most.
            let excess = excess * (1.0 - with / self.runs.max(1) as f64).max(0.0);
            if hit >= FEW
                && rate >= LIFT * rest
                && is_clear
                && best.is_none_or(|(most, ..)| excess > most)
            {
                best = Some((excess, name, rate));
            }
        }
        best.map(|(_, name, rate)| (name.clone(), rate))
    }

    /// What findings that come again and again have, of which the rarest is to blame.
    fn seldom_by_findings(&self) -> BTreeMap<String, u64> {
        let mut seldom: BTreeMap<String, u64> = BTreeMap::new();
        for (count, names) in &self.findings {
            let runs = |name: &String| self.runs_with.get(name).copied().filter(|runs| *runs > 0);
            let rarest = names.iter().filter_map(|name| Some((runs(name)?, name))).min();
            let Some((runs, name)) = rarest else { continue };
            let rate = *count as f64 / runs as f64;
            if *count < OFTEN || rate <= FINDINGS_SHARE {
                continue;
            }
            let percent = (100.0 * FINDINGS_SHARE / rate).clamp(LEAST_PERCENT, MOST_PERCENT) as u64;
            let slot = seldom.entry(name.clone()).or_insert(percent);
            *slot = (*slot).min(percent);
        }
        seldom
    }
}

/// What of a run can be left out: operators, own actions, and options that it chose.
pub(super) fn names_of(calls: &[Call], not_chosen: &[&str]) -> NameSet {
    let mut names = NameSet::new();
    for call in calls {
        match (&call.action, call.action.kind(), call.args.as_slice()) {
            (Action::Own(name), ..) => {
                names.insert(name.to_string());
            }
            (_, ActionKind::MkTerm, [CallArg::Applied(applied)]) => {
                names.insert(applied.operator.key().to_owned());
            }
            (_, ActionKind::SetOption, [CallArg::Text(name), _])
                if StandardOption::from_key(name).is_none() && !not_chosen.contains(&&**name) =>
            {
                names.insert(name.to_string());
            }
            _ => {}
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&str]) -> NameSet {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    /// 1,000 runs of 10 ms, and these that hit the limit of a second.
    fn evidence(runs_with: &[(&str, u64)], timeouts: &[(usize, &[&str])]) -> Evidence {
        let timeouts: Vec<NameSet> = timeouts
            .iter()
            .flat_map(|(count, names)| std::iter::repeat_n(set(names), *count))
            .collect();
        let lost = timeouts.len() as f64;
        let runs_with = runs_with.iter().map(|(name, runs)| ((*name).to_owned(), *runs)).collect();
        Evidence {
            runs: 1_000,
            seconds: 10.0 + lost,
            lost,
            limit: 1.0,
            runs_with,
            timeouts,
            findings: Vec::new(),
        }
    }

    #[test]
    fn what_hangs_is_seldom_from_then_on() {
        let runs_with = [("hangs", 60), ("often", 900), ("beside", 500)];
        let seen = evidence(&runs_with, &[(30, &["hangs", "often"]), (10, &["hangs", "beside"])]);
        let learned = seen.teach();
        assert_eq!(learned.time, Some(0.1));
        assert_eq!(learned.seldom, [("hangs".to_owned(), 3)].into());
        assert_eq!(seen.teach(), learned);
    }

    #[test]
    fn two_causes_are_told_apart() {
        let runs_with = [("a", 50), ("b", 50), ("with-a", 100)];
        let learned = evidence(&runs_with, &[(12, &["a", "with-a"]), (9, &["b"])]).teach();
        assert_eq!(learned.seldom.keys().collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn what_nothing_is_to_blame_for_ends_earlier() {
        let runs_with = [("everywhere", 1_000), ("half", 500)];
        let learned =
            evidence(&runs_with, &[(5, &["everywhere", "half"]), (5, &["everywhere"])]).teach();
        assert!(learned.seldom.is_empty(), "{learned:?}");
        // Ten runs of mean length.
        assert_eq!(learned.time, Some(0.1));
    }

    #[test]
    fn nothing_is_seldom_where_an_earlier_end_is_enough() {
        let learned = evidence(&[("hangs", 10)], &[(3, &["hangs"])]).teach();
        assert_eq!(learned, Learned { time: Some(0.17), ..Learned::default() });
    }

    #[test]
    fn little_that_is_lost_teaches_nothing() {
        let mut seen = evidence(&[("a", 3)], &[(3, &["a"])]);
        seen.seconds = 100.0;
        assert_eq!(seen.teach(), Learned::default());
        assert_eq!(Evidence::default().teach(), Learned::default());
    }

    #[test]
    fn what_keeps_finding_the_same_is_seldom() {
        let mut seen = evidence(&[("order", 40), ("OP_AND", 800)], &[]);
        seen.findings = vec![(10, set(&["order", "OP_AND"])), (4, set(&["OP_AND"]))];
        assert_eq!(seen.teach().seldom, [("order".to_owned(), 8)].into());
    }
}
