//! When two values are the same.

use super::{Datum, Unknown, languages};
use crate::meaning::finite::{self, Size};
use crate::meaning::table::key_sort;

/// Whether two values of one sort are equal.
pub fn equal(a: &Datum, b: &Datum) -> Result<bool, Unknown> {
    if a == b {
        return Ok(true);
    }
    if let (Datum::RegLan(a), Datum::RegLan(b)) = (a, b) {
        return languages::same(a, b);
    }
    if differ(a, b) {
        return Ok(false);
    }
    Err(Unknown::cannot_tell("the equality of arrays or functions over a sort of unknown size"))
}

/// Whether two values that are different data are different for sure. Only over keys of which nobody knows how many there
/// are may they be the same: the entries may hide the defaults.
fn differ(a: &Datum, b: &Datum) -> bool {
    let all = |a: &[Datum], b: &[Datum]| {
        a.len() != b.len() || a.iter().zip(b).any(|(a, b)| a != b && differ(a, b))
    };
    match (a, b) {
        (Datum::Array(a), Datum::Array(b)) | (Datum::Function(a), Datum::Function(b)) => {
            let known = |size| matches!(size, Size::Finite(_) | Size::Huge | Size::Infinite);
            let keys = a.entries().iter().chain(b.entries()).map(|(key, _)| key);
            let mut sure = key_sort(a.sort()).is_some_and(|key| known(finite::size(&key)));
            for key in keys {
                let (a, b) = (a.get(key), b.get(key));
                if a != b && differ(a, b) {
                    return true;
                }
                sure &= a == b;
            }
            sure && differ(a.default(), b.default())
        }
        (Datum::Seq(a), Datum::Seq(b)) | (Datum::Tuple(a), Datum::Tuple(b)) => all(a, b),
        (Datum::Datatype(a), Datum::Datatype(b)) => {
            a.constructor != b.constructor || all(&a.fields, &b.fields)
        }
        // Equal elements might be there twice.
        (Datum::Set(a), Datum::Set(b)) => differing_elements(a.iter(), b.iter()),
        (Datum::Bag(a), Datum::Bag(b)) => {
            differing_elements(a.iter().map(|(one, _)| one), b.iter().map(|(one, _)| one))
                || a.iter().all(|(one, _)| is_plain(one))
        }
        _ => true,
    }
}

/// Whether one of two collections has an element that is none of the other.
fn differing_elements<'a>(
    a: impl Iterator<Item = &'a Datum> + Clone,
    b: impl Iterator<Item = &'a Datum> + Clone,
) -> bool {
    let differs_from = |one: &Datum, other: &Datum| one != other && differ(one, other);
    a.clone().any(|one| b.clone().all(|other| differs_from(one, other)))
        || b.clone().any(|one| a.clone().all(|other| differs_from(one, other)))
}

/// Whether different data of this kind are different values.
fn is_plain(datum: &Datum) -> bool {
    match datum {
        Datum::Array(_) | Datum::Function(_) => false,
        Datum::Seq(parts) | Datum::Tuple(parts) | Datum::Set(parts) => parts.iter().all(is_plain),
        Datum::Bag(parts) => parts.iter().all(|(part, _)| is_plain(part)),
        Datum::Datatype(value) => value.fields.iter().all(is_plain),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sort, meaning::Table};

    #[test]
    fn over_a_sort_of_unknown_size_defaults_may_be_hidden() {
        let key = Sort::uninterpreted("U");
        let sort = Sort::array(key.clone(), Sort::int());
        let array = |default: i64, entry: i64| {
            let entries = [(Datum::element(key.clone(), "a"), Datum::Int(entry))];
            let table = Table::new(sort.clone(), Datum::Int(default), entries);
            Datum::Array(table.unwrap().into())
        };
        assert_eq!(equal(&array(1, 2), &array(1, 2)), Ok(true));
        assert_eq!(equal(&array(1, 2), &array(1, 3)), Ok(false));
        assert!(equal(&array(1, 2), &array(3, 2)).is_err());
        assert_eq!(equal(&Datum::Int(1), &Datum::Int(2)), Ok(false));
    }
}
