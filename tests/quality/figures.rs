//! The figures of a measurement, and the table of them.

use std::fmt::Write;

use crate::asked::{Asked, share};
use crate::counters::Counters;
use crate::measure::MARK;
use crate::references::{Reference, references};

/// What was counted in a check.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Whether the function of the API that is counted was called.
    pub told: bool,
    pub counters: Counters,
}

impl Check {
    pub fn to_words(self) -> String {
        let Counters { conflicts, decisions, searches, nanoseconds, .. } = self.counters;
        format!("{} {conflicts} {decisions} {searches} {nanoseconds}", u8::from(self.told))
    }

    fn of_words<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Check> {
        let mut number = || words.next()?.parse::<u64>().ok();
        let told = number()? > 0;
        let (conflicts, decisions, searches, nanoseconds) =
            (number()?, number()?, number()?, number()?);
        let counters =
            Counters { conflicts, decisions, searches, nanoseconds, ..Counters::default() };
        Some(Check { told, counters })
    }
}

/// All that was measured.
#[derive(Default)]
pub struct Figures {
    pub runs: u64,
    pub timeouts: u64,
    pub died: u64,
    /// What a run may use of a processor.
    pub limit: f64,
    /// Processor time of all runs, without the counting.
    pub seconds: f64,
    /// The part of it of the process that starts the runs.
    pub own_seconds: f64,
    /// Nanoseconds that the counting took.
    pub counting: u64,
    pub answers: [u64; 3],
    pub checks: Vec<Check>,
    pub asked: Asked,
}

impl Figures {
    /// The lines of a run that tell of its checks.
    pub fn add_counted(&mut self, text: &str) {
        for line in text.lines().filter_map(|line| line.strip_prefix(MARK)) {
            let Some(rest) = line.strip_prefix("checked ") else { continue };
            let (answer, numbers) = rest.split_once(' ').unwrap_or((rest, ""));
            let place = ["sat", "unsat", "unknown"].iter().position(|word| *word == answer);
            let mut words = numbers.split(' ');
            if let (Some(place), Some(check)) = (place, Check::of_words(words.by_ref().take(5))) {
                self.answers[place] += 1;
                self.checks.push(check);
                self.counting += words.next().and_then(|word| word.parse().ok()).unwrap_or(0u64);
            }
        }
    }

    fn checks_with(&self, holds: impl Fn(&Counters) -> bool) -> u64 {
        self.checks.iter().filter(|check| check.told && holds(&check.counters)).count() as u64
    }

    /// Checks whose counters were read.
    pub fn told(&self) -> u64 {
        self.checks_with(|_| true)
    }

    /// Checks with a decision or a conflict.
    pub fn searched(&self) -> u64 {
        self.checks_with(|counters| counters.conflicts + counters.decisions > 0)
    }

    /// Whether it is known what the solver's search does. Yices tells nothing of it.
    pub fn tells_search(&self, solver: &str) -> bool {
        solver != "yices"
    }

    /// The table: what, ours, and beside it what is known of the original and of historic bug triggers.
    pub fn table(&self, solver: &str, setting: &str) -> String {
        let mut text = String::new();
        let row = |text: &mut String, what: &str, ours: String| {
            let Reference { original, historic } = references(solver, setting, what);
            let _ = writeln!(text, "{what:<58} {ours:>14} {original:>10} {historic:>10}");
        };
        let _ = writeln!(
            text,
            "{:<58} {:>14} {:>10} {:>10}",
            format!("{solver} {setting}"),
            "ours",
            "original",
            "historic"
        );
        let percent = |part: u64, all: u64| match all {
            0 => "-".to_owned(),
            _ => format!("{:.1} %", share(part, all)),
        };
        let number = |value: f64| format!("{value:.1}");
        let checks = self.checks.len() as u64;
        let per_second = |count: u64| number(count as f64 / self.seconds.max(1e-9));
        row(&mut text, "runs", self.runs.to_string());
        row(&mut text, "runs that died", percent(self.died, self.runs));
        row(&mut text, "runs that hit the time limit", percent(self.timeouts, self.runs));
        let lost = 100.0 * self.timeouts as f64 * self.limit / self.seconds.max(1e-9);
        row(&mut text, "their share of the CPU time", format!("{lost:.1} %"));
        row(&mut text, "checks per run", number(checks as f64 / self.runs.max(1) as f64));
        row(&mut text, "CPU seconds", number(self.seconds));
        let in_checks: u64 = self.checks.iter().map(|check| check.counters.nanoseconds).sum();
        let part = |seconds: f64| format!("{:.1} %", 100.0 * seconds / self.seconds.max(1e-9));
        row(&mut text, "of them in checks that ended", part(in_checks as f64 * 1e-9));
        row(&mut text, "of them in the parent of the runs", part(self.own_seconds));
        row(&mut text, "runs per CPU-second", per_second(self.runs));
        row(&mut text, "checks per CPU-second", per_second(checks));
        for (word, count) in ["sat", "unsat", "unknown"].iter().zip(self.answers) {
            row(&mut text, word, percent(count, checks));
        }
        let asked = &self.asked;
        row(
            &mut text,
            "checks that repeat the last question",
            percent(asked.repeats, asked.checks),
        );
        row(
            &mut text,
            "checks without assertion or assumption",
            percent(asked.empty, asked.checks),
        );
        row(&mut text, "distinct queries", asked.queries().to_string());
        row(
            &mut text,
            "queries with a formula that alone simplifies to false",
            percent(asked.queries_with_false, asked.queries()),
        );
        row(&mut text, "sat queries that hold if all is zero", asked.zero());
        row(&mut text, "query DAG size, median", asked.query_sizes.median());
        row(&mut text, "query depth, median", asked.query_depths.median());
        row(&mut text, "assertions", asked.assertions.to_string());
        row(&mut text, "assertions that are literals", percent(asked.literals, asked.assertions));
        row(&mut text, "assertions that are bare constants", percent(asked.bare, asked.assertions));
        row(&mut text, "assertions that fold to false", percent(asked.fold_false, asked.folds()));
        row(&mut text, "assertions that fold to true", percent(asked.fold_true, asked.folds()));
        row(&mut text, "assertion depth, mean", asked.depths.mean());
        row(&mut text, "assertion depth, median", asked.depths.median());
        row(&mut text, "assertion DAG size, mean", asked.sizes.mean());
        row(&mut text, "assertion DAG size, median", asked.sizes.median());
        row(&mut text, "bit-vector width declared, mean", asked.widths.mean());
        row(&mut text, "operators used", asked.operators.len().to_string());
        let told = self.told();
        if !self.tells_search(solver) {
            let _ = writeln!(text, "{solver} tells nothing of its search");
        } else {
            let begun = self.checks_with(|c| c.searches + c.conflicts + c.decisions > 0);
            let busy = self.searched();
            let with = |least: u64| self.checks_with(|c| c.conflicts >= least);
            row(&mut text, "checks decided by preprocessing", percent(told - begun, told));
            row(&mut text, "checks without decision or conflict", percent(told - busy, told));
            row(&mut text, "checks without conflict", percent(told - with(1), told));
            row(&mut text, "checks with >= 1 conflict per CPU-second", per_second(with(1)));
            row(&mut text, "checks with >= 100 conflicts per CPU-second", per_second(with(100)));
        }
        let slow = self.checks_with(|c| c.nanoseconds >= 10_000_000);
        row(&mut text, "checks of >= 10 ms per CPU-second", per_second(slow));
        text
    }
}
