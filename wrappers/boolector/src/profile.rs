//! Boolector's profile: what the loaded library can do.

use murxla_api::{
    Binder, Erasure, ErrorModel, Hole, Op, Profile, QuickSet, Signature, SortKind, SortLimit,
    SortLimitRule, SortPattern, SortPosition, SpecialValue, Theory, Typing, theory,
};

use crate::actions::EXTENSION;
use crate::demands::DEMANDS;
use crate::ffi::functions::slot;
use crate::own::OWN;
use crate::sorts::lacking;
use crate::table;

const THEORIES: &[Theory] =
    &[Theory::Core, Theory::BitVectors, Theory::Arrays, Theory::Functions, Theory::Quantifiers];

/// The profile.
pub(crate) fn profile() -> Profile {
    let mut operators = QuickSet::default();
    let mut holes = Vec::new();
    for op in theory::operators().chain(OWN) {
        match missing(op) {
            None => _ = operators.insert(op.key),
            Some(reason) => holes.push(Hole { what: op.key.to_owned(), reason }),
        }
    }
    let mut binders = Vec::new();
    for binder in Binder::ALL {
        let missing = match binder {
            Binder::Forall => slot::boolector_forall.missing("boolector_forall"),
            Binder::Exists => slot::boolector_exists.missing("boolector_exists"),
            Binder::Lambda => slot::boolector_fun.missing("boolector_fun"),
            Binder::Witness | Binder::Comprehension => {
                let reason = "Boolector's API has no such binder".to_owned();
                holes.push(Hole { what: binder.key().to_owned(), reason });
                continue;
            }
        };
        match missing {
            None => binders.push(*binder),
            Some(missing) => {
                holes.push(Hole { what: binder.key().to_owned(), reason: missing.to_string() });
            }
        }
    }
    let mut theories = THEORIES.to_vec();
    if !binders.contains(&Binder::Forall) || !binders.contains(&Binder::Exists) {
        theories.retain(|theory| *theory != Theory::Quantifiers);
    }
    let has_values = |special: &SpecialValue| lacking(special.sort_kind()).is_none();
    Profile {
        operators,
        theories,
        binders,
        special_values: SpecialValue::ALL.iter().copied().filter(has_values).collect(),
        own_operators: OWN,
        extension: EXTENSION,
        demands: DEMANDS,
        holes,
        sort_limits: sort_limits(),
        erasures: vec![Erasure::BoolIsBitVec1],
        errors: ErrorModel::Values,
    }
}

/// Why an operator cannot be applied; `None`: it can.
fn missing(op: &Op) -> Option<String> {
    match table::row_of(op.key) {
        Some(row) if row.is_present() => None,
        Some(_) => Some("this version of the library has no function for it".to_owned()),
        None => Some(reason(op).unwrap_or("Boolector's API has no such operator").to_owned()),
    }
}

/// Why Boolector has no such operator, if its theory or its sorts tell.
fn reason(op: &Op) -> Option<&'static str> {
    let kind = match op.theory {
        Theory::Ints => SortKind::Int,
        Theory::Reals | Theory::Transcendentals => SortKind::Real,
        Theory::FloatingPoint => SortKind::FloatingPoint,
        Theory::Strings => SortKind::String,
        Theory::Sequences => SortKind::Seq,
        Theory::Sets | Theory::Relations => SortKind::Set,
        Theory::Bags => SortKind::Bag,
        Theory::Datatypes => SortKind::Datatype,
        Theory::FiniteFields => SortKind::FiniteField,
        Theory::Separation => return Some("Boolector has no separation logic"),
        _ => {
            let Typing::Pattern(Signature { args, result, .. }) = op.typing else { return None };
            let has = |pattern| args.contains(&pattern) || result == pattern;
            return match (has(SortPattern::Int), has(SortPattern::Real)) {
                (true, _) => lacking(SortKind::Int),
                (_, true) => lacking(SortKind::Real),
                _ => None,
            };
        }
    };
    lacking(kind)
}

fn sort_limits() -> Vec<SortLimit> {
    const FLAT: &str = "arrays and functions are over bit-vectors only";
    let mut limits = Vec::new();
    for position in [
        SortPosition::ArrayIndex,
        SortPosition::ArrayElement,
        SortPosition::Domain,
        SortPosition::Codomain,
    ] {
        for kind in [SortKind::Array, SortKind::Fun] {
            limits.push(SortLimit { rule: SortLimitRule::Not(position, kind), reason: FLAT });
        }
    }
    limits.extend(SortKind::ALL.iter().filter_map(|kind| {
        lacking(*kind).map(|reason| SortLimit { rule: SortLimitRule::Never(*kind), reason })
    }));
    limits
}
