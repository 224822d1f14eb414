//! Copies a campaign from a folder into a shared store, and back.

use std::fs;
use std::path::Path;

use super::address::Address;
use super::database::{Database, stored};
use super::error::SharedError;
use super::findings::{TimedOut, files_of, hash_of, keep_timeouts, put_files};
use crate::campaign::epochs::Epochs;
use crate::campaign::plan::PlanError;
use crate::campaign::{Bucket, Dump, Plan, SqliteStore, StoreError};
use crate::findings::disk::DiskError;
use crate::findings::output_file::write_output;
use crate::findings::{
    FolderError, add_duplicates, finding_folder, timeout_traces, write_timeout_trace,
};

/// Why a campaign cannot be copied.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// A store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The shared one.
    #[error(transparent)]
    Shared(#[from] SharedError),
    /// The plan or the epochs.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The disk.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// There is one.
    #[error("there is a campaign in {0} already; name a new folder")]
    Taken(String),
    /// It is still going on.
    #[error(
        "the campaign {name} is being worked on ({runs} runs are under way); copy it when its machines have left"
    )]
    Busy {
        /// Its name.
        name: String,
        /// How many runs.
        runs: u64,
    },
}

/// So many traces of runs that hit the limit are copied, the newest.
const MOST_TIMEOUTS: usize = 2_000;

/// Copies the campaign in a folder into a store, under this name; tells how many runs and buckets that are.
pub fn to_store(out: &Path, address: &Address, name: &str) -> Result<[u64; 2], CopyError> {
    let plan = Plan::read(out)?;
    let dump = SqliteStore::open(out)?.dump()?;
    let epochs = Epochs::open(out)?.into_begun();
    let mut files = Vec::new();
    for (bucket, _) in &dump.buckets {
        let folder = finding_folder(out, &bucket.key)?;
        files.push(if folder.is_dir() { files_of(&folder)? } else { Vec::new() });
    }
    let mut timeouts = Vec::new();
    for path in timeout_traces(out, MOST_TIMEOUTS)? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let named = name.split_once('-').and_then(|(run, seed)| {
            Some((run.parse().ok()?, crate::findings::seed_text::parse(seed)?))
        });
        if let Some((run, seed)) = named {
            let trace = fs::read(&path).map_err(DiskError::on("read", &path))?;
            timeouts.push(TimedOut { run, seed, trace });
        }
    }
    let mut database = Database::open_or_make(address)?;
    let campaign = database.begin_campaign(name, &plan.text(out)?, "", None)?;
    let site = database.join(campaign, "copied from a folder", 0)?;
    database.load(campaign, site, &dump, &files)?;
    let timeouts: Vec<&TimedOut> = timeouts.iter().collect();
    database.change(|it| keep_timeouts(it, campaign, &timeouts))?;
    for epoch in epochs {
        let learned = toml::to_string(&epoch.learned).unwrap_or_default();
        database.begin_epoch(campaign, site, epoch.from, &learned)?;
    }
    database.leave(campaign, site)?;
    Ok([dump.runs_done, dump.buckets.len() as u64])
}

/// Copies a campaign of a store into a new folder; tells how many runs and buckets that are.
pub fn to_folder(
    database: &mut Database,
    name: Option<&str>,
    out: &Path,
) -> Result<[u64; 2], CopyError> {
    if Plan::read(out).is_ok() {
        return Err(CopyError::Taken(out.display().to_string()));
    }
    let row = database.campaign(name)?;
    let [leased, _] = database.under_way(row.id)?;
    if leased > 0 {
        return Err(CopyError::Busy { name: row.name, runs: leased });
    }
    let dump = database.dump(row.id)?;
    Plan::parse(&row.plan, out)?.write(out)?;
    SqliteStore::open(out)?.load(&dump)?;
    for (bucket, runs) in &dump.buckets {
        let folder = finding_folder(out, &bucket.key)?;
        for (name, content) in database.files(row.id, &bucket.key)? {
            if !name.contains('/') && !name.starts_with('.') {
                fs::create_dir_all(&folder).map_err(DiskError::on("make", &folder))?;
                write_output(&folder.join(name), &content)?;
            }
        }
        if folder.is_dir() {
            add_duplicates(out, &bucket.key, runs)?;
        }
    }
    for TimedOut { run, seed, trace } in database.timeouts(row.id)? {
        write_timeout_trace(out, run, seed, &trace)?;
    }
    let mut begun = Vec::new();
    for (from, text) in database.epochs(row.id)? {
        let learned = toml::from_str(&text).map_err(|error| database.damaged(error.to_string()))?;
        begun.push((from, learned));
    }
    Epochs::open(out)?.replace(begun)?;
    Ok([dump.runs_done, dump.buckets.len() as u64])
}

