//! Random sorts for tests, from a seed.

use murxla_api::{CallSeed, Draw, Profile, Sort};

/// Draws sorts that the profile allows.
pub struct Drawing<'a> {
    seed: CallSeed,
    profile: &'a Profile,
}

impl<'a> Drawing<'a> {
    pub fn new(seed: u64, profile: &'a Profile) -> Drawing<'a> {
        Drawing { seed: CallSeed::new(seed), profile }
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.seed.pick(from.len())]
    }

    fn any_sort(&mut self, depth: u32) -> Sort {
        match self.below(if depth == 0 { 5 } else { 7 }) {
            0 => Sort::bool(),
            1 => Sort::uninterpreted("U"),
            2..=4 => Sort::bit_vec(self.width()),
            _ => Sort::array(self.any_sort(depth - 1), self.any_sort(depth - 1)),
        }
    }
}

impl Draw for Drawing<'_> {
    fn below(&mut self, bound: u64) -> u64 {
        self.seed.pick(usize::try_from(bound).unwrap()) as u64
    }

    fn sort(&mut self) -> Sort {
        loop {
            let sort = self.any_sort(2);
            if self.profile.limit_on(&sort).is_none() {
                return sort;
            }
        }
    }

    fn width(&mut self) -> u32 {
        let most = self.pick(&[1u32, 2, 8, 9, 33, 64, 65, 130]);
        1 + self.below(u64::from(most)) as u32
    }

    fn max_width(&self) -> u32 {
        130
    }
}
