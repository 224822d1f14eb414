//! The kinds of parts: which constants a part has, and which of these can be exchanged.

use murxla_api::QuickMap;

/// A permutation of the constants of a part: the constant at each place becomes the one at the place that is given.
pub(super) type Permutation = Vec<u8>;

/// The constants of a part by their sorts, in the order of use, and the permutations under which it stays the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Kind {
    /// The sort of each constant.
    pub(super) slots: Vec<u8>,
    /// All of them, the identity too.
    pub(super) symmetries: Vec<Permutation>,
}

impl Kind {
    /// A part whose constants cannot be exchanged.
    #[cfg(test)]
    pub(super) fn rigid(slots: &[u8]) -> Kind {
        let identity = (0..slots.len() as u8).collect();
        Kind { slots: slots.into(), symmetries: vec![identity] }
    }

    /// The constants under which the part is kept: of each sort they are counted from 0.
    pub(super) fn own_names(&self) -> Vec<(usize, usize)> {
        own_names(&self.slots)
    }

    /// One place of each class of constants that can be exchanged.
    pub(super) fn orbits(&self) -> Vec<u8> {
        let is_least =
            |place: &u8| self.symmetries.iter().all(|one| one[usize::from(*place)] >= *place);
        (0..self.slots.len() as u8).filter(is_least).collect()
    }
}

pub(super) fn own_names(slots: &[u8]) -> Vec<(usize, usize)> {
    let name = |place: usize| slots[..place].iter().filter(|sort| **sort == slots[place]).count();
    slots.iter().enumerate().map(|(place, sort)| (usize::from(*sort), name(place))).collect()
}

/// All permutations that keep sorts.
pub(super) fn permutations(slots: &[u8]) -> Vec<Permutation> {
    let mut found = vec![Vec::new()];
    for sort in slots {
        let longer = |list: &Permutation| {
            let list = list.clone();
            let free = (0..slots.len() as u8).filter(|one| slots[usize::from(*one)] == *sort);
            let free: Vec<u8> = free.filter(|one| !list.contains(one)).collect();
            free.into_iter().map(move |one| [list.as_slice(), &[one]].concat())
        };
        found = found.iter().flat_map(longer).collect();
    }
    found
}

/// Kinds by number.
#[derive(Default)]
pub(super) struct Kinds {
    list: Vec<Kind>,
    numbers: QuickMap<Kind, u32>,
}

impl Kinds {
    pub(super) fn number(&mut self, kind: Kind) -> u32 {
        match self.numbers.get(&kind) {
            Some(number) => *number,
            None => {
                let number = self.list.len() as u32;
                self.list.push(kind.clone());
                self.numbers.insert(kind, number);
                number
            }
        }
    }

    pub(super) fn get(&self, number: u32) -> &Kind {
        &self.list[number as usize]
    }
}
