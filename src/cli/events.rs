//! `events.jsonl` of a campaign: its news, one JSON object on each line, with their times.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::SystemTime;

use serde_json::{Value, json};

use murxla_api::visible_json;

use crate::findings::Key;

/// The event of a finding.
const FINDING: &str = "finding";

/// The file, and which findings are told in it.
pub(super) struct Events {
    file: File,
    told: BTreeSet<String>,
}

impl Events {
    /// Opens the file of a campaign, to go on with it.
    pub(super) fn open(out: &Path) -> io::Result<Events> {
        let path = out.join("events.jsonl");
        let mut file = File::options().create(true).append(true).read(true).open(path)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        if text.last().is_some_and(|byte| *byte != b'\n') {
            // Someone was killed while writing: what comes now has a line of its own.
            file.write_all(b"\n")?;
        }
        let lines = text.split(|byte| *byte == b'\n');
        let events = lines.filter_map(|line| serde_json::from_slice::<Value>(line).ok());
        let findings = events.filter(|event| event["event"] == FINDING);
        let told = findings.map(|event| event["key"].to_string()).collect();
        Ok(Events { file, told })
    }

    /// Whether the finding is told already.
    pub(super) fn has(&self, key: &Key) -> bool {
        self.told.contains(&json!(key).to_string())
    }

    /// Writes an event, with its time; gives its text.
    pub(super) fn write(&mut self, event: &Value) -> String {
        let mut event = event.clone();
        event["time"] = json!(unix_seconds(SystemTime::now()));
        let text = visible_json(&event.to_string()).into_owned();
        // A full disk is told by whoever must write; what is missing here is told when the campaign goes on or ends.
        let written = self.file.write_all(format!("{text}\n").as_bytes());
        if written.is_ok() && event["event"] == FINDING {
            self.told.insert(event["key"].to_string());
        }
        text
    }
}

/// Seconds since 1970.
pub(super) fn unix_seconds(time: SystemTime) -> u64 {
    time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
