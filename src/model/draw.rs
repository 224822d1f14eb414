//! Draws the sorts and indices of operators, within the run's settings and what the solver takes.

use murxla_api::{Draw, Profile, Sort, SortKind, SortLimitRule, SortShape};

use super::database::Database;
use super::settings::Numbers;
use super::swarm::Swarm;
use crate::rng::Rng;

/// Draws sorts and numbers for operators.
pub(super) struct Drawer<'a> {
    pub(super) rng: &'a mut Rng,
    pub(super) numbers: &'a Numbers,
    pub(super) profile: &'a Profile,
    pub(super) swarm: &'a Swarm<'a>,
    pub(super) database: &'a Database,
    /// A sort that should occur.
    pub(super) favourite: Option<&'a Sort>,
}

/// Formats of IEEE 754, and small ones. The first are drawn most: circuits of wide ones take a solver's time before anything is
/// searched.
const FORMATS: &[(u32, u32)] = &[(5, 11), (3, 5), (2, 2), (8, 24), (11, 53), (15, 113)];

/// Orders of finite fields.
const PRIMES: &[&str] = &[
    "2",
    "3",
    "5",
    "7",
    "11",
    "13",
    "17",
    "101",
    "65537",
    "2147483647",
    "18446744073709551557",
    "57896044618658097711785492504343953926634992332820282019728792003956564819949",
];

impl Drawer<'_> {
    /// Whether the solver, as far as is known, takes this sort in this run.
    #[inline]
    pub(super) fn allows(&self, sort: &Sort) -> bool {
        u64::from(sort.depth()) <= self.numbers.nesting_most
            && u64::from(sort.parts()) <= self.numbers.parts_most
            && self.profile.limit_on(sort).is_none()
            && !self.database.is_refused(sort)
            && self.kinds_are_allowed(sort)
            && (sort.kind() != SortKind::FloatingPoint || self.format_is_allowed(sort))
    }

    /// Operators that put a number together from its bits would else make formats of any width.
    fn format_is_allowed(&self, sort: &Sort) -> bool {
        let SortShape::FloatingPoint(exponent, significand) = *sort.shape() else { return true };
        let within = u64::from(exponent) <= self.numbers.exponent_most
            && u64::from(significand) <= self.numbers.significand_most;
        let standard = self.numbers.standard_formats > 0;
        within || standard && self.standard_formats().contains(&(exponent, significand))
    }

    /// The IEEE's formats that may be used.
    fn standard_formats(&self) -> &'static [(u32, u32)] {
        let fits = |(exponent, significand): &(u32, u32)| {
            u64::from(exponent + significand) <= self.numbers.standard_bits
        };
        let count = FORMATS.iter().take_while(|format| fits(format)).count();
        FORMATS.get(..count).unwrap_or_default()
    }

    fn kinds_are_allowed(&self, sort: &Sort) -> bool {
        sort.kinds().is_subset(self.swarm.kinds_in_sorts())
    }

    /// A new sort of this kind that needs no declaration; `None` if there is none.
    pub(super) fn structural(&mut self, kind: SortKind, depth: u64) -> Option<Sort> {
        let deeper = depth.checked_sub(1);
        let sort = match kind {
            SortKind::Bool => Sort::bool(),
            SortKind::Int => Sort::int(),
            SortKind::Real => Sort::real(),
            SortKind::RoundingMode => Sort::rounding_mode(),
            SortKind::String => Sort::string(),
            SortKind::RegLan => Sort::reg_lan(),
            SortKind::BitVec => Sort::bit_vec(self.new_width()),
            SortKind::FloatingPoint => {
                let (exponent, significand) = self.new_format();
                Sort::floating_point(exponent, significand)
            }
            SortKind::FiniteField => Sort::finite_field(self.rng.pick(PRIMES)?.parse().ok()?),
            SortKind::Array => Sort::array(self.part(deeper?), self.part(deeper?)),
            SortKind::Seq => Sort::seq(self.part(deeper?)),
            SortKind::Set => Sort::set(self.part(deeper?)),
            SortKind::Bag => Sort::bag(self.part(deeper?)),
            SortKind::Tuple => {
                let count = 1 + self.rng.below(3);
                let mut elements = Vec::new();
                for _ in 0..count {
                    elements.push(self.part(deeper?));
                }
                Sort::tuple(elements)
            }
            SortKind::Fun => {
                let count = 1 + self.rng.below(self.numbers.arity_most);
                let mut domain = Vec::new();
                for _ in 0..count {
                    domain.push(self.part(deeper?));
                }
                Sort::fun(domain, self.part(deeper?))
            }
            SortKind::Uninterpreted | SortKind::Datatype | SortKind::MatchCase => return None,
        };
        self.allows(&sort).then_some(sort)
    }

    /// A part of a sort: one that is there, or a new one.
    fn part(&mut self, depth: u64) -> Sort {
        let fresh = self.rng.chance(1, 4);
        match if fresh { self.new_sort(depth) } else { None } {
            Some(sort) => sort,
            None => self.known_sort().unwrap_or_else(Sort::bool),
        }
    }

    fn new_sort(&mut self, depth: u64) -> Option<Sort> {
        let kind = *self.rng.pick(self.swarm.kinds())?;
        self.structural(kind, depth).filter(Sort::is_first_class)
    }

    fn known_sort(&mut self) -> Option<Sort> {
        self.rng.pick(self.database.first_class_sorts()).cloned()
    }

    fn new_width(&mut self) -> u32 {
        const LIKED: &[u32] = &[1, 1, 2, 4, 8, 16, 31, 32, 33, 63, 64, 65];
        let most = self.max_width();
        let liked = if self.rng.chance(1, 2) { self.rng.pick(LIKED).copied() } else { None };
        match liked.filter(|width| *width <= most) {
            Some(width) => width,
            // Small widths are likelier: they give problems that solvers can decide.
            None => {
                let bound = 1 + self.rng.below(most.into());
                1 + self.rng.below(bound) as u32
            }
        }
    }

    fn new_format(&mut self) -> (u32, u32) {
        let format = if self.rng.chance(self.numbers.standard_formats, 100) {
            let formats = self.standard_formats();
            let count = formats.len() as u64;
            let place = self.rng.below(count).min(self.rng.below(count));
            formats.get(place as usize).copied().unwrap_or((5, 11))
        } else {
            let (most, widest) = (self.numbers.exponent_most, self.numbers.significand_most);
            let mut small = |most: u64| {
                let bound = 1 + self.rng.below(most - 1);
                2 + self.rng.below(bound) as u32
            };
            (small(most), small(widest))
        };
        let (exponent, significand) = format;
        match self.profile.limit_on(&Sort::floating_point(exponent, significand)) {
            // The half format is one that all solvers take.
            Some(_) => (5, 11),
            None => format,
        }
    }
}

