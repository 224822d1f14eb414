//! The search for a smaller candidate: pass by pass, until no pass can change the result.

use std::time::Instant;

use super::cache::{Cache, Hash};
use super::{Candidate, Pass, Plan, Strategy};

/// Says which candidates are interesting.
pub trait Tester<C> {
    /// What can go wrong.
    type Error;

    /// Tests candidates in this order until one is interesting: its place, if there is one. Those before it are not
    /// interesting.
    fn first_interesting(&mut self, candidates: &[C]) -> Result<Option<usize>, Self::Error>;

    /// How many candidates are worth proposing at once.
    fn window(&self) -> usize;

    /// How often it ran something, if it counts that: more often than there are tests, or less.
    fn runs(&self) -> u64 {
        0
    }
}

/// Keeps the best so far, and hears of what happens.
pub trait Keeper<C> {
    /// What can go wrong.
    type Error;

    /// A candidate that is interesting, and smaller than all before.
    fn better(&mut self, best: &C, figures: &Figures, cache: &Cache) -> Result<(), Self::Error>;

    /// Some tests were done.
    fn tested(&mut self, progress: &Progress<'_, C>) -> Result<(), Self::Error>;

    /// Whether it is to end before it is done: someone is waiting, or time is up.
    fn is_to_stop(&mut self) -> bool;
}

/// Figures of a reduction.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Figures {
    /// Candidates that were tested.
    pub tests: u64,
    /// What the tester ran.
    #[serde(default)]
    pub runs: u64,
    /// Seconds.
    pub seconds: f64,
    /// Passes that helped, with how often, in the order in which they did so first.
    pub helped: Vec<(String, u64)>,
}

/// How a reduction stands.
pub struct Progress<'a, C> {
    /// The best so far.
    pub best: &'a C,
    /// The figures.
    pub figures: &'a Figures,
    /// What was tested.
    pub cache: &'a Cache,
    /// The pass that is at work.
    pub pass: &'static str,
}

/// How a reduction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// No pass knows how to go on.
    Minimal,
    /// Someone stopped it.
    Stopped,
}

/// What became of proposals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// None is interesting.
    Nothing,
    /// This one is.
    At(usize),
    /// Someone stopped it.
    Stopped,
}

/// A reduction under way.
pub struct Engine<'a, C, T, K> {
    best: C,
    /// How often there was a better one.
    version: u64,
    cache: Cache,
    figures: Figures,
    tester: &'a mut T,
    keeper: &'a mut K,
    /// Where the seconds are counted from.
    since: Instant,
    /// Seconds and runs of earlier reductions from which this one goes on.
    before: (f64, u64),
}

/// Lists up to this length are not bisected: trying each costs no more.
const SHORT: usize = 3;
/// Proposals made at once at first: most of what is proposed together with a success is thrown away.
const FIRST_WINDOW: usize = 4;

