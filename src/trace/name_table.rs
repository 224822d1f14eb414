//! A table from the numbers of names to what they mean.

use std::collections::HashMap;

/// The numbers of names mostly follow each other, so their values stand in a list. In a trace from elsewhere a number
/// may be any: those far beyond the others stand in a map, so that the list is never much longer than the table is
/// full.
#[derive(Clone, Debug)]
pub struct NameTable<T> {
    list: Vec<Option<T>>,
    far: HashMap<u32, T>,
    count: usize,
}

/// The list has at most this many places, and so many for each name in the table.
const PLACES: usize = 128;
const PLACES_FOR_EACH: usize = 4;

impl<T> Default for NameTable<T> {
    fn default() -> NameTable<T> {
        NameTable { list: Vec::new(), far: HashMap::new(), count: 0 }
    }
}

impl<T> NameTable<T> {
    /// What this number means.
    #[inline]
    pub fn get(&self, number: u32) -> Option<&T> {
        match self.list.get(number as usize) {
            Some(Some(value)) => Some(value),
            _ if self.far.is_empty() => None,
            _ => self.far.get(&number),
        }
    }

    /// All numbers with what they mean; those of the list come first, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        let near =
            (0..).zip(&self.list).filter_map(|(number, value)| Some((number, value.as_ref()?)));
        near.chain(self.far.iter().map(|(number, value)| (*number, value)))
    }

    /// Gives a meaning to a number that has none; others keep theirs.
    #[inline]
    pub fn add(&mut self, number: u32, value: T) {
        // That is how most names are given.
        let place = self.list.len();
        if number as usize == place && place < self.list.capacity() && self.far.is_empty() {
            self.count += 1;
            self.list.push(Some(value));
            return;
        }
        self.add_anywhere(number, value);
    }

    #[inline(never)]
    fn add_anywhere(&mut self, number: u32, value: T) {
        if self.get(number).is_some() {
            return;
        }
        self.count += 1;
        let place = number as usize;
        if place >= self.list.len() {
            if place >= PLACES + PLACES_FOR_EACH * self.count {
                self.far.insert(number, value);
                return;
            }
            if self.list.is_empty() {
                self.list.reserve(PLACES);
            }
            self.list.resize_with(place, || None);
            self.list.push(Some(value));
            return;
        }
        self.list[place] = Some(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_has_its_place_and_keeps_its_meaning() {
        let mut table = NameTable::default();
        let numbers = [3, 0, u32::MAX, 70, 1 << 30, 100_000, 71, 3, u32::MAX];
        for (at, number) in numbers.iter().enumerate() {
            table.add(*number, at);
        }
        let found = |number| table.get(number).copied();
        assert_eq!([3, 0, 70, 71].map(found), [Some(0), Some(1), Some(3), Some(6)]);
        assert_eq!([u32::MAX, 1 << 30, 100_000].map(found), [Some(2), Some(4), Some(5)]);
        assert_eq!([1, 72, 99_999].map(found), [None; 3]);
        assert_eq!(table.iter().count(), 7);
        assert!(table.iter().take(4).map(|(number, _)| number).eq([0, 3, 70, 71]));
        assert!(table.list.len() < 300);
    }

    #[test]
    fn a_number_that_was_far_is_found_when_the_list_has_grown_past_it() {
        let mut table = NameTable::default();
        table.add(500, 0);
        for number in 0..1000 {
            table.add(number, number + 1);
        }
        assert_eq!(table.get(500), Some(&0));
        assert_eq!(table.get(501), Some(&502));
        assert!(table.far.len() == 1 && table.list.len() == 1000);
    }
}
