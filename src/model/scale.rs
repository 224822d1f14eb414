//! How large and how hard the questions of a run are: most runs are small, some have deep terms, some much arithmetic.

use murxla_api::Theory;

use super::database::Term;
use super::knowledge::Knowledge;
use super::settings::Numbers;
use crate::rng::Rng;
use crate::trace::TermName;

/// What kind of questions a run asks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scale {
    /// Terms grow by several applications at once.
    pub(super) is_large: bool,
    /// There is much arithmetic on bit-vectors of middle widths.
    pub(super) is_hard: bool,
    /// Theories that have nothing to do with arithmetic are left out.
    is_alone: bool,
    /// Floating-point formats are narrow.
    is_narrow: bool,
}

impl Scale {
    /// Draws it for a run; one that knows nothing of its terms is small.
    pub(super) fn draw(knowledge: Option<&mut Knowledge>, numbers: &Numbers) -> Scale {
        let Some(knowledge) = knowledge else { return Scale::default() };
        let is_large = knowledge.chance(numbers.large);
        let is_hard = knowledge.chance(numbers.hard);
        let is_alone = is_hard && knowledge.chance(numbers.hard_alone);
        Scale { is_large, is_hard, is_alone, is_narrow: !knowledge.chance(numbers.wide_formats) }
    }

    /// The theories of such a run, of these; `None`: all of them.
    pub(super) fn theories(self, allowed: &[Theory]) -> Option<Vec<Theory>> {
        let stays = |theory: &Theory| {
            matches!(
                theory,
                Theory::Core
                    | Theory::BitVectors
                    | Theory::Ints
                    | Theory::Reals
                    | Theory::Arrays
                    | Theory::Functions
            )
        };
        let left: Vec<Theory> = allowed.iter().copied().filter(stays).collect();
        let has_arithmetic = left
            .iter()
            .any(|theory| matches!(theory, Theory::BitVectors | Theory::Ints | Theory::Reals));
        (self.is_alone && has_arithmetic).then_some(left)
    }

    /// The limits of such a run.
    pub(super) fn numbers(self, mut numbers: Numbers) -> Numbers {
        if self.is_large {
            numbers.calls_least = numbers.calls_least.saturating_mul(2).min(numbers.calls_most);
        }
        if self.is_narrow {
            // Wide circuits take all the time of a run before anything is searched, and no bound of effort ends that.
            numbers.standard_bits = numbers.standard_bits.min(NARROW.0 + NARROW.1);
            numbers.exponent_most = numbers.exponent_most.min(NARROW.0);
            numbers.significand_most = numbers.significand_most.min(NARROW.1);
        }
        if self.is_hard {
            numbers.width_most = numbers.width_most.min(numbers.hard_width);
            numbers.standard_formats = 0;
            numbers.exponent_most = numbers.exponent_most.min(HARD_EXPONENT);
            numbers.significand_most = numbers.significand_most.min(HARD_SIGNIFICAND);
        }
        numbers
    }
}

/// So many terms with hard operators in them are remembered.
const REMEMBERED: usize = 12;

/// Terms with hard operators in them.
#[derive(Default)]
pub(super) struct HardTerms {
    /// A bit for each name.
    names: Vec<u64>,
    /// The last ones that can be compared with their values.
    last: Vec<Term>,
    /// How many there were.
    count: usize,
}

impl HardTerms {
    fn has(&self, name: TermName) -> bool {
        let bits = self.names.get(name.0 as usize / 64);
        bits.is_some_and(|bits| bits >> (name.0 % 64) & 1 == 1)
    }

    /// A term was made by an operator that is hard, or is not, of these arguments.
    pub(super) fn add(&mut self, is_hard: bool, args: &[Term], term: &Term) {
        if !is_hard && !args.iter().any(|arg| self.has(arg.name)) {
            return;
        }
        let place = term.name.0 as usize / 64;
        if self.names.len() <= place {
            self.names.resize(place + 1, 0);
        }
        self.names[place] |= 1 << (term.name.0 % 64);
        if !term.is_closed() || !term.sort.is_numeric() {
            return;
        }
        match self.last.get_mut(self.count % REMEMBERED) {
            Some(old) => *old = term.clone(),
            None => self.last.push(term.clone()),
        }
        self.count += 1;
    }

    /// One of the last of them.
    pub(super) fn pick(&self, rng: &mut Rng) -> Option<Term> {
        rng.pick(&self.last).cloned()
    }
}

/// The widest floating-point format of most runs: exponent and significand.
const NARROW: (u64, u64) = (8, 24);

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

#[cfg(test)]
mod tests {
    use murxla_api::Sort;

    use super::*;
    use crate::rng::{Seed, Stream};

    #[test]
    fn what_is_made_of_hard_terms_is_hard() {
        let term = |name, sort: Sort| {
            let free = super::super::database::Variables::default();
            Term { name: TermName(name), sort, free, literal: false }
        };
        let mut hard = HardTerms::default();
        let (x, product) = (term(1, Sort::bit_vec(8)), term(200, Sort::bit_vec(8)));
        let sum = term(300, Sort::bit_vec(8));
        hard.add(false, std::slice::from_ref(&x), &term(2, Sort::bit_vec(8)));
        let mut rng = Seed(1).generator(Stream::Model);
        assert!(hard.pick(&mut rng).is_none());
        hard.add(true, &[x.clone(), x], &product);
        hard.add(false, std::slice::from_ref(&product), &sum);
        // It is remembered as one, but there is no order in which it could be compared with its value.
        hard.add(false, std::slice::from_ref(&sum), &term(400, Sort::bool()));
        assert!([200, 300, 400].into_iter().all(|name| hard.has(TermName(name))));
        let picked: Vec<u32> = (0..50).filter_map(|_| Some(hard.pick(&mut rng)?.name.0)).collect();
        assert!(picked.contains(&200) && picked.contains(&300) && !picked.contains(&400));
    }

    #[test]
    fn some_hard_runs_keep_to_arithmetic() {
        let alone = Scale { is_hard: true, is_alone: true, ..Scale::default() };
        let all = [Theory::Core, Theory::Strings, Theory::BitVectors, Theory::Quantifiers];
        assert_eq!(alone.theories(&all), Some(vec![Theory::Core, Theory::BitVectors]));
        assert_eq!(alone.theories(&[Theory::Core, Theory::Strings]), None);
        assert_eq!(Scale::default().theories(&all), None);
    }

    #[test]
    fn wide_formats_are_in_some_runs_alone() {
        let narrow = Scale { is_narrow: true, ..Scale::default() };
        let numbers = narrow.numbers(Numbers::default());
        assert_eq!((numbers.exponent_most, numbers.significand_most), NARROW);
        assert_eq!(numbers.standard_bits, 32);
        assert_eq!(Scale::default().numbers(Numbers::default()), Numbers::default());
    }
}
