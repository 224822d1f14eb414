//! What of a solver can be drawn, whatever the seed: found once for all runs.

use murxla_api::{
    Binder, Demand, Linearity, Op, OptionDef, Profile, SortKind, SortLimitRule, Theory,
};

use super::generator::Target;
use super::options::not_drawn;
use super::settings::Settings;
use super::smt_lib;
use super::swarm::Applicable;

/// An operator that the solver has.
pub(super) struct Candidate {
    /// The theory to which it belongs.
    pub(super) theory: Theory,
    /// What is drawn for it; `None` if it is never drawn by itself.
    pub(super) applicable: Option<Applicable>,
    /// It needs a run with functions as arguments.
    pub(super) needs_order: bool,
    /// No run with linear arithmetic has it.
    pub(super) never_linear: bool,
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
    pub(super) binders: Vec<Binder>,
    /// Options that a run may set.
    pub(super) options: Vec<&'a OptionDef>,
    /// Places of operators where the solver takes only values.
    values: Vec<(&'static str, usize)>,
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
            let supported = ops.iter().filter(|op| profile.supports(op));
            supported.map(|op| Candidate::new(op, settings, profile)).collect()
        };
        Repertoire {
            theories: theories
                .clone()
                .filter(|theory| profile.theories.contains(theory) && settings.allows(*theory))
                .collect(),
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
                .collect(),
            options: target
                .options
                .iter()
                .filter(|option| not_drawn(target, settings, option).is_none())
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

    /// Whether the operator takes only values at this place, whatever the run.
    pub(super) fn wants_value(&self, op: &Op, place: usize) -> bool {
        op.literal_args.contains(&place)
            || self.values.iter().any(|(key, at)| *at == place && *key == op.key)
    }
}

impl Candidate {
    fn new(op: &'static Op, settings: &Settings, profile: &Profile) -> Candidate {
        let has_match = MATCH.iter().all(|key| profile.operators.contains(key));
        let foreign = settings.smt_lib && !smt_lib::has_operator(op);
        let demanded = |demand| matches!(demand, Demand::HigherOrder(key) if key == op.key);
        Candidate {
            theory: op.theory,
            applicable: match op.key {
                _ if foreign => None,
                "OP_DT_MATCH" if has_match => Some(Applicable::Match),
                key if MATCH.contains(&key) => None,
                _ => Some(Applicable::Op(op)),
            },
            needs_order: op.key == "OP_HO_APPLY" || profile.demands().any(demanded),
            never_linear: op.linearity == Linearity::Never,
        }
    }
}
