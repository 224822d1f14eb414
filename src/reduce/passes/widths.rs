//! Shrinks widths of bit-vectors, floating-point formats and orders of fields, everywhere at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use murxla_api::{Base, Sort, SortShape};
use num_bigint::BigUint;

use super::TracePass;
use crate::reduce::edit::{Change, Edit};
use crate::reduce::engine::Strategy;
use crate::reduce::typed::Typed;
use crate::trace::{Applied, Call, CallArg, LiteralTail, SortName, WrittenLiteral};

/// Shrinks numbers in sorts. All calls that make a sort with the same numbers change together, with values and indices that
/// depend on them. In the first round all bit-vectors get one bit.
pub(super) struct Widths;

impl TracePass for Widths {
    fn name(&self) -> &'static str {
        "widths"
    }

    fn changes_operators(&self) -> bool {
        false
    }

    fn rounds(&self) -> usize {
        2
    }

    fn strategy(&self, round: usize) -> Strategy {
        if round == 0 { Strategy::Bisect } else { Strategy::Each }
    }

    fn edits(&self, typed: &Typed<'_>, round: usize) -> Vec<Edit> {
        let mut shapes: Vec<SortShape<SortName>> = Vec::new();
        for (_, call) in typed.calls() {
            if let [CallArg::Shape(shape)] = call.args.as_slice()
                && !smaller(shape).is_empty()
                && !shapes.contains(shape)
            {
                shapes.push(shape.clone());
            }
        }
        let one = shapes.iter().flat_map(|shape| {
            let to = smaller(shape);
            let most = if round == 0 { 1 } else { to.len() };
            to.into_iter().take(most).map(|to| (shape.clone(), to)).collect::<Vec<_>>()
        });
        let mut edits: Vec<Edit> = one.filter_map(|one| resized(typed, &[one])).collect();
        if round == 1 && shapes.len() > 1 {
            // Widths that hang together: all bit-vectors lose as much, or half.
            let together = |width: fn(u32) -> u32| {
                let changed = shapes.iter().filter_map(|shape| match shape {
                    SortShape::BitVec(old) if width(*old) < *old && width(*old) > 0 => {
                        Some((shape.clone(), SortShape::BitVec(width(*old))))
                    }
                    _ => None,
                });
                changed.collect::<Vec<_>>()
            };
            let halves: [fn(u32) -> u32; 2] = [|old| old / 2, |old| old - 1];
            edits.extend(halves.iter().filter_map(|width| resized(typed, &together(*width))));
            let formats = shapes.iter().flat_map(|shape| {
                smaller(shape).into_iter().filter_map(|to| with_parts(&shapes, shape, &to))
            });
            edits.extend(formats.filter_map(|pairs| resized(typed, &pairs)));
        }
        edits
    }
}

/// Smaller sorts of the same kind, the smallest first.
fn smaller(shape: &SortShape<SortName>) -> Vec<SortShape<SortName>> {
    match shape {
        SortShape::BitVec(old) => {
            let widths = [1, 2, old / 2, old - old.div_ceil(4), old - old.div_ceil(8), old - 1];
            let mut widths: Vec<u32> =
                widths.into_iter().filter(|new| *new > 0 && new < old).collect();
            widths.sort_unstable();
            widths.dedup();
            widths.into_iter().map(SortShape::BitVec).collect()
        }
        SortShape::FloatingPoint(exponent, significand) => {
            let formats = [
                (2, 2),
                (3, 5),
                (5, 11),
                (exponent / 2, significand / 2),
                (exponent - 1, *significand),
                (*exponent, significand - 1),
            ];
            let mut kept: Vec<(u32, u32)> = Vec::new();
            for (e, s) in formats {
                let is_smaller =
                    e <= *exponent && s <= *significand && e + s < exponent + significand;
                if is_smaller && e >= 2 && s >= 2 && !kept.contains(&(e, s)) {
                    kept.push((e, s));
                }
            }
            kept.into_iter().map(|(e, s)| SortShape::FloatingPoint(e, s)).collect()
        }
        SortShape::FiniteField(order) => {
            let primes = [2u32, 3, 5, 7, 11, 13].map(BigUint::from);
            let smaller = primes.into_iter().filter(|prime| prime < order.as_ref());
            smaller.map(|prime| SortShape::FiniteField(Arc::new(prime))).collect()
        }
        _ => Vec::new(),
    }
}

