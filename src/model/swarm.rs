//! Swarm testing: each run has its own part of the solver's theories, sorts and operators.
//!
//! Runs that use everything are all alike: what one theory's operators provoke is drowned by the others'.

use murxla_api::{Binder, Demand, KindSet, Profile, Sort, SortKind, Theory};

use super::left_out::LeftOut;
use super::logic::smallest;
use super::offer::{Applicable, Offer, TheoryOffers};
use super::repertoire::{Candidate, Repertoire};
use super::settings::Settings;
use crate::rng::Rng;

/// What a run may use.
pub(super) struct Swarm<'a> {
    theories: Vec<Theory>,
    kinds: Vec<SortKind>,
    /// The kinds that may occur in the sort of a term.
    kinds_in_sorts: KindSet,
    /// What can be applied, by theory; no list is empty.
    by_theory: Vec<TheoryOffers<'a>>,
    /// The kinds of sorts that applications can have.
    results: KindSet,
    /// The place of the theory of each kind of sorts among the offers.
    places: [Option<usize>; SortKind::ALL.len()],
    /// The places of those with operators that make questions hard.
    hard_places: Vec<usize>,
    /// Functions may be arguments and results.
    higher_order: bool,
    /// Arithmetic is linear.
    linear: bool,
    /// The logic that the run sets.
    logic: String,
}

/// The logic that has everything.
const ALL: &str = "ALL";

/// The theory that a binder belongs to.
pub(super) fn theory_of(binder: Binder) -> Theory {
    match binder {
        Binder::Forall | Binder::Exists | Binder::Witness => Theory::Quantifiers,
        Binder::Lambda => Theory::Functions,
        Binder::Comprehension => Theory::Sets,
    }
}

/// Kinds of sorts that come with a theory. Some theories need those of others: strings have lengths.
const fn kinds_of(theory: Theory) -> KindSet {
    KindSet::of_all(match theory {
        Theory::Core => &[SortKind::Bool],
        Theory::Ints => &[SortKind::Int],
        Theory::Reals | Theory::Transcendentals => &[SortKind::Real],
        Theory::BitVectors => &[SortKind::BitVec],
        Theory::FloatingPoint => {
            &[SortKind::FloatingPoint, SortKind::RoundingMode, SortKind::BitVec]
        }
        Theory::Arrays => &[SortKind::Array],
        Theory::Functions => &[SortKind::Fun, SortKind::Uninterpreted],
        Theory::Strings => &[SortKind::String, SortKind::RegLan, SortKind::Int],
        Theory::Sequences => &[SortKind::Seq, SortKind::Int],
        Theory::Sets => &[SortKind::Set, SortKind::Int],
        Theory::Relations => &[SortKind::Set, SortKind::Tuple, SortKind::Int],
        Theory::Bags => &[SortKind::Bag, SortKind::Int],
        Theory::Datatypes => &[SortKind::Datatype, SortKind::Tuple],
        Theory::FiniteFields => &[SortKind::FiniteField],
        Theory::Separation => &[SortKind::Uninterpreted],
        Theory::Quantifiers => &[],
    })
}

