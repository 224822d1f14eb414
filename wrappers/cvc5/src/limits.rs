//! The sorts that cvc5 refuses, as data.

use murxla_api::{SortKind, SortLimit, SortLimitRule, SortPosition};

/// Why a library does not solve problems over finite fields, though it makes their terms.
pub(crate) const WITHOUT_FIELDS: &str =
    "this library was built without CoCoA, which cvc5 needs to solve problems over finite fields";

const HIGHER_ORDER: &str = "cvc5 takes function terms in higher-order logics only";
const NO_REGULAR_EXPRESSIONS: &str = "cvc5 takes no regular expressions inside of sorts";

/// Places in sorts, but for the codomain, which has a limit of its own.
const PLACES: &[SortPosition] = &[
    SortPosition::ArrayIndex,
    SortPosition::ArrayElement,
    SortPosition::Domain,
    SortPosition::SeqElement,
    SortPosition::SetElement,
    SortPosition::BagElement,
    SortPosition::TupleElement,
    SortPosition::Field,
];

/// A function as codomain is refused when the sort is made, the others when a formula over them is asserted
/// or checked.
pub(crate) fn sort_limits(has_fields: bool) -> Vec<SortLimit> {
    let not =
        |position, kind, reason| SortLimit { rule: SortLimitRule::Not(position, kind), reason };
    let mut limits = vec![
        not(SortPosition::Codomain, SortKind::Fun, "cvc5 takes no function sort as codomain"),
        not(SortPosition::Codomain, SortKind::RegLan, NO_REGULAR_EXPRESSIONS),
        not(
            SortPosition::ArrayIndex,
            SortKind::Array,
            "cvc5 takes no arrays that are indexed by arrays",
        ),
    ];
    for place in PLACES {
        limits.push(not(*place, SortKind::Fun, HIGHER_ORDER));
        limits.push(not(*place, SortKind::RegLan, NO_REGULAR_EXPRESSIONS));
    }
    if !has_fields {
        let rule = SortLimitRule::Never(SortKind::FiniteField);
        limits.push(SortLimit { rule, reason: WITHOUT_FIELDS });
    }
    limits
}
