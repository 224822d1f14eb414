//! A machine at work on a campaign in a shared store: it has blocks of runs, hands them to its workers in smaller parts, and
//! delivers what they gave every few seconds.
//!
//! While the store is away, it goes on with the runs that it has, and keeps their results in a file.

mod link;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use self::link::{Away, send};
use super::address::Address;
use super::copy::write_files;
use super::database::Database;
use super::error::SharedError;
use super::findings::{SharedFinding, TimedOut, files_of};
use super::runs::{Done, Leased, Wish};
use super::spool::Spool;
use super::tasks::{Learning, Task};
use crate::campaign::lock::Lock;
use crate::campaign::store::{
    Bucket, Bucketed, EpochAnswer, Lease, Seen, Store, StoreError, TaskKind,
};
use crate::campaign::{Counts, Learned};
use crate::findings::disk::DiskError;
use crate::findings::{Finding, finding_folder, write_timeout_trace};

/// A lease lasts so long if nothing is heard of its machine; a connection may be cut for half a minute.
const LEASE_SECONDS: f64 = 120.0;
/// Tests do not wait so long.
const LEASE_VARIABLE: &str = "MURXLA_TEST_LEASE_SECONDS";
/// A finding is worked on for no longer.
const TASK_SECONDS: f64 = 900.0;
/// Who is to learn has so long.
const LEARNING_SECONDS: f64 = 60.0;
/// Results are delivered so often, and at once if something was found.
const DELIVERY: Duration = Duration::from_secs(5);
/// Others' runs are looked at so often, if there is nothing to do.
const ASK_AGAIN: Duration = Duration::from_millis(500);
/// Findings that are to be worked on are looked for so often.
const ASK_FOR_TASKS: Duration = Duration::from_secs(1);
/// The figures of all are read so often.
const FIGURES: Duration = Duration::from_secs(20);
/// The figures of so many machines are added up by each of them.
const FEW_MACHINES: u64 = 32;
/// The more machines there are, the longer each waits before it asks again: all together ask each of these things some 200
/// times in a second.
const EACH_MACHINE: Duration = Duration::from_millis(5);
/// A block has the runs of so many orders of each worker, once it is known how quick they are.
const ORDERS_IN_A_BLOCK: u64 = 8;

/// A part of a block that is with a worker.
struct Part {
    block: i64,
    runs: Range<u64>,
}

/// A campaign of a shared store, as one machine sees it.
pub struct SharedStore {
    address: Address,
    link: Option<Database>,
    campaign: i64,
    site: i64,
    out: PathBuf,
    /// Parts of blocks that no worker has.
    free: Vec<Part>,
    leased: BTreeMap<u64, Part>,
    next_lease: u64,
    blocks: u64,
    jobs: u64,
    /// How many machines are at work, as far as it is known.
    machines: u64,
    /// What is not delivered yet, and deliveries that may have arrived: the number of each, and how much of it they had.
    undelivered: Vec<Done>,
    tried: Vec<(i64, usize)>,
    /// The number of the last delivery that arrived, and of the last one.
    arrived: i64,
    delivery: i64,
    delivered: Counts,
    timed_out: Vec<TimedOut>,
    unstable: Vec<SharedFinding>,
    last_delivery: Instant,
    lease_seconds: f64,
    /// Whether others have what is left.
    others: bool,
    last_asked: Option<Instant>,
    last_figures: Instant,
    away: Option<Away>,
    spooled: bool,
    /// This process does no more: now it can wait for the store, a little.
    closing: bool,
    /// Buckets that were told as new while the store was away.
    told: BTreeSet<String>,
    tasks: Vec<(PathBuf, Task)>,
    last_asked_for_tasks: Option<Instant>,
    news: Vec<String>,
    spool: Spool,
    // Last: the folder is given up when all else is.
    _lock: Lock,
}

