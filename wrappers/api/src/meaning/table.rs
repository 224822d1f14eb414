//! Arrays and functions: finite maps over a default, in a form that is the same for all that are equal.

use std::collections::BTreeMap;

use super::finite::{self, Size};
use super::{Datum, Unknown};
use crate::{Sort, SortShape};

/// A total map: a default, and what differs from it at some keys.
///
/// Over a finite sort of keys a default may be hidden by entries. There the default is the value of the most keys, the least
/// of them if several are as frequent; so equal maps are equal data. Of an uninterpreted sort nobody knows how large it
/// is: [`super::equality`] cares for that.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Table {
    sort: Sort,
    default: Datum,
    /// In the order of the keys, without those whose value is the default.
    entries: Box<[(Datum, Datum)]>,
}

impl Table {
    /// The map of this sort, an array or a function sort; of two entries with one key the later holds.
    pub fn new(
        sort: Sort,
        default: Datum,
        entries: impl IntoIterator<Item = (Datum, Datum)>,
    ) -> Result<Table, Unknown> {
        let mut entries: Vec<(Datum, Datum)> = entries.into_iter().collect();
        if entries.len() > 1 {
            let map: BTreeMap<Datum, Datum> = entries.into_iter().collect();
            entries = map.into_iter().collect();
        }
        entries.retain(|(_, value)| *value != default);
        let mut table = Table { sort, default, entries: entries.into() };
        table.normalize()?;
        Ok(table)
    }

    /// Chooses the default that is canonical, which matters only if about half of all keys have entries.
    fn normalize(&mut self) -> Result<(), Unknown> {
        let changed = self.entries.len() as u64;
        if changed == 0 {
            return Ok(());
        }
        let Some(key) = key_sort(&self.sort) else { return Ok(()) };
        let Size::Finite(keys) = finite::size(&key) else { return Ok(()) };
        if changed.saturating_mul(2) < keys {
            return Ok(());
        }
        let mut counts: BTreeMap<&Datum, u64> = BTreeMap::new();
        let rest = keys.saturating_sub(changed);
        if rest > 0 {
            counts.insert(&self.default, rest);
        }
        for (_, value) in &self.entries {
            *counts.entry(value).or_default() += 1;
        }
        let most = counts.values().max().copied().unwrap_or(0);
        let canonical = counts.iter().find(|(_, count)| **count == most);
        let Some(default) = canonical.map(|(value, _)| (*value).clone()) else { return Ok(()) };
        if default == self.default {
            return Ok(());
        }
        let mut entries = Vec::new();
        for number in 0..keys {
            let key = finite::nth(&key, number)
                .ok_or(Unknown::TooLarge("the keys of an array or a function"))?;
            let value = self.get(&key);
            if *value != default {
                entries.push((key, value.clone()));
            }
        }
        entries.sort();
        (self.default, self.entries) = (default, entries.into());
        Ok(())
    }

    /// The value at a key.
    pub fn get(&self, key: &Datum) -> &Datum {
        match self.entries.binary_search_by(|(one, _)| one.cmp(key)) {
            Ok(place) => &self.entries[place].1,
            Err(_) => &self.default,
        }
    }

    /// The value at a key, if it can be told which of the keys it is.
    pub fn look_up(&self, key: &Datum) -> Result<&Datum, Unknown> {
        self.check(key)?;
        Ok(self.get(key))
    }

    /// Keys that may be equal although they look different cannot be told apart.
    fn check(&self, key: &Datum) -> Result<(), Unknown> {
        let found = || self.entries.binary_search_by(|(one, _)| one.cmp(key)).is_ok();
        if !self.entries.is_empty() && !key.is_certain() && !found() {
            return Err(Unknown::cannot_tell("a key that may be one of several"));
        }
        Ok(())
    }

    /// The same map with another value at a key.
    pub fn with(&self, key: &Datum, value: &Datum) -> Result<Table, Unknown> {
        self.check(key)?;
        let mut entries = self.entries.to_vec();
        let is_default = *value == self.default;
        match entries.binary_search_by(|(one, _)| one.cmp(key)) {
            Ok(place) if is_default => _ = entries.remove(place),
            Ok(place) => entries[place].1 = value.clone(),
            Err(_) if is_default => {}
            Err(place) => entries.insert(place, (key.clone(), value.clone())),
        }
        let (sort, default) = (self.sort.clone(), self.default.clone());
        let mut table = Table { sort, default, entries: entries.into() };
        table.normalize()?;
        Ok(table)
    }

    /// The sort of the array or function.
    pub fn sort(&self) -> &Sort {
        &self.sort
    }

    /// The value at all keys that have no entry.
    pub fn default(&self) -> &Datum {
        &self.default
    }

    /// Keys with other values, in order.
    pub fn entries(&self) -> &[(Datum, Datum)] {
        &self.entries
    }
}

/// The sort of the keys of an array or a function; those of a function of several arguments are tuples.
pub fn key_sort(sort: &Sort) -> Option<Sort> {
    match sort.shape() {
        SortShape::Array(index, _) => Some(index.clone()),
        SortShape::Fun(domain, _) => Some(match domain.as_slice() {
            [only] => only.clone(),
            several => Sort::tuple(several),
        }),
        _ => None,
    }
}

/// The key that stands for the arguments of a function.
pub fn key(args: &[&Datum]) -> Datum {
    match args {
        [only] => (*only).clone(),
        several => Datum::Tuple(several.iter().map(|arg| (*arg).clone()).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hidden_default_does_not_matter() {
        let sort = Sort::array(Sort::bit_vec(2), Sort::int());
        let table = |default: i64, entries: &[(u64, i64)]| {
            let entries =
                entries.iter().map(|(key, value)| (Datum::bits(2, *key), Datum::Int(*value)));
            Table::new(sort.clone(), Datum::Int(default), entries).unwrap()
        };
        let all = [(0, 5), (1, 6), (2, 5), (3, 7)];
        assert_eq!(table(1, &all), table(2, &all));
        assert_eq!(table(1, &all), table(7, &all));
        assert_eq!(table(1, &[(0, 2), (1, 2)]), table(2, &[(3, 1), (2, 1)]));
        assert_ne!(table(1, &[(0, 2)]), table(1, &[(1, 2)]));
        assert_eq!(table(1, &[(0, 2), (0, 1)]), table(1, &[]));
        for key in 0..4 {
            let expected = all[key as usize].1;
            assert_eq!(table(1, &all).get(&Datum::bits(2, key)), &Datum::Int(expected));
        }
    }
}