impl<'a, C, T, K> Engine<'a, C, T, K>
where
    C: Candidate,
    T: Tester<C>,
    K: Keeper<C, Error = T::Error>,
{
    /// Goes on from a candidate that is known to be interesting, with what is known from before.
    pub fn new(
        start: C,
        cache: Cache,
        figures: Figures,
        tester: &'a mut T,
        keeper: &'a mut K,
    ) -> Engine<'a, C, T, K> {
        let before = (figures.seconds, figures.runs);
        let since = Instant::now();
        Engine { best: start, version: 0, cache, figures, tester, keeper, since, before }
    }

    /// The best so far, the figures, and what was tested.
    pub fn into_parts(mut self) -> (C, Figures, Cache) {
        self.measure();
        (self.best, self.figures, self.cache)
    }

    /// Tries one candidate, which may be larger than the best; tells whether it is interesting.
    pub fn try_one(&mut self, name: &'static str, candidate: C) -> Result<bool, T::Error> {
        self.figures.tests += 1;
        let found = self.tester.first_interesting(std::slice::from_ref(&candidate))?.is_some();
        if found {
            self.accept(name, candidate)?;
        }
        Ok(found)
    }

    /// Lets all passes work until none of them changes anything.
    pub fn run(&mut self, passes: &[&dyn Pass<C>]) -> Result<Ended, T::Error> {
        // The version that a pass saw last, without being able to change it.
        let mut seen = vec![None; passes.len()];
        loop {
            for (pass, seen) in passes.iter().zip(&mut seen) {
                if *seen == Some(self.version) {
                    continue;
                }
                if self.run_pass(*pass)? == Ended::Stopped {
                    return Ok(Ended::Stopped);
                }
                *seen = Some(self.version);
            }
            if seen.iter().all(|seen| *seen == Some(self.version)) {
                return Ok(Ended::Minimal);
            }
        }
    }

    /// One pass, until it does not change anything.
    fn run_pass(&mut self, pass: &dyn Pass<C>) -> Result<Ended, T::Error> {
        loop {
            let version = self.version;
            for round in 0..pass.rounds() {
                loop {
                    let base = self.best.clone();
                    let before = self.version;
                    let plan = pass.plan(&base, round);
                    let ended = match plan.strategy {
                        Strategy::Bisect => self.bisect(pass.name(), &plan)?,
                        Strategy::Each => self.each(pass.name(), &plan)?,
                    };
                    if ended == Ended::Stopped {
                        return Ok(ended);
                    }
                    if plan.strategy == Strategy::Bisect || self.version == before {
                        break;
                    }
                }
            }
            if self.version == version {
                return Ok(Ended::Minimal);
            }
        }
    }

    /// Edits that go together: chunks of them, from large to small; what is accepted stays.
    fn bisect(&mut self, name: &'static str, plan: &Plan<'_, C>) -> Result<Ended, T::Error> {
        let mut open: Vec<usize> = (0..plan.edits).collect();
        let mut accepted: Vec<usize> = Vec::new();
        let mut size = if open.len() <= SHORT { 1 } else { open.len() };
        while !open.is_empty() {
            let mut at = 0;
            while at < open.len() {
                let starts: Vec<usize> = (at..open.len()).step_by(size).collect();
                let chunk = |start: usize| start..(start + size).min(open.len());
                let with = |start: usize| {
                    let mut edits = accepted.clone();
                    edits.extend_from_slice(&open[chunk(start)]);
                    edits.sort_unstable();
                    (plan.apply)(&edits)
                };
                let start = match self.first(name, &starts, with)? {
                    Found::Stopped => return Ok(Ended::Stopped),
                    Found::Nothing => break,
                    Found::At(start) => start,
                };
                let taken: Vec<usize> = open.drain(chunk(start)).collect();
                accepted.extend(taken);
                at = start;
            }
            if size == 1 {
                break;
            }
            size = size.min(open.len()).div_ceil(2).max(1);
        }
        Ok(Ended::Minimal)
    }

    /// Edits that exclude each other: the first that is accepted.
    fn each(&mut self, name: &'static str, plan: &Plan<'_, C>) -> Result<Ended, T::Error> {
        let all: Vec<usize> = (0..plan.edits).collect();
        let found = self.first(name, &all, |edit| (plan.apply)(&[edit]))?;
        Ok(if found == Found::Stopped { Ended::Stopped } else { Ended::Minimal })
    }

    /// The first of these proposals that is interesting, which becomes the best.
    fn first(
        &mut self,
        name: &'static str,
        proposals: &[usize],
        apply: impl Fn(usize) -> Option<C>,
    ) -> Result<Found, T::Error> {
        let cost = self.best.cost();
        let most = self.tester.window().max(1);
        let mut window = most.min(FIRST_WINDOW);
        let mut proposals = proposals.iter().copied().peekable();
        while proposals.peek().is_some() {
            if self.keeper.is_to_stop() {
                return Ok(Found::Stopped);
            }
            let mut places = Vec::new();
            let mut hashes: Vec<Hash> = Vec::new();
            let mut candidates = Vec::new();
            while candidates.len() < window {
                let Some(proposal) = proposals.next() else { break };
                let Some(candidate) = apply(proposal).filter(|one| one.cost() < cost) else {
                    continue;
                };
                let hash = Cache::hash(&candidate.text());
                if self.cache.knows(&hash) || hashes.contains(&hash) {
                    continue;
                }
                places.push(proposal);
                hashes.push(hash);
                candidates.push(candidate);
            }
            window = (window * 2).min(most);
            if candidates.is_empty() {
                continue;
            }
            let found = self.tester.first_interesting(&candidates)?;
            let boring = found.unwrap_or(candidates.len());
            hashes.iter().take(boring).for_each(|hash| self.cache.add(*hash));
            self.figures.tests += boring as u64 + u64::from(found.is_some());
            self.measure();
            if let Some(found) = found {
                self.accept(name, candidates.swap_remove(found))?;
                return Ok(Found::At(places[found]));
            }
            let (best, figures, cache) = (&self.best, &self.figures, &self.cache);
            self.keeper.tested(&Progress { best, figures, cache, pass: name })?;
        }
        Ok(Found::Nothing)
    }

    /// Brings the figures up to date.
    fn measure(&mut self) {
        self.figures.seconds = self.before.0 + self.since.elapsed().as_secs_f64();
        self.figures.runs = self.before.1 + self.tester.runs();
    }

    fn accept(&mut self, name: &'static str, candidate: C) -> Result<(), T::Error> {
        self.best = candidate;
        self.version += 1;
        self.measure();
        match self.figures.helped.iter_mut().find(|(pass, _)| pass == name) {
            Some((_, times)) => *times += 1,
            None => self.figures.helped.push((name.to_owned(), 1)),
        }
        self.keeper.better(&self.best, &self.figures, &self.cache)?;
        let (best, figures, cache) = (&self.best, &self.figures, &self.cache);
        self.keeper.tested(&Progress { best, figures, cache, pass: name })
    }
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
