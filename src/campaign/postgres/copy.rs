//! Copies a campaign from a folder into a shared store, and back.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::address::Address;
use super::database::{CampaignRow, Database, stored, unstored};
use super::error::SharedError;
use super::findings::{BUCKETS, TimedOut, files_of, hash_of, keep_timeouts, put_files};
use crate::campaign::epochs::Epochs;
use crate::campaign::plan::PlanError;
use crate::campaign::{Bucket, Dump, Plan, SqliteStore, StoreError};
use crate::findings::disk::DiskError;
use crate::findings::output_file::write_output;
use crate::findings::{
    FolderError, Key, add_duplicates, finding_folder, timeout_traces, write_timeout_trace,
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
    database.be_patient();
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
    database.be_patient();
    let row = database.campaign(name)?;
    let (dump, found) = database.dump(row.id)?;
    Plan::parse(&row.plan, out)?.write(out)?;
    SqliteStore::open(out)?.load(&dump)?;
    for (bucket, runs) in &dump.buckets {
        let folder = finding_folder(out, &bucket.key)?;
        write_files(&folder, &database.files(row.id, &bucket.key)?)?;
        if folder.is_dir() {
            add_duplicates(out, &bucket.key, runs)?;
        }
    }
    for (key, files) in database.unstable(row.id)? {
        write_files(&out.join("unstable").join(key.folder_name()), &files)?;
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
    write_story(database, &row, &dump, &found, out)?;
    Ok([dump.runs_done, dump.buckets.len() as u64])
}

/// What a campaign in a folder writes as it goes on, for reports: its figures, how far it was when, when it found what.
fn write_story(
    database: &mut Database,
    row: &CampaignRow,
    dump: &Dump,
    found: &[u64],
    out: &Path,
) -> Result<(), CopyError> {
    let points = database.progress(row.id)?;
    let solver = Plan::parse(&row.plan, out)?.solvers.into_iter().next().map(|it| it.name);
    let mut events: Vec<(u64, Value)> = points
        .iter()
        .map(|(time, runs)| (*time, json!({"event": "status", "runs": runs, "solver": &solver})))
        .collect();
    for ((bucket, _), time) in dump.buckets.iter().zip(found) {
        let Bucket { key, first_run, first_seed, .. } = bucket;
        let told = json!({
            "event": "finding", "key": key, "run": first_run, "seed": format!("{first_seed:#x}"),
            "folder": out.join("findings").join(key.folder_name()), "solver": &solver,
        });
        events.push((*time, told));
    }
    events.sort_by_key(|(time, _)| *time);
    let mut text = String::new();
    for (time, mut event) in events {
        event["time"] = json!(time);
        text += &format!("{event}\n");
    }
    write_output(&out.join("events.jsonl"), text.as_bytes())?;
    let findings = dump.buckets.iter().map(|(bucket, _)| {
        json!({ "key": bucket.key, "count": bucket.count, "folder": bucket.key.folder_name() })
    });
    let stats = dump.counts.stats_json(Map::from_iter([
        ("murxla".to_owned(), json!(env!("CARGO_PKG_VERSION"))),
        ("began".to_owned(), json!(points.first().map(|(time, _)| time))),
        ("ended".to_owned(), json!(points.last().map(|(time, _)| time))),
        ("findings".to_owned(), findings.collect()),
    ]));
    Ok(write_output(&out.join("stats.json"), stats.as_bytes())?)
}

/// Writes the files that a store has of a finding into its folder here; none if there is none of this name.
pub fn fetch_finding(
    database: &mut Database,
    campaign: i64,
    name: &str,
    out: &Path,
) -> Result<Option<PathBuf>, CopyError> {
    let buckets = database.buckets(campaign)?;
    let Some(bucket) = buckets.into_iter().find(|one| one.key.folder_name() == name) else {
        return Ok(None);
    };
    let folder = finding_folder(out, &bucket.key)?;
    write_files(&folder, &database.files(campaign, &bucket.key)?)?;
    Ok(Some(folder))
}

/// Gives a store what was written into the folder of a finding here.
pub fn keep_finding(
    database: &mut Database,
    campaign: i64,
    folder: &Path,
    key: &Key,
) -> Result<(), CopyError> {
    Ok(database.keep_files(campaign, key, &files_of(folder)?)?)
}

pub(super) fn write_files(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), DiskError> {
    for (name, content) in files {
        // No name leads out of the folder.
        if !name.contains('/') && !name.starts_with('.') {
            fs::create_dir_all(folder).map_err(DiskError::on("make", folder))?;
            write_output(&folder.join(name), content)?;
        }
    }
    Ok(())
}

impl Database {
    /// Keeps the files of a finding, in place of what there was.
    fn keep_files(
        &mut self,
        campaign: i64,
        key: &Key,
        files: &[(String, Vec<u8>)],
    ) -> Result<(), SharedError> {
        let query = "SELECT id FROM murxla.bucket WHERE campaign = $1 AND hash = $2";
        self.change(|it| match it.query_opt(query, &[&campaign, &hash_of(key)])? {
            Some(row) => put_files(it, row.get(0), files),
            None => Ok(()),
        })
    }

    /// All that is known of a campaign at one moment, with what was leased as not done; and when each bucket was found, in
    /// seconds since 1970.
    pub fn dump(&mut self, campaign: i64) -> Result<(Dump, Vec<u64>), SharedError> {
        let [progress, returned, buckets, runs, counts] = self.change(|it| {
            // Machines may be at work.
            it.batch_execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")?;
            let mut ask = |query: &str| it.query(query, &[&campaign]);
            Ok([
                ask("SELECT next_run, (SELECT coalesce(sum(runs), 0)::bigint FROM murxla.site WHERE campaign = $1) \
                     FROM murxla.progress WHERE campaign = $1")?,
                ask("SELECT first, past FROM murxla.returned WHERE campaign = $1 \
                     UNION ALL SELECT first, past FROM murxla.lease WHERE campaign = $1 ORDER BY 1")?,
                ask(BUCKETS)?,
                ask("SELECT bucket, run, seed FROM murxla.finding JOIN murxla.bucket ON bucket.id = bucket \
                     WHERE campaign = $1 ORDER BY bucket, run")?,
                ask("SELECT counts FROM murxla.site WHERE campaign = $1")?,
            ])
        })?;
        let progress =
            progress.first().ok_or_else(|| self.damaged("a campaign is gone".to_owned()))?;
        let returned = returned.iter().map(|row| unstored(row.get(0))..unstored(row.get(1)));
        let mut of_bucket: BTreeMap<i64, Vec<(u64, u64)>> = BTreeMap::new();
        for row in &runs {
            let run = (unstored(row.get(1)), row.get::<_, i64>(2).cast_unsigned());
            of_bucket.entry(row.get(0)).or_default().push(run);
        }
        let mut all: Vec<(Bucket, Vec<(u64, u64)>)> = Vec::new();
        for row in &buckets {
            let runs = of_bucket.remove(&row.get(5)).unwrap_or_default();
            all.push((self.bucket_of(row)?, runs));
        }
        let dump = Dump {
            next_run: unstored(progress.get(0)),
            runs_done: unstored(progress.get(1)),
            returned: returned.collect(),
            buckets: all,
            counts: self.sum_of(&counts)?,
        };
        Ok((dump, buckets.iter().map(|row| unstored(row.get(6))).collect()))
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
