//! The screen of a campaign: its figures in a few lines, which are drawn anew in place.

use murxla_api::visible_line;

use crate::campaign::{Counts, Status};
use crate::findings::Ending;

/// What a screen shows beside the figures of the campaign.
pub(super) struct Frame<'a> {
    pub(super) solver: &'a str,
    pub(super) out: String,
    pub(super) workers: usize,
    /// Runs in a second.
    pub(super) rate: f64,
    /// Free room on the disk, in kilobytes.
    pub(super) disk: Option<u64>,
    /// Characters of a line.
    pub(super) width: usize,
    /// Whether colours are wanted.
    pub(super) colours: bool,
}

/// On a terminal with fewer columns or lines there is one line instead.
pub(super) const LEAST: (usize, usize) = (60, 14);

const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const RED: &str = "\x1b[31m";
const PLAIN: &str = "\x1b[0m";

/// The lines of the screen, none of them wider than the terminal.
pub(super) fn lines(status: &Status<'_>, frame: &Frame<'_>) -> Vec<String> {
    let counts = status.counts;
    let mut lines = Vec::new();
    let head =
        format!("murxla {} · {} · {}", frame.solver, clock(status.elapsed.as_secs()), frame.out);
    lines.push(frame.painted(BOLD, "", &head));
    let mut row = |name: &str, text: String, colour: &str| {
        lines.push(frame.painted(colour, &format!("  {name:<10} "), &text));
    };
    let goal = status.goal.map_or_else(String::new, |goal| {
        let left = goal.saturating_sub(counts.runs) as f64 / frame.rate;
        match left.is_finite() && left < 1e8 {
            true => format!(" of {goal}, {} left", clock(left as u64)),
            false => format!(" of {goal}"),
        }
    });
    let calls = counts.calls as f64 / counts.runs.max(1) as f64 * frame.rate;
    row("runs", format!("{}{goal}; {:.1}/s, {calls:.0} calls/s", counts.runs, frame.rate), "");
    let answers = counts.sat + counts.unsat + counts.unknown;
    let share =
        |part: u64, all: u64| format!("{part} ({} %)", (part * 100).checked_div(all).unwrap_or(0));
    row(
        "answers",
        format!(
            "sat {}  unsat {}  unknown {}",
            share(counts.sat, answers),
            share(counts.unsat, answers),
            share(counts.unknown, answers)
        ),
        "",
    );
    let timeouts = counts.ends.get(&Ending::Timeout.to_string()).copied().unwrap_or(0);
    let lost = (counts.milliseconds_lost * 100).checked_div(counts.milliseconds).unwrap_or(0);
    row("time-outs", format!("{timeouts}; {lost} % of the time"), if lost > 30 { DIM } else { "" });
    let all: u64 = status.buckets.values().sum();
    let mut classes: Vec<(&String, &u64)> = status.buckets.iter().collect();
    classes.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), *name));
    let classes: Vec<String> =
        classes.into_iter().map(|(class, count)| format!("{class} {count}")).collect();
    row("findings", format!("{all}  {}", classes.join(", ")), if all > 0 { RED } else { "" });
    row("newest", status.newest.unwrap_or("none yet").to_owned(), "");
    row("oracles", oracles(counts), "");
    row("met", coverage(counts), "");
    let disk = frame.disk.map_or_else(String::new, |kilobytes| {
        format!("; disk {:.1} GiB free", kilobytes as f64 / (1 << 20) as f64)
    });
    let workers = if frame.workers == 1 { "1".to_owned() } else { frame.workers.to_string() };
    row("workers", format!("{workers}{disk}"), "");
    row("", "Ctrl-C ends it and tells what was found".to_owned(), DIM);
    lines
}

/// How often the oracles that were asked most could tell.
fn oracles(counts: &Counts) -> String {
    const SHOWN: usize = 4;
    let mut asked: Vec<(&String, &[u64; 2])> = counts.oracles.iter().collect();
    asked.sort_by_key(|(name, [asked, _])| (std::cmp::Reverse(*asked), *name));
    let told: Vec<String> = asked
        .into_iter()
        .filter(|(_, [asked, _])| *asked > 0)
        .take(SHOWN)
        .map(|(name, [asked, told])| format!("{name} {told}/{asked}"))
        .collect();
    if told.is_empty() { "none asked yet".to_owned() } else { told.join("  ") }
}

/// How much of the model was met.
fn coverage(counts: &Counts) -> String {
    let part = |name: &str, table| {
        let (used, all) = Counts::used(table);
        format!("{name} {used}/{all}")
    };
    [
        part("operators", &counts.operators),
        part("actions", &counts.actions),
        part("transitions", &counts.transitions),
        part("options", &counts.options),
    ]
    .join("  ")
}

impl Frame<'_> {
    /// A line, cut to the width, with its last part in a colour.
    fn painted(&self, colour: &str, before: &str, text: &str) -> String {
        let text = visible_line(text);
        let room = self.width.saturating_sub(before.chars().count());
        let cut: String = text.chars().take(room).collect();
        match self.colours && !colour.is_empty() {
            true => format!("{before}{colour}{cut}{PLAIN}"),
            false => format!("{before}{cut}"),
        }
    }
}

/// What takes so many lines away that were drawn, of which the last has no end.
pub(super) fn cleared(lines: usize) -> String {
    let mut text = String::from("\r\x1b[K");
    for _ in 1..lines {
        text.push_str("\x1b[1A\x1b[K");
    }
    text
}

fn clock(seconds: u64) -> String {
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_screen_fits_and_tells_what_counts() {
        let mut counts =
            Counts { runs: 417, calls: 41_700, sat: 6, unsat: 3, unknown: 1, ..Counts::default() };
        counts.oracles.insert("model".to_owned(), [12, 10]);
        counts.operators.insert("OP_AND".to_owned(), [3, 3]);
        counts.operators.insert("OP_OR".to_owned(), [0, 0]);
        let buckets = BTreeMap::from([("segv".to_owned(), 4), ("abort".to_owned(), 1)]);
        let newest = format!("z3: segv: {}\x1b[2J", "f".repeat(300));
        let status = Status {
            counts: &counts,
            session_runs: 417,
            elapsed: Duration::from_secs(76),
            buckets: &buckets,
            newest: Some(&newest),
            goal: Some(1000),
        };
        let mut frame = Frame {
            solver: "z3",
            out: "out".to_owned(),
            workers: 2,
            rate: 5.5,
            disk: Some(3 << 20),
            width: 72,
            colours: false,
        };
        let plain = lines(&status, &frame);
        assert!(plain.len() < LEAST.1);
        for line in &plain {
            assert!(line.chars().count() <= 72 && !line.contains('\x1b'), "{line:?}");
        }
        let text = plain.join("\n");
        for part in [
            "murxla z3 · 0:01:16 · out",
            "417 of 1000, 0:01:46 left; 5.5/s, 550 calls/s",
            "sat 6 (60 %)  unsat 3 (30 %)  unknown 1 (10 %)",
            "5  segv 4, abort 1",
            "model 10/12",
            "operators 1/2",
            "2; disk 3.0 GiB free",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        frame.colours = true;
        assert!(lines(&status, &frame)[0].starts_with(BOLD));
        assert_eq!(cleared(3), "\r\x1b[K\x1b[1A\x1b[K\x1b[1A\x1b[K");
    }
}
