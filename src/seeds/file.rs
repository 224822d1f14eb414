//! The file of seeds of a campaign: one line of JSON for each, with what is known of it.

use std::path::{Path, PathBuf};

use murxla_api::Answer;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::facts::assignment;
use crate::findings::disk::DiskError;
use crate::findings::output_file::write_output;
use crate::mutate::{Seed, Unusable};
use crate::smt::read;

/// A seed with what is known of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownSeed {
    /// Where it comes from.
    pub name: String,
    /// The script.
    pub text: String,
    /// Whether it is satisfiable, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sat: Option<bool>,
    /// The values of its constants, in the order of their declarations, in the notation of traces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Option<String>>,
    /// Whether all its assertions are true under these by our own evaluation.
    #[serde(default)]
    pub satisfied: bool,
    /// The techniques that can use it.
    #[serde(default)]
    pub usable: Vec<String>,
}

impl KnownSeed {
    /// The seed itself.
    pub fn open(&self) -> Result<Seed, Unusable> {
        let script =
            read(self.text.as_bytes(), &[]).map_err(|error| Unusable(error.to_string()))?;
        let mut seed = Seed::plain(self.name.clone(), script)?;
        seed.status = self.sat.map(|sat| if sat { Answer::Sat } else { Answer::Unsat });
        if !self.values.is_empty() {
            let values = assignment(&seed.script, &self.values);
            match self.satisfied {
                true => seed.model = Some(values),
                false => seed.counter_model = Some(values),
            }
        }
        Ok(seed)
    }
}

/// Why a file of seeds cannot be read.
#[derive(Debug, Error)]
pub enum SeedFileError {
    /// The disk.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// A line of it.
    #[error("{}: line {line} is no seed", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
    },
}

/// The seeds of a campaign.
#[derive(Clone, Debug, Default)]
pub struct SeedFile {
    /// In the order in which they were given.
    pub seeds: Vec<KnownSeed>,
}

impl SeedFile {
    /// Its name in the folder of a campaign, and in that of a finding.
    pub const NAME: &'static str = "seeds.jsonl";

    /// Reads it.
    pub fn read(path: &Path) -> Result<SeedFile, SeedFileError> {
        let text = std::fs::read_to_string(path).map_err(DiskError::on("read", path))?;
        let seed = |(number, line)| {
            let wrong = |_| SeedFileError::Line { path: path.to_owned(), line: number + 1 };
            serde_json::from_str(line).map_err(wrong)
        };
        let seeds: Result<Vec<KnownSeed>, SeedFileError> =
            text.lines().enumerate().map(seed).collect();
        Ok(SeedFile { seeds: seeds? })
    }

    /// Writes it, complete or not at all.
    pub fn write(&self, path: &Path) -> Result<(), DiskError> {
        write_output(path, lines(&self.seeds).as_bytes())
    }
}

/// Seeds as lines of such a file.
pub(crate) fn lines(seeds: &[KnownSeed]) -> String {
    let line = |seed| serde_json::to_string(seed).unwrap_or_default() + "\n";
    seeds.iter().map(line).collect()
}
