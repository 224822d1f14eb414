//! Where the calls of a run come from: a trace, or the generator.

use crate::exec::{Drawn, Played, Skip};
use crate::smt::FromCalls;
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
            Played::Skipped(_) | Played::Rejected(_) | Played::Broken(_) | Played::Mismatch(_) => {
                Feedback::Rejected
            }
        }
    }

    /// Whether the call was executed and the solver accepted it.
    pub fn accepted(self) -> bool {
        matches!(self, Feedback::Done | Feedback::Answer(_))
    }
}

/// Where the calls of a source are executed.
pub trait Stage {
    /// Executes a call and tells what became of it.
    fn step(&mut self, call: &Call, drawn: Drawn<'_>) -> Feedback;

    /// What was made, asserted and asked so far, if the source or an oracle needs that.
    fn questions(&self) -> Option<&FromCalls>;
}

/// Where calls come from.
pub trait Source {
    /// Gives one call after the other to the stage.
    fn feed(&mut self, stage: &mut dyn Stage);

    /// Whether it looks at what was made and asserted so far.
    fn needs_questions(&self) -> bool {
        false
    }
}

/// The calls of a trace.
impl Source for &[Call] {
    fn feed(&mut self, stage: &mut dyn Stage) {
        for call in *self {
            stage.step(call, Drawn::Unexamined);
        }
    }
}
