//! Epochs of a campaign: from which run on which learned settings hold, in `epochs.toml`.
//!
//! Which epoch a run belongs to follows from its number, and what was learned for an epoch is written once, before its first run
//! begins: so a run is the same whoever does it, and after a resume.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::learning::Learned;
use super::plan::PlanError;
use crate::findings::disk::DiskError;
use crate::findings::output_file::write_output;

const FILE: &str = "epochs.toml";
/// The length of the first epoch; the next ones end at twice the run, up to this length.
const FIRST: u64 = 128;
const LONG: u64 = 16_384;
/// After that an epoch is this part of the runs before it: all machines of a campaign wait for the last runs of each epoch, and
/// thousands of workers do 16,384 runs in a moment.
const PART: u64 = 4;

/// An epoch that has begun.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// Its first run.
    pub from: u64,
    /// What was learned before it.
    #[serde(flatten)]
    pub learned: Learned,
}

#[derive(Default, Serialize, Deserialize)]
struct File {
    #[serde(default)]
    epoch: Vec<Epoch>,
}

/// The epochs so far.
pub(super) struct Epochs {
    path: PathBuf,
    begun: Vec<Epoch>,
}

impl Epochs {
    /// Those of the campaign in this folder.
    pub(super) fn open(out: &Path) -> Result<Epochs, PlanError> {
        let path = out.join(FILE);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.map_err(DiskError::on("read", &path))?,
        };
        let file: File = toml::from_str(&text).map_err(|error| PlanError::Form {
            path: path.clone(),
            problem: error.to_string().trim_end().to_owned(),
        })?;
        Ok(Epochs { path, begun: file.epoch })
    }

    /// The run with which the next epoch begins.
    pub(super) fn end(&self) -> u64 {
        match self.begun.last() {
            None => FIRST,
            Some(last) => last.from + last.from.clamp(FIRST, LONG.max(last.from / PART)),
        }
    }

    /// What holds now.
    pub(super) fn learned(&self) -> Learned {
        self.begun.last().map(|epoch| epoch.learned.clone()).unwrap_or_default()
    }

    /// Begins the next epoch.
    pub(super) fn begin(&mut self, learned: Learned) -> Result<(), PlanError> {
        let from = self.end();
        self.begun.push(Epoch { from, learned });
        self.write()
    }

    /// These are the epochs, each with its first run: what several machines share is kept elsewhere.
    pub(super) fn replace(&mut self, begun: Vec<(u64, Learned)>) -> Result<(), PlanError> {
        let begun: Vec<Epoch> =
            begun.into_iter().map(|(from, learned)| Epoch { from, learned }).collect();
        if begun.len() <= self.begun.len() {
            return Ok(());
        }
        self.begun = begun;
        self.write()
    }

    /// All that have begun.
    pub(super) fn into_begun(self) -> Vec<Epoch> {
        self.begun
    }

    fn write(&self) -> Result<(), PlanError> {
        let file = File { epoch: self.begun.clone() };
        let text = toml::to_string(&file).map_err(|error| PlanError::Form {
            path: self.path.clone(),
            problem: error.to_string(),
        })?;
        Ok(write_output(&self.path, text.as_bytes())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epochs_are_read_back() {
        let out = tempfile::tempdir().expect("a folder");
        let mut epochs = Epochs::open(out.path()).expect("none");
        assert_eq!((epochs.end(), epochs.learned()), (128, Learned::default()));
        let seldom = [("z3-tactic".to_owned(), 20)].into();
        let learned = Learned { time: Some(0.25), seldom };
        epochs.begin(Learned::default()).expect("written");
        epochs.begin(learned.clone()).expect("written");
        let again = Epochs::open(out.path()).expect("read");
        assert_eq!((again.end(), again.learned()), (512, learned));
        fs::write(out.path().join(FILE), "epoch = 3").expect("a file");
        assert!(Epochs::open(out.path()).is_err());
    }

    #[test]
    fn they_grow_quickly_and_then_slowly() {
        let out = tempfile::tempdir().expect("a folder");
        let mut epochs = Epochs::open(out.path()).expect("none");
        let mut ends = Vec::new();
        for _ in 0..10 {
            ends.push(epochs.end());
            epochs.begin(Learned::default()).expect("written");
        }
        assert_eq!(ends, [128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 49152]);
        while epochs.end() < 1_000_000_000 {
            ends.push(epochs.end());
            epochs.begin(Learned::default()).expect("written");
        }
        assert_eq!(ends[10..14], [65536, 81920, 102_400, 128_000]);
        assert!(ends.len() < 60, "{}", ends.len());
    }
}
