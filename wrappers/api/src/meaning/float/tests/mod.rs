//! The arithmetic against the machine's own, against all values of small formats, and against rationals.

mod hardware;
mod neighbours;
mod rationals;
mod rows;
mod rules;
mod small;
mod soft_float;

use num_bigint::BigUint;

use super::{Float, Format};
use crate::{CallSeed, RoundingMode};

const MODES: [RoundingMode; 5] = [
    RoundingMode::NearestAway,
    RoundingMode::NearestEven,
    RoundingMode::Negative,
    RoundingMode::Positive,
    RoundingMode::Zero,
];

/// Choices that are the same in every run.
struct Choices(CallSeed);

impl Choices {
    fn new(seed: u64) -> Choices {
        Choices(CallSeed::new(seed))
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0.pick(bound as usize) as u64
    }

    fn word(&mut self) -> u64 {
        self.below(1 << 32) << 32 | self.below(1 << 32)
    }

    fn mode(&mut self) -> RoundingMode {
        MODES[self.below(5) as usize]
    }

    /// A number below 2^width: random, with few ones, or near a bound.
    fn bits(&mut self, width: u32) -> BigUint {
        let full = (BigUint::from(1u32) << width) - 1u32;
        let random = BigUint::from_slice(
            &(0..width.div_ceil(32)).map(|_| self.below(1 << 32) as u32).collect::<Vec<_>>(),
        ) & &full;
        match self.below(6) {
            0 => BigUint::from(self.below(4)) & full,
            1 => &full - (BigUint::from(self.below(4)) & &full),
            2 => BigUint::from(1u32) << self.below(width.into()),
            3 => full.clone() ^ (full >> self.below(width.into())),
            _ => random,
        }
    }

    /// A value whose exponent is one of the lowest, of the highest, or near that of 1, by at most `spread`.
    fn near(&mut self, format: Format, spread: u64) -> Float {
        let fraction = self.bits(format.significand_width() - 1);
        let fields = BigUint::from(1u32) << format.exponent_width();
        let offset = BigUint::from(self.below(spread)) % &fields;
        let field = match self.below(8) {
            0 => offset,
            1 => &fields - 1u32 - offset,
            2 | 3 => ((&fields >> 1u32) + offset) % &fields,
            _ => (&fields + (&fields >> 1u32) - 1u32 - offset) % &fields,
        };
        let sign = BigUint::from(self.below(2)) << (format.width() - 1);
        Float::from_bits(format, &(sign | field << (format.significand_width() - 1) | fraction))
    }

    /// Any value: also infinities, NaN, zeros; exponents are often near each other.
    fn value(&mut self, format: Format) -> Float {
        match self.below(12) {
            0 => Float::zero(format, self.below(2) == 0),
            1 => Float::infinity(format, self.below(2) == 0),
            2 if self.below(4) == 0 => Float::nan(format),
            2 => Float::largest(format, self.below(2) == 0),
            3..6 => Float::from_bits(format, &self.bits(format.width())),
            6..9 => self.near(format, 4),
            _ => self.near(format, 2 * u64::from(format.significand_width())),
        }
    }

    /// A value, sometimes the one given, or one beside it, or its negation.
    fn value_beside(&mut self, other: &Float) -> Float {
        let bits = other.to_bits().bits().clone();
        match self.below(8) {
            0 => other.neg(),
            1 => Float::from_bits(other.format(), &(bits + 1u32)).neg(),
            2 => other.clone(),
            _ => self.value(other.format()),
        }
    }
}
