//! A reduction session, for traces and scripts: goes on from what an earlier one left, searches, and keeps the best on
//! disk.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::TestError;
use super::engine::{Cache, Candidate, Ended, Engine, Figures, OnDisk, Pass, Tester};
use super::form::Writes;
use super::guarded::{Guard, Guarded};
use super::kept::Kept;
use super::task::Audience;

/// A session: where its results go, and what ends it.
pub(super) struct Session<'a, W> {
    pub(super) disk: OnDisk,
    /// In which form results are kept.
    pub(super) form: W,
    /// Whether what an earlier session left is not looked at.
    pub(super) restarts: bool,
    /// Ends it before it is done; the best so far is kept.
    pub(super) interrupted: &'a AtomicBool,
    pub(super) deadline: Option<Instant>,
    pub(super) audience: &'a mut dyn Audience,
}

/// What is reduced in a session.
pub(super) struct Subject<'p, C> {
    pub(super) start: C,
    /// What is tried before all passes, unless an earlier session did so: with a name for people.
    pub(super) first: Option<(&'static str, C)>,
    pub(super) passes: Vec<&'p dyn Pass<C>>,
}

/// What a session gave.
pub(super) struct Reduction<C> {
    pub(super) best: C,
    pub(super) figures: Figures,
    /// Whether no pass knows how to go on.
    pub(super) minimal: bool,
    cache: Cache,
}

impl<W: Copy> Session<'_, W> {
    /// Searches for the smallest candidate that is interesting. `guard` tells what is known to be true of a candidate, if
    /// that is to stay: what an earlier session left is taken only if it is known of that, too.
    pub(super) fn search<C, T, G>(
        &mut self,
        subject: Subject<'_, C>,
        tester: &mut T,
        guard: impl Fn(&C) -> Option<G>,
    ) -> Result<Reduction<C>, TestError>
    where
        C: Candidate,
        W: Writes<C>,
        T: Tester<C, Error = TestError>,
        G: Guard<C>,
    {
        let Subject { start, first, passes } = subject;
        let mut truth = guard(&start);
        let left = self.left(&start, tester)?.and_then(|left| match (&truth, guard(&left.0)) {
            (Some(_), None) => None,
            (_, of_left) => Some((left, of_left)),
        });
        let (start, figures, cache, first) = match left {
            Some(((start, figures, cache), of_left)) => {
                truth = of_left;
                let parts = self.form.parts(&start);
                self.audience.note(&format!("going on with {parts} {}", self.form.part_name()));
                (start, figures, cache, None)
            }
            None => {
                self.disk.keep_best(&self.form.write(&start))?;
                (start, Figures::default(), Cache::default(), first)
            }
        };
        let (form, deadline) = (self.form, self.deadline);
        let mut kept = Kept::new(&self.disk, form, self.audience, self.interrupted, deadline);
        let mut guarded = Guarded { inner: tester, truth };
        let mut engine = Engine::new(start, cache, figures, &mut guarded, &mut kept);
        if let Some((name, candidate)) = first {
            engine.try_one(name, candidate)?;
        }
        let minimal = engine.run(&passes)? == Ended::Minimal;
        let (best, mut figures, cache) = engine.into_parts();
        figures.seconds = (figures.seconds * 1000.0).round() / 1000.0;
        Ok(Reduction { best, figures, minimal, cache })
    }

    /// Keeps the text of a result, and what the next session must know, if there is to be one.
    pub(super) fn keep<C>(&self, result: &Reduction<C>, text: &[u8]) -> Result<(), TestError> {
        self.disk.keep_result(text)?;
        match result.minimal {
            true => self.disk.forget_state(),
            false => self.disk.keep_state(&result.figures, &result.cache)?,
        }
        Ok(())
    }

    /// What an earlier session left, if it is still interesting.
    fn left<C, T>(&self, start: &C, tester: &mut T) -> Result<Option<Left<C>>, TestError>
    where
        W: Writes<C>,
        T: Tester<C, Error = TestError>,
    {
        let left = if self.restarts { None } else { self.disk.left() };
        let Some((text, figures, cache)) = left else { return Ok(None) };
        let Some(candidate) = self.form.read_back(&text, start) else { return Ok(None) };
        let still = tester.first_interesting(std::slice::from_ref(&candidate))?.is_some();
        Ok(still.then_some((candidate, figures, cache)))
    }
}

type Left<C> = (C, Figures, Cache);