/// A floating-point format that changes along with the bit-vectors that may be its parts or all of its bits; `None` if there
/// are none.
fn with_parts(
    shapes: &[SortShape<SortName>],
    from: &SortShape<SortName>,
    to: &SortShape<SortName>,
) -> Option<Vec<(SortShape<SortName>, SortShape<SortName>)>> {
    let (SortShape::FloatingPoint(e, s), SortShape::FloatingPoint(new_e, new_s)) = (from, to)
    else {
        return None;
    };
    let mut widths: BTreeMap<u32, u32> = BTreeMap::new();
    for (old, new) in [(*e, *new_e), (s - 1, new_s - 1), (e + s, new_e + new_s)] {
        if shapes.contains(&SortShape::BitVec(old)) && *widths.entry(old).or_insert(new) != new {
            return None;
        }
    }
    let parts = widths.iter().filter(|(old, new)| old != new);
    let parts = parts.map(|(old, new)| (SortShape::BitVec(*old), SortShape::BitVec(*new)));
    let pairs: Vec<_> = [(from.clone(), to.clone())].into_iter().chain(parts).collect();
    (pairs.len() > 1).then_some(pairs)
}

/// The edit that makes other sorts of these, with all that depends on them.
pub(super) fn resized(
    typed: &Typed<'_>,
    pairs: &[(SortShape<SortName>, SortShape<SortName>)],
) -> Option<Edit> {
    let mut numbers: BTreeMap<Vec<u32>, Vec<u32>> = BTreeMap::new();
    for (from, to) in pairs {
        numbers.insert(numbers_of(from), numbers_of(to));
    }
    let target = |shape: &SortShape<SortName>| {
        pairs.iter().find(|(from, _)| from == shape).map(|(_, to)| to.clone())
    };
    let mut changes = Vec::new();
    for (at, call) in typed.calls() {
        let args = match call.args.as_slice() {
            [CallArg::Shape(shape)] => target(shape).map(|to| vec![CallArg::Shape(to)]),
            [CallArg::Sort(name), CallArg::Literal(literal)] => {
                let old = typed.sort_named(*name)?;
                let new = leaf(old).and_then(|shape| target(&shape));
                new.and_then(|new| refitted(literal, old, &new))
                    .map(|literal| vec![CallArg::Sort(*name), CallArg::Literal(literal)])
            }
            [CallArg::Applied(applied)] => {
                reindexed(typed, at, applied, &numbers).map(|new| vec![CallArg::Applied(new)])
            }
            _ => None,
        };
        if let Some(args) = args {
            changes.push((at, Change::Become(Call { args, ..call.clone() })));
        }
    }
    (!changes.is_empty()).then(|| Edit::of(changes).strictly())
}

fn numbers_of(shape: &SortShape<SortName>) -> Vec<u32> {
    match shape {
        SortShape::BitVec(width) => vec![*width],
        SortShape::FloatingPoint(exponent, significand) => vec![*exponent, *significand],
        _ => Vec::new(),
    }
}

/// The shape of a sort without parts.
fn leaf(sort: &Sort) -> Option<SortShape<SortName>> {
    sort.shape().try_map(|_| Err::<SortName, ()>(())).ok()
}

/// A literal of the old sort, cut to fit into the new one.
fn refitted(
    literal: &WrittenLiteral,
    old: &Sort,
    new: &SortShape<SortName>,
) -> Option<WrittenLiteral> {
    let text = match (old.shape(), new) {
        (SortShape::BitVec(_), SortShape::BitVec(width)) => {
            let base = match &literal.tail {
                LiteralTail::Base(base) => *base,
                _ => Base::Binary,
            };
            let value = literal.literal(old)?.value(old).ok()?;
            let murxla_api::Value::BitVec(bits) = value else { return None };
            let bits = bits.bits() % (BigUint::from(1u32) << *width);
            bits.to_str_radix(base.radix())
        }
        (SortShape::FloatingPoint(exponent, _), SortShape::FloatingPoint(e, s)) => {
            let (exponent, e, s) = (*exponent as usize, *e as usize, *s as usize);
            let (sign, rest) = literal.text.split_at_checked(1)?;
            let (exponent, significand) = rest.split_at_checked(exponent)?;
            format!("{sign}{}{}", exponent.get(..e)?, significand.get(..s - 1)?)
        }
        _ => return None,
    };
    Some(WrittenLiteral { text: text.into(), tail: literal.tail.clone() })
}

/// An application whose indices name a sort that changes, or reach beyond it.
fn reindexed(
    typed: &Typed<'_>,
    at: usize,
    applied: &Applied,
    numbers: &BTreeMap<Vec<u32>, Vec<u32>>,
) -> Option<Box<Applied>> {
    let mut new = Box::new(applied.clone());
    let numbers_of_sort = |sort: &Sort| leaf(sort).map(|shape| numbers_of(&shape));
    if applied.operator.key() == "OP_BV_EXTRACT" {
        let width = numbers_of_sort(typed.sort_of(*applied.args.first()?)?)?;
        let width = *numbers.get(&width)?.first()?;
        let [high, low] = applied.indices.as_slice() else { return None };
        let cut = (*high + 1).saturating_sub(width);
        new.indices = vec![high - cut, low.saturating_sub(cut)];
    } else if let Some(to) = numbers.get(&applied.indices)
        && numbers_of_sort(typed.sort_at(at)?).as_ref() == Some(&applied.indices)
    {
        new.indices.clone_from(to);
    }
    (*new != *applied).then_some(new)
}
