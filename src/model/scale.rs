//! How large and how hard the questions of a run are: most runs are small, some have deep terms, some much arithmetic.

use super::knowledge::Knowledge;
use super::settings::Numbers;

/// What kind of questions a run asks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scale {
    /// Terms grow by several applications at once.
    pub(super) is_large: bool,
    /// There is much arithmetic on bit-vectors of middle widths.
    pub(super) is_hard: bool,
}

impl Scale {
    /// Draws it for a run; one that knows nothing of its terms is small.
    pub(super) fn draw(knowledge: Option<&mut Knowledge>, numbers: &Numbers) -> Scale {
        let Some(knowledge) = knowledge else { return Scale::default() };
        Scale { is_large: knowledge.chance(numbers.large), is_hard: knowledge.chance(numbers.hard) }
    }

    /// The limits of such a run.
    pub(super) fn numbers(self, mut numbers: Numbers) -> Numbers {
        if self.is_large {
            numbers.calls_least = numbers.calls_least.saturating_mul(2).min(numbers.calls_most);
        }
        if self.is_hard {
            numbers.width_most = numbers.width_most.min(numbers.hard_width);
            // Circuits of wide formats take all the time before anything is searched.
            numbers.standard_formats = 0;
            numbers.exponent_most = numbers.exponent_most.min(HARD_EXPONENT);
            numbers.significand_most = numbers.significand_most.min(HARD_SIGNIFICAND);
        }
        numbers
    }
}

/// The widest floating-point format of a hard run is that of 16 bits.
const HARD_EXPONENT: u64 = 5;
const HARD_SIGNIFICAND: u64 = 11;

/// Operators whose arguments a solver seldom finds without search.
const HARD: &[&str] = &[
    "OP_BV_MULT",
    "OP_BV_UDIV",
    "OP_BV_UREM",
    "OP_BV_SDIV",
    "OP_BV_SREM",
    "OP_BV_SMOD",
    "OP_INT_MUL",
    "OP_INT_DIV",
    "OP_INT_MOD",
    "OP_REAL_MUL",
];

/// Whether the operator with this key is one of those of which hard runs have more.
pub(super) fn is_hard(key: &str) -> bool {
    HARD.contains(&key)
}
