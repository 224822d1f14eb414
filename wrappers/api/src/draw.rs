//! The trait of choices: what the contract needs of a random generator, without having one.

use crate::{Sort, SortKind};

/// The source of choices for everything that is drawn. The generator implements it; a solver's crate can
/// thus say how its own operators and actions are drawn without knowing the generator.
pub trait Draw {
    /// A number in `0..bound`; `bound` is at least 1.
    fn below(&mut self, bound: u64) -> u64;

    /// A sort that terms can have and that may be an operator's argument (never a function sort).
    fn sort(&mut self) -> Sort;

    /// A bit width between 1 and [`max_width`](Draw::max_width).
    fn width(&mut self) -> u32;

    /// The largest bit width to be used.
    fn max_width(&self) -> u32;

    /// A sort of this kind, or `None` if there is none to be had.
    fn sort_of_kind(&mut self, kind: SortKind) -> Option<Sort> {
        (0..64).map(|_| self.sort()).find(|sort| sort.kind() == kind)
    }

    /// Widths of the exponent and the significand of a floating-point format, both at least 2.
    fn float_format(&mut self) -> (u32, u32) {
        (2 + self.below(10) as u32, 2 + self.below(52) as u32)
    }

    /// A number in `low..=high`, or `None` if there is none.
    fn between(&mut self, low: u64, high: u64) -> Option<u64> {
        let count = high.checked_sub(low)?.checked_add(1)?;
        Some(low + self.below(count))
    }
}

/// The seed of one call: the first column of a trace line. Where a solver's API has several ways to the
/// same thing, the wrapper picks one with it, so that a trace replays even after lines were cut.
#[derive(Clone, Copy, Debug, Default)]
pub struct CallSeed(u64);

impl CallSeed {
    /// The seed as written in the trace.
    pub const fn new(seed: u64) -> CallSeed {
        CallSeed(seed)
    }

    /// The next choice among `count` ways (`count` ≥ 1).
    pub fn pick(&mut self, count: usize) -> usize {
        // SplitMix64: enough to spread neighbouring seeds, and the same on every machine.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (mixed % count as u64) as usize
    }
}
