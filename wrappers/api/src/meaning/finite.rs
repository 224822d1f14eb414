//! How many values a sort has, and which: for exhaustion, and for arrays whose default is hidden.

use super::{Datum, Table, Unknown};
use crate::{BitVec, FloatValue, RoundingMode, Sort, SortShape};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// How many values a sort has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// So many.
    Finite(u64),
    /// Finitely many, but more than can be counted.
    Huge,
    /// Infinitely many.
    Infinite,
    /// That of an uninterpreted sort, or a sort that is too intricate.
    Unknown,
}

impl Size {
    fn and(self, other: Size, of_both: fn(u64, u64) -> Option<u64>) -> Size {
        match (self, other) {
            (Size::Finite(a), Size::Finite(b)) => of_both(a, b).map_or(Size::Huge, Size::Finite),
            (Size::Infinite, _) | (_, Size::Infinite) => Size::Infinite,
            (Size::Unknown, _) | (_, Size::Unknown) => Size::Unknown,
            _ => Size::Huge,
        }
    }

    fn plus(self, other: Size) -> Size {
        self.and(other, u64::checked_add)
    }

    fn times(self, other: Size) -> Size {
        self.and(other, u64::checked_mul)
    }

    /// The number of functions from `keys` values to so many.
    fn to_the(self, keys: Size) -> Size {
        let power = |base: u64, exponent: u64| base.checked_pow(u32::try_from(exponent).ok()?);
        match self {
            Size::Finite(1) => Size::Finite(1),
            _ => self.and(keys, power),
        }
    }
}

/// So many parts of a sort are looked at.
const PATIENCE: u32 = 1_000;

/// How many values a sort has.
pub fn size(sort: &Sort) -> Size {
    measure(sort, &mut Vec::new(), &mut PATIENCE.clone())
}

/// `around` holds the datatypes that this sort is a part of.
fn measure(sort: &Sort, around: &mut Vec<Sort>, patience: &mut u32) -> Size {
    let Some(less) = patience.checked_sub(1) else { return Size::Unknown };
    *patience = less;
    let two_to = |bits: u32| 1u64.checked_shl(bits).map_or(Size::Huge, Size::Finite);
    match sort.shape() {
        SortShape::Bool => Size::Finite(2),
        SortShape::BitVec(width) => two_to(*width),
        SortShape::RoundingMode => Size::Finite(5),
        SortShape::FloatingPoint(exponent, significand) => match two_to(exponent + significand) {
            Size::Finite(patterns) => {
                let nans = 2 * ((1u64 << (significand - 1)) - 1);
                Size::Finite(patterns - nans + 1)
            }
            more => more,
        },
        SortShape::FiniteField(order) => order.to_u64().map_or(Size::Huge, Size::Finite),
        SortShape::Int
        | SortShape::Real
        | SortShape::String
        | SortShape::RegLan
        | SortShape::Seq(_)
        | SortShape::Bag(_) => Size::Infinite,
        SortShape::Uninterpreted(_) | SortShape::MatchCase(..) => Size::Unknown,
        SortShape::Array(index, element) => {
            measure(element, around, patience).to_the(measure(index, around, patience))
        }
        SortShape::Fun(domain, codomain) => {
            let keys = product(domain, around, patience);
            measure(codomain, around, patience).to_the(keys)
        }
        SortShape::Set(element) => Size::Finite(2).to_the(measure(element, around, patience)),
        SortShape::Tuple(elements) => product(elements, around, patience),
        SortShape::Datatype(datatype, args) => {
            if around.contains(sort) {
                // Of a codatatype that may be finitely many all the same: a stream of units is one.
                let unclear = datatype.definition().coinductive;
                return if unclear { Size::Unknown } else { Size::Infinite };
            }
            around.push(sort.clone());
            let mut sum = Size::Finite(0);
            for constructor in &datatype.definition().constructors {
                let fields = datatype.field_sorts(constructor, args);
                sum = sum.plus(match fields {
                    Some(fields) => product(&fields, around, patience),
                    None => Size::Unknown,
                });
            }
            around.pop();
            sum
        }
    }
}

fn product(sorts: &[Sort], around: &mut Vec<Sort>, patience: &mut u32) -> Size {
    let start = Size::Finite(1);
    sorts.iter().fold(start, |size, sort| size.times(measure(sort, around, patience)))
}

/// The rounding modes in the order in which they are tried, with their names in the short notation.
pub(super) const ROUNDING_MODES: [(&str, RoundingMode); 5] = [
    ("rna", RoundingMode::NearestAway),
    ("rne", RoundingMode::NearestEven),
    ("rtn", RoundingMode::Negative),
    ("rtp", RoundingMode::Positive),
    ("rtz", RoundingMode::Zero),
];

