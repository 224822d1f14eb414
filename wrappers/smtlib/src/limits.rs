//! The sorts and values that a profile leaves out.

use murxla_api::{SortKind, SortLimit, SortLimitRule, SortPosition, SpecialValue, Theory};

use crate::file::{File, Limit};
use crate::profile::{Wrong, kind_of, leak, leak_text, list, wrong};

/// The theory without which there are no sorts of a kind.
const fn home(kind: SortKind) -> Option<Theory> {
    Some(match kind {
        SortKind::Int => Theory::Ints,
        SortKind::Real => Theory::Reals,
        SortKind::BitVec => Theory::BitVectors,
        SortKind::FloatingPoint | SortKind::RoundingMode => Theory::FloatingPoint,
        SortKind::String | SortKind::RegLan => Theory::Strings,
        SortKind::FiniteField => Theory::FiniteFields,
        SortKind::Array => Theory::Arrays,
        SortKind::Seq => Theory::Sequences,
        SortKind::Set => Theory::Sets,
        SortKind::Bag => Theory::Bags,
        SortKind::Tuple | SortKind::Datatype | SortKind::MatchCase => Theory::Datatypes,
        SortKind::Fun | SortKind::Uninterpreted => Theory::Functions,
        SortKind::Bool => return None,
    })
}

/// Places by the names that a file uses.
const PLACES: &[(&str, SortPosition)] = &[
    ("array-index", SortPosition::ArrayIndex),
    ("array-element", SortPosition::ArrayElement),
    ("domain", SortPosition::Domain),
    ("codomain", SortPosition::Codomain),
    ("seq-element", SortPosition::SeqElement),
    ("set-element", SortPosition::SetElement),
    ("bag-element", SortPosition::BagElement),
    ("tuple-element", SortPosition::TupleElement),
    ("field", SortPosition::Field),
];

pub(crate) fn sort_limits(file: &File, theories: &[Theory]) -> Result<Vec<SortLimit>, Wrong> {
    let mut limits = Vec::new();
    let mut never = |kind: SortKind, reason| {
        limits.push(SortLimit { rule: SortLimitRule::Never(kind), reason });
    };
    for kind in SortKind::ALL {
        let lacks = home(*kind).is_some_and(|home| match home {
            // Numbers come with what has lengths.
            Theory::Ints => {
                ![Theory::Ints, Theory::Strings, Theory::Sequences, Theory::Sets, Theory::Bags]
                    .iter()
                    .any(|theory| theories.contains(theory))
            }
            Theory::BitVectors => {
                !theories.contains(&Theory::BitVectors)
                    && !theories.contains(&Theory::FloatingPoint)
            }
            home => !theories.contains(&home),
        });
        if lacks {
            never(*kind, "the profile does not have its theory");
        } else if *kind == SortKind::Tuple && file.dialect.no_tuples {
            never(*kind, "it has no tuples");
        }
    }
    if !file.higher_order {
        limits.extend(PLACES.iter().map(|(_, place)| SortLimit {
            rule: SortLimitRule::Not(*place, SortKind::Fun),
            reason: "functions are no terms",
        }));
    }
    for limit in &file.sort_limits {
        limits.push(SortLimit { rule: rule(limit)?, reason: leak_text(limit.reason.get_ref()) });
    }
    Ok(limits)
}

fn rule(limit: &Limit) -> Result<SortLimitRule, Wrong> {
    Ok(match limit {
        Limit { never: Some(kind), .. } => SortLimitRule::Never(kind_of(kind)?),
        Limit { kind: Some(kind), place: Some(word), .. } => {
            let Some((_, place)) = PLACES.iter().find(|(name, _)| name == word.get_ref()) else {
                let known = list(PLACES.iter().map(|(name, _)| *name));
                return wrong(
                    word,
                    format!("no place is named '{}'; there are {known}", word.get_ref()),
                );
            };
            SortLimitRule::Not(*place, kind_of(kind)?)
        }
        Limit { wider_than: Some(most), .. } => SortLimitRule::WiderThan(*most),
        Limit { exponent: Some([least, most]), .. } => {
            SortLimitRule::ExponentOutside(*least, *most)
        }
        Limit { significand: Some([least, most]), .. } => {
            SortLimitRule::SignificandOutside(*least, *most)
        }
        Limit { formats: Some(formats), .. } => SortLimitRule::FormatNotIn(leak(formats)),
        Limit { reason, .. } => {
            return wrong(
                reason,
                "a limit has one of never, kind with place, wider-than, exponent, significand, \
                 formats"
                    .to_owned(),
            );
        }
    })
}

pub(crate) fn special_values(
    file: &File,
    limits: &[SortLimit],
) -> Result<Vec<SpecialValue>, Wrong> {
    let mut without = Vec::new();
    for word in &file.without_values {
        match SpecialValue::from_key(word.get_ref()) {
            Some(value) => without.push(value),
            None => {
                return wrong(
                    word,
                    format!("no value is named '{}'; murxla list values tells all", word.get_ref()),
                );
            }
        }
    }
    let has = |value: &SpecialValue| {
        !without.contains(value)
            && !limits.iter().any(|limit| limit.rule == SortLimitRule::Never(value.sort_kind()))
    };
    Ok(SpecialValue::ALL.iter().copied().filter(has).collect())
}