impl SharedStore {
    /// Joins a campaign; what an earlier process could not deliver is delivered first.
    pub fn join(
        address: &Address,
        mut database: Database,
        campaign: i64,
        out: &Path,
        jobs: u32,
    ) -> Result<SharedStore, StoreError> {
        let lock = Lock::take(out)?;
        let spool = Spool::of(out);
        let mut news = Vec::new();
        if let Some((sender, done)) =
            spool.read()?.filter(|(sender, _)| sender.campaign == campaign)
        {
            news.push(send(&mut database, &sender, &done)?);
            database.leave(campaign, sender.site)?;
            spool.clear()?;
        }
        let site = database.join(campaign, &name_of_this_machine(), jobs)?;
        let machines = database.machines(campaign)?;
        database.note_progress(campaign)?;
        Ok(SharedStore {
            address: address.clone(),
            link: Some(database),
            campaign,
            site,
            out: out.to_owned(),
            free: Vec::new(),
            leased: BTreeMap::new(),
            next_lease: 1,
            blocks: 0,
            jobs: u64::from(jobs),
            machines,
            undelivered: Vec::new(),
            tried: Vec::new(),
            arrived: 0,
            delivery: 0,
            delivered: Counts::default(),
            timed_out: Vec::new(),
            unstable: Vec::new(),
            last_delivery: Instant::now(),
            lease_seconds: std::env::var(LEASE_VARIABLE)
                .ok()
                .and_then(|text| text.parse().ok())
                .unwrap_or(LEASE_SECONDS),
            others: false,
            last_asked: None,
            last_figures: Instant::now(),
            away: None,
            spooled: false,
            closing: false,
            told: BTreeSet::new(),
            tasks: Vec::new(),
            last_asked_for_tasks: None,
            news,
            spool,
            _lock: lock,
        })
    }

    /// Between two deliveries; well before leases expire.
    fn pause(&self) -> Duration {
        self.pace(DELIVERY).min(Duration::from_secs_f64(self.lease_seconds / 4.0))
    }

    /// A pause that is long enough for so many machines.
    fn pace(&self, least: Duration) -> Duration {
        least.max(EACH_MACHINE.saturating_mul(u32::try_from(self.machines).unwrap_or(u32::MAX)))
    }

    fn hand(&mut self, part: Part) -> Lease {
        let id = self.next_lease;
        self.next_lease += 1;
        let runs = part.runs.clone();
        self.leased.insert(id, part);
        Lease { id, runs }
    }

    /// The next part of a block that is here, below the limit.
    fn take_free(&mut self, most: u64, limit: Option<u64>) -> Option<Part> {
        let limit = limit.unwrap_or(u64::MAX);
        let fits = |part: &Part| part.runs.start < limit;
        let place = self.free.iter().position(fits).filter(|_| most > 0)?;
        let part = &mut self.free[place];
        let end = part.runs.end.min(limit).min(part.runs.start.saturating_add(most));
        let taken = Part { block: part.block, runs: part.runs.start..end };
        part.runs.start = end;
        if part.runs.is_empty() {
            self.free.remove(place);
        }
        Some(taken)
    }

    /// The folder of a finding, with the files that the store has of it.
    fn fetch(&mut self, task: &Task) -> Result<Option<PathBuf>, StoreError> {
        let key = &task.key;
        let Some(files) = self.ask(|database, campaign, _| database.files(campaign, key))? else {
            return Ok(None);
        };
        let folder = finding_folder(&self.out, key).map_err(StoreError::from)?;
        std::fs::create_dir_all(&folder).map_err(DiskError::on("make", &folder))?;
        write_files(&folder, &files)?;
        Ok(Some(folder))
    }
}

/// The name of the machine and the number of the process.
fn name_of_this_machine() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    let name = if name.is_empty() { "machine" } else { name };
    format!("{name}:{}", std::process::id())
}

