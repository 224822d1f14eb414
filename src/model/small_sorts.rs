//! Runs whose constants range over small finite sorts, and are so few that all their values can be tried: every answer is
//! known both ways.

use murxla_api::meaning::finite::{self, Size};
use murxla_api::{Sort, Theory};

use super::settings::Numbers;

/// All constants together have at most so many values: as many as the oracle that tries them takes.
const MOST: u64 = 1 << 12;
/// A variable has at most so many.
const MOST_BOUND: u64 = 1 << 6;

/// How many values the constants of a run have so far.
pub(super) struct SmallSorts {
    values: u64,
}

impl Default for SmallSorts {
    fn default() -> SmallSorts {
        SmallSorts { values: 1 }
    }
}

impl SmallSorts {
    /// The theories that have finite sorts, of these.
    pub(super) fn theories(allowed: &[Theory]) -> Vec<Theory> {
        let finite = |theory: &Theory| {
            matches!(
                theory,
                Theory::Core
                    | Theory::BitVectors
                    | Theory::FloatingPoint
                    | Theory::Arrays
                    | Theory::Functions
                    | Theory::Datatypes
                    | Theory::Quantifiers
                    | Theory::FiniteFields
                    | Theory::Sets
            )
        };
        allowed.iter().copied().filter(finite).collect()
    }

    /// The limits of such a run.
    pub(super) fn numbers(numbers: &Numbers) -> Numbers {
        Numbers {
            width_most: numbers.width_most.min(3),
            exponent_most: numbers.exponent_most.min(3),
            significand_most: numbers.significand_most.min(4),
            standard_formats: 0,
            arity_most: numbers.arity_most.min(2),
            fields_most: numbers.fields_most.min(1),
            ..numbers.clone()
        }
    }

    fn with(&self, sort: &Sort) -> Option<u64> {
        match finite::size(sort) {
            Size::Finite(size) => self.values.checked_mul(size).filter(|values| *values <= MOST),
            _ => None,
        }
    }

    /// Whether there may be another constant of this sort.
    pub(super) fn has_room_for(&self, sort: &Sort) -> bool {
        self.with(sort).is_some()
    }

    /// A constant of this sort was made.
    pub(super) fn add(&mut self, sort: &Sort) {
        self.values = self.with(sort).unwrap_or(MOST);
    }

    /// Whether a variable may have this sort.
    pub(super) fn may_be_bound(sort: &Sort) -> bool {
        matches!(finite::size(sort), Size::Finite(size) if size <= MOST_BOUND)
    }
}
