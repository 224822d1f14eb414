//! What a campaign left in its folder.

use std::path::Path;

use serde_json::{Value, json};

use crate::findings::{Finding, ISSUE, MIN_TRACE, Rank, duplicates, read_findings, scope_of};

/// A finding, as a report shows it.
pub(super) struct Found {
    pub(super) name: String,
    pub(super) finding: Finding,
    pub(super) rank: Rank,
    /// How many runs found it.
    pub(super) count: u64,
    /// When it was found first, in seconds since 1970.
    pub(super) first: Option<u64>,
    /// Calls of the smallest trace.
    pub(super) calls: Option<usize>,
    /// What it is, in a few words.
    pub(super) title: String,
    /// The text of its issue.
    pub(super) issue: Option<String>,
}

/// How a campaign stood.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub(super) time: u64,
    pub(super) runs: u64,
}

pub(super) struct Campaign {
    /// The name of its folder.
    pub(super) name: String,
    pub(super) solver: String,
    /// stats.json; `Null` if there is none.
    pub(super) stats: Value,
    pub(super) points: Vec<Point>,
    pub(super) found: Vec<Found>,
}

/// An issue that is longer is cut: a report is one file that opens at once.
const LONGEST_ISSUE: usize = 60_000;

impl Campaign {
    pub(super) fn read(folder: &Path) -> Result<Campaign, String> {
        let shown = folder.display();
        if !folder.is_dir() {
            return Err(format!("{shown} is no folder of a campaign"));
        }
        let findings = read_findings(folder).map_err(|error| error.to_string())?;
        let stats = std::fs::read(folder.join("stats.json")).ok();
        let stats: Value = match stats {
            None => Value::Null,
            Some(text) => serde_json::from_slice(&text)
                .map_err(|error| format!("{shown}/stats.json is not what murxla wrote: {error}"))?,
        };
        let events = std::fs::read_to_string(folder.join("events.jsonl")).unwrap_or_default();
        if stats.is_null() && events.is_empty() && findings.is_empty() {
            return Err(format!("{shown} holds no campaign and no findings"));
        }
        let events: Vec<Value> =
            events.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        // A session counts its runs anew unless it goes on; what was counted does not get less.
        let mut points: Vec<Point> = Vec::new();
        for event in events.iter().filter(|event| event["event"] == "status") {
            if let (Some(time), Some(runs)) = (event["time"].as_u64(), event["runs"].as_u64()) {
                let before = points.last().map_or(0, |point| point.runs);
                points.push(Point { time, runs: runs.max(before) });
            }
        }
        let solver = events
            .iter()
            .find_map(|event| event["solver"].as_str())
            .or_else(|| findings.first().map(|(_, finding)| finding.key.solver.as_str()))
            .unwrap_or("?")
            .to_owned();
        let mut found: Vec<Found> =
            findings.into_iter().map(|(path, finding)| of(&path, finding, &events)).collect();
        found.sort_by(|one, other| {
            (one.rank, &one.finding.key).cmp(&(other.rank, &other.finding.key))
        });
        let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
        Ok(Campaign { name, solver, stats, points, found })
    }

    /// A number of stats.json.
    pub(super) fn number(&self, name: &str) -> u64 {
        self.stats[name].as_u64().unwrap_or(0)
    }

    /// The rows of a table of stats.json: name, tried, succeeded; what was tried most first.
    pub(super) fn table(&self, name: &str) -> Vec<(String, u64, u64)> {
        let Some(table) = self.stats[name].as_object() else { return Vec::new() };
        let row = |(name, counts): (&String, &Value)| {
            let tried = counts["tried"].as_u64().or_else(|| counts.as_u64())?;
            Some((name.clone(), tried, counts["succeeded"].as_u64().unwrap_or(tried)))
        };
        let mut rows: Vec<_> = table.iter().filter_map(row).collect();
        rows.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        rows
    }

    pub(super) fn json(&self) -> Value {
        let found = self.found.iter().map(|one| {
            json!({
                "name": one.name,
                "priority": one.rank.name(),
                "title": one.title,
                "key": one.finding.key,
                "count": one.count,
                "first": one.first,
                "calls": one.calls,
                "diagnosis": one.finding.diagnosis,
            })
        });
        json!({
            "campaign": self.name,
            "solver": self.solver,
            "findings": found.collect::<Vec<_>>(),
            "stats": self.stats,
        })
    }
}

fn of(path: &Path, finding: Finding, events: &[Value]) -> Found {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let key = json!(finding.key);
    let told = events.iter().find(|event| event["event"] == "finding" && event["key"] == key);
    let small = std::fs::read(path.join(MIN_TRACE)).ok();
    let small = small.and_then(|text| crate::trace::read(&text).ok());
    let issue = std::fs::read_to_string(path.join(ISSUE)).ok().map(|mut text| {
        if text.len() > LONGEST_ISSUE {
            let end = (0..=LONGEST_ISSUE).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            text.truncate(end);
            text.push_str("\n… (cut here; the rest is in README.md)\n");
        }
        text
    });
    let title = finding.diagnosis.as_ref().map(|known| known.title.clone());
    // Version and solver are told beside it.
    let title = title.as_deref().and_then(|title| title.split_once(": ")).map(|(_, what)| what);
    Found {
        title: title.map_or_else(|| finding.key.detail.clone(), str::to_owned),
        count: duplicates(path).map_or(1, |runs| runs.len().max(1) as u64),
        rank: Rank::of(&finding, scope_of(&finding)),
        first: told.and_then(|event| event["time"].as_u64()),
        calls: small.map(|(trace, _)| trace.calls.len()),
        issue,
        name,
        finding,
    }
}