impl Database {
    /// All that is known of a campaign, with what was leased as not done.
    pub fn dump(&mut self, campaign: i64) -> Result<Dump, SharedError> {
        let all = self.campaigns()?;
        let row = all.into_iter().find(|one| one.id == campaign);
        let row = row.ok_or_else(|| self.damaged("the campaign is gone".to_owned()))?;
        let query = "SELECT first, past FROM murxla.returned WHERE campaign = $1 \
                     UNION ALL SELECT first, past FROM murxla.lease WHERE campaign = $1 ORDER BY 1";
        let returned = self.change(|it| it.query(query, &[&campaign]))?;
        let number = super::database::unstored;
        let returned = returned.iter().map(|row| number(row.get(0))..number(row.get(1))).collect();
        let mut buckets: Vec<(Bucket, Vec<(u64, u64)>)> = Vec::new();
        for bucket in self.buckets(campaign)? {
            let runs = self.runs_of(campaign, &bucket.key)?;
            buckets.push((bucket, runs));
        }
        let (next_run, runs_done) = (row.next_run, row.runs_done);
        Ok(Dump { next_run, runs_done, returned, buckets, counts: self.counts(campaign)? })
    }

    /// Puts all of it, with the files of each bucket, into a campaign without runs, by way of a machine.
    fn load(
        &mut self,
        campaign: i64,
        site: i64,
        dump: &Dump,
        files: &[Vec<(String, Vec<u8>)>],
    ) -> Result<(), SharedError> {
        self.change(|it| {
            it.execute(
                "UPDATE murxla.progress SET next_run = $2 WHERE campaign = $1",
                &[&campaign, &stored(dump.next_run)],
            )?;
            for runs in &dump.returned {
                it.execute(
                    "INSERT INTO murxla.returned VALUES ($1, $2, $3)",
                    &[&campaign, &stored(runs.start), &stored(runs.end)],
                )?;
            }
            let counts = serde_json::to_string(&dump.counts).unwrap_or_default();
            it.execute(
                "UPDATE murxla.site SET counts = $2, runs = $3 WHERE id = $1",
                &[&site, &counts, &stored(dump.runs_done)],
            )?;
            for ((bucket, runs), files) in dump.buckets.iter().zip(files) {
                let Bucket { key, count, first_run, first_seed, message } = bucket;
                let text = serde_json::to_string(key).unwrap_or_default();
                let id: i64 = it
                    .query_one(
                        "INSERT INTO murxla.bucket \
                         (campaign, hash, key, count, first_run, first_seed, message, site) \
                         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
                        &[
                            &campaign,
                            &hash_of(key),
                            &text,
                            &stored(*count),
                            &stored(*first_run),
                            &first_seed.cast_signed(),
                            &message.replace('\0', "\u{fffd}"),
                            &site,
                        ],
                    )?
                    .get(0);
                for (run, seed) in runs {
                    it.execute(
                        "INSERT INTO murxla.finding VALUES ($1, $2, $3)",
                        &[&id, &stored(*run), &seed.cast_signed()],
                    )?;
                }
                put_files(it, id, files)?;
            }
            Ok(())
        })
    }
}
