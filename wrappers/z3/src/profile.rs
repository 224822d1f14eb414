//! Z3's profile: what the loaded library can do.

use murxla_api::{
    Binder, ErrorModel, Hole, Profile, SortKind, SortLimit, SortLimitRule, SortPosition, Theory,
    theory,
};

use crate::actions::EXTENSION;
use crate::demands::DEMANDS;
use crate::ffi::slot;
use crate::kinds::Kinds;
use crate::own::OWN;

/// Theories that no version of Z3 has, and in which words.
const ABSENT_THEORIES: &[(Theory, &str)] = &[
    (Theory::Transcendentals, "Z3's C API has no transcendental functions"),
    (Theory::Relations, "Z3 has no relations of tuples"),
    (Theory::Bags, "Z3 has no bags"),
    (Theory::Separation, "Z3 has no separation logic"),
];

/// Where a function sort cannot stand.
const PLACES: &[SortPosition] = &[
    SortPosition::ArrayIndex,
    SortPosition::ArrayElement,
    SortPosition::Domain,
    SortPosition::Codomain,
    SortPosition::SeqElement,
    SortPosition::SetElement,
    SortPosition::TupleElement,
    SortPosition::Field,
];

pub(crate) fn profile(kinds: &Kinds) -> Profile {
    let has_sets = slot::Z3_mk_finite_set_sort.is_present();
    let has_fields = !kinds.absent.contains(&SortKind::FiniteField);
    let theories = Theory::ALL.iter().copied().filter(|theory| match theory {
        Theory::Sets => has_sets,
        Theory::FiniteFields => has_fields,
        other => ABSENT_THEORIES.iter().all(|(absent, _)| absent != other),
    });
    let mut binders = vec![Binder::Forall, Binder::Exists];
    if slot::Z3_mk_lambda_const.is_present() && slot::Z3_mk_select_n.is_present() {
        binders.push(Binder::Lambda);
    }
    Profile {
        operators: kinds.rows.keys().copied().collect(),
        theories: theories.collect(),
        binders,
        special_values: kinds.special_values(),
        own_operators: OWN,
        extension: EXTENSION,
        demands: DEMANDS,
        holes: holes(kinds),
        sort_limits: sort_limits(has_sets, has_fields),
        erasures: Vec::new(),
        errors: ErrorModel::Values,
    }
}

fn holes(kinds: &Kinds) -> Vec<Hole> {
    let mut holes = kinds.holes.clone();
    for op in theory::operators() {
        let known = kinds.rows.contains_key(op.key);
        if !known && holes.iter().all(|hole| hole.what != op.key) {
            let absent = ABSENT_THEORIES.iter().find(|(theory, _)| *theory == op.theory);
            let reason = absent.map_or("Z3's C API has no function for it", |(_, reason)| reason);
            holes.push(Hole { what: op.key.to_owned(), reason: reason.to_owned() });
        }
    }
    let parametric = if slot::Z3_mk_polymorphic_datatype.is_present() {
        "Z3's C API declares datatypes with parameters one at a time, so that they cannot refer to each \
         other"
    } else {
        "the library has no Z3_mk_polymorphic_datatype"
    };
    holes.push(Hole { what: "parametric datatypes".to_owned(), reason: parametric.to_owned() });
    holes
}

fn sort_limits(has_sets: bool, has_fields: bool) -> Vec<SortLimit> {
    let never = |kind, reason| SortLimit { rule: SortLimitRule::Never(kind), reason };
    let mut limits = vec![
        never(SortKind::Bag, "Z3 has no bags"),
        never(SortKind::MatchCase, "Z3's C API has no match"),
        SortLimit {
            rule: SortLimitRule::ExponentOutside(2, 63),
            reason: "Z3 computes with exponents in 64 bits",
        },
        SortLimit {
            rule: SortLimitRule::SignificandOutside(3, u32::MAX),
            reason: "Z3_mk_fpa_sort wants at least 3 bits of significand",
        },
    ];
    if !has_sets {
        limits.push(never(SortKind::Set, "this version of Z3 has no finite sets"));
    }
    if !has_fields {
        limits.push(never(SortKind::FiniteField, "this version of Z3 has no finite fields"));
    }
    limits.extend(PLACES.iter().map(|place| SortLimit {
        rule: SortLimitRule::Not(*place, SortKind::Fun),
        reason: "Z3 has functions, but no function sorts",
    }));
    limits
}
