//! An interning table: equal things get the same number.

use std::hash::{BuildHasher, BuildHasherDefault, Hash};

use hashbrown::HashTable;
use murxla_api::QuickHasher;

/// Things that are there once, with their numbers.
#[derive(Clone, Debug)]
pub(super) struct Interned<T> {
    pub(super) list: Vec<T>,
    numbers: HashTable<u32>,
}

impl<T> Default for Interned<T> {
    fn default() -> Interned<T> {
        Interned { list: Vec::new(), numbers: HashTable::new() }
    }
}

pub(super) fn hash(of: &(impl Hash + ?Sized)) -> u64 {
    BuildHasherDefault::<QuickHasher>::default().hash_one(of)
}

impl<T> Interned<T> {
    /// Nothing yet, with room for so many.
    pub(super) fn with_room(many: usize) -> Interned<T> {
        Interned { list: Vec::with_capacity(many), numbers: HashTable::with_capacity(many) }
    }
}

impl<T: Hash + Eq> Interned<T> {
    /// The number of a thing, which may be new.
    pub(super) fn number(&mut self, one: T) -> u32 {
        let Interned { list, numbers } = self;
        let digest = hash(&one);
        if let Some(number) = numbers.find(digest, |number| list[*number as usize] == one) {
            return *number;
        }
        let number = list.len() as u32;
        list.push(one);
        numbers.insert_unique(digest, number, |number| hash(&list[*number as usize]));
        number
    }

    /// The same for one that is mostly there.
    pub(super) fn number_of(&mut self, one: &T) -> u32
    where
        T: Clone,
    {
        let list = &self.list;
        match self.numbers.find(hash(one), |number| list[*number as usize] == *one) {
            Some(number) => *number,
            None => self.number(one.clone()),
        }
    }

    /// Forgets all but the first so many.
    pub(super) fn truncate(&mut self, length: usize) {
        for number in (length..self.list.len()).rev() {
            let digest = hash(&self.list[number]);
            if let Ok(entry) = self.numbers.find_entry(digest, |other| *other as usize == number) {
                entry.remove();
            }
        }
        self.list.truncate(length);
    }
}