impl Draw for Drawer<'_> {
    fn below(&mut self, bound: u64) -> u64 {
        self.rng.below(bound)
    }

    fn sort(&mut self) -> Sort {
        if let Some(sort) = self.favourite.filter(|sort| sort.is_first_class())
            && self.rng.chance(1, 2)
        {
            return sort.clone();
        }
        if self.rng.chance(1, 20)
            && let Some(sort) = self.new_sort(self.numbers.sort_depth)
        {
            return sort;
        }
        if self.rng.chance(3, 4)
            && let Some(sort) = self.database.pick_inhabited(self.rng)
        {
            return sort.clone();
        }
        self.known_sort().unwrap_or_else(Sort::bool)
    }

    fn sort_of_kind(&mut self, kind: SortKind) -> Option<Sort> {
        if let Some(sort) = self.favourite.filter(|sort| sort.kind() == kind)
            && self.rng.chance(3, 4)
        {
            return Some(sort.clone());
        }
        let new = self.rng.chance(1, 10);
        match if new { None } else { self.database.pick_of_kind(self.rng, kind) } {
            Some(sort) => Some(sort.clone()),
            None => self
                .structural(kind, self.numbers.sort_depth)
                .or_else(|| self.database.pick_of_kind(self.rng, kind).cloned()),
        }
    }

    fn width(&mut self) -> u32 {
        if let Some(width) = self.favourite.and_then(Sort::width)
            && self.rng.chance(1, 2)
        {
            return width;
        }
        let known = self.database.pick_of_kind(self.rng, SortKind::BitVec);
        match known.and_then(Sort::width) {
            Some(width) if self.rng.chance(7, 8) => width,
            _ => self.new_width(),
        }
    }

    fn max_width(&self) -> u32 {
        let limits = self.profile.sort_limits.iter().filter_map(|limit| match limit.rule {
            SortLimitRule::WiderThan(most) => Some(most),
            _ => None,
        });
        limits.min().unwrap_or(u32::MAX).min(self.numbers.width_most as u32)
    }

    fn float_format(&mut self) -> (u32, u32) {
        let format = |sort: &Sort| match sort.shape() {
            SortShape::FloatingPoint(exponent, significand) => Some((*exponent, *significand)),
            _ => None,
        };
        if let Some(format) = self.favourite.and_then(format)
            && self.rng.chance(1, 2)
        {
            return format;
        }
        let known = self.database.pick_of_kind(self.rng, SortKind::FloatingPoint);
        match known.and_then(format) {
            Some(format) if self.rng.chance(7, 8) => format,
            _ => self.new_format(),
        }
    }
}
