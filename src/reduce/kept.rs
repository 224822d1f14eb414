//! Keeps the best of a reduction on disk, and ends it when its time is up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::engine::{Cache, Figures, Keeper, OnDisk, Progress};
use super::form::Writes;
use super::task::Audience;
use super::tester::TestError;

/// Between two writes of the state.
const STATE: Duration = Duration::from_secs(5);

/// Keeps the best on disk, and looks whether it is time to end.
pub(super) struct Kept<'a, W> {
    disk: &'a OnDisk,
    form: W,
    audience: &'a mut dyn Audience,
    interrupted: &'a AtomicBool,
    deadline: Option<Instant>,
    state_written: Instant,
}

impl<'a, W> Kept<'a, W> {
    pub(super) fn new(
        disk: &'a OnDisk,
        form: W,
        audience: &'a mut dyn Audience,
        interrupted: &'a AtomicBool,
        deadline: Option<Instant>,
    ) -> Kept<'a, W> {
        Kept { disk, form, audience, interrupted, deadline, state_written: Instant::now() }
    }

    fn state_is_due(&mut self) -> bool {
        let due = self.state_written.elapsed() >= STATE;
        if due {
            self.state_written = Instant::now();
        }
        due
    }
}

impl<C, W: Writes<C>> Keeper<C> for Kept<'_, W> {
    type Error = TestError;

    fn better(&mut self, best: &C, figures: &Figures, cache: &Cache) -> Result<(), TestError> {
        self.disk.keep_best(&self.form.write(best))?;
        if self.state_is_due() {
            self.disk.keep_state(figures, cache)?;
        }
        Ok(())
    }

    fn tested(&mut self, progress: &Progress<'_, C>) -> Result<(), TestError> {
        let Progress { best, figures, cache, pass } = progress;
        let (parts, bytes) = (self.form.parts(best), self.form.write(best).len());
        self.audience.progress(parts, bytes, figures.tests, pass);
        if self.state_is_due() {
            self.disk.keep_state(figures, cache)?;
        }
        Ok(())
    }

    fn is_to_stop(&mut self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
