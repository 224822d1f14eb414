//! Findings in a shared store: which of them are the same, and the files of the first of each kind.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio_postgres::Row;

use super::client::{Failure, Transaction};
use super::database::{Database, stored, unstored};
use super::error::SharedError;
use super::runs::event;
use crate::campaign::{Bucket, Bucketed, Seen};
use crate::findings::Key;
use crate::findings::disk::DiskError;

/// A finding that is to be put into its bucket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SharedFinding {
    /// The run.
    pub run: u64,
    /// Its seed.
    pub seed: u64,
    /// Which findings are the same.
    pub key: Key,
    /// Of the key.
    pub hash: String,
    /// What was said, on one line.
    pub message: String,
    /// The files of its folder, by name.
    pub files: Vec<(String, Vec<u8>)>,
}

impl SharedFinding {
    /// With the files that are in its folder.
    pub fn of(seen: &Seen<'_>) -> Result<SharedFinding, DiskError> {
        Ok(SharedFinding {
            run: seen.run,
            seed: seen.seed,
            key: seen.key.clone(),
            hash: hash_of(seen.key),
            message: seen.message.to_owned(),
            files: files_of(seen.folder)?,
        })
    }
}

/// A run that failed in a batch and not alone: its key, its files.
pub type Unstable = (Key, Vec<(String, Vec<u8>)>);

/// A run that hit the time limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimedOut {
    /// The run.
    pub run: u64,
    /// Its seed.
    pub seed: u64,
    /// Its trace.
    pub trace: Vec<u8>,
}

/// A file that is larger stays where it is.
const LARGEST_FILE: u64 = 16 << 20;
/// So many traces of runs that hit the limit are kept, the newest ones.
const MOST_TIMEOUTS: i64 = 2_000;

/// The buckets of a campaign, by their first run, with their numbers and when they were found, in seconds since 1970.
pub(super) const BUCKETS: &str = "SELECT key, count, first_run, first_seed, message, id, \
     extract(epoch FROM found)::bigint FROM murxla.bucket WHERE campaign = $1 ORDER BY first_run, hash";

