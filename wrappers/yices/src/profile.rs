//! Yices's profile: what the loaded library can do.

use murxla_api::{
    Binder, Erasure, ErrorModel, Hole, Profile, QuickSet, SortKind, SortLimit, SortLimitRule,
    SpecialValue, Theory, theory,
};

use crate::actions::EXTENSION;
use crate::demands::DEMANDS;
use crate::ffi::slot;
use crate::own::OWN;
use crate::sorts::lacking;
use crate::table;

/// The greatest width that Yices takes (YICES_MAX_BVSIZE).
const MAX_WIDTH: u32 = u32::MAX / 16;

const THEORIES: &[Theory] = &[
    Theory::Core,
    Theory::Ints,
    Theory::Reals,
    Theory::BitVectors,
    Theory::Arrays,
    Theory::Functions,
    // Tuples.
    Theory::Datatypes,
    // Only as terms: no context takes them.
    Theory::Quantifiers,
];

/// The profile.
pub fn profile() -> Profile {
    let mut operators = QuickSet::default();
    let mut holes = Vec::new();
    for op in theory::operators().chain(OWN) {
        let reason = match table::row(op.key) {
            Some(row) if row.is_present() => {
                operators.insert(op.key);
                continue;
            }
            Some(_) => "this version of the library lacks the function",
            None => table::absence(op),
        };
        holes.push(Hole { what: op.key.to_owned(), reason: reason.to_owned() });
    }
    holes.push(Hole {
        what: Theory::Quantifiers.name().to_owned(),
        reason: "quantified terms can be built, but contexts refuse to assert them".to_owned(),
    });
    let mut binders = Vec::new();
    for binder in Binder::ALL {
        let function = match binder {
            Binder::Forall => Some((&slot::yices_forall, "yices_forall")),
            Binder::Exists => Some((&slot::yices_exists, "yices_exists")),
            Binder::Lambda => Some((&slot::yices_lambda, "yices_lambda")),
            Binder::Witness | Binder::Comprehension => None,
        };
        let reason = match function.map(|(slot, name)| slot.missing(name)) {
            Some(None) => {
                binders.push(*binder);
                continue;
            }
            Some(Some(missing)) => missing.to_string(),
            None => "the API has no such binder".to_owned(),
        };
        holes.push(Hole { what: binder.key().to_owned(), reason });
    }
    let has_values = |special: &SpecialValue| lacking(special.sort_kind()).is_none();
    Profile {
        operators,
        theories: THEORIES.to_vec(),
        binders,
        special_values: SpecialValue::ALL.iter().copied().filter(has_values).collect(),
        own_operators: OWN,
        extension: EXTENSION,
        demands: DEMANDS,
        holes,
        sort_limits: sort_limits(),
        erasures: vec![Erasure::ArrayIsFunction, Erasure::IntIsReal],
        errors: ErrorModel::Values,
    }
}

fn sort_limits() -> Vec<SortLimit> {
    let mut limits =
        vec![SortLimit { rule: SortLimitRule::WiderThan(MAX_WIDTH), reason: "YICES_MAX_BVSIZE" }];
    limits.extend(SortKind::ALL.iter().filter_map(|kind| {
        lacking(*kind).map(|reason| SortLimit { rule: SortLimitRule::Never(*kind), reason })
    }));
    limits
}
