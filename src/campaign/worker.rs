//! A worker: a process that has loaded the solver and does runs in batches, each batch in a child.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use murxla_api::Library;

use super::messages::{DoneRuns, Order, Report, Setup, WholeFinding};
use super::narrow::Narrowing;
use super::together::shortest;
use super::{CallCounter, Counts, Narrow, Release, RunSource};
use crate::exec::{OptionPolicy, Player, Run};
use crate::findings::{Ending, Failure, Finding, Key, OnRelease, SCHEMA, SolverFacts, filtered};
use crate::oracle::{
    ASSERTED_VALUES, Accuses, CROSS_CHECK, MODEL, OWN_CHECKS, OracleSet, References, SELF_CHECK,
    Verdict, false_assertion, operators_of, oracle, play, record_contradiction,
    without_self_checks,
};
use crate::sandbox::{self, Class, Limits, Log, read_message, write_message};
use crate::solvers::AllRows;

/// What a worker works with.
pub struct Worker<'a> {
    solver: &'a str,
    library: &'a dyn Library,
    /// What the runs are.
    source: Box<dyn RunSource + 'a>,
    /// The sha256 of the library.
    sha256: Option<String>,
    settings: Vec<(String, String)>,
    limits: Limits,
    /// Those of a run in a batch: a campaign may have learned that few runs that take long come to an end.
    batch_limits: Limits,
    /// The release, if the library is a build with assertions.
    release: Option<Release>,
    /// Keys of findings that were done again on the release: one of each is enough.
    rechecked: RefCell<BTreeSet<Key>>,
    /// The processor time when the last batch began.
    batch_began: Cell<Duration>,
    /// Counts the runs that came to their end.
    counter: RefCell<CallCounter>,
    /// Finds the causes of wrong answers.
    narrowing: Option<Narrowing<'a>>,
    /// The solvers that are asked the same.
    references: References<'static>,
    /// How many times it is still looked for what a run needs before it.
    searches: Cell<u32>,
}

/// So many times a worker looks for the runs that others need before them, and so long each time.
const SEARCHES: u32 = 8;
const SEARCH: Duration = Duration::from_secs(30);

/// What a child says of a run.
const LOOKS_WRONG: &[u8] = b"wrong\n";

/// A note ends with one of these: whether an oracle found something wrong.
const SOUND: u8 = b'.';
const VIOLATED: u8 = b'!';

