//! The operators that can be drawn for a solver, whatever the seed: found once for all runs.

use murxla_api::{
    Binder, Demand, KindSet, Linearity, Op, OptionDef, Profile, SortKind, SortLimitRule,
    SpecialValue, Theory,
};

use super::generator::Target;
use super::left_out::out_of_scope;
use super::narrow::{Narrow, narrow_options};
use super::offer::{Applicable, Offer, Traits};
use super::options::not_drawn;
use super::settings::Settings;
use super::smt_lib;

/// An operator that the solver has.
pub(super) struct Candidate {
    /// The theory to which it belongs.
    pub(super) theory: Theory,
    /// What is drawn for it; `None` if it is never drawn by itself.
    pub(super) offer: Option<Offer>,
    /// It needs a run with functions as arguments.
    pub(super) needs_order: bool,
    /// No run with linear arithmetic has it.
    pub(super) never_linear: bool,
    /// No run without these kinds of sorts has it.
    pub(super) needs: KindSet,
}

/// What can be drawn.
pub(super) struct Repertoire<'a> {
    /// Theories that a run may have.
    pub(super) theories: Vec<Theory>,
    /// Kinds of sorts that a run may have.
    pub(super) kinds: Vec<SortKind>,
    /// The operators of the theories.
    pub(super) operators: Vec<(Theory, Vec<Candidate>)>,
    /// The solver's own operators.
    pub(super) own_operators: Vec<Candidate>,
    /// Binders that a run may have.
    pub(super) binders: Vec<(Binder, Offer)>,
    /// Options that a run may set.
    pub(super) options: Vec<&'a OptionDef>,
    /// Names of what is outside of the scope.
    pub(super) out_of_scope: Vec<&'a str>,
    /// Those of them that go with few theories.
    pub(super) narrow_options: Vec<Narrow<'a>>,
    /// Places of operators where the solver takes only values.
    values: Vec<(&'static str, usize)>,
    /// The values with names of their own, by the kinds of their sorts.
    specials: Vec<Vec<SpecialValue>>,
    kinds_with_specials: KindSet,
}

/// The operators of a case, without which there is no `match`.
const MATCH: [&str; 3] = ["OP_DT_MATCH", "OP_DT_MATCH_CASE", "OP_DT_MATCH_BIND_CASE"];

impl<'a> Repertoire<'a> {
    pub(super) fn new(settings: &Settings, target: Target<'a>) -> Repertoire<'a> {
        let profile = target.profile;
        let never = |kind: SortKind| {
            let mut limits = profile.sort_limits.iter();
            limits.any(|limit| limit.rule == SortLimitRule::Never(kind))
        };
        let theories = Theory::ALL.iter().copied();
        let kinds = SortKind::ALL.iter().copied();
        let candidates = |ops: &'static [Op]| -> Vec<Candidate> {
            let supported = ops.iter().filter(|op| op.drawn && profile.supports(op));
            supported.map(|op| Candidate::new(op, settings, profile)).collect()
        };
        let has = |theory: &Theory| profile.theories.contains(theory) && settings.allows(*theory);
        let possible: Vec<Theory> = theories.clone().filter(has).collect();
        let drawn = |option: &&OptionDef| not_drawn(target, settings, option).is_none();
        let options: Vec<&OptionDef> = target.options.iter().filter(drawn).collect();
        let clashes = profile.demands.clashes;
        Repertoire {
            narrow_options: narrow_options(settings, clashes, &options, &possible),
            theories: possible,
            out_of_scope: out_of_scope(profile, target.options, settings.scope),
            kinds: kinds
                .filter(|kind| !never(*kind) && (!settings.smt_lib || smt_lib::has_kind(*kind)))
                .collect(),
            operators: theories.map(|theory| (theory, candidates(theory.operators()))).collect(),
            own_operators: candidates(profile.own_operators),
            binders: profile
                .binders
                .iter()
                .copied()
                .filter(|binder| !settings.smt_lib || smt_lib::has_binder(*binder))
                .map(|binder| (binder, Offer::of_binder(binder)))
                .collect(),
            options,
            specials: SortKind::ALL.iter().map(|kind| specials_of(profile, *kind)).collect(),
            kinds_with_specials: profile
                .special_values
                .iter()
                .map(|special| special.sort_kind())
                .collect(),
            values: profile
                .demands()
                .filter_map(|demand| match demand {
                    Demand::Value(key, place) => Some((key, place)),
                    _ => None,
                })
                .collect(),
        }
    }

    /// The values with names of their own that sorts of this kind have.
    pub(super) fn specials(&self, kind: SortKind) -> &[SpecialValue] {
        self.specials.get(kind as usize).map_or(&[], Vec::as_slice)
    }

    /// The kinds of sorts that have such values.
    pub(super) fn kinds_with_specials(&self) -> KindSet {
        self.kinds_with_specials
    }

    /// Whether the operator takes only values at this place, whatever the run.
    pub(super) fn wants_value(&self, op: &Op, place: usize) -> bool {
        op.literal_args.contains(&place)
            || self.values.iter().any(|(key, at)| *at == place && *key == op.key)
    }
}

/// Whether any terms of the right sorts are taken as arguments, whatever the run.
fn is_plain(op: &Op, profile: &Profile) -> bool {
    let demanded = |demand| matches!(demand, Demand::Value(key, _) if key == op.key);
    op.literal_args.is_empty()
        && op.linearity == Linearity::Always
        && op.key != "OP_RE_RANGE"
        && !profile.demands().any(demanded)
}

fn specials_of(profile: &Profile, kind: SortKind) -> Vec<SpecialValue> {
    let specials = profile.special_values.iter().copied();
    specials.filter(|special| special.sort_kind() == kind).collect()
}

impl Candidate {
    fn new(op: &'static Op, settings: &Settings, profile: &Profile) -> Candidate {
        let has_match = MATCH.iter().all(|key| profile.operators.contains(key));
        let foreign = settings.smt_lib && !op.is_standard();
        let demanded = |demand| matches!(demand, Demand::HigherOrder(key) if key == op.key);
        Candidate {
            theory: op.theory,
            offer: match op.key {
                _ if foreign => None,
                "OP_DT_MATCH" if has_match => Some(Offer::of_match()),
                key if MATCH.contains(&key) => None,
                _ => Some(Offer {
                    applicable: Applicable::Op(op),
                    heads: op.heads(),
                    traits: Traits {
                        uniform: op.is_uniform(),
                        plain: is_plain(op, profile),
                        hard: super::scale::is_hard(op.key),
                    },
                }),
            },
            needs: op.needed_kinds(),
            needs_order: op.key == "OP_HO_APPLY" || profile.demands().any(demanded),
            never_linear: op.linearity == Linearity::Never,
        }
    }
}