/// The hash by which buckets are told apart.
pub fn hash_of(key: &Key) -> String {
    Sha256::digest(key.stable_text()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The files of a finding's folder.
pub fn files_of(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, DiskError> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(DiskError::on("read", folder))? {
        let entry = entry.map_err(DiskError::on("read", folder))?;
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let facts = entry.metadata().map_err(DiskError::on("read", &path))?;
        if facts.is_file() && facts.len() <= LARGEST_FILE && !name.starts_with('.') {
            files.push((name, fs::read(&path).map_err(DiskError::on("read", &path))?));
        }
    }
    files.sort();
    Ok(files)
}

/// Puts a finding into its bucket, if it is not there.
pub(super) fn put(
    transaction: &mut Transaction<'_>,
    campaign: i64,
    site: i64,
    finding: &SharedFinding,
) -> Result<Bucketed, Failure> {
    let SharedFinding { run, seed, key, hash, message, files } = finding;
    let (run, seed) = (stored(*run), seed.cast_signed());
    // What a person reads may hold anything, but not what the column does not take.
    let message = message.replace('\0', "\u{fffd}");
    let text = serde_json::to_string(key).unwrap_or_default();
    let made = transaction.query_opt(
        "INSERT INTO murxla.bucket (campaign, hash, key, count, first_run, first_seed, message, site) \
         VALUES ($1, $2, $3, 0, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id",
        &[&campaign, hash, &text, &run, &seed, &message, &site],
    )?;
    let is_new = made.is_some();
    let bucket: i64 = match made {
        Some(row) => row.get(0),
        None => {
            let query = "SELECT id FROM murxla.bucket WHERE campaign = $1 AND hash = $2";
            transaction.query_one(query, &[&campaign, hash])?.get(0)
        }
    };
    let added = transaction.execute(
        "INSERT INTO murxla.finding VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        &[&bucket, &run, &seed],
    )?;
    if is_new {
        put_files(transaction, bucket, files)?;
        transaction.execute(
            "INSERT INTO murxla.task (bucket, kind, campaign) VALUES ($1, 'minimize', $2), ($1, 'recheck', $2)",
            &[&bucket, &campaign],
        )?;
        event(transaction, campaign, site, &format!("new: {key}"))?;
    }
    let count = transaction.query_one(
        "UPDATE murxla.bucket SET count = count + $2, \
         message = CASE WHEN $3 < first_run THEN $5 ELSE message END, \
         first_seed = CASE WHEN $3 < first_run THEN $4 ELSE first_seed END, \
         first_run = least(first_run, $3) WHERE id = $1 RETURNING count",
        &[&bucket, &(added as i64), &run, &seed, &message],
    )?;
    Ok(Bucketed { is_new, count: unstored(count.get(0)) })
}

pub(super) fn put_files(
    transaction: &mut Transaction<'_>,
    bucket: i64,
    files: &[(String, Vec<u8>)],
) -> Result<(), Failure> {
    for (name, content) in files {
        transaction.send_large(
            "INSERT INTO murxla.file VALUES ($1, $2, $3) ON CONFLICT (bucket, name) DO UPDATE SET content = $3 \
             WHERE file.content <> $3",
            &[&bucket, name, content],
            content.len(),
        )?;
    }
    Ok(())
}

/// Keeps a run that failed in a batch and not alone, if there is none of its kind.
pub(super) fn put_unstable(
    transaction: &mut Transaction<'_>,
    campaign: i64,
    site: i64,
    finding: &SharedFinding,
) -> Result<(), Failure> {
    let SharedFinding { run, seed, key, hash, message, files } = finding;
    let (run, seed) = (stored(*run), seed.cast_signed());
    let message = message.replace('\0', "\u{fffd}");
    let text = serde_json::to_string(key).unwrap_or_default();
    let made = transaction.query_opt(
        "INSERT INTO murxla.unstable (campaign, hash, key, run, seed, message, site) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id",
        &[&campaign, hash, &text, &run, &seed, &message, &site],
    )?;
    let Some(row) = made else { return Ok(()) };
    let id: i64 = row.get(0);
    for (name, content) in files {
        let query = "INSERT INTO murxla.unstable_file VALUES ($1, $2, $3)";
        transaction.send_large(query, &[&id, name, content], content.len())?;
    }
    event(transaction, campaign, site, &format!("fails in a batch and not alone: {key}"))
}

pub(super) fn keep_timeouts(
    transaction: &mut Transaction<'_>,
    campaign: i64,
    runs: &[&TimedOut],
) -> Result<(), Failure> {
    for run in runs {
        transaction.execute(
            "INSERT INTO murxla.timeout VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            &[&campaign, &stored(run.run), &run.seed.cast_signed(), &run.trace],
        )?;
    }
    if runs.is_empty() {
        return Ok(());
    }
    transaction
        .execute(
            "DELETE FROM murxla.timeout WHERE campaign = $1 AND run < \
             (SELECT run FROM murxla.timeout WHERE campaign = $1 ORDER BY run DESC OFFSET $2 LIMIT 1)",
            &[&campaign, &MOST_TIMEOUTS],
        )
        .map(drop)
}

impl Database {
    /// The buckets, by their first run.
    pub fn buckets(&mut self, campaign: i64) -> Result<Vec<Bucket>, SharedError> {
        let rows = self.change(|it| it.query(BUCKETS, &[&campaign]))?;
        rows.iter().map(|row| self.bucket_of(row)).collect()
    }

    pub(super) fn bucket_of(&self, row: &Row) -> Result<Bucket, SharedError> {
        let key =
            serde_json::from_str(row.get(0)).map_err(|error| self.damaged(error.to_string()))?;
        Ok(Bucket {
            key,
            count: unstored(row.get(1)),
            first_run: unstored(row.get(2)),
            first_seed: row.get::<_, i64>(3).cast_unsigned(),
            message: row.get(4),
        })
    }

    /// The runs of a bucket, each with its seed, by number.
    #[cfg(test)]
    pub fn runs_of(&mut self, campaign: i64, key: &Key) -> Result<Vec<(u64, u64)>, SharedError> {
        let query = "SELECT run, seed FROM murxla.finding JOIN murxla.bucket ON bucket.id = bucket \
                     WHERE campaign = $1 AND hash = $2 ORDER BY run";
        let rows = self.change(|it| it.query(query, &[&campaign, &hash_of(key)]))?;
        let run = |row: &Row| (unstored(row.get(0)), row.get::<_, i64>(1).cast_unsigned());
        Ok(rows.iter().map(run).collect())
    }

    /// The files of a bucket, by name.
    pub fn files(
        &mut self,
        campaign: i64,
        key: &Key,
    ) -> Result<Vec<(String, Vec<u8>)>, SharedError> {
        let query = "SELECT name, content FROM murxla.file JOIN murxla.bucket ON bucket.id = bucket \
                     WHERE campaign = $1 AND hash = $2 ORDER BY name";
        let rows = self.change(|it| it.query(query, &[&campaign, &hash_of(key)]))?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    /// The runs that failed in a batch and not alone, with their files.
    pub fn unstable(&mut self, campaign: i64) -> Result<Vec<Unstable>, SharedError> {
        let query = "SELECT key, name, content FROM murxla.unstable \
             LEFT JOIN murxla.unstable_file ON unstable = id WHERE campaign = $1 ORDER BY run, id, name";
        let rows = self.change(|it| it.query(query, &[&campaign]))?;
        let mut all: Vec<Unstable> = Vec::new();
        for row in &rows {
            let key: Key = serde_json::from_str(row.get(0))
                .map_err(|error| self.damaged(error.to_string()))?;
            if all.last().is_none_or(|(last, _)| *last != key) {
                all.push((key, Vec::new()));
            }
            let file = row.get::<_, Option<String>>(1).zip(row.get::<_, Option<Vec<u8>>>(2));
            if let Some((_, files)) = all.last_mut() {
                files.extend(file);
            }
        }
        Ok(all)
    }

    /// How many of them there are.
    pub fn unstable_runs(&mut self, campaign: i64) -> Result<u64, SharedError> {
        let query = "SELECT count(*) FROM murxla.unstable WHERE campaign = $1";
        self.change(|it| it.query_one(query, &[&campaign])).map(|row| unstored(row.get(0)))
    }

    /// The traces of runs that hit the time limit, by run.
    pub fn timeouts(&mut self, campaign: i64) -> Result<Vec<TimedOut>, SharedError> {
        let query = "SELECT run, seed, trace FROM murxla.timeout WHERE campaign = $1 ORDER BY run";
        let rows = self.change(|it| it.query(query, &[&campaign]))?;
        let timed_out = |row: &Row| TimedOut {
            run: unstored(row.get(0)),
            seed: row.get::<_, i64>(1).cast_unsigned(),
            trace: row.get(2),
        };
        Ok(rows.iter().map(timed_out).collect())
    }
}
