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
                || a.iter().chain(b.iter()).all(|(one, _)| one.is_certain())
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

impl Datum {
    /// Whether data that are different from it are different values. Of arrays and functions that is so if it is known how
    /// many keys there are: then their form is canonical.
    pub(super) fn is_certain(&self) -> bool {
        match self {
            Datum::RegLan(_) => false,
            Datum::Array(table) | Datum::Function(table) => {
                let keys = key_sort(table.sort()).map(|key| finite::size(&key));
                let counted = matches!(keys, Some(Size::Finite(_) | Size::Huge | Size::Infinite));
                let parts =
                    || table.entries().iter().all(|(a, b)| a.is_certain() && b.is_certain());
                counted && table.default().is_certain() && parts()
            }
            Datum::Seq(parts) | Datum::Tuple(parts) | Datum::Set(parts) => {
                parts.iter().all(Datum::is_certain)
            }
            Datum::Bag(parts) => parts.iter().all(|(part, _)| part.is_certain()),
            Datum::Datatype(value) => value.fields.iter().all(Datum::is_certain),
            _ => true,
        }
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
