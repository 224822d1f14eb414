//! The tester that runs candidates in children of this process, which has loaded the solver.

use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};

use murxla_api::{Answer, Library};

use super::TraceCandidate;
use super::criterion::{Criterion, Judge, Judged, Wanted};
use super::engine::{KeepError, Tester};
use super::needs::Needs;
use super::pace::Pace;
use crate::exec::{OptionPolicy, Player, Run};
use crate::oracle::{LoadedSolver, LocalRunner, OracleSet, Runner, Violation, play};
use crate::sandbox::{self, Batch, Class, Limits, Log};
use crate::smt::Prepared;
use crate::trace::{Call, Header, Trace};

/// Why tests cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum TestError {
    /// There was no run.
    #[error("a candidate cannot be run ({0}); check limits on processes and open files")]
    Run(#[from] io::Error),
    /// The best so far cannot be kept.
    #[error(transparent)]
    Keep(#[from] KeepError),
    /// A pattern is none.
    #[error("{0}")]
    Pattern(#[from] regex::Error),
    /// A process that tests candidates failed.
    #[error("a process that tests candidates failed: {0}")]
    Worker(String),
}

/// Tests candidates in children of this process: many in one child, until one of them ends it.
pub struct LocalTester {
    on: LoadedSolver,
    policy: OptionPolicy,
    /// Plays candidates on it alone.
    runner: LocalRunner<'static>,
    limits: Limits,
    judge: Option<Judge>,
    /// A second solver, if what is wanted is that the two contradict each other.
    other: Option<Rc<dyn Runner>>,
    /// What is right, if what is wanted is that the solver says otherwise.
    status: Option<Answer>,
    /// Oracles that look on beside the standard ones.
    oracles: Vec<Box<str>>,
    runs: u64,
    pace: Pace,
}

/// The most candidates in one child.
const LARGEST_BATCH: usize = 32;

/// How a batch of candidates ended.
enum Ended {
    /// So many are not interesting; the rest was not tested.
    Boring(usize),
    /// This one ended it.
    By(usize, Box<Run>),
}

impl LocalTester {
    /// A tester for this library, which does not know yet what is wanted.
    pub fn new(
        solver: &'static str,
        library: &'static dyn Library,
        policy: OptionPolicy,
        limits: Limits,
    ) -> LocalTester {
        let on = LoadedSolver { solver, library };
        LocalTester {
            on,
            policy,
            runner: on.runner(policy),
            limits,
            judge: None,
            other: None,
            status: None,
            oracles: Vec::new(),
            runs: 0,
            pace: Pace::default(),
        }
    }

    /// The same tester; what fails is that this solver contradicts the other one.
    pub fn against(mut self, other: Option<Rc<dyn Runner>>) -> LocalTester {
        self.other = other;
        self
    }

    /// The same tester; what fails is that this solver contradicts what is known to be right.
    pub fn against_status(mut self, status: Option<Answer>) -> LocalTester {
        self.status = status;
        self
    }

    pub(super) fn status(&self) -> Option<Answer> {
        self.status
    }

    pub(super) fn solver(&self) -> &'static str {
        self.on.solver
    }

    /// From now on these oracles look on, too.
    pub fn watch(&mut self, oracles: Vec<Box<str>>) {
        self.runner.watch(oracles.clone());
        self.oracles = oracles;
    }

    /// From now on this is wanted, and a test has so much time.
    pub fn want(&mut self, wanted: &Wanted, time: Duration) -> Result<(), TestError> {
        if let Criterion::Key(key) = &wanted.failure
            && let Some(oracle) = &key.oracle
        {
            self.watch(vec![oracle.as_str().into()]);
        }
        self.judge = Some(Judge::new(wanted)?);
        self.limits = limits(&self.limits, time);
        Ok(())
    }

    /// How often a candidate was run: also to see whether it fails alone, too.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Runs the calls of a trace with this header in a child of their own.
    pub fn alone(&mut self, header: &Header, calls: &[Call]) -> io::Result<Run> {
        self.runs += 1;
        self.runner.play(&trace_of(header, calls), &self.limits)
    }

    /// Runs calls on the second solver, if there is one.
    pub(super) fn on_the_other(
        &mut self,
        header: &Header,
        calls: &[Call],
    ) -> io::Result<Option<Run>> {
        let Some(other) = &self.other else { return Ok(None) };
        self.runs += 1;
        other.play(&trace_of(header, calls), &self.limits).map(Some)
    }

    /// Plays a candidate in this process, which is a child; tells whether no oracle found anything wrong.
    fn play_in_batch(&self, candidate: &TraceCandidate, log: &Log) -> bool {
        let profile = self.on.library.profile();
        let prepared = Prepared::new(&candidate.header, &candidate.calls, self.on.solver, profile);
        let mut player = Player::new(self.on.library, self.policy);
        let mut oracles = OracleSet::with_named(self.oracles.iter().map(|name| &**name));
        play(&mut prepared.calls(), &mut player, &mut oracles, |bytes| log.write(bytes))
    }

    fn batch(&mut self, candidates: &[TraceCandidate]) -> io::Result<Ended> {
        let ended = sandbox::run_batch(
            &self.limits,
            |batch: &Batch<'_>| {
                if self.policy.contains_runs() {
                    sandbox::contain().expect("a child that cannot write files");
                }
                for (number, candidate) in candidates.iter().enumerate() {
                    if number > 0 && self.on.library.forget().is_err() {
                        // The rest is done in another process.
                        return;
                    }
                    batch.begin(number as u64);
                    if !self.play_in_batch(candidate, batch.log()) {
                        // The log of a run that is not told as finished is there to be read.
                        return;
                    }
                    batch.finish(&[]);
                }
            },
            &mut |_, _| Ok(()),
        )?;
        self.runs += ended.finished + u64::from(ended.under_way.is_some());
        let finished = (ended.finished as usize).min(candidates.len());
        match ended.under_way {
            Some(run) if (run as usize) < candidates.len() => {
                Ok(Ended::By(run as usize, Box::new(Run::from(ended.outcome))))
            }
            // It ended between two; should none have been done, the first one is tried alone.
            _ if finished == 0 => match candidates.first() {
                Some(first) => Ok(Ended::By(0, Box::new(self.alone(&first.header, &first.calls)?))),
                None => Ok(Ended::Boring(0)),
            },
            _ => Ok(Ended::Boring(finished)),
        }
    }

    /// The first candidate that fails in the way that is wanted.
    fn first_failure(&mut self, candidates: &[TraceCandidate]) -> Result<Option<usize>, TestError> {
        let mut next = 0;
        while let Some(rest) = candidates.get(next..).filter(|rest| !rest.is_empty()) {
            match self.batch(rest)? {
                Ended::Boring(count) => next += count,
                Ended::By(number, run) => {
                    let candidate = &rest[number];
                    // What runs before it left behind may have done it, so it must fail alone, too. How long a run
                    // takes does not hang on them.
                    let interesting = self.accepts(candidate, &run) && {
                        number == 0 || *run.class() == Class::Timeout || {
                            let alone = self.alone(&candidate.header, &candidate.calls)?;
                            self.accepts(candidate, &alone)
                        }
                    };
                    if interesting {
                        return Ok(Some(next + number));
                    }
                    next += number + 1;
                }
            }
        }
        Ok(None)
    }

    /// The first candidate on which the solver contradicts the other, or what is right, in the way that is wanted.
    fn first_contradiction(
        &mut self,
        candidates: &[TraceCandidate],
    ) -> Result<Option<usize>, TestError> {
        for (number, candidate) in candidates.iter().enumerate() {
            let alone = self.judge_isolated(&candidate.header, &candidate.calls)?;
            let Judged::Failure(key) = &alone.judged else { continue };
            let same = self.judge.as_ref().is_some_and(|judge| judge.wants(key));
            let allowed = !candidate.target.enforces_needs
                || Needs::are_met_in(alone.calls(), self.on.library.profile());
            if same && allowed {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Whether a run is what is wanted, and uses the solver in a way that is allowed.
    fn accepts(&self, candidate: &TraceCandidate, run: &Run) -> bool {
        let Some(judge) = &self.judge else { return false };
        if !judge.accepts(self.on.solver, run) {
            return false;
        }
        !candidate.target.enforces_needs
            || Needs::are_met_in(up_to_failure(run), self.on.library.profile())
    }
}

/// The calls of a run up to the one in which it failed, with what is recorded of them.
pub(super) fn up_to_failure(run: &Run) -> &[Call] {
    let calls = run.played.calls.as_slice();
    match calls.iter().position(|call| Violation::recorded(0, call).is_some()) {
        Some(place) if *run.class() == Class::Completed => &calls[..=place],
        _ => calls,
    }
}

fn trace_of(header: &Header, calls: &[Call]) -> Trace {
    Trace { header: header.clone(), calls: calls.to_vec() }
}

/// Limits with another time. The clock on the wall also runs for others.
pub(super) fn limits(limits: &Limits, time: Duration) -> Limits {
    Limits { cpu: time, wall: time * 2 + Duration::from_secs(1), ..limits.clone() }
}

impl Tester<TraceCandidate> for LocalTester {
    type Error = TestError;

    fn first_interesting(
        &mut self,
        candidates: &[TraceCandidate],
    ) -> Result<Option<usize>, TestError> {
        let since = Instant::now();
        let found = match (&self.other, self.status) {
            (None, None) => self.first_failure(candidates)?,
            _ => self.first_contradiction(candidates)?,
        };
        self.pace.add(found.map_or(candidates.len(), |found| found + 1), since);
        Ok(found)
    }

    fn window(&self) -> usize {
        self.pace.window(LARGEST_BATCH)
    }
}
