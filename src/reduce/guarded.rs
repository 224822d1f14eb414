//! A tester that skips candidates whose right answer is not known.

use super::engine::Tester;

/// Something that is known of a candidate, and perhaps of others.
pub(super) trait Guard<C>: Sized {
    /// The same, known of another candidate; `None` if it cannot be seen.
    fn kept_by(&self, candidate: &C) -> Option<Self>;
}

/// Tests candidates by another tester; with a guard, only those that keep the truth of what was accepted before.
pub(super) struct Guarded<'a, T, G> {
    pub(super) inner: &'a mut T,
    pub(super) truth: Option<G>,
}

impl<C: Clone, T: Tester<C>, G: Guard<C>> Tester<C> for Guarded<'_, T, G> {
    type Error = T::Error;

    fn first_interesting(&mut self, candidates: &[C]) -> Result<Option<usize>, T::Error> {
        let Some(truth) = &self.truth else { return self.inner.first_interesting(candidates) };
        let (mut places, mut allowed, mut truths) = (Vec::new(), Vec::new(), Vec::new());
        for (place, candidate) in candidates.iter().enumerate() {
            if let Some(kept) = truth.kept_by(candidate) {
                places.push(place);
                allowed.push(candidate.clone());
                truths.push(kept);
            }
        }
        if allowed.is_empty() {
            return Ok(None);
        }
        let found = self.inner.first_interesting(&allowed)?;
        Ok(found.map(|found| {
            // Whoever asks takes it, and goes on from there.
            self.truth = Some(truths.swap_remove(found));
            places[found]
        }))
    }

    fn window(&self) -> usize {
        self.inner.window()
    }

    fn runs(&self) -> u64 {
        self.inner.runs()
    }
}
