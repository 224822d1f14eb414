//! Which calls an oracle looks at: a set of flags.

use crate::exec::Played;
use crate::trace::Call;

/// Which calls an oracle looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interest(u8);

impl Interest {
    /// No call.
    pub const NONE: Interest = Interest(0);
    /// Calls that the solver refused, and those whose reply makes no sense.
    pub const FAILURES: Interest = Interest(1);
    /// Some of the calls that make a term, by their seed.
    pub const SOME_TERMS: Interest = Interest(1 << 1);
    /// Answers of checks.
    pub const ANSWERS: Interest = Interest(1 << 2);
    /// Calls that change the solver's state or ask something: all that do not only make sorts and terms.
    pub const COMMANDS: Interest = Interest(1 << 3);
    /// It asks the solver something itself after such calls.
    pub const ASKS: Interest = Interest(1 << 4);
    /// It wants to see what is asserted and asked, as a graph: that costs something for every call of the run.
    pub const QUESTIONS: Interest = Interest(1 << 5);
    /// Every call.
    pub const ALL: Interest = Interest(1 << 7);

    /// Both.
    pub const fn and(self, other: Interest) -> Interest {
        Interest(self.0 | other.0)
    }

    pub(super) const fn meets(self, other: Interest) -> bool {
        self.0 & other.0 != 0
    }

    /// One new term in so many is one of [`SOME_TERMS`](Interest::SOME_TERMS).
    const TERMS_APART: u64 = 16;

    /// What kind of call this was.
    #[inline]
    pub(super) fn in_step(call: &Call, played: &Played) -> Interest {
        const EVERY: Interest = Interest::ALL;
        match played {
            Played::Done(1) if call.seed.is_multiple_of(Interest::TERMS_APART) => {
                EVERY.and(Interest::SOME_TERMS)
            }
            Played::Done(made) if *made > 0 => EVERY,
            Played::Rejected(_) | Played::Broken(_) | Played::Mismatch(_) => {
                EVERY.and(Interest::FAILURES)
            }
            Played::Answer(_) => EVERY.and(Interest::ANSWERS).and(Interest::COMMANDS),
            _ => EVERY.and(Interest::COMMANDS),
        }
    }
}
