//! The coordinator of a campaign: hands out runs to workers, and stores what they find.

use std::collections::BTreeMap;
use std::io::{self, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::audience::{Audience, Status};
use super::epochs::Epochs;
use super::evidence::{gather, told, with_learned};
use super::messages::{DoneRuns, Order, Report, Setup};
use super::plan::PlanError;
use super::rechecker::recheck;
use super::reducer::Reducer;
use super::store::{EpochAnswer, TaskKind};
use super::{Bucket, Bucketed, Counts, Lease, Mutation, Seen, Store, StoreError};
use crate::enumerate::Enumeration;
use crate::findings::disk::DiskError;
use crate::findings::{
    Finding, FolderError, Known, Written, write_finding, write_timeout, write_unstable,
};
use crate::model::SettingError;
use crate::sandbox::{self, read_message, write_message};

/// What a campaign is to do.
#[derive(Clone, Debug)]
pub struct Goals {
    /// How many workers.
    pub jobs: u32,
    /// Runs in all.
    pub max_runs: Option<u64>,
    /// How long from now.
    pub time_budget: Option<Duration>,
    /// Stop when there are so many buckets.
    pub stop_after: Option<u64>,
    /// A worker gets at most so many runs at once.
    pub largest_batch: u64,
    /// Minimize the first finding of each bucket, for at most so long.
    pub minimize: Option<Duration>,
}

/// Something that the coordinator is told.
pub enum Signal {
    /// A worker said something.
    Said(u32, Box<Report>),
    /// A worker is gone.
    Gone(u32),
    /// The finding in this folder was minimized; what was told, and what was said.
    Reduced(PathBuf, String, String),
    /// The finding in this folder was replayed alone; what became of it.
    Rechecked(PathBuf, String),
    /// The user wants an end.
    Interrupt,
}

/// Why a campaign cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A file.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The file of epochs.
    #[error(transparent)]
    Epochs(#[from] PlanError),
    /// Settings that were learned.
    #[error("the settings of the campaign cannot be used: {0}")]
    Settings(#[from] SettingError),
    /// A worker cannot be started.
    #[error("a worker cannot be started ({0}); check limits on processes and open files")]
    Start(io::Error),
    /// Workers cannot load the solver.
    #[error("the workers cannot work: {0}")]
    Worker(String),
    /// Workers die again and again.
    #[error("workers die as soon as they are started; run one by hand: murxla --seed 1 --no-fork")]
    Dying,
}

/// A worker process.
struct Hand {
    number: u32,
    process: Child,
    orders: Option<ChildStdin>,
    lease: Option<(Lease, Instant)>,
    /// Runs per second, as far as it showed.
    rate: f64,
    reported: bool,
}

/// A batch should take about this long, and no run of it begins later: short enough to be lost or waited for, long enough that
/// a fork does not matter.
const BATCH_TIME: Duration = Duration::from_secs(1);
/// Whoever wants an end waits no longer for batches under way.
const PATIENCE: Duration = Duration::from_millis(1500);
const FIRST_BATCH: u64 = 10;
/// The setting that says whether a campaign learns.
const LEARN: &str = "learn";
/// Between two looks at the clock.
const TICK: Duration = Duration::from_millis(250);
/// After so many workers that died without a report nothing will come of it.
const MOST_DEATHS: u32 = 5;

/// A campaign under way.
pub struct Campaign<'a> {
    out: &'a Path,
    program: PathBuf,
    setup: Setup,
    goals: Goals,
    store: &'a mut dyn Store,
    known: Known,
    audience: &'a mut dyn Audience,
    signals: (Sender<Signal>, Receiver<Signal>),
    hands: Vec<Hand>,
    reducer: Reducer,
    /// Whether a finding is being replayed.
    rechecking: bool,
    epochs: Epochs,
    /// The setup without what was learned.
    as_begun: Setup,
    next_number: u32,
    counts: Counts,
    /// How many there are of each class.
    buckets: BTreeMap<String, u64>,
    session_runs: u64,
    deaths: u32,
    newest: Option<String>,
    started: Instant,
}

/// What a campaign is made of.
pub struct Parts<'a> {
    /// The folder.
    pub out: &'a Path,
    /// Our own program, which can be a worker.
    pub program: PathBuf,
    /// What workers must know.
    pub setup: Setup,
    /// What is to be done.
    pub goals: Goals,
    /// The store.
    pub store: &'a mut dyn Store,
    /// What need not be told.
    pub known: Known,
    /// Who hears of it.
    pub audience: &'a mut dyn Audience,
    /// Where signals come from; more may be sent by others.
    pub signals: (Sender<Signal>, Receiver<Signal>),
}

