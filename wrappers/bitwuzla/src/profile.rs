//! Bitwuzla's profile: what the loaded library can do.

use murxla_api::{
    Binder, ErrorModel, Hole, Op, Profile, QuickSet, Signature, SortKind, SortLimit, SortLimitRule,
    SortPattern, SortPosition, SpecialValue, Theory, Typing, theory,
};

use crate::actions::EXTENSION;
use crate::demands::DEMANDS;
use crate::ffi::functions::slot;
use crate::library::Knowledge;
use crate::own::OWN;
use crate::sorts::{Formats, STANDARD_FORMATS, WIDEST_EXPONENT, lacking};
use crate::table::{self, Way};

const THEORIES: &[Theory] = &[
    Theory::Core,
    Theory::BitVectors,
    Theory::FloatingPoint,
    Theory::Arrays,
    Theory::Functions,
    Theory::Quantifiers,
];

/// The profile.
pub(crate) fn profile(knowledge: &Knowledge) -> Profile {
    let mut operators = QuickSet::default();
    let mut holes = Vec::new();
    for op in theory::operators().chain(OWN) {
        match missing(op, knowledge) {
            None => _ = operators.insert(op.key),
            Some(reason) => holes.push(Hole { what: op.key.to_owned(), reason }),
        }
    }
    let mut binders = Vec::new();
    for binder in Binder::ALL {
        let reason = match table::binder(*binder) {
            None => Some("Bitwuzla's API has no such binder".to_owned()),
            Some(kind) => knowledge.kinds.require(&kind).err().map(|error| error.to_string()),
        };
        match reason {
            None => binders.push(*binder),
            Some(reason) => holes.push(Hole { what: binder.key().to_owned(), reason }),
        }
    }
    let mut theories = THEORIES.to_vec();
    if !binders.contains(&Binder::Forall) || !binders.contains(&Binder::Exists) {
        theories.retain(|theory| *theory != Theory::Quantifiers);
    }
    holes.push(Hole {
        what: "equality of terms of an uninterpreted sort".to_owned(),
        reason: "the term can be made, but where the solver needs it, check-sat answers unknown \
                 (\"Equalities over uninterpreted sorts not yet supported\")"
            .to_owned(),
    });
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
        sort_limits: sort_limits(knowledge.formats),
        erasures: Vec::new(),
        errors: ErrorModel::Values,
    }
}

/// Why an operator cannot be applied; `None`: it can.
fn missing(op: &Op, knowledge: &Knowledge) -> Option<String> {
    match table::row_of(op.key).map(|row| row.way) {
        Some(Way::Kind(kind)) => {
            knowledge.kinds.require(&kind).err().map(|error| error.to_string())
        }
        Some(Way::ConstArray) => slot::bitwuzla_mk_const_array
            .missing("bitwuzla_mk_const_array")
            .map(|missing| missing.to_string()),
        Some(Way::FromReal) => slot::bitwuzla_mk_fp_from_real
            .missing("bitwuzla_mk_fp_from_real")
            .or(slot::bitwuzla_mk_fp_from_rational.missing("bitwuzla_mk_fp_from_rational"))
            .map(|missing| missing.to_string()),
        None => Some(reason(op).unwrap_or("Bitwuzla's API has no such operator").to_owned()),
    }
}

/// Why Bitwuzla has no such operator, if its theory or its sorts tell.
fn reason(op: &Op) -> Option<&'static str> {
    let kind = match op.theory {
        Theory::Ints => SortKind::Int,
        Theory::Reals | Theory::Transcendentals => SortKind::Real,
        Theory::Strings => SortKind::String,
        Theory::Sequences => SortKind::Seq,
        Theory::Sets | Theory::Relations => SortKind::Set,
        Theory::Bags => SortKind::Bag,
        Theory::Datatypes => SortKind::Datatype,
        Theory::FiniteFields => SortKind::FiniteField,
        Theory::Separation => return Some("Bitwuzla has no separation logic"),
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

fn sort_limits(formats: Formats) -> Vec<SortLimit> {
    const HIGHER_ORDER: &str =
        "Bitwuzla makes such a sort, but has no equality of functions and answers wrongly";
    let not =
        |position, kind, reason| SortLimit { rule: SortLimitRule::Not(position, kind), reason };
    let mut limits = vec![
        not(
            SortPosition::ArrayIndex,
            SortKind::Array,
            "array sorts not supported as index sort of array",
        ),
        not(SortPosition::ArrayIndex, SortKind::Fun, HIGHER_ORDER),
        not(SortPosition::ArrayElement, SortKind::Fun, HIGHER_ORDER),
        not(SortPosition::Domain, SortKind::Fun, HIGHER_ORDER),
        not(SortPosition::Codomain, SortKind::Fun, HIGHER_ORDER),
        match formats {
            Formats::Standard => SortLimit {
                rule: SortLimitRule::FormatNotIn(STANDARD_FORMATS),
                reason: "this library was built without --fpexp",
            },
            Formats::Any => SortLimit {
                rule: SortLimitRule::ExponentOutside(2, WIDEST_EXPONENT),
                reason: "expected floating-point exponent size <= 62",
            },
        },
    ];
    limits.extend(SortKind::ALL.iter().filter_map(|kind| {
        lacking(*kind).map(|reason| SortLimit { rule: SortLimitRule::Never(*kind), reason })
    }));
    limits
}
