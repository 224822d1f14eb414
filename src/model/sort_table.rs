//! A hash table from the sorts of a run to their places: looked up with every term, so written by hand.

use murxla_api::Sort;

/// A hash table from sorts to numbers that follow each other; the sorts themselves are in a list elsewhere.
pub(super) struct SortTable {
    /// One more than the number; 0 where nothing is. There is always room: at least half of it is empty.
    slots: Vec<u32>,
    count: usize,
}

const SLOTS: usize = 128;

impl Default for SortTable {
    fn default() -> SortTable {
        SortTable { slots: vec![0; SLOTS], count: 0 }
    }
}

impl SortTable {
    /// The number of the sort; `sort_at` tells which sort has a number.
    #[inline]
    pub(super) fn get<'a>(
        &self,
        sort: &Sort,
        sort_at: impl Fn(usize) -> &'a Sort,
    ) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut slot = sort.digest() as usize & mask;
        loop {
            let number = (self.slots[slot & mask] as usize).checked_sub(1)?;
            if sort_at(number) == sort {
                return Some(number);
            }
            slot += 1;
        }
    }

    /// Forgets all sorts.
    pub(super) fn clear(&mut self) {
        self.slots.fill(0);
        self.count = 0;
    }

    /// Gives the next number to a sort that has none.
    pub(super) fn add<'a>(&mut self, sort: &Sort, sort_at: impl Fn(usize) -> &'a Sort) {
        if 2 * (self.count + 1) > self.slots.len() {
            self.slots = vec![0; 2 * self.slots.len()];
            for number in 0..self.count {
                self.put(sort_at(number), number);
            }
        }
        self.put(sort, self.count);
        self.count += 1;
    }

    fn put(&mut self, sort: &Sort, number: usize) {
        let mask = self.slots.len() - 1;
        let mut slot = sort.digest() as usize & mask;
        while self.slots[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = number as u32 + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sort_keeps_its_number() {
        let sorts: Vec<Sort> = (1..=1000).map(Sort::bit_vec).collect();
        let mut table = SortTable::default();
        for (number, sort) in sorts.iter().enumerate() {
            assert_eq!(table.get(sort, |at| &sorts[at]), None);
            table.add(sort, |at| &sorts[at]);
            assert_eq!(table.get(sort, |at| &sorts[at]), Some(number));
        }
        for (number, sort) in sorts.iter().enumerate() {
            assert_eq!(table.get(sort, |at| &sorts[at]), Some(number));
        }
        assert_eq!(table.get(&Sort::bool(), |at| &sorts[at]), None);
    }
}
