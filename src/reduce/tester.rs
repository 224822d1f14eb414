//! Tests candidates in children of this process, which has loaded the solver.

use std::io;
use std::time::{Duration, Instant};

use murxla_api::{Answer, Library};

use super::TraceCandidate;
use super::criterion::{Judge, Judged, Wanted};
use super::crosscheck::Other;
use super::engine::{KeepError, Tester};
use super::needs::Needs;
use super::pace::Pace;
use crate::exec::{OptionPolicy, Played, Player, Probe, Recorder, Replay, play_all};
use crate::sandbox::{self, Batch, Class, Limits, Log, Outcome};
use crate::trace::{Call, Recorded};

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
    solver: &'static str,
    library: &'static dyn Library,
    policy: OptionPolicy,
    limits: Limits,
    judge: Option<Judge>,
    /// A second solver, if what is wanted is that the two contradict each other.
    other: Option<Other>,
    /// What is right, if what is wanted is that the solver says otherwise.
    status: Option<Answer>,
    runs: u64,
    pace: Pace,
}

/// Looks whether a call broke the contract.
struct Soundness(bool);

impl Probe for Soundness {
    fn after(&mut self, _: &Call, played: &Played, _: &mut Player<'_>) {
        self.0 &= !matches!(played, Played::Broken(_));
    }
}

/// The most candidates in one child.
const LARGEST_BATCH: usize = 32;

/// How a batch of candidates ended.
enum Ended {
    /// So many are not interesting; the rest was not tested.
    Boring(usize),
    /// This one ended it.
    By(usize, Outcome),
}

impl LocalTester {
    /// A tester for this library, which does not know yet what is wanted.
    pub fn new(
        solver: &'static str,
        library: &'static dyn Library,
        policy: OptionPolicy,
        limits: Limits,
    ) -> LocalTester {
        LocalTester {
            solver,
            library,
            policy,
            limits,
            judge: None,
            other: None,
            status: None,
            runs: 0,
            pace: Pace::default(),
        }
    }

    /// The same tester; what fails is that this solver contradicts the other one.
    pub fn against(mut self, other: Option<Other>) -> LocalTester {
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
        self.solver
    }

    pub(super) fn other(&self) -> Option<Other> {
        self.other
    }

    /// From now on this is wanted, and a test has so much time.
    pub fn want(&mut self, wanted: &Wanted, time: Duration) -> Result<(), TestError> {
        self.judge = Some(Judge::new(wanted)?);
        self.limits = limits(&self.limits, time);
        Ok(())
    }

    /// How often a candidate was run: also to see whether it fails alone, too.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Runs calls in a child of their own.
    pub fn alone(&mut self, calls: &[Call]) -> io::Result<Outcome> {
        self.alone_on(&Other { solver: self.solver, library: self.library }, calls)
    }

    pub(super) fn alone_on(&mut self, on: &Other, calls: &[Call]) -> io::Result<Outcome> {
        self.runs += 1;
        sandbox::run(&self.limits, |log| {
            self.play(on, calls, log);
        })
    }

    /// Plays calls; tells whether no call broke the contract.
    fn play(&self, on: &Other, calls: &[Call], log: &Log) -> bool {
        let mut sound = Soundness(true);
        let mut player = Player::new(on.library, on.solver, self.policy);
        let mut recorder = Recorder::new(|bytes: &[u8]| log.write(bytes));
        play_all(&mut player, calls, &mut [&mut recorder, &mut sound]);
        sound.0
    }

    fn batch(&mut self, candidates: &[TraceCandidate]) -> io::Result<Ended> {
        let on = Other { solver: self.solver, library: self.library };
        let ended = sandbox::run_batch(
            &self.limits,
            |batch: &Batch<'_>| {
                for (number, candidate) in candidates.iter().enumerate() {
                    if number > 0 && self.library.forget().is_err() {
                        // The rest is done in another process.
                        return;
                    }
                    batch.begin(number as u64);
                    if !self.play(&on, &candidate.calls, batch.log()) {
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
                Ok(Ended::By(run as usize, ended.outcome))
            }
            // It ended between two; should none have been done, the first one is tried alone.
            _ if finished == 0 => match candidates.first() {
                Some(first) => Ok(Ended::By(0, self.alone(&first.calls)?)),
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
                Ended::By(number, outcome) => {
                    let candidate = &rest[number];
                    // What runs before it left behind may have done it, so it must fail alone, too. How long a run
                    // takes does not hang on them.
                    let interesting = self.accepts(candidate, &outcome) && {
                        number == 0 || outcome.class == Class::Timeout || {
                            let alone = self.alone(&candidate.calls)?;
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
            let alone = self.judge_alone(&candidate.calls)?;
            let Judged::Failure(key) = &alone.judged else { continue };
            let same = self.judge.as_ref().is_some_and(|judge| judge.wants(key));
            let allowed = !candidate.bench.enforces_needs
                || Needs::are_met_in(&alone.calls, self.library.profile());
            if same && allowed {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Whether a run that ended so is what is wanted, and uses the solver in a way that is allowed.
    fn accepts(&self, candidate: &TraceCandidate, outcome: &Outcome) -> bool {
        let Some(judge) = &self.judge else { return false };
        if !judge.accepts(self.solver, outcome) {
            return false;
        }
        !candidate.bench.enforces_needs
            || Needs::are_met_in(&up_to_failure(outcome), self.library.profile())
    }
}

/// The calls of a run up to the one in which it failed, with what is recorded of them.
pub(super) fn up_to_failure(outcome: &Outcome) -> Vec<Call> {
    let mut calls = Replay::from_log(&outcome.log, Class::Completed, Vec::new()).played.calls;
    let is_broken = |call: &Call| matches!(call.reply, Some(Recorded::Broken(_)));
    if outcome.class == Class::Completed
        && let Some(place) = calls.iter().position(is_broken)
    {
        calls.truncate(place + 1);
    }
    calls
}

/// Limits with another time. The clock on the wall also runs for others.
pub(super) fn limits(limits: &Limits, time: Duration) -> Limits {
    Limits { cpu: time, wall: time * 3 + Duration::from_secs(1), ..limits.clone() }
}

impl Tester<TraceCandidate> for LocalTester {
    type Error = TestError;

    fn first_interesting(
        &mut self,
        candidates: &[TraceCandidate],
    ) -> Result<Option<usize>, TestError> {
        let since = Instant::now();
        let found = match (self.other, self.status) {
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