impl<'a> Swarm<'a> {
    /// Draws what a run may use, of these theories.
    #[inline(never)]
    pub(super) fn draw(
        rng: &mut Rng,
        settings: &Settings,
        profile: &Profile,
        repertoire: &'a Repertoire<'_>,
        allowed: &[Theory],
        left_out: &LeftOut,
    ) -> Swarm<'a> {
        let theories = draw_theories(rng, settings, profile, allowed);
        let come = theories.iter().map(|theory| kinds_of(*theory));
        let come = come.fold(KindSet::default(), KindSet::union);
        let kinds = repertoire.kinds.iter().copied().filter(|kind| come.contains(*kind));
        let kinds: Vec<SortKind> = kinds.collect();
        // How many of four operators stay.
        let stay = if rng.chance(settings.numbers.swarm, 100) { 2 + rng.below(2) } else { 4 };
        // Solvers are slower and know less with functions everywhere: half of the runs go without.
        let may_be_higher = settings.logic.as_ref().is_none_or(|logic| logic.is_higher_order())
            && !settings.first_order
            && !profile.demands().any(|demand| demand == Demand::FirstOrder);
        let higher_order =
            theories.contains(&Theory::Functions) && may_be_higher && rng.chance(1, 2);
        let (logic, linear) = draw_logic(rng, settings, profile, &theories);
        let with_own = rng.chance(settings.numbers.own_operators, 100) && !settings.smt_lib;
        let in_sorts: KindSet = kinds.iter().copied().chain([SortKind::MatchCase]).collect();
        let with_order = |kind: &SortKind| higher_order || *kind != SortKind::Fun;
        let in_arguments: KindSet = kinds.iter().copied().filter(with_order).collect();
        let mut quarters = Quarters::default();
        let mut stays = |candidate: &'a Candidate| {
            // What cannot be in this run is drawn all the same, so that runs with and without it are alike.
            let stays = quarters.draw(rng) < stay;
            let too_much = (candidate.needs_order && !higher_order)
                || (candidate.never_linear && linear)
                || !candidate.needs.is_subset(in_arguments);
            let offer = candidate.offer.as_ref().filter(|_| stays && !too_much);
            offer.filter(|offer| left_out.is_empty() || !left_out.has(offer.applicable.key()))
        };
        let bits = theories.iter().fold(0u32, |bits, theory| bits | 1 << *theory as u32);
        let is_chosen = |theory: Theory| bits >> theory as u32 & 1 == 1;
        // The theories are in order.
        let mut by_theory: Vec<TheoryOffers<'a>> = Vec::with_capacity(theories.len());
        for (theory, candidates) in &repertoire.operators {
            if is_chosen(*theory) {
                let mut offers = TheoryOffers::new(*theory, candidates.len());
                candidates.iter().filter_map(&mut stays).for_each(|offer| offers.add(offer));
                by_theory.push(offers);
            }
        }
        let mut add = |theory: Theory, offer: Option<&'a Offer>| {
            let offers = by_theory.iter_mut().find(|offers| offers.theory == theory);
            if let (Some(offers), Some(offer)) = (offers, offer) {
                offers.add(offer);
            }
        };
        for candidate in repertoire.own_operators.iter().filter(|_| with_own) {
            if is_chosen(candidate.theory) {
                add(candidate.theory, stays(candidate));
            }
        }
        for (binder, offer) in &repertoire.binders {
            let theory = theory_of(*binder);
            let gone = (*binder == Binder::Lambda && !higher_order) || left_out.has(binder.key());
            if !gone && is_chosen(theory) && rng.chance(stay, 4) {
                add(theory, Some(offer));
            }
        }
        by_theory.retain(|offers| !offers.list.is_empty());
        let results = by_theory.iter().map(|offers| offers.heads.result);
        let results = results.fold(KindSet::default(), KindSet::union);
        let places = places_of_kinds(&by_theory);
        let hard_places = hard_places(&by_theory);
        Swarm {
            theories,
            kinds,
            kinds_in_sorts: in_sorts,
            by_theory,
            results,
            places,
            hard_places,
            higher_order,
            linear,
            logic,
        }
    }

    pub(super) fn has(&self, theory: Theory) -> bool {
        self.theories.contains(&theory)
    }

    /// Whether functions may be arguments of operators.
    pub(super) fn is_higher_order(&self) -> bool {
        self.higher_order
    }

    /// Whether arithmetic is linear.
    pub(super) fn is_linear(&self) -> bool {
        self.linear
    }

    /// The logic that the run sets.
    pub(super) fn logic(&self) -> &str {
        &self.logic
    }

    /// Whether that logic is not the one of everything.
    pub(super) fn names_logic(&self) -> bool {
        self.logic != ALL
    }

    /// Kinds of sorts that may be made.
    pub(super) fn kinds(&self) -> &[SortKind] {
        &self.kinds
    }

    /// The kinds that the sort of a term may consist of: those, and that of cases.
    pub(super) fn kinds_in_sorts(&self) -> KindSet {
        self.kinds_in_sorts
    }

    /// What can be applied, by theory; theories without anything are left out.
    pub(super) fn offers(&self) -> &[TheoryOffers<'a>] {
        &self.by_theory
    }

    /// The place among the offers of the theory to which a kind of sorts belongs.
    #[inline]
    pub(super) fn place_of(&self, kind: SortKind) -> Option<usize> {
        self.places.get(kind as usize).copied().flatten()
    }

    /// Whether applications may have such a sort.
    pub(super) fn may_give(&self, sort: &Sort) -> bool {
        self.results.contains(sort.kind())
    }

    /// The solver does not have it after all.
    pub(super) fn drop(&mut self, gone: Applicable) {
        for offers in &mut self.by_theory {
            offers.list.retain(|offer| offer.applicable != gone);
            offers.hard.retain(|offer| offer.applicable != gone);
        }
        self.by_theory.retain(|offers| !offers.list.is_empty());
        self.places = places_of_kinds(&self.by_theory);
        self.hard_places = hard_places(&self.by_theory);
    }

    /// The places among the offers of theories with operators that make questions hard.
    pub(super) fn hard_places(&self) -> &[usize] {
        &self.hard_places
    }
}