impl Store for SharedStore {
    fn lease(
        &mut self,
        _worker: u32,
        most: u64,
        limit: Option<u64>,
    ) -> Result<Option<Lease>, StoreError> {
        if let Some(part) = self.take_free(most, limit) {
            return Ok(Some(self.hand(part)));
        }
        let again = self.pace(ASK_AGAIN);
        let asked = self.others && self.last_asked.is_some_and(|last| last.elapsed() < again);
        if asked || most == 0 {
            return Ok(None);
        }
        self.last_asked = Some(Instant::now());
        // What is done must be known, or nobody would know that all is done.
        if !self.undelivered.is_empty() && self.deliver()?.is_none() {
            self.others = true;
            return Ok(None);
        }
        let orders = ORDERS_IN_A_BLOCK.min(1 + self.blocks);
        let wanted = most.saturating_mul(orders).saturating_mul(self.jobs);
        let wish = Wish { most: wanted, fewest: most, machines: self.machines, limit };
        let seconds = self.lease_seconds;
        let leased =
            self.ask(|database, campaign, site| database.lease(campaign, site, &wish, seconds))?;
        self.others = matches!(leased, None | Some(Leased::Later));
        let Some(Leased::Runs(block)) = leased else { return Ok(None) };
        self.blocks += 1;
        self.free.push(Part { block: block.id, runs: block.runs });
        Ok(self.take_free(most, limit).map(|part| self.hand(part)))
    }

