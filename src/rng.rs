//! The seed tree: the one place where random generators are made.
//!
//! A campaign has a seed, run i of it has one, and each part of a run has a stream of its own, so that a new
//! draw in one part shifts nothing in another. The generator is PCG; how numbers become choices is written
//! out here, because the distributions of the rand crates may change their values between versions.

use rand_core::Rng as _;
use rand_pcg::Pcg32;

/// A seed, from which others and generators are derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

/// The parts of a run that draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// The state machine and all that it draws.
    Model,
    /// Options of the solver.
    Options,
    /// The seeds of single calls.
    Calls,
    /// Mutations of a script.
    Mutation,
    /// The option for which a run is made.
    Narrow,
    /// The values that constants have in the assignments under which the generator looks at its terms.
    Plant,
    /// Which of the seldom operators, actions and options a run may have.
    Seldom,
    /// Which of its own checks a solver makes in a run.
    OwnChecks,
    /// The technique and the seeds of a chain of mutations.
    Seeds,
}

impl Seed {
    /// A seed that nobody had before, for a campaign that is given none: from the keys that the system gives to hash
    /// maps.
    pub fn fresh() -> Seed {
        use std::hash::{BuildHasher, RandomState};
        Seed(RandomState::new().hash_one(std::process::id()))
    }

    /// The seed of run `number` of the campaign with this seed.
    pub fn run(self, number: u64) -> Seed {
        Seed(mix(mix(self.0).wrapping_add(number)))
    }

    /// The generator for a part of the run with this seed.
    pub fn generator(self, stream: Stream) -> Rng {
        // Streams of equal states would not be unrelated.
        let stream = stream as u64;
        Rng(Pcg32::new(mix(self.0 ^ mix(stream)), stream))
    }
}

/// A step of SplitMix64: neighbouring numbers become unrelated ones.
fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// A random generator.
#[derive(Clone, Debug)]
pub struct Rng(Pcg32);

impl Rng {
    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..bound`, all equally likely; 0 if the bound is 0.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        // Almost all bounds are small: half of a number is enough, and costs less than half.
        let Ok(bound) = u32::try_from(bound) else { return self.far_below(bound) };
        // Multiply and keep the upper half; draw again where the lower half would make small numbers likelier.
        // Those are fewer than the bound: most often there is nothing to divide.
        let product = u64::from(self.0.next_u32()) * u64::from(bound);
        if (product as u32) < bound { self.below_again(product, bound) } else { product >> 32 }
    }

    /// Draws again, if that must be.
    #[cold]
    #[inline(never)]
    fn below_again(&mut self, mut product: u64, bound: u32) -> u64 {
        let least = bound.wrapping_neg() % bound;
        while (product as u32) < least {
            product = u64::from(self.0.next_u32()) * u64::from(bound);
        }
        product >> 32
    }

    /// The same for any bound.
    #[cold]
    #[inline(never)]
    fn far_below(&mut self, bound: u64) -> u64 {
        let mut product = u128::from(self.number()) * u128::from(bound);
        if (product as u64) < bound {
            let least = bound.wrapping_neg() % bound;
            while (product as u64) < least {
                product = u128::from(self.number()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }

    /// True in `part` of `whole` cases.
    #[inline]
    pub fn chance(&mut self, part: u64, whole: u64) -> bool {
        self.below(whole) < part
    }

    /// One of the elements; `None` if there are none.
    #[inline]
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len() as u64) as usize)
    }

    /// One of what the iterator gives, which is walked twice; `None` if it gives nothing.
    pub fn pick_of<I: Iterator + Clone>(&mut self, mut from: I) -> Option<I::Item> {
        let count = from.clone().count() as u64;
        from.nth(self.below(count) as usize)
    }

    /// An index, each as likely as its weight says; `None` if all weights are 0.
    pub fn weighted(&mut self, weights: impl Iterator<Item = u64> + Clone) -> Option<usize> {
        self.weighted_of(weights.clone().sum(), weights)
    }

    /// The same where the sum of the weights is known.
    pub fn weighted_of(&mut self, sum: u64, weights: impl Iterator<Item = u64>) -> Option<usize> {
        let mut left = self.below(sum);
        weights.enumerate().find_map(|(index, weight)| {
            if left < weight {
                return Some(index);
            }
            left -= weight;
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These numbers must never change: traces of old seeds depend on them.
    #[test]
    fn the_first_numbers_are_fixed() {
        let mut rng = Seed(1).run(0).generator(Stream::Model);
        let numbers: Vec<u64> = (0..4).map(|_| rng.below(1000)).collect();
        assert_eq!(numbers, FIRST_NUMBERS);
        let mut other = Seed(1).run(0).generator(Stream::Options);
        assert_ne!(numbers, (0..4).map(|_| other.below(1000)).collect::<Vec<_>>());
    }

    const FIRST_NUMBERS: [u64; 4] = [251, 322, 830, 166];

    #[test]
    fn choices_are_even_and_weights_hold() {
        let mut rng = Seed(7).generator(Stream::Model);
        let mut counts = [0u32; 3];
        for _ in 0..3000 {
            counts[rng.below(3) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
        let mut counts = [0u32; 3];
        for _ in 0..3000 {
            counts[rng.weighted([1, 0, 2].into_iter()).unwrap()] += 1;
        }
        assert!(counts[1] == 0 && (900..1100).contains(&counts[0]), "{counts:?}");
        assert_eq!(rng.weighted([0, 0].into_iter()), None);
        assert_eq!(rng.pick::<u8>(&[]), None);
        let mut same = rng.clone();
        assert_eq!(rng.pick_of([1, 2, 3].iter()), same.pick(&[1, 2, 3]));
        assert_eq!(rng.pick_of(std::iter::empty::<u8>()), same.pick(&[]).copied());
        assert_eq!(rng.number(), same.number());
    }
}
