//! The status line, the news and the final table of a campaign, for people or as JSON lines.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Map, Value, json};

use murxla_api::{visible, visible_line};

use super::disk_space::free_kilobytes;
use super::events::{Events, unix_seconds};
use super::print::say;
use super::screen::{self, Frame, cleared};
use super::{OwnBuilds, again};
use crate::campaign::messages::Setup;
use crate::campaign::{Audience, Bucket, Status};
use crate::findings::{Ending, Finding, TRACE};
use crate::solvers::Choice;

/// What is printed while a campaign goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// For people
    Text,
    /// One JSON object per line, on standard output
    Jsonl,
}

/// Tells how a campaign stands.
pub(super) struct StatusLine {
    format: Format,
    quiet: bool,
    /// On a terminal, lines that are drawn anew; where it is small, one.
    drawn: Option<String>,
    workers: usize,
    /// Free room on the disk in kilobytes, and when that was asked.
    disk: (Option<u64>, Option<Instant>),
    events: Events,
    out: PathBuf,
    solver: String,
    /// With what a finding is done again.
    choice: Choice,
    own: OwnBuilds,
    time: f64,
    may_name_files: bool,
    last: Option<Instant>,
    last_event: Option<Instant>,
    /// Runs of this session, and when the last of them were told: between two batches there are no new ones, and that is no
    /// reason for a rate to sink.
    heard: (u64, Duration),
    began: (SystemTime, Instant),
}

/// Between two plain lines.
const LINE: Duration = Duration::from_secs(10);
/// Between two draws of the line on a terminal.
const DRAW: Duration = Duration::from_millis(200);
/// Between two figures in the file of events.
const EVENT: Duration = Duration::from_secs(60);

impl StatusLine {
    pub(super) fn new(
        format: Format,
        quiet: bool,
        out: &Path,
        setup: &Setup,
        own: &OwnBuilds,
        workers: usize,
    ) -> anyhow::Result<StatusLine> {
        let events = Events::open(out)?;
        let on_terminal = std::io::stderr().is_terminal() && !quiet && format == Format::Text;
        // Where a line cannot be drawn anew, there are lines now and then.
        let on_terminal =
            on_terminal && std::env::var_os("TERM").is_some_and(|term| term != "dumb");
        let mut line = StatusLine {
            format,
            quiet,
            drawn: on_terminal.then(String::new),
            workers,
            disk: (None, None),
            events,
            out: out.to_owned(),
            solver: setup.solver.clone(),
            choice: Choice::parse(&setup.solver)?,
            own: own.clone(),
            time: setup.time,
            may_name_files: again::may_name_files(setup.required_values()),
            last: None,
            last_event: None,
            heard: (0, Duration::ZERO),
            began: (SystemTime::now(), Instant::now()),
        };
        line.event(&json!({
            "event": "begin",
            "solver": setup.solver,
            "seed": format!("{:#x}", setup.campaign_seed),
        }));
        Ok(line)
    }

    /// The command that does a finding again.
    fn replay(&self, folder: &Path) -> String {
        let trace = folder.join(TRACE);
        again::replay(&trace, &self.choice, &self.own, self.time, self.may_name_files)
    }

    /// Writes the events of findings that the store has and the file has not: of a campaign that was killed between the two, or
    /// whose disk was full.
    pub(super) fn catch_up(&mut self, buckets: &[Bucket]) {
        for bucket in buckets {
            if self.events.has(&bucket.key) {
                continue;
            }
            let folder = self.out.join("findings").join(bucket.key.folder_name());
            let replay = self.replay(&folder);
            self.event(&json!({
                "event": "finding",
                "key": bucket.key,
                "seed": format!("{:#x}", bucket.first_seed),
                "folder": folder,
                "replay": replay,
                "late": true,
            }));
        }
    }

    /// The line is not needed any more: tells how long all took.
    pub(super) fn finish(&mut self, well: bool) {
        if let Some(drawn) = self.drawn.take() {
            to_stderr(&cleared(drawn.lines().count()));
        }
        let (runs, took) = (self.heard.0, self.began.1.elapsed());
        let rate = runs as f64 / took.as_secs_f64().max(0.001);
        self.line(&format!("{runs} runs in {}, {rate:.0}/s", clock(took)));
        self.event(&json!({
            "event": "end",
            "well": well,
            "seconds": took.as_secs_f64().round(),
            "runs": runs,
        }));
    }