    fn finish(
        &mut self,
        lease: u64,
        done: Range<u64>,
        counts: &Counts,
        findings: &[Seen<'_>],
    ) -> Result<Vec<Bucketed>, StoreError> {
        let not_leased = || StoreError::NotLeased { lease, runs: done.clone() };
        let part = self.leased.get_mut(&lease).ok_or_else(not_leased)?;
        if part.runs.start != done.start || done.end < done.start || part.runs.end < done.end {
            return Err(not_leased());
        }
        part.runs.start = done.end;
        let block = part.block;
        if part.runs.is_empty() {
            self.leased.remove(&lease);
        }
        let shared: Vec<SharedFinding> =
            findings.iter().map(SharedFinding::of).collect::<Result<_, _>>()?;
        let hashes: Vec<String> = shared.iter().map(|finding| finding.hash.clone()).collect();
        let one = Done {
            lease: block,
            runs: done,
            counts: counts.clone(),
            findings: shared,
            timed_out: std::mem::take(&mut self.timed_out),
            unstable: std::mem::take(&mut self.unstable),
        };
        if self.spooled && self.link.is_none() {
            self.spool.add(&one)?;
        }
        let joins = |last: &&mut Done| last.lease == block && last.runs.end == one.runs.start;
        match self.undelivered.last_mut().filter(joins) {
            // Many small batches are one delivery.
            Some(last) if self.link.is_some() && self.tried.is_empty() => {
                last.runs.end = one.runs.end;
                last.counts.add(&one.counts);
                last.findings.extend(one.findings);
                last.timed_out.extend(one.timed_out);
                last.unstable.extend(one.unstable);
            }
            _ => self.undelivered.push(one),
        }
        let told = match !hashes.is_empty() || self.last_delivery.elapsed() >= self.pause() {
            true => self.deliver()?,
            false => None,
        };
        let none = Bucketed { is_new: false, count: 0 };
        Ok(match told {
            // The newest are last.
            Some(told) => {
                let from = told.len().saturating_sub(hashes.len());
                told[from..].iter().map(|bucketed| bucketed.unwrap_or(none)).collect()
            }
            // Nobody can tell; on this machine it is new if it was not seen here before.
            None => hashes
                .into_iter()
                .map(|hash| Bucketed { is_new: self.told.insert(hash), count: 1 })
                .collect(),
        })
    }

    fn give_back(&mut self, lease: u64) -> Result<(), StoreError> {
        if let Some(part) = self.leased.remove(&lease) {
            self.free.push(part);
            self.free.sort_by_key(|part| part.runs.start);
        }
        Ok(())
    }

    fn give_back_all(&mut self) -> Result<u64, StoreError> {
        let all: Vec<u64> = self.leased.keys().copied().collect();
        let runs = self.leased.values().map(|part| part.runs.end - part.runs.start).sum();
        for lease in all {
            self.give_back(lease)?;
        }
        Ok(runs)
    }

    fn buckets(&mut self) -> Result<Vec<Bucket>, StoreError> {
        let told = self.ask(|database, campaign, _| database.buckets(campaign))?;
        Ok(told.unwrap_or_default())
    }

    #[cfg(test)]
    fn runs_of(&mut self, key: &crate::findings::Key) -> Result<Vec<(u64, u64)>, StoreError> {
        let told = self.ask(|database, campaign, _| database.runs_of(campaign, key))?;
        Ok(told.unwrap_or_default())
    }

    fn counts(&mut self) -> Result<Counts, StoreError> {
        let mut counts = match self.ask(|database, campaign, _| database.counts(campaign))? {
            Some(counts) => counts,
            None => self.delivered.clone(),
        };
        self.undelivered.iter().for_each(|one| counts.add(&one.counts));
        Ok(counts)
    }

    #[cfg(test)]
    fn runs_done(&mut self) -> Result<u64, StoreError> {
        let told = self.ask(|database, campaign, _| {
            let all = database.campaigns()?;
            Ok(all.into_iter().find(|one| one.id == campaign).map_or(0, |one| one.runs_done))
        })?;
        let undelivered: u64 = self.undelivered.iter().map(|it| it.runs.end - it.runs.start).sum();
        Ok(told.unwrap_or_default() + undelivered)
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn may_come(&self) -> bool {
        self.others
    }

    fn keep_timeout(&mut self, finding: &Finding) -> Result<(), StoreError> {
        let Finding { run, seed, trace, .. } = finding;
        self.timed_out.push(TimedOut { run: *run, seed: *seed, trace: trace.clone() });
        Ok(())
    }

    fn keep_unstable(&mut self, finding: &Seen<'_>) -> Result<(), StoreError> {
        self.unstable.push(SharedFinding::of(finding)?);
        Ok(())
    }

    fn tick(&mut self) -> Result<Vec<String>, StoreError> {
        if self.last_delivery.elapsed() >= self.pause() || self.away.is_some() {
            self.deliver()?;
        }
        Ok(std::mem::take(&mut self.news))
    }

    fn of_all(&mut self) -> Result<Option<(Counts, Vec<Bucket>)>, StoreError> {
        if self.last_figures.elapsed() < self.pace(FIGURES) || self.link.is_none() {
            return Ok(None);
        }
        self.last_figures = Instant::now();
        let told = self.ask(|database, campaign, _| {
            database.note_progress(campaign)?;
            let machines = database.machines(campaign)?;
            database.note_progress(campaign)?;
            let counts = match machines <= FEW_MACHINES {
                true => database.counts(campaign)?,
                false => database.recent_counts(campaign, FIGURES.as_secs_f64())?,
            };
            Ok((machines, counts, database.buckets(campaign)?))
        })?;
        Ok(told.map(|(machines, mut counts, buckets)| {
            self.machines = machines;
            self.undelivered.iter().for_each(|one| counts.add(&one.counts));
            (counts, buckets)
        }))
    }

    fn epochs(&mut self) -> Result<Option<Vec<(u64, Learned)>>, StoreError> {
        let told = self.ask(|database, campaign, _| database.epochs(campaign))?;
        let Some(epochs) = told else { return Ok(Some(Vec::new())) };
        let read = |(from, text): (u64, String)| match toml::from_str(&text) {
            Ok(learned) => Ok((from, learned)),
            Err(error) => Err(StoreError::from(SharedError::Damaged {
                store: self.address.to_string(),
                problem: error.to_string(),
            })),
        };
        epochs.into_iter().map(read).collect::<Result<_, _>>().map(Some)
    }

    fn ask_epoch(&mut self, first: u64) -> Result<EpochAnswer, StoreError> {
        let again = self.pace(ASK_AGAIN);
        if self.last_asked.is_some_and(|last| last.elapsed() < again) && self.others {
            return Ok(EpochAnswer::Later);
        }
        let told = self.ask(|database, campaign, site| {
            database.ask_epoch(campaign, site, first, LEARNING_SECONDS)
        })?;
        match told {
            None | Some(Learning::Later) => {
                (self.others, self.last_asked) = (true, Some(Instant::now()));
                Ok(EpochAnswer::Later)
            }
            Some(Learning::Learned(_)) => Ok(EpochAnswer::Begun),
            Some(Learning::Yours) => {
                // What others found teaches as much.
                let told = self.ask(|database, campaign, _| {
                    Ok((database.buckets(campaign)?, database.timeouts(campaign)?))
                })?;
                let Some((buckets, timeouts)) = told else { return Ok(EpochAnswer::Later) };
                for TimedOut { run, seed, trace } in timeouts {
                    write_timeout_trace(&self.out, run, seed, &trace).map_err(StoreError::from)?;
                }
                for bucket in buckets {
                    let task = Task { bucket: 0, kind: TaskKind::Minimize, key: bucket.key };
                    self.fetch(&task)?;
                }
                Ok(EpochAnswer::Yours)
            }
        }
    }

    fn begin_epoch(&mut self, first: u64, learned: &Learned) -> Result<(), StoreError> {
        let text = toml::to_string(learned).unwrap_or_default();
        self.ask(|database, campaign, site| database.begin_epoch(campaign, site, first, &text))
            .map(drop)
    }

    fn next_task(&mut self, kind: TaskKind) -> Result<Option<PathBuf>, StoreError> {
        let has = self.tasks.iter().any(|(_, task)| task.kind == kind);
        let again = self.pace(ASK_FOR_TASKS);
        if has || self.last_asked_for_tasks.is_some_and(|last| last.elapsed() < again) {
            return Ok(None);
        }
        let told = self
            .ask(|database, campaign, site| database.claim(campaign, site, kind, TASK_SECONDS))?;
        let Some(task) = told.flatten() else {
            if kind == TaskKind::Recheck {
                self.last_asked_for_tasks = Some(Instant::now());
            }
            return Ok(None);
        };
        let Some(folder) = self.fetch(&task)? else { return Ok(None) };
        self.tasks.push((folder.clone(), task));
        Ok(Some(folder))
    }

    fn look_for_tasks(&mut self) {
        self.last_asked_for_tasks = None;
    }

    fn task_done(&mut self, kind: TaskKind, folder: &Path, told: &str) -> Result<(), StoreError> {
        let is_it = |(path, task): &(PathBuf, Task)| path == folder && task.kind == kind;
        let Some(place) = self.tasks.iter().position(is_it) else { return Ok(()) };
        let (_, task) = self.tasks.remove(place);
        let files = match kind {
            TaskKind::Minimize => files_of(folder)?,
            TaskKind::Recheck => Vec::new(),
        };
        self.ask(|database, campaign, site| database.done_with(campaign, site, &task, told, &files))
            .map(drop)
    }

    fn close(&mut self) -> Result<Vec<String>, StoreError> {
        self.closing = true;
        if let Some(away) = &mut self.away {
            away.next = Instant::now();
        }
        if !self.undelivered.is_empty() {
            self.deliver()?;
        }
        self.ask(|database, campaign, site| database.leave(campaign, site))?;
        if !self.undelivered.is_empty() {
            self.keep_undelivered()?;
            let runs: u64 = self.undelivered.iter().map(|it| it.runs.end - it.runs.start).sum();
            self.news.push(format!(
                "{runs} runs are not delivered: they are in {}, and the next murxla work in this folder delivers them",
                self.spool.path().display()
            ));
        }
        Ok(std::mem::take(&mut self.news))
    }
}
