//! Sets of kinds of sorts.

use crate::SortKind;

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindSet(u32);

impl KindSet {
    /// All kinds.
    pub const ALL: KindSet = KindSet::of_all(SortKind::ALL);

    /// The set of these.
    pub const fn of_all(kinds: &[SortKind]) -> KindSet {
        let mut set = KindSet(0);
        let mut at = 0;
        while at < kinds.len() {
            set = set.union(KindSet::of(kinds[at]));
            at += 1;
        }
        set
    }

    /// The set with one element.
    #[inline]
    pub const fn of(kind: SortKind) -> KindSet {
        KindSet(1 << kind as u32)
    }

    /// The elements of either.
    #[inline]
    pub const fn union(self, other: KindSet) -> KindSet {
        KindSet(self.0 | other.0)
    }

    /// Its elements, in order.
    pub fn iter(self) -> impl Iterator<Item = SortKind> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let place = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            SortKind::ALL.get(place as usize).copied()
        })
    }

    /// Whether it has this element.
    #[inline]
    pub const fn contains(self, kind: SortKind) -> bool {
        self.0 & KindSet::of(kind).0 != 0
    }

    /// Whether the other set has all its elements.
    #[inline]
    pub const fn is_subset(self, other: KindSet) -> bool {
        self.0 & !other.0 == 0
    }
}

impl FromIterator<SortKind> for KindSet {
    fn from_iter<I: IntoIterator<Item = SortKind>>(kinds: I) -> KindSet {
        kinds.into_iter().fold(KindSet::default(), |set, kind| set.union(KindSet::of(kind)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_place() {
        let all: KindSet = SortKind::ALL.iter().copied().collect();
        assert_eq!(all, KindSet::ALL);
        assert!(all.iter().eq(SortKind::ALL.iter().copied()));
        for kind in SortKind::ALL {
            let one = KindSet::of(*kind);
            assert!(one.iter().eq([*kind]));
            assert!(one.contains(*kind) && one.is_subset(all) && !all.is_subset(one));
            assert!(SortKind::ALL.iter().all(|other| one.contains(*other) == (other == kind)));
        }
    }
}
