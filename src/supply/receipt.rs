//! `receipt.toml`, which makes a folder an installed solver and says where it came from.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::SupplyError;
use super::pins::Pins;
use super::unpack::sha256;

const FILE_NAME: &str = "receipt.toml";

/// One package file that an installed solver was made of.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct InstalledPackage {
    /// Name of the file, as the package index has it.
    pub file: String,
    /// Its checksum in hexadecimal digits.
    pub sha256: String,
    /// Whether the checksum was known before; otherwise it was only recorded.
    pub pinned: bool,
}

/// A file that is loaded with an installed solver, as it was when it was installed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct InstalledFile {
    /// Relative to the folder.
    path: PathBuf,
    sha256: String,
    size: u64,
    /// When it was written, in nanoseconds since 1970.
    modified: i64,
}

impl InstalledFile {
    fn of(directory: &Path, path: PathBuf) -> Result<InstalledFile, SupplyError> {
        let file = directory.join(&path);
        let (size, modified) = stamp(&file).map_err(SupplyError::disk("read", &file))?;
        Ok(InstalledFile { sha256: sha256(&file)?, path, size, modified })
    }

    /// Whether the file is still what it was. Its contents are read only if it was written since, so this costs nothing
    /// each time a solver is loaded.
    fn is_intact(&self, directory: &Path) -> bool {
        let file = directory.join(&self.path);
        let Ok(stamp) = stamp(&file) else { return false };
        stamp == (self.size, self.modified) || sha256(&file).is_ok_and(|sum| sum == self.sha256)
    }
}

fn stamp(file: &Path) -> io::Result<(u64, i64)> {
    let data = fs::metadata(file)?;
    let nanoseconds = data.mtime().saturating_mul(1_000_000_000).saturating_add(data.mtime_nsec());
    Ok((data.len(), nanoseconds))
}

/// The record of one installation.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Receipt {
    pub solver: String,
    pub version: String,
    /// The library to load, relative to the folder.
    pub library: PathBuf,
    /// When it was installed, in UTC.
    installed: String,
    /// The version of this program.
    murxla: String,
    /// Which files were taken: the number of the list of pins at that time.
    #[serde(default)]
    pub layout: u32,
    /// What is not as in the pinned release.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<String>,
    #[serde(rename = "package")]
    pub packages: Vec<InstalledPackage>,
    /// What is in `lib`; receipts of earlier versions do not tell.
    #[serde(default, rename = "file", skip_serializing_if = "Vec::is_empty")]
    files: Vec<InstalledFile>,
}

impl Receipt {
    pub fn new(
        solver: &str,
        version: &str,
        library: PathBuf,
        packages: Vec<InstalledPackage>,
    ) -> Self {
        Self {
            solver: solver.to_owned(),
            version: version.to_owned(),
            layout: Pins::embedded().solver(solver).map_or(0, |pins| pins.layout),
            library,
            installed: utc(SystemTime::now()),
            murxla: env!("CARGO_PKG_VERSION").to_owned(),
            differs: Vec::new(),
            packages,
            files: Vec::new(),
        }
    }

    /// Records the files in `lib` as they are now.
    pub fn record_files(&mut self, directory: &Path) -> Result<(), SupplyError> {
        let folder = directory.join("lib");
        let entries = fs::read_dir(&folder).map_err(SupplyError::disk("read", &folder))?;
        // What a link leads to is in the list itself.
        let is_file = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_file());
        let names = entries.flatten().filter(is_file).map(|entry| entry.file_name());
        let mut paths: Vec<PathBuf> = names.map(|name| Path::new("lib").join(name)).collect();
        paths.sort();
        self.files = paths
            .into_iter()
            .map(|path| InstalledFile::of(directory, path))
            .collect::<Result<_, _>>()?;
        Ok(())
    }

    /// A recorded file that is another now, or gone.
    pub fn damaged_file(&self, directory: &Path) -> Option<PathBuf> {
        let damaged = self.files.iter().find(|file| !file.is_intact(directory))?;
        Some(directory.join(&damaged.path))
    }

    /// The receipt of a folder, if it has a readable one.
    pub fn read(directory: &Path) -> Option<Self> {
        toml::from_str(&fs::read_to_string(directory.join(FILE_NAME)).ok()?).ok()
    }

    /// Writes the receipt and waits until it is on the disk.
    pub fn write(&self, directory: &Path) -> io::Result<()> {
        let text = toml::to_string(self).map_err(io::Error::other)?;
        let mut file = File::create(directory.join(FILE_NAME))?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    }
}

/// A time as `2026-01-31T23:59:59Z`.
fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs());
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Days to date in the proleptic Gregorian calendar, counting years from March so that the leap
    // day is the last of its year (Howard Hinnant, "chrono-compatible low-level date algorithms").
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::utc;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn times_are_printed_in_utc() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_798_761_599, "2026-12-31T23:59:59Z"),
        ] {
            assert_eq!(utc(UNIX_EPOCH + Duration::from_secs(seconds)), expected);
        }
    }
}