impl<'a> Worker<'a> {
    /// A worker for runs like these.
    pub fn new(
        solver: &'a str,
        library: &'a dyn Library,
        source: impl RunSource + 'a,
        setup: &Setup,
    ) -> io::Result<Worker<'a>> {
        let cpu = Duration::from_secs_f64(setup.time);
        // Processor time is what a run takes itself; the clock on the wall also runs for others.
        let limits = Limits { cpu, wall: cpu * 2, memory: setup.memory, ..Limits::default() };
        let shortened = setup.shortened.map_or(cpu, Duration::from_secs_f64);
        let batch_limits = Limits { cpu: shortened.min(cpu), ..limits.clone() };
        let (settings, sha256) = (setup.settings.clone(), setup.sha256.clone());
        let release = match &setup.release {
            Some(named) => {
                Some(Release { program: std::env::current_exe()?, named: named.clone() })
            }
            None => None,
        };
        let rechecked = RefCell::default();
        let mut counter = source.fsm().map_or_else(CallCounter::default, CallCounter::new);
        if let Some(api) = library.functions() {
            // Those that are called when it is loaded.
            counter.functions(api);
        }
        let counter = RefCell::new(counter);
        Ok(Worker {
            solver,
            library,
            source: Box::new(source),
            sha256,
            settings,
            limits,
            batch_limits,
            release,
            rechecked,
            batch_began: Cell::default(),
            counter,
            narrowing: None,
            references: References::default(),
            searches: Cell::new(SEARCHES),
        })
    }

    /// The same worker; it makes wrong answers small before they get their key.
    pub fn narrowing(mut self, by: impl Narrow + 'a) -> Worker<'a> {
        self.narrowing = Some(Narrowing::new(Box::new(by)));
        self
    }

    /// The same worker; it asks others what its runs ask.
    pub fn cross_checking(mut self, references: References<'static>) -> Worker<'a> {
        self.references = references;
        self
    }

    /// The limits of a run.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Answers orders until there are no more.
    pub fn serve(&self, mut orders: impl BufRead, mut reports: impl Write) -> io::Result<()> {
        write_message(&mut reports, &Report::Ready)?;
        while let Some(order) = read_message::<Order>(&mut orders)? {
            let done = self.carry_out(order)?;
            write_message(&mut reports, &Report::Done(Box::new(done)))?;
        }
        Ok(())
    }

    fn carry_out(&self, order: Order) -> io::Result<DoneRuns> {
        let mut done = DoneRuns {
            order,
            counts: Counts::default(),
            findings: Vec::new(),
            limited: Vec::new(),
            unstable: Vec::new(),
        };
        let end = Instant::now() + Duration::from_millis(order.time);
        let before = sandbox::processor_time_of_all();
        let mut next = order.from;
        // At least one, so that it comes to an end whatever the clock says.
        while next < order.to && (next == order.from || Instant::now() < end) {
            // Of an enumeration only what looks wrong is done one by one.
            if !self.references.list.is_empty() && self.source.sieve().is_none() {
                next = self.cross_checked(next, &mut done)?;
                continue;
            }
            next = self.batch(next..order.to, end, &mut done)?;
        }
        done.order.to = next;
        let took = sandbox::processor_time_of_all().saturating_sub(before);
        done.counts.milliseconds += took.as_millis() as u64;
        done.counts.add(&self.counter.borrow_mut().take(self.source.fsm()));
        Ok(done)
    }

    /// Does runs in one child until one of them ends it, or time is up; tells which run is next.
    fn batch(&self, runs: Range<u64>, end: Instant, done: &mut DoneRuns) -> io::Result<u64> {
        self.batch_began.set(sandbox::processor_time_of_all());
        let mut violated = Vec::new();
        let ended = sandbox::run_batch(
            &self.batch_limits,
            |batch| {
                if let Some(sieve) = self.source.sieve() {
                    return sieve.sift(runs.clone(), end, batch);
                }
                let mut counter = self.counter.borrow().for_a_child();
                let mut note = Vec::new();
                self.in_turn(runs.clone(), |run| {
                    if run > runs.start && Instant::now() >= end {
                        return ControlFlow::Break(());
                    }
                    batch.begin(run);
                    let mut oracles = self.source.oracles().with(Box::new(&mut counter));
                    let (walk, sound) = self.source.play(run, batch.log(), &mut oracles);
                    let given = oracles.take_verdicts();
                    drop(oracles);
                    counter.verdicts(&given);
                    counter.walk(&walk);
                    if let Some(api) = self.library.functions() {
                        counter.functions(api);
                    }
                    note.clear();
                    counter.note(&mut note);
                    note.push(if sound { SOUND } else { VIOLATED });
                    batch.finish(&note);
                    ControlFlow::Continue(())
                });
            },
            &mut |run, note| {
                if let Some(sieve) = self.source.sieve() {
                    let taken = sieve.take_note(note);
                    done.counts.run_ended(Ending::Completed);
                    if let Some((note, runs)) = taken {
                        done.counts.add_note(&note);
                        violated.extend(runs);
                    }
                } else if let Some((mark, counts)) = note.split_last() {
                    let mut counter = self.counter.borrow_mut();
                    // A child that was hit by stray writes may say anything; the run has ended all the same.
                    let _ = counter.absorb(counts);
                    counter.run_ended(Ending::Completed);
                    if *mark == VIOLATED {
                        violated.push(run);
                    }
                }
                Ok(())
            },
        )?;
        for run in violated {
            self.look_at_violated(run, done)?;
        }
        let finished = runs.start + ended.finished;
        // If it ended between two runs and none was done, the next one is tried alone.
        let nothing_done = finished == runs.start && ended.outcome.class != Class::Completed;
        match ended.under_way.or(nothing_done.then_some(runs.start)) {
            Some(run) => self.isolate(run, runs.start, &Run::from(ended.outcome), done),
            None => Ok(finished),
        }
    }

    /// Does a run in a child of its own, and has others do the same: what one of them dies of is not the run's.
    fn cross_checked(&self, run: u64, done: &mut DoneRuns) -> io::Result<u64> {
        self.batch_began.set(sandbox::processor_time_of_all());
        let mut alone = self.alone(run)?;
        if *alone.class() != Class::Completed || Failure::of(self.solver, &alone).is_some() {
            return self.isolate(run, run, &alone, done);
        }
        self.count_dead(&mut CallCounter::default(), &alone, done);
        let checked = self.references.cross_check(&alone, &self.limits, &AllRows);
        if let Some(verdict) = checked.verdict() {
            done.counts.add_verdict(CROSS_CHECK, &verdict);
        }
        if let Some(violation) = checked.violation {
            record_contradiction(&mut alone, &violation);
            let mut finding = self.finding(run, &alone);
            finding.reproduced = true;
            self.find_cause(&alone, &mut finding);
            done.findings.push(WholeFinding::new(finding));
        }
        Ok(run + 1)
    }

    /// Does runs one after the other, each on a library that has forgotten the one before; if it cannot, the rest is left
    /// to another process.
    fn in_turn(&self, runs: Range<u64>, mut one: impl FnMut(u64) -> ControlFlow<()>) {
        for run in runs.clone() {
            if run > runs.start && self.library.forget().is_err() {
                return;
            }
            if one(run).is_break() {
                return;
            }
        }
    }

    /// A run ended its batch, which began with run `first`: is it the run's own doing? Tells which run is next.
    fn isolate(&self, run: u64, first: u64, ended: &Run, done: &mut DoneRuns) -> io::Result<u64> {
        let mut counter = CallCounter::default();
        if *ended.class() == Class::Completed {
            // A refusal ended the process, and with it the batch.
            self.count_dead(&mut counter, ended, done);
            if Failure::of(self.solver, ended).is_some() {
                self.look_at_violated(run, done)?;
            }
            return Ok(run + 1);
        }
        let mut in_batch = self.finding(run, ended);
        if *ended.class() == Class::Timeout {
            // How long a run takes does not hang on the runs before it.
            self.count_dead(&mut counter, ended, done);
            done.limited.push(WholeFinding::new(in_batch));
            return Ok(run + 1);
        }
        let alone = self.alone(run)?;
        self.count_dead(&mut counter, &alone, done);
        if *alone.class() == Class::Completed {
            // Leaks add up in a batch: memory that only a batch runs out of is no finding.
            if *ended.class() != Class::OutOfMemory {
                in_batch.reproduced = self.happens_again(first, run, &in_batch.key)?;
                let before: Vec<u64> = (first..run).collect();
                done.unstable.push((WholeFinding::new(in_batch), before));
            }
            return Ok(run + 1);
        }
        let mut finding = self.finding(run, &alone);
        finding.reproduced = true;
        let filters = self.library.profile().demands.error_filters;
        if filtered(filters, &finding.key, &finding.message).is_some() {
            return Ok(run + 1);
        }
        let limited =
            matches!(alone.class(), Class::Timeout | Class::OutOfMemory | Class::OutputFlood);
        if !limited {
            finding.release = self.on_release(&finding.key, &alone);
        }
        let list = if limited { &mut done.limited } else { &mut done.findings };
        list.push(WholeFinding::new(finding));
        Ok(run + 1)
    }

    /// Whether a run goes wrong in the same way once more when the runs from `first` on are done before it.
    fn happens_again(&self, first: u64, run: u64, key: &Key) -> io::Result<bool> {
        let ended = sandbox::run_batch(
            &self.limits,
            |batch| {
                self.in_turn(first..run + 1, |number| {
                    batch.begin(number);
                    self.play_unwatched(number, batch.log());
                    batch.finish(&[]);
                    ControlFlow::Continue(())
                });
            },
            &mut |_, _| Ok(()),
        )?;
        let under_way = ended.under_way;
        let again = Failure::of(self.solver, &Run::from(ended.outcome));
        Ok(under_way == Some(run) && again.is_some_and(|again| again.key == *key))
    }

    /// Counts a run that did not end by itself.
    fn count_dead(&self, counter: &mut CallCounter, ended: &Run, done: &mut DoneRuns) {
        counter.recorded(&ended.played.calls, *ended.class() == Class::Completed);
        counter.one_run(*ended.class() == Class::Completed);
        counter.run_ended(Ending::from(ended.class()));
        if *ended.class() == Class::Timeout {
            // On a machine that is busy the clock on the wall ends a run before it had all of its time.
            let took = sandbox::processor_time_of_all().saturating_sub(self.batch_began.get());
            done.counts.milliseconds_lost += took.min(self.batch_limits.cpu).as_millis() as u64;
        }
        done.counts.add(&counter.take(self.source.fsm()));
    }

    /// An oracle found something wrong: the run is done again, alone, to have its trace.
    fn look_at_violated(&self, run: u64, done: &mut DoneRuns) -> io::Result<()> {
        let mut alone = self.alone(run)?;
        let completed = *alone.class() == Class::Completed;
        if completed
            && Failure::of(self.solver, &alone).is_none()
            && let Some(violation) =
                self.references.cross_check(&alone, &self.limits, &AllRows).violation
        {
            record_contradiction(&mut alone, &violation);
        }
        let mut finding = self.finding(run, &alone);
        finding.reproduced = Failure::of(self.solver, &alone).is_some();
        if completed
            && !finding.reproduced
            && let Some(whole) = self.with_others(run)?
        {
            alone = whole;
            finding = self.finding(run, &alone);
            finding.reproduced = true;
        }
        if finding.reproduced && self.is_false_alarm(&finding.key, &alone) {
            return Ok(());
        }
        if finding.reproduced {
            self.find_cause(&alone, &mut finding);
            finding.release = self.on_release(&finding.key, &alone);
        }
        match finding.reproduced {
            true => done.findings.push(WholeFinding::new(finding)),
            false => done.unstable.push((WholeFinding::new(finding), Vec::new())),
        }
        Ok(())
    }

    /// A run that goes wrong only if others were done in the same instance before, with as few of these as are needed; `None` if
    /// that shows nothing.
    fn with_others(&self, run: u64) -> io::Result<Option<Run>> {
        let Some(sieve) = self.source.sieve() else { return Ok(None) };
        let all = sieve.together(run);
        if all.is_empty() || self.searches.get() == 0 {
            return Ok(None);
        }
        self.searches.set(self.searches.get() - 1);
        let limits = Limits { cpu: SEARCH, wall: SEARCH * 2, ..self.limits.clone() };
        let until = Instant::now() + SEARCH;
        let needed = shortest(all, run, until, &mut |together| {
            let wrong = |log: &Log| {
                if sieve.looks_wrong(run, together) {
                    log.write(LOOKS_WRONG);
                }
            };
            Ok(sandbox::run(&limits, wrong)?.log == LOOKS_WRONG)
        })?;
        let Some(needed) = needed else { return Ok(None) };
        let whole = Run::in_child(&limits, |log| {
            sieve.play_together(run, &needed, log, &mut self.source.oracles());
        })?;
        Ok(Failure::of(self.solver, &whole).is_some().then_some(whole))
    }

    /// If a finding is a wrong answer or model: makes it small, and has its key tell the cause.
    fn find_cause(&self, ended: &Run, finding: &mut Finding) {
        let Some(narrowing) = &self.narrowing else { return };
        let accuses = finding.key.oracle.as_deref().and_then(oracle).map(|row| row.accuses);
        let wrong = matches!(accuses, Some(Accuses::Answer | Accuses::Model))
            || finding.key.oracle.as_deref() == Some(CROSS_CHECK);
        if *ended.class() == Class::Completed && wrong {
            let (key, narrowed) = narrowing.cause(&ended.played, &finding.key);
            (finding.key, finding.narrowed) = (key, narrowed);
        }
    }

    /// What the release does with a run, if there is a release and the key is new to this worker.
    fn on_release(&self, key: &Key, run: &Run) -> Option<OnRelease> {
        let release = self.release.as_ref()?;
        let is_new = self.rechecked.borrow_mut().insert(key.clone());
        is_new.then(|| release.play(self.solver, &run.played, &self.limits))
    }

    /// The run in a process of its own. One that was killed is done again, since others kill, too: a solver that does it itself
    /// does so each time.
    fn alone(&self, run: u64) -> io::Result<Run> {
        const TRIES: usize = 3;
        let mut ended = Run::in_child(&self.limits, |log| self.play_unwatched(run, log))?;
        for _ in 1..TRIES {
            if !matches!(ended.class(), Class::Crash { signal: libc::SIGKILL | libc::SIGTERM }) {
                break;
            }
            ended = Run::in_child(&self.limits, |log| self.play_unwatched(run, log))?;
        }
        Ok(ended)
    }

    /// Does a run in this process, which is a child.
    fn play_unwatched(&self, run: u64, log: &Log) {
        self.source.play(run, log, &mut self.source.oracles());
    }

    /// If the solver says that a check of itself failed: the operators of the assertion that its model makes false, as its values
    /// tell when it does not check itself.
    fn operators_of_failed_check(&self, key: &Key, ended: &Run) -> Vec<&'static str> {
        if !is_own_check(key) {
            return Vec::new();
        }
        let profile = self.library.profile();
        let trace = without_self_checks(&ended.played, profile.demands.self_checks);
        let again = Run::in_child(&self.limits, |log| {
            let mut player = Player::new(self.library, OptionPolicy::NoFiles);
            let mut oracles = OracleSet::with_named([ASSERTED_VALUES]);
            play(&mut trace.calls.as_slice(), &mut player, &mut oracles, |bytes| log.write(bytes));
        });
        let Ok(again) = again else { return Vec::new() };
        let found = Verdict::recorded_in(&again).violation();
        let assertion =
            found.and_then(|found| false_assertion(again.played.calls.get(found.call)?));
        assertion.map_or_else(Vec::new, |name| operators_of(&again.played.calls, name, profile))
    }

    /// Whether the solver says that its model is wrong, but by our own evaluation it is right, or hangs on what the standard leaves
    /// open: solvers check divisions by zero, for example, by other values than they answer with.
    fn is_false_alarm(&self, key: &Key, ended: &Run) -> bool {
        if !is_own_check(key) || !key.detail.contains("model") {
            return false;
        }
        let checks = self.library.profile().demands.self_checks;
        let trace = without_self_checks(&ended.played, checks);
        let again = Run::in_child(&self.limits, |log| {
            let mut player = Player::new(self.library, OptionPolicy::NoFiles);
            let mut oracles = OracleSet::with_named([MODEL, ASSERTED_VALUES]);
            play(&mut trace.calls.as_slice(), &mut player, &mut oracles, |bytes| log.write(bytes));
        });
        again.is_ok_and(|again| {
            *again.class() == Class::Completed && Failure::of(self.solver, &again).is_none()
        })
    }

    fn finding(&self, run: u64, ended: &Run) -> Finding {
        // A run that is sound has no key; what is told of it is how it ended.
        let failure = Failure::of(self.solver, ended).unwrap_or_else(|| Failure {
            key: Key {
                solver: self.solver.to_owned(),
                class: Ending::Completed,
                oracle: None,
                detail: "a violation that was not seen again".to_owned(),
            },
            call: None,
            action: None,
            message: "it did not happen again".to_owned(),
        });
        let Failure { key, action, message, .. } = failure;
        let violation = Verdict::recorded_in(ended).violation();
        let proof = violation.map_or_else(String::new, |found| found.proof.text().to_owned());
        let operators = self.operators_of_failed_check(&key, ended);
        let key = key.with_operators(&operators);
        let (info, outcome) = (self.library.info(), &ended.outcome);
        Finding {
            schema: SCHEMA,
            key,
            run,
            seed: self.source.seed(run).0,
            settings: self.settings.clone(),
            solver: SolverFacts {
                version: Some(info.build()),
                library: info.path.clone(),
                sha256: self.sha256.clone(),
            },
            class: outcome.class.clone(),
            action,
            message,
            frames: outcome.frames.clone(),
            reproduced: false,
            release: None,
            minimized: None,
            diagnosis: None,
            proof,
            stderr: outcome.stderr.clone(),
            trace: outcome.log.clone(),
            narrowed: None,
            made_of: self.source.made_of(run),
        }
    }
}

/// Whether a check that the solver makes of itself failed.
fn is_own_check(key: &Key) -> bool {
    matches!(key.oracle.as_deref(), Some(SELF_CHECK | OWN_CHECKS))
}