    /// When this session began and ended, by whom, and what is found so far.
    pub(super) fn figures(&self, buckets: &[Bucket]) -> Map<String, Value> {
        let findings = buckets.iter().map(|bucket| {
            json!({ "key": bucket.key, "count": bucket.count, "folder": bucket.key.folder_name() })
        });
        Map::from_iter([
            ("murxla".to_owned(), json!(env!("CARGO_PKG_VERSION"))),
            ("began".to_owned(), json!(unix_seconds(self.began.0))),
            ("ended".to_owned(), json!(unix_seconds(SystemTime::now()))),
            ("findings".to_owned(), findings.collect()),
        ])
    }

    /// Writes an event, with its time.
    fn event(&mut self, event: &Value) {
        let event = self.events.write(event);
        if self.format == Format::Jsonl && !self.quiet {
            let _ = writeln!(std::io::stdout().lock(), "{event}");
        }
    }

    fn line(&self, text: &str) {
        match &self.drawn {
            Some(drawn) => {
                let clear = cleared(drawn.lines().count());
                to_stderr(&format!("{clear}{}\n{drawn}", visible(text)));
            }
            None if self.quiet || self.format == Format::Jsonl => {}
            None => say!("{text}"),
        }
    }
}

/// A closed standard error is no reason to stop.
fn to_stderr(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

/// Between two looks at the disk.
const DISK: Duration = Duration::from_secs(30);

impl StatusLine {
    /// What is drawn: the screen, or the line if the terminal is too small for it.
    fn drawing(&mut self, status: &Status<'_>, rate: f64, line: &str) -> String {
        let size = terminal_size::terminal_size_of(std::io::stderr());
        let (width, height) =
            size.map_or((0, 0), |(width, height)| (usize::from(width.0), usize::from(height.0)));
        if width < screen::LEAST.0 || height < screen::LEAST.1 {
            return within_terminal(visible_line(line).into_owned());
        }
        if is_due(&mut self.disk.1, DISK) {
            self.disk.0 = free_kilobytes(&self.out);
        }
        let frame = Frame {
            solver: &self.solver,
            out: self.out.display().to_string(),
            workers: self.workers,
            rate,
            disk: self.disk.0,
            // A line that is as wide as the terminal would end in the next one.
            width: width - 1,
            colours: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        };
        screen::lines(status, &frame).join("\n")
    }
}

/// The part of a line that a terminal shows on one line, with room for the `^C` that it echoes behind it: a second line would
/// not be cleared.
fn within_terminal(mut text: String) -> String {
    const ROOM: usize = 4;
    let size = terminal_size::terminal_size_of(std::io::stderr());
    let width = size.map_or(usize::MAX, |(width, _)| usize::from(width.0).saturating_sub(ROOM));
    if let Some((end, _)) = text.char_indices().nth(width) {
        text.truncate(end);
    }
    text
}

/// The newest finding: its class and the innermost function, or the beginning of what was said.
fn newest_in_short(newest: &str) -> String {
    const MOST: usize = 48;
    let first = newest.split(" < ").next().unwrap_or(newest);
    let end = first.char_indices().nth(MOST).map_or(first.len(), |(end, _)| end);
    let more = if end < first.len() { "…" } else { "" };
    format!(", newest {}{more}", &first[..end])
}

/// How many findings there are, and of which classes: `3 (segv 2, abort 1)`.
fn by_class(buckets: &BTreeMap<String, u64>) -> String {
    let all: u64 = buckets.values().sum();
    if all == 0 {
        return "0".to_owned();
    }
    let mut classes: Vec<_> = buckets.iter().collect();
    classes.sort_by_key(|(_, count)| Reverse(**count));
    let classes: Vec<String> =
        classes.into_iter().map(|(class, count)| format!("{class} {count}")).collect();
    format!("{all} ({})", classes.join(", "))
}

/// Hours, minutes and seconds.
pub(super) fn clock(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn is_due(last: &mut Option<Instant>, pause: Duration) -> bool {
    let due = last.is_none_or(|last| last.elapsed() >= pause);
    if due {
        *last = Some(Instant::now());
    }
    due
}

impl Audience for StatusLine {
    fn status(&mut self, status: &Status<'_>) {
        let counts = status.counts;
        let seconds = status.elapsed.as_secs_f64().max(0.001);
        if status.session_runs != self.heard.0 {
            self.heard = (status.session_runs, status.elapsed);
        }
        let rate = self.heard.0 as f64 / self.heard.1.as_secs_f64().max(0.001);
        let timeouts = counts.ends.get(&Ending::Timeout.to_string()).copied().unwrap_or(0);
        if is_due(&mut self.last_event, EVENT) {
            self.event(&json!({
                "event": "status",
                "seconds": seconds.round(),
                "runs": counts.runs,
                "runs_per_second": (rate * 10.0).round() / 10.0,
                "calls": counts.calls,
                "sat": counts.sat,
                "unsat": counts.unsat,
                "unknown": counts.unknown,
                "timeouts": timeouts,
                "findings": status.buckets.values().sum::<u64>(),
                "findings_by_class": status.buckets,
            }));
        }
        let pause = if self.drawn.is_some() { DRAW } else { LINE };
        if !is_due(&mut self.last, pause) {
            return;
        }
        let calls = counts.calls as f64 / counts.runs.max(1) as f64 * rate;
        // Terminals may be narrow: what matters comes first.
        let goal = status.goal.map_or_else(String::new, |goal| {
            let left = goal.saturating_sub(counts.runs) as f64 / rate;
            match left.is_finite() && left < 1e8 {
                true => format!(" of {goal}, {} left", clock(Duration::from_secs_f64(left))),
                false => format!(" of {goal}"),
            }
        });
        let text = format!(
            "{} {}: {} runs{goal}, {rate:.0}/s; findings {}{}; sat {} unsat {} unknown {} timeouts {timeouts}; \
             {calls:.0} calls/s",
            self.solver,
            clock(status.elapsed),
            counts.runs,
            by_class(status.buckets),
            status.newest.map_or_else(String::new, newest_in_short),
            counts.sat,
            counts.unsat,
            counts.unknown,
        );
        match self.drawn.take() {
            Some(before) => {
                let drawn = self.drawing(status, rate, &text);
                let clear = cleared(before.lines().count());
                to_stderr(&format!("{clear}{drawn}"));
                self.drawn = Some(drawn);
            }
            None => self.line(&text),
        }
    }

    fn new_bucket(&mut self, finding: &Finding, folder: &Path) {
        let replay = self.replay(folder);
        let release = finding.release.as_ref().map(|release| release.in_short(&finding.key));
        let on_release = release.map_or_else(String::new, |text| format!("; release {text}"));
        self.line(&format!("new: {}{on_release}; again with: {replay}", finding.key));
        self.event(&json!({
            "event": "finding",
            "key": finding.key,
            "run": finding.run,
            "seed": format!("{:#x}", finding.seed),
            "folder": folder,
            "release": finding.release,
            "replay": replay,
        }));
    }

    fn note(&mut self, text: &str) {
        self.line(text);
        self.event(&json!({ "event": "note", "text": text }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_told_by_class() {
        let buckets = |pairs: &[(&str, u64)]| {
            pairs.iter().map(|(class, count)| ((*class).to_owned(), *count)).collect()
        };
        assert_eq!(by_class(&buckets(&[])), "0");
        assert_eq!(by_class(&buckets(&[("abort", 1), ("segv", 2)])), "3 (segv 2, abort 1)");
    }

    #[test]
    fn the_newest_finding_does_not_fill_the_line() {
        assert_eq!(newest_in_short("z3: segv: f < g < h"), ", newest z3: segv: f");
        let long = newest_in_short(&"x".repeat(500));
        assert_eq!(long.chars().count(), ", newest ".len() + 48 + 1);
    }

    #[test]
    fn clocks_are_read_at_a_glance() {
        assert_eq!(clock(Duration::from_millis(1900)), "0:00:01");
        assert_eq!(clock(Duration::from_secs(36_125)), "10:02:05");
    }
}
