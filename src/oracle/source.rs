//! Where the calls of a run come from: a trace, or the generator.

use crate::exec::{Drawn, Played, Skip};
use crate::trace::Call;

/// What a reply tells whoever made the call: nothing else may steer a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feedback {
    /// It was done.
    Done,
    /// The answer of a check.
    Answer(murxla_api::Answer),
    /// The solver said no, or its reply makes no sense.
    Rejected,
    /// The solver does not have that.
    Unsupported,
}

impl Feedback {
    /// What became of a call, as far as it may be told.
    #[inline]
    pub fn of(played: &Played) -> Feedback {
        match played {
            Played::Done(_) | Played::Terms(_) | Played::Values(_) => Feedback::Done,
            Played::Answer(answer) => Feedback::Answer(*answer),
            Played::Skipped(Skip::Unsupported(_)) => Feedback::Unsupported,
            Played::Skipped(_) | Played::Rejected(_) | Played::Broken(_) => Feedback::Rejected,
        }
    }

    /// Whether the call was executed and the solver accepted it.
    pub fn accepted(self) -> bool {
        matches!(self, Feedback::Done | Feedback::Answer(_))
    }
}

/// Where calls come from.
pub trait Source {
    /// Gives one call after the other to `step`, which executes it and tells what became of it.
    fn feed(&mut self, step: &mut dyn FnMut(&Call, Drawn<'_>) -> Feedback);
}

/// The calls of a trace.
impl Source for &[Call] {
    fn feed(&mut self, step: &mut dyn FnMut(&Call, Drawn<'_>) -> Feedback) {
        for call in *self {
            step(call, Drawn::Unexamined);
        }
    }
}