/// For each kind of sorts the place of the theory to which it belongs.
fn places_of_kinds(by_theory: &[TheoryOffers<'_>]) -> [Option<usize>; SortKind::ALL.len()] {
    let mut places = [None; SortKind::ALL.len()];
    for (place, offers) in by_theory.iter().enumerate() {
        for kind in offers.theory.own_kinds() {
            places[*kind as usize] = Some(place);
        }
    }
    places
}

/// The places of the theories with operators that make questions hard.
fn hard_places(by_theory: &[TheoryOffers<'_>]) -> Vec<usize> {
    let hard = by_theory.iter().enumerate().filter(|(_, offers)| !offers.hard.is_empty());
    hard.map(|(place, _)| place).collect()
}

/// Numbers below four: one draw of the generator is enough for many.
#[derive(Default)]
struct Quarters {
    bits: u64,
    left: u32,
}

impl Quarters {
    fn draw(&mut self, rng: &mut Rng) -> u64 {
        if self.left == 0 {
            (self.bits, self.left) = (rng.number(), u64::BITS / 2);
        }
        self.left -= 1;
        let quarter = self.bits & 3;
        self.bits >>= 2;
        quarter
    }
}

/// The logic of a run, and whether its arithmetic is linear.
fn draw_logic(
    rng: &mut Rng,
    settings: &Settings,
    profile: &Profile,
    theories: &[Theory],
) -> (String, bool) {
    let numbers = &settings.numbers;
    let drawn_linear = rng.chance(numbers.linear, 100);
    let named = rng.chance(numbers.logic_named, 100);
    if let Some(logic) = &settings.logic {
        return (logic.name().to_owned(), logic.is_linear() || drawn_linear);
    }
    let is_known = |logic: &String| {
        profile.demands().all(|demand| match demand {
            Demand::Logics(known) => known.contains(&logic.as_str()),
            _ => true,
        })
    };
    match if named { smallest(theories, drawn_linear).filter(is_known) } else { None } {
        Some(logic) => (logic, drawn_linear),
        None => {
            let must = profile.demands().any(|demand| demand == Demand::Linear);
            (ALL.to_owned(), drawn_linear || must)
        }
    }
}

/// Takes one of two theories out where the solver does not take both.
fn keep_apart(rng: &mut Rng, profile: &Profile, theories: &mut Vec<Theory>) {
    for demand in profile.demands() {
        if let Demand::Apart(one, other) = demand
            && theories.contains(&one)
            && theories.contains(&other)
        {
            let gone = if rng.chance(1, 2) { one } else { other };
            theories.retain(|theory| *theory != gone);
        }
    }
}

fn draw_theories(
    rng: &mut Rng,
    settings: &Settings,
    profile: &Profile,
    allowed: &[Theory],
) -> Vec<Theory> {
    if settings.wants_all_theories() {
        // Who names theories wants them all.
        return with_core(allowed.to_vec());
    }
    let others: Vec<Theory> =
        allowed.iter().copied().filter(|theory| *theory != Theory::Core).collect();
    if rng.chance(settings.numbers.focus, 100) {
        return with_core(rng.pick(&others).copied().into_iter().collect());
    }
    let mut kept = Vec::new();
    for theory in allowed {
        if rng.chance(settings.numbers.theories_kept, 100) {
            kept.push(*theory);
        }
    }
    if kept.iter().all(|theory| matches!(theory, Theory::Core | Theory::Quantifiers)) {
        kept.extend(rng.pick(&others).copied());
    }
    keep_apart(rng, profile, &mut kept);
    with_core(kept)
}

fn with_core(mut theories: Vec<Theory>) -> Vec<Theory> {
    theories.push(Theory::Core);
    theories.sort_unstable();
    theories.dedup();
    theories
}