/// The value of a finite sort with this number; `None` if it has fewer.
pub fn nth(sort: &Sort, number: u64) -> Option<Datum> {
    match size(sort) {
        Size::Finite(size) if number < size => {}
        _ => return None,
    }
    Some(match sort.shape() {
        SortShape::Bool => Datum::Bool(number == 1),
        SortShape::BitVec(width) => Datum::bits(*width, number),
        SortShape::RoundingMode => Datum::RoundingMode(ROUNDING_MODES.get(number as usize)?.1),
        SortShape::FloatingPoint(exponent, significand) => {
            nth_float(*exponent, *significand, number)
        }
        SortShape::FiniteField(order) => Datum::field(order, number.into()),
        SortShape::Array(..) => Datum::Array(nth_table(sort, number).ok()?.into()),
        SortShape::Fun(..) => Datum::Function(nth_table(sort, number).ok()?.into()),
        SortShape::Set(element) => {
            let chosen = (0..64).filter(|place| number >> place & 1 == 1);
            Datum::set(chosen.map(|place| nth(element, place)).collect::<Option<_>>()?)
        }
        SortShape::Tuple(elements) => Datum::Tuple(nth_of_each(elements, number)?.into()),
        SortShape::Datatype(datatype, args) => {
            let mut number = number;
            for constructor in &datatype.definition().constructors {
                let fields = datatype.field_sorts(constructor, args)?;
                let Size::Finite(size) = product(&fields, &mut Vec::new(), &mut PATIENCE.clone())
                else {
                    return None;
                };
                if number < size {
                    let fields = nth_of_each(&fields, number)?;
                    let name = constructor.name.clone();
                    return Datum::constructed(sort.clone(), name, fields).ok();
                }
                number -= size;
            }
            return None;
        }
        _ => return None,
    })
}

/// One value of each sort: the number is read in a mixed base.
fn nth_of_each(sorts: &[Sort], mut number: u64) -> Option<Vec<Datum>> {
    let mut values = Vec::with_capacity(sorts.len());
    for sort in sorts {
        let Size::Finite(size) = size(sort) else { return None };
        values.push(nth(sort, number % size)?);
        number /= size;
    }
    Some(values)
}

/// All bit patterns that are no NaN, then NaN.
fn nth_float(exponent: u32, significand: u32, number: u64) -> Datum {
    let per_sign = ((1u64 << exponent) - 1) * (1u64 << (significand - 1)) + 1;
    if number >= 2 * per_sign {
        return Datum::float(FloatValue::nan(exponent, significand));
    }
    let sign = (number / per_sign) << (exponent + significand - 1);
    let bits = BitVec::new(exponent + significand, BigUint::from(sign | (number % per_sign)));
    match FloatValue::new(exponent, significand, bits) {
        Some(value) => Datum::float(value),
        None => Datum::float(FloatValue::nan(exponent, significand)),
    }
}

fn nth_table(sort: &Sort, mut number: u64) -> Result<Table, Unknown> {
    let none = || Unknown::TooLarge("the keys of an array or a function");
    let key = super::table::key_sort(sort).ok_or_else(none)?;
    let value = match sort.shape() {
        SortShape::Array(_, value) | SortShape::Fun(_, value) => value,
        _ => return Err(none()),
    };
    let (Size::Finite(keys), Size::Finite(values)) = (size(&key), size(value)) else {
        return Err(none());
    };
    let default = nth(value, 0).ok_or_else(none)?;
    let mut entries = Vec::new();
    // The rest of the keys have the default, which also holds where there is but one value.
    for place in 0..keys {
        if number == 0 {
            break;
        }
        let element = nth(value, number % values).ok_or_else(none)?;
        entries.push((nth(&key, place).ok_or_else(none)?, element));
        number /= values;
    }
    Table::new(sort.clone(), default, entries)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn all_values_of_small_sorts_are_there_once() {
        let check = |sort: Sort, expected: u64| {
            assert_eq!(size(&sort), Size::Finite(expected), "{sort}");
            let values: BTreeSet<Datum> =
                (0..expected).map(|number| nth(&sort, number).unwrap()).collect();
            assert_eq!(values.len() as u64, expected, "{sort}");
            assert_eq!(nth(&sort, expected), None);
        };
        check(Sort::bool(), 2);
        check(Sort::bit_vec(3), 8);
        check(Sort::rounding_mode(), 5);
        check(Sort::floating_point(2, 3), 27);
        check(Sort::finite_field(7u32.into()), 7);
        check(Sort::array(Sort::bool(), Sort::bit_vec(2)), 16);
        check(Sort::fun([Sort::bool(), Sort::bool()], Sort::bool()), 16);
        check(Sort::set(Sort::bit_vec(2)), 16);
        check(Sort::tuple([Sort::bool(), Sort::bit_vec(2)]), 8);
        assert_eq!(size(&Sort::bit_vec(64)), Size::Huge);
        assert_eq!(size(&Sort::array(Sort::int(), Sort::bool())), Size::Infinite);
        assert_eq!(size(&Sort::uninterpreted("U")), Size::Unknown);
    }
}
