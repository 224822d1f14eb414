//! Draws the values that constants have in the assignments under which the generator looks at its terms.

use std::sync::Arc;

use murxla_api::meaning::{Datum, Table, table};
use murxla_api::{Sort, SortShape};

use super::settings::Numbers;
use super::values;
use crate::rng::Rng;

/// So deep are values made of others.
const DEEPEST: u32 = 3;
/// So many elements of an uninterpreted sort have names.
const ELEMENTS: u64 = 4;

/// A value of the sort; `None` if none can be written, as of regular languages.
pub(super) fn draw(rng: &mut Rng, numbers: &Numbers, sort: &Sort) -> Option<Datum> {
    draw_at(rng, numbers, sort, DEEPEST)
}

fn draw_at(rng: &mut Rng, numbers: &Numbers, sort: &Sort, depth: u32) -> Option<Datum> {
    let deeper = depth.checked_sub(1);
    Some(match sort.shape() {
        SortShape::Bool => Datum::Bool(rng.chance(1, 2)),
        SortShape::BitVec(width @ ..=64) => bits(rng, *width),
        SortShape::Int => int(rng)
            .or_else(|| values::literal(rng, numbers, sort).and_then(|one| of(&one, sort)))?,
        SortShape::Real if !rng.chance(1, 8) => real(rng),
        SortShape::FloatingPoint(exponent, significand)
            if exponent + significand <= 64 && !rng.chance(1, 8) =>
        {
            float(rng, *exponent, *significand)
        }
        SortShape::String if !rng.chance(1, 4) => text(rng),
        SortShape::BitVec(_)
        | SortShape::Real
        | SortShape::FloatingPoint(..)
        | SortShape::String
        | SortShape::FiniteField(_) => of(&values::literal(rng, numbers, sort)?, sort)?,
        SortShape::RoundingMode => murxla_api::meaning::finite::nth(sort, rng.below(5))?,
        SortShape::Uninterpreted(_) => {
            Datum::element(sort.clone(), &format!("e{}", rng.below(ELEMENTS)))
        }
        SortShape::Seq(element) => Datum::Seq(list(rng, numbers, element, deeper)?.into()),
        SortShape::Set(element) => Datum::set(list(rng, numbers, element, deeper)?),
        SortShape::Bag(element) => {
            let elements = list(rng, numbers, element, deeper)?;
            let counted = elements.into_iter().map(|one| (one, (1 + rng.below(3)).into()));
            Datum::bag(counted.collect())
        }
        SortShape::Tuple(elements) => Datum::Tuple(each(rng, numbers, elements, deeper?)?.into()),
        SortShape::Array(_, element) => {
            Datum::Array(Arc::new(map(rng, numbers, sort, element, deeper?)?))
        }
        SortShape::Fun(_, codomain) => {
            Datum::Function(Arc::new(map(rng, numbers, sort, codomain, deeper?)?))
        }
        SortShape::Datatype(datatype, args) => {
            let definition = datatype.definition();
            // A value of a codatatype may be infinite, and equal to one that is written otherwise.
            if definition.coinductive {
                return None;
            }
            let all = &definition.constructors;
            let first = rng.below(all.len() as u64) as usize;
            // At the bottom one without datatypes in it ends the value.
            let in_turn = all.iter().cycle().skip(first).take(all.len());
            in_turn.into_iter().find_map(|constructor| {
                let fields = datatype.field_sorts(constructor, args)?;
                let fields = match fields.as_slice() {
                    [] => Vec::new(),
                    fields => each(rng, numbers, fields, deeper?)?,
                };
                Datum::constructed(sort.clone(), constructor.name.clone(), fields).ok()
            })?
        }
        SortShape::RegLan | SortShape::MatchCase(..) => return None,
    })
}

fn of(literal: &murxla_api::Literal, sort: &Sort) -> Option<Datum> {
    Datum::of_literal(literal, sort).ok()
}

/// Small numbers, and those at the ends of the range, more often than others.
fn bits(rng: &mut Rng, width: u32) -> Datum {
    let number = match rng.below(8) {
        0 => rng.below(4),
        1 => u64::MAX - rng.below(4),
        2 => 1 << rng.below(width.into()),
        3 => (1u64 << (width - 1)).wrapping_sub(rng.below(2)),
        _ => rng.number(),
    };
    Datum::bits(width, number)
}

/// A small number, most of the time.
fn int(rng: &mut Rng) -> Option<Datum> {
    let number = match rng.below(8) {
        0..5 => rng.below(16) as i64 - 5,
        5 | 6 => rng.below(2_000) as i64 - 1_000,
        _ => return None,
    };
    Some(Datum::Int(number))
}

/// A small number, a fraction in some cases.
fn real(rng: &mut Rng) -> Datum {
    let whole = rng.below(24) as i64 - 8;
    match rng.below(4) {
        // An odd number over a power of two, and a number over three that is none of its multiples.
        0 => Datum::Real(2 * whole + 1, 1 << (1 + rng.below(4))),
        1 => Datum::Real(3 * whole + 1, 3),
        _ => Datum::Real(whole, 1),
    }
}

/// A number of a format with at most 64 bits, or an infinity; zeros, small ones and those near one more often than others.
fn float(rng: &mut Rng, exponent: u32, significand: u32) -> Datum {
    let fraction_bits = significand - 1;
    let most = (1u64 << exponent) - 1;
    let biased = match rng.below(6) {
        0 => 0,
        1 => most,
        2 | 3 => (most / 2 + rng.below(5)).saturating_sub(2).min(most - 1),
        _ => rng.below(most),
    };
    let fraction = match rng.below(3) {
        _ if biased == most => 0,
        0 => 0,
        1 => 1 << rng.below(u64::from(fraction_bits).max(1)),
        _ => rng.number(),
    };
    let fraction = fraction & ((1 << fraction_bits) - 1);
    let sign = rng.below(2);
    let bits = (sign << exponent | biased) << fraction_bits | fraction;
    Datum::Float(exponent as u8, significand as u8, bits)
}

/// A short text of few letters.
fn text(rng: &mut Rng) -> Datum {
    let length = rng.below(5);
    let letter = |_| match rng.below(4) {
        0 => u32::from(b'0') + rng.below(10) as u32,
        _ => u32::from(b'a') + rng.below(3) as u32,
    };
    Datum::String((0..length).map(letter).collect())
}

fn list(rng: &mut Rng, numbers: &Numbers, sort: &Sort, depth: Option<u32>) -> Option<Vec<Datum>> {
    let Some(depth) = depth else { return Some(Vec::new()) };
    // What is inside of others is smaller: values are looked at again and again.
    (0..rng.below(u64::from(depth).max(1))).map(|_| draw_at(rng, numbers, sort, depth)).collect()
}

fn each(rng: &mut Rng, numbers: &Numbers, sorts: &[Sort], depth: u32) -> Option<Vec<Datum>> {
    sorts.iter().map(|sort| draw_at(rng, numbers, sort, depth)).collect()
}

fn map(rng: &mut Rng, numbers: &Numbers, sort: &Sort, value: &Sort, depth: u32) -> Option<Table> {
    let keys = table::key_sort(sort)?;
    let default = draw_at(rng, numbers, value, depth)?;
    let mut entries = Vec::new();
    for _ in 0..rng.below(u64::from(depth).max(1)) {
        let key = draw_at(rng, numbers, &keys, depth)?;
        entries.push((key, draw_at(rng, numbers, value, depth)?));
    }
    Table::new(sort.clone(), default, entries).ok()
}
