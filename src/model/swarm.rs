//! Swarm testing: each run has its own part of the solver's theories, sorts and operators.
//!
//! Runs that use everything are all alike: what one theory's operators provoke is drowned by the others'.

use murxla_api::{
    Binder, Demand, KindSet, Linearity, Op, Profile, SortKind, SortLimitRule, Theory,
};

use super::generator::Target;
use super::logic::smallest;
use super::settings::Settings;
use super::smt_lib;
use crate::rng::Rng;

/// What can be applied to terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Applicable {
    Op(&'static Op),
    Binder(Binder),
    /// A `match` with its cases, which are made together.
    Match,
}

/// The operators of a case, without which there is no `match`.
const MATCH: [&str; 3] = ["OP_DT_MATCH", "OP_DT_MATCH_CASE", "OP_DT_MATCH_BIND_CASE"];

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
    pub(super) fn draw(rng: &mut Rng, settings: &Settings, target: Target<'_>) -> Swarm {
        let profile = target.profile;
        let theories = draw_theories(rng, settings, profile);
        let never = |kind: SortKind| {
            let mut limits = profile.sort_limits.iter();
            limits.any(|limit| limit.rule == SortLimitRule::Never(kind))
        };
        let kinds: Vec<SortKind> = SortKind::ALL
            .iter()
            .copied()
            .filter(|kind| !never(*kind) && (!settings.smt_lib || smt_lib::has_kind(*kind)))
            .filter(|kind| theories.iter().any(|theory| kinds_of(*theory).contains(kind)))
            .collect();
        // How many of four operators stay.
        let stay = if rng.chance(settings.numbers.swarm, 100) { 2 + rng.below(2) } else { 4 };
        // Solvers are slower and know less with functions everywhere: half of the runs go without.
        let may_be_higher = settings.logic.as_ref().is_none_or(|logic| logic.is_higher_order());
        let higher_order =
            theories.contains(&Theory::Functions) && may_be_higher && rng.chance(1, 2);
        let (logic, linear) = draw_logic(rng, settings, profile, &theories);
        // The theories are in order.
        let mut by_theory: Vec<(Theory, Vec<Applicable>)> = theories
            .iter()
            .map(|theory| (*theory, Vec::with_capacity(theory.operators().len())))
            .collect();
        let mut add = |theory: Theory, applicable: Applicable| {
            if let Some((_, list)) = by_theory.iter_mut().find(|(key, _)| *key == theory) {
                list.push(applicable);
            }
        };
        let with_own = rng.chance(settings.numbers.own_operators, 100) && !settings.smt_lib;
        let own = profile.own_operators.iter().filter(|_| with_own);
        let has_match = MATCH.iter().all(|key| profile.operators.contains(key));
        let base = theories.iter().flat_map(|theory| theory.operators());
        for op in base.chain(own) {
            if !theories.contains(&op.theory) || !profile.supports(op) || !rng.chance(stay, 4) {
                continue;
            }
            if settings.smt_lib && !smt_lib::has_operator(op) {
                continue;
            }
            let applicable = match op.key {
                "OP_HO_APPLY" if !higher_order => continue,
                key if !higher_order && needs_order(profile, key) => continue,
                _ if linear && op.linearity == Linearity::Never => continue,
                "OP_DT_MATCH" if has_match => Applicable::Match,
                key if MATCH.contains(&key) => continue,
                _ => Applicable::Op(op),
            };
            add(op.theory, applicable);
        }
        for binder in &profile.binders {
            let theory = theory_of(*binder);
            let left_out = *binder == Binder::Lambda && !higher_order;
            if left_out || (settings.smt_lib && !smt_lib::has_binder(*binder)) {
                continue;
            }
            if theories.contains(&theory) && rng.chance(stay, 4) {
                add(theory, Applicable::Binder(*binder));
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

fn needs_order(profile: &Profile, key: &str) -> bool {
    profile.demands().any(|demand| matches!(demand, Demand::HigherOrder(op) if op == key))
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

fn draw_theories(rng: &mut Rng, settings: &Settings, profile: &Profile) -> Vec<Theory> {
    let allowed: Vec<Theory> = Theory::ALL
        .iter()
        .copied()
        .filter(|theory| profile.theories.contains(theory) && settings.allows(*theory))
        .collect();
    if settings.wants_all_theories() {
        // Who names theories wants them all.
        return with_core(allowed);
    }
    let mut kept = Vec::new();
    for theory in &allowed {
        if rng.chance(settings.numbers.theories_kept, 100) {
            kept.push(*theory);
        }
    }
    let others: Vec<Theory> =
        allowed.iter().copied().filter(|theory| *theory != Theory::Core).collect();
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
