//! Swarm testing: each run has its own part of the solver's theories, sorts and operators.
//!
//! Runs that use everything are all alike: what one theory's operators provoke is drowned by the others'.

use murxla_api::{Binder, Demand, KindSet, Op, Profile, SortKind, Theory};

use super::logic::smallest;
use super::repertoire::{Candidate, Repertoire};
use super::settings::Settings;
use crate::rng::Rng;

/// What can be applied to terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Applicable {
    Op(&'static Op),
    Binder(Binder),
    /// A `match` with its cases, which are made together.
    Match,
}

/// What a run may use.
pub(super) struct Swarm {
    theories: Vec<Theory>,
    kinds: Vec<SortKind>,
    /// The kinds that may occur in the sort of a term.
    kinds_in_sorts: KindSet,
    /// What can be applied, by theory; no list is empty.
    by_theory: Vec<(Theory, Vec<Applicable>)>,
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
fn kinds_of(theory: Theory) -> &'static [SortKind] {
    match theory {
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
    }
}

impl Swarm {
    /// Draws what a run may use.
    pub(super) fn draw(
        rng: &mut Rng,
        settings: &Settings,
        profile: &Profile,
        repertoire: &Repertoire<'_>,
    ) -> Swarm {
        let theories = draw_theories(rng, settings, profile, &repertoire.theories);
        let kinds: Vec<SortKind> = repertoire
            .kinds
            .iter()
            .copied()
            .filter(|kind| theories.iter().any(|theory| kinds_of(*theory).contains(kind)))
            .collect();
        // How many of four operators stay.
        let stay = if rng.chance(settings.numbers.swarm, 100) { 2 + rng.below(2) } else { 4 };
        // Solvers are slower and know less with functions everywhere: half of the runs go without.
        let may_be_higher = settings.logic.as_ref().is_none_or(|logic| logic.is_higher_order());
        let higher_order =
            theories.contains(&Theory::Functions) && may_be_higher && rng.chance(1, 2);
        let (logic, linear) = draw_logic(rng, settings, profile, &theories);
        let with_own = rng.chance(settings.numbers.own_operators, 100) && !settings.smt_lib;
        let mut stays = |candidate: &Candidate| {
            // What cannot be in this run is drawn all the same, so that runs with and without it are alike.
            let stays = rng.chance(stay, 4);
            let too_much =
                (candidate.needs_order && !higher_order) || (candidate.never_linear && linear);
            candidate.applicable.filter(|_| stays && !too_much)
        };
        // The theories are in order.
        let mut by_theory: Vec<(Theory, Vec<Applicable>)> = Vec::with_capacity(theories.len());
        for (theory, candidates) in &repertoire.operators {
            if theories.contains(theory) {
                let mut list = Vec::with_capacity(candidates.len());
                list.extend(candidates.iter().filter_map(&mut stays));
                by_theory.push((*theory, list));
            }
        }
        let mut add = |theory: Theory, applicable: Option<Applicable>| {
            if let Some((_, list)) = by_theory.iter_mut().find(|(key, _)| *key == theory) {
                list.extend(applicable);
            }
        };
        for candidate in repertoire.own_operators.iter().filter(|_| with_own) {
            if theories.contains(&candidate.theory) {
                add(candidate.theory, stays(candidate));
            }
        }
        for binder in &repertoire.binders {
            let theory = theory_of(*binder);
            let left_out = *binder == Binder::Lambda && !higher_order;
            if !left_out && theories.contains(&theory) && rng.chance(stay, 4) {
                add(theory, Some(Applicable::Binder(*binder)));
            }
        }
        by_theory.retain(|(_, list)| !list.is_empty());
        let in_sorts: KindSet = kinds.iter().copied().chain([SortKind::MatchCase]).collect();
        Swarm { theories, kinds, kinds_in_sorts: in_sorts, by_theory, higher_order, linear, logic }
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
    pub(super) fn applicable(&self) -> &[(Theory, Vec<Applicable>)] {
        &self.by_theory
    }

    /// The solver does not have it after all.
    pub(super) fn drop(&mut self, gone: Applicable) {
        for (_, list) in &mut self.by_theory {
            list.retain(|applicable| *applicable != gone);
        }
        self.by_theory.retain(|(_, list)| !list.is_empty());
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