impl<'a> Campaign<'a> {
    /// A campaign that goes on where its store stands.
    pub fn new(parts: Parts<'a>) -> Result<Campaign<'a>, CampaignError> {
        let Parts { out, program, setup, goals, store, known, audience, signals } = parts;
        store.give_back_all()?;
        let counts = store.counts()?;
        let buckets = by_class(&store.buckets()?);
        // Of several machines each is told what to minimize.
        let unfinished = (!store.is_shared()).then_some(out);
        let reducer = Reducer::new(unfinished, goals.minimize)?;
        let mut epochs = Epochs::open(out)?;
        if let Some(begun) = store.epochs()? {
            epochs.replace(begun)?;
        }
        let (as_begun, setup) = (setup.clone(), with_learned(&setup, &epochs.learned())?);
        Ok(Campaign {
            out,
            program,
            setup,
            goals,
            store,
            known,
            audience,
            signals,
            hands: Vec::new(),
            reducer,
            rechecking: false,
            epochs,
            as_begun,
            next_number: 0,
            counts,
            buckets,
            session_runs: 0,
            deaths: 0,
            newest: None,
            started: Instant::now(),
        })
    }

    /// Works until all is done, time is up, or someone stops it. Tells what is known of known findings.
    pub fn run(mut self) -> Result<Known, CampaignError> {
        sandbox::take_in_orphans().map_err(CampaignError::Start)?;
        for _ in 0..self.goals.jobs {
            self.hire()?;
        }
        let mut interrupts = 0;
        let (mut stopping, mut hurried) = (false, false);
        let mut hurried_since: Option<Instant> = None;
        // When all runs are done, what they found is still minimized; not so if someone is in a hurry.
        while self.goes_on(hurried)? {
            match self.signals.1.recv_timeout(TICK) {
                Ok(Signal::Said(number, report)) => self.hear(number, *report)?,
                Ok(Signal::Gone(number)) => self.bury(number, stopping)?,
                Ok(Signal::Reduced(folder, told, said)) => {
                    let note = self.reducer.ended(&folder, &told, &said)?;
                    if !self.reducer.has(&folder) {
                        self.store.task_done(TaskKind::Minimize, &folder, &note)?;
                    }
                    self.audience.note(&note);
                }
                Ok(Signal::Rechecked(folder, told)) => {
                    self.rechecking = false;
                    self.store.task_done(TaskKind::Recheck, &folder, &told)?;
                }
                Ok(Signal::Interrupt) => interrupts += 1,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
            if interrupts >= 2 {
                break;
            }
            if interrupts == 1 && !stopping {
                self.audience
                    .note("stopping: batches under way are finished; once more to stop now");
            }
            let time_up = self.goals.time_budget.is_some_and(|time| self.started.elapsed() >= time);
            let enough = self.goals.stop_after.is_some_and(|most| self.all_buckets() >= most);
            stopping |= interrupts > 0 || time_up || enough;
            hurried |= interrupts > 0 || time_up;
            if hurried && hurried_since.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
                self.audience
                    .note("batches under way do not end in time: their runs are done when the campaign goes on");
                break;
            }
            self.hand_out(stopping)?;
            for note in self.store.tick()? {
                self.audience.note(&note);
            }
            self.look_at_all()?;
            if !hurried {
                self.take_tasks()?;
            }
            if !hurried {
                self.reducer
                    .go_on(&self.program, &self.setup, &self.signals.0)
                    .map_err(CampaignError::Start)?;
            }
            self.tell();
        }
        self.tell();
        if let Some(left) = self.reducer.stop() {
            self.audience.note(&left);
        }
        // Workers die with us; what they had is given back when the campaign is opened again.
        for hand in &mut self.hands {
            // One that is gone already needs no killing.
            let _ = hand.process.kill();
            let _ = hand.process.wait();
        }
        sandbox::end_strangers(&[]);
        self.store.give_back_all()?;
        for note in self.store.close()? {
            self.audience.note(&note);
        }
        Ok(self.known)
    }

    /// Whether there is something to do, or to wait for.
    fn goes_on(&mut self, hurried: bool) -> Result<bool, CampaignError> {
        if !self.hands.is_empty() || hurried {
            return Ok(!self.hands.is_empty());
        }
        if !self.reducer.is_busy() && !self.rechecking {
            self.store.look_for_tasks();
            self.take_tasks()?;
        }
        Ok(self.reducer.is_busy() || self.rechecking)
    }

    /// Findings of all machines that this one is to work on.
    fn take_tasks(&mut self) -> Result<(), CampaignError> {
        if self.reducer.is_free()
            && let Some(folder) = self.store.next_task(TaskKind::Minimize)?
        {
            self.reducer.add(&folder);
        }
        if !self.rechecking
            && let Some(folder) = self.store.next_task(TaskKind::Recheck)?
        {
            recheck(folder, &self.program, &self.setup, &self.signals.0)
                .map_err(CampaignError::Start)?;
            self.rechecking = true;
        }
        Ok(())
    }

    /// What all machines did and found, now and then.
    fn look_at_all(&mut self) -> Result<(), CampaignError> {
        let Some((counts, buckets)) = self.store.of_all()? else { return Ok(()) };
        self.counts = counts;
        self.buckets = by_class(&buckets);
        Ok(())
    }

    fn all_buckets(&self) -> u64 {
        self.buckets.values().sum()
    }

    fn tell(&mut self) {
        self.audience.status(&Status {
            counts: &self.counts,
            session_runs: self.session_runs,
            elapsed: self.started.elapsed(),
            buckets: &self.buckets,
            newest: self.newest.as_deref(),
            goal: self.goals.max_runs,
        });
    }

    /// Starts a worker.
    fn hire(&mut self) -> Result<(), CampaignError> {
        let mut command = Command::new(&self.program);
        command.arg("worker");
        without_secrets(&mut command);
        let mut process = sandbox::spawn_leashed(&mut command).map_err(CampaignError::Start)?;
        let number = self.next_number;
        self.next_number += 1;
        let mut orders = process.stdin.take();
        if let Some(orders) = &mut orders {
            // A worker that is dead already is heard of by its end.
            let _ = write_message(orders, &self.setup);
        }
        if let Some(reports) = process.stdout.take() {
            let sender = self.signals.0.clone();
            let listener = move || listen(number, reports, &sender);
            let started = std::thread::Builder::new().spawn(listener);
            started.map_err(CampaignError::Start)?;
        }
        self.hands.push(Hand { number, process, orders, lease: None, rate: 0.0, reported: false });
        Ok(())
    }

    /// Gives runs to those that wait, or ends them.
    fn hand_out(&mut self, stopping: bool) -> Result<(), CampaignError> {
        let budget = self.goals.time_budget;
        let time_left = budget.map(|budget| budget.saturating_sub(self.started.elapsed()));
        let (epoch_end, mut waits) = (self.epoch_end(), false);
        let limit = [epoch_end, self.goals.max_runs].into_iter().flatten().min();
        let is_last = epoch_end.is_none() || limit < epoch_end;
        for hand in &mut self.hands {
            if hand.lease.is_some() || !hand.reported {
                if stopping && hand.lease.is_none() {
                    hand.orders = None;
                }
                continue;
            }
            let Some(orders) = &mut hand.orders else { continue };
            let most = match hand.rate {
                rate if rate > 0.0 => (rate * BATCH_TIME.as_secs_f64()) as u64,
                _ => FIRST_BATCH,
            };
            let most = most.clamp(1, self.goals.largest_batch);
            let lease = match stopping {
                true => None,
                false => self.store.lease(hand.number, most, limit)?,
            };
            let Some(lease) = lease else {
                // Others may be busy with the last runs, of the epoch or of all, and lose them.
                if !stopping && (!is_last || self.store.may_come()) {
                    waits = true;
                    continue;
                }
                // Its input ends, and so does the worker.
                hand.orders = None;
                continue;
            };
            let Range { start: from, end: to } = lease.runs;
            let time = time_left.map_or(BATCH_TIME, |left| left.min(BATCH_TIME)).as_millis() as u64;
            let order = Order { lease: lease.id, from, to, time };
            // A worker that is dead is heard of by its end, and its lease is given back then.
            let _ = write_message(orders, &order);
            hand.lease = Some((lease, Instant::now()));
        }
        let idle = waits && self.hands.iter().all(|hand| hand.lease.is_none());
        match idle && !is_last && !self.store.may_come() {
            true => self.next_epoch(),
            false => Ok(()),
        }
    }

    /// The first run of the next epoch, if the campaign learns.
    fn epoch_end(&self) -> Option<u64> {
        // An enumeration asks about all terms, and draws nothing.
        let settings = &self.as_begun.settings;
        let draws = Enumeration::of_settings(settings).is_none()
            && Mutation::of_settings(settings).is_none();
        let learns = draws && self.as_begun.setting(LEARN) != Some("0");
        learns.then(|| self.epochs.end())
    }

    /// All runs of an epoch are done: what they teach are the settings of the next.
    fn next_epoch(&mut self) -> Result<(), CampaignError> {
        let before = self.epochs.learned();
        let from = self.epochs.end();
        match self.store.ask_epoch(from)? {
            EpochAnswer::Later => return Ok(()),
            EpochAnswer::Begun => {}
            EpochAnswer::Yours => {
                let (counts, buckets) = (self.store.counts()?, self.store.buckets()?);
                let learned = gather(self.out, &self.as_begun, &counts, &buckets)?.teach();
                self.store.begin_epoch(from, &learned)?;
                if !self.store.is_shared() {
                    self.epochs.begin(learned)?;
                }
            }
        }
        if let Some(begun) = self.store.epochs()? {
            self.epochs.replace(begun)?;
        }
        let learned = self.epochs.learned();
        if learned == before {
            return Ok(());
        }
        self.setup = with_learned(&self.as_begun, &learned)?;
        self.audience.note(&told(from, &learned, self.as_begun.time));
        // Workers that know the old settings go home.
        for hand in &mut self.hands {
            hand.orders = None;
        }
        for _ in 0..self.goals.jobs {
            self.hire()?;
        }
        Ok(())
    }

    fn hear(&mut self, number: u32, report: Report) -> Result<(), CampaignError> {
        match report {
            Report::Ready => {}
            Report::Failed(why) => return Err(CampaignError::Worker(why)),
            Report::Done(done) => self.keep(number, *done)?,
        }
        if let Some(hand) = self.hands.iter_mut().find(|hand| hand.number == number) {
            hand.reported = true;
        }
        Ok(())
    }

    /// Keeps what runs gave: first in folders, then in the store.
    fn keep(&mut self, number: u32, done: DoneRuns) -> Result<(), CampaignError> {
        let DoneRuns { order, counts, findings, limited, unstable } = done;
        let runs = order.from..order.to;
        let mut unfinished = false;
        if let Some(hand) = self.hands.iter_mut().find(|hand| hand.number == number)
            && let Some((lease, since)) = hand.lease.take()
        {
            unfinished = order.to < lease.runs.end;
            let rate = (order.to - order.from) as f64 / since.elapsed().as_secs_f64().max(0.001);
            // The last batch counts most, but one slow run does not make the next batch tiny.
            hand.rate = if hand.rate > 0.0 { (hand.rate + rate) / 2.0 } else { rate };
        }
        let mut kept: Vec<(Finding, PathBuf)> = Vec::new();
        for whole in findings {
            let finding = whole.into_finding();
            if self.known.fire(&finding.key, &finding.trace).is_some() {
                continue;
            }
            let folder = write_finding(self.out, &finding)?.path().to_owned();
            kept.push((finding, folder));
        }
        for whole in limited {
            let finding = whole.into_finding();
            write_timeout(self.out, &finding)?;
            self.store.keep_timeout(&finding)?;
        }
        for (whole, before) in unstable {
            let history: Vec<(u64, u64)> = before
                .into_iter()
                .map(|run| (run, crate::rng::Seed(self.setup.campaign_seed).run(run).0))
                .collect();
            let finding = whole.into_finding();
            if let Written::New(folder) = write_unstable(self.out, &finding, &history)? {
                let Finding { run, seed, key, message, .. } = &finding;
                let (run, seed, folder) = (*run, *seed, folder.as_path());
                self.store.keep_unstable(&Seen { run, seed, key, message, folder })?;
            }
        }
        let seen: Vec<Seen<'_>> = kept
            .iter()
            .map(|(finding, folder)| Seen {
                run: finding.run,
                seed: finding.seed,
                key: &finding.key,
                message: &finding.message,
                folder,
            })
            .collect();
        let bucketed: Vec<Bucketed> =
            self.store.finish(order.lease, runs.clone(), &counts, &seen)?;
        if unfinished {
            self.store.give_back(order.lease)?;
        }
        for ((finding, folder), bucketed) in kept.iter().zip(bucketed) {
            if bucketed.is_new {
                *self.buckets.entry(finding.key.class.to_string()).or_default() += 1;
                self.newest = Some(finding.key.to_string());
                self.audience.new_bucket(finding, folder);
                if !self.store.is_shared() {
                    self.reducer.add(folder);
                }
            }
        }
        self.counts.add(&counts);
        self.session_runs += runs.end - runs.start;
        self.deaths = 0;
        Ok(())
    }

    /// A worker is gone: if it was not sent home, its runs go to others, and it is replaced.
    fn bury(&mut self, number: u32, stopping: bool) -> Result<(), CampaignError> {
        let Some(place) = self.hands.iter().position(|hand| hand.number == number) else {
            return Ok(());
        };
        let mut hand = self.hands.remove(place);
        let _ = hand.process.kill();
        let ended = hand.process.wait();
        // What its runs started and it cannot end any more.
        let hands = self.hands.iter().map(|hand| hand.process.id());
        sandbox::end_strangers(&hands.chain(self.reducer.process()).collect::<Vec<u32>>());
        if let Some((lease, _)) = hand.lease {
            self.store.give_back(lease.id)?;
        }
        if hand.orders.is_none() || stopping {
            return Ok(());
        }
        self.deaths += 1;
        if self.deaths > MOST_DEATHS {
            return Err(CampaignError::Dying);
        }
        let how = ended.map_or_else(|error| error.to_string(), |status| status.to_string());
        self.audience.note(&format!("a worker died ({how}); its runs are done again"));
        self.hire()
    }
}

/// Solvers run in what we start; the password of a shared store is none of their business.
pub(super) fn without_secrets(command: &mut Command) {
    for name in ["MURXLA_STORE", "PGPASSWORD", "PGPASSFILE"] {
        command.env_remove(name);
    }
}

/// How many buckets there are of each class.
fn by_class(buckets: &[Bucket]) -> BTreeMap<String, u64> {
    let mut classes = BTreeMap::new();
    for bucket in buckets {
        *classes.entry(bucket.key.class.to_string()).or_default() += 1;
    }
    classes
}

/// Passes on what a worker says until it is gone.
fn listen(number: u32, reports: impl io::Read, sender: &Sender<Signal>) {
    let mut reports = BufReader::new(reports);
    while let Ok(Some(report)) = read_message(&mut reports) {
        if sender.send(Signal::Said(number, Box::new(report))).is_err() {
            return;
        }
    }
    // Without a coordinator nobody needs to know.
    let _ = sender.send(Signal::Gone(number));
}
