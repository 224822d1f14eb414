//! Results that could not be delivered, in a file of the machine's folder: they are delivered when the store is there again, also
//! by a later process.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::findings::{SharedFinding, TimedOut};
use super::runs::Done;
use crate::campaign::Counts;
use crate::findings::disk::DiskError;
use crate::findings::output_file::write_output;

const FILE: &str = "undelivered.jsonl";

/// Who did the runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sender {
    /// The campaign.
    pub campaign: i64,
    /// The machine.
    pub site: i64,
    /// Deliveries that were tried, each with its number, and how many of the results it had: they are delivered, if it arrived.
    pub tried: Vec<(i64, usize)>,
}

impl Sender {
    /// How many of the results are delivered, if this was the last delivery that arrived.
    pub fn delivered(&self, arrived: i64) -> usize {
        self.tried.iter().find(|(number, _)| *number == arrived).map_or(0, |(_, had)| *had)
    }
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    lease: i64,
    from: u64,
    to: u64,
    counts: Counts,
    findings: Vec<SharedFinding>,
    timed_out: Vec<TimedOut>,
    #[serde(default)]
    unstable: Vec<SharedFinding>,
}

impl Line {
    fn of(done: &Done) -> Line {
        let Done { lease, runs, counts, findings, timed_out, unstable } = done.clone();
        Line { lease, from: runs.start, to: runs.end, counts, findings, timed_out, unstable }
    }
}

/// The file of undelivered results.
#[derive(Debug)]
pub struct Spool {
    path: PathBuf,
}

impl Spool {
    /// Of the machine with this folder.
    pub fn of(out: &Path) -> Spool {
        Spool { path: out.join(FILE) }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes down all that is undelivered, in place of what was there.
    pub fn keep(&self, sender: &Sender, done: &[Done]) -> Result<(), DiskError> {
        let mut text = line(sender);
        for one in done {
            text.push_str(&line(&Line::of(one)));
        }
        write_output(&self.path, text.as_bytes())
    }

    /// One more result, after [`Spool::keep`].
    pub fn add(&self, one: &Done) -> Result<(), DiskError> {
        let text = line(&Line::of(one));
        let write = || -> io::Result<()> {
            let mut file = fs::OpenOptions::new().append(true).open(&self.path)?;
            file.write_all(text.as_bytes())?;
            file.sync_data()
        };
        write().map_err(DiskError::on("write", &self.path))
    }

    /// What is there; a last line that is not whole was never finished, and its runs are done again.
    pub fn read(&self) -> Result<Option<(Sender, Vec<Done>)>, DiskError> {
        let text = match fs::read_to_string(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(DiskError::on("read", &self.path))?,
        };
        let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        let Some(sender) = lines.next().and_then(|line| serde_json::from_str(line).ok()) else {
            return Ok(None);
        };
        let done = lines.filter_map(|line| serde_json::from_str::<Line>(line).ok());
        let done = done.map(|line| Done {
            lease: line.lease,
            runs: line.from..line.to,
            counts: line.counts,
            findings: line.findings,
            timed_out: line.timed_out,
            unstable: line.unstable,
        });
        Ok(Some((sender, done.collect())))
    }

    /// All is delivered.
    pub fn clear(&self) -> Result<(), DiskError> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(DiskError::on("remove", &self.path)(error))
            }
            _ => Ok(()),
        }
    }
}

fn line<T: Serialize>(value: &T) -> String {
    let text = serde_json::to_string(value).unwrap_or_default();
    format!("{text}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Key;

    fn done(from: u64) -> Done {
        let key = Key::of_oracle("z3", "planted", "unsat");
        let finding = SharedFinding {
            run: from,
            seed: u64::MAX - from,
            hash: super::super::findings::hash_of(&key),
            key,
            message: "a\nmessage".to_owned(),
            files: vec![("original.trace".to_owned(), vec![0, 255, 10])],
        };
        Done {
            lease: 7,
            runs: from..from + 3,
            counts: Counts { runs: 3, ..Counts::default() },
            unstable: vec![finding.clone()],
            findings: vec![finding],
            timed_out: vec![TimedOut { run: from, seed: 1, trace: b"x\n".to_vec() }],
        }
    }

    #[test]
    fn results_are_kept_until_they_are_delivered() {
        let out = tempfile::tempdir().expect("a folder");
        let spool = Spool::of(out.path());
        assert!(spool.read().expect("nothing").is_none());
        let sender = Sender { campaign: 1, site: 2, tried: vec![(3, 1)] };
        spool.keep(&sender, &[done(0)]).expect("kept");
        spool.add(&done(3)).expect("kept");
        assert_eq!(spool.read().expect("read"), Some((sender.clone(), vec![done(0), done(3)])));
        // Killed in the middle of a line.
        let text = fs::read(spool.path()).expect("text");
        fs::write(spool.path(), &text[..text.len() - 5]).expect("cut");
        assert_eq!(spool.read().expect("read"), Some((sender, vec![done(0)])));
        spool.clear().expect("removed");
        spool.clear().expect("nothing to remove");
        assert!(spool.read().expect("nothing").is_none());
    }
}
