//! Sets of code points.

use crate::CODE_POINTS;
use std::sync::Arc;

/// A set of code points: intervals (first and last), in order, neither overlapping nor adjacent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Characters(Arc<[(u32, u32)]>);

impl Characters {
    /// The set of one interval; empty if the first comes after the last.
    pub(super) fn interval(first: u32, last: u32) -> Characters {
        if first <= last { Characters([(first, last)].into()) } else { Characters([].into()) }
    }

    /// All of them.
    pub(super) fn all() -> Characters {
        Characters::interval(0, CODE_POINTS - 1)
    }

    pub(super) fn contains(&self, code: u32) -> bool {
        let after = self.0.partition_point(|(first, _)| *first <= code);
        after > 0 && code <= self.0[after - 1].1
    }

    /// Where membership changes: the code points that are in the set while the one before is not, or the
    /// other way round.
    pub(super) fn boundaries(&self) -> impl Iterator<Item = u32> {
        self.0.iter().flat_map(|(first, last)| [*first, last + 1])
    }

    /// The intervals, in order.
    pub(super) fn intervals(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// The set of what is in any of these intervals.
    pub(super) fn union(mut intervals: Vec<(u32, u32)>) -> Characters {
        intervals.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(intervals.len());
        for (first, last) in intervals {
            match merged.last_mut() {
                Some(previous) if first <= previous.1 + 1 => previous.1 = previous.1.max(last),
                _ => merged.push((first, last)),
            }
        }
        Characters(merged.into())
    }

    pub(super) fn intersection(&self, other: &Characters) -> Characters {
        let (mut left, mut right) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut common = Vec::new();
        while let (Some(one), Some(two)) = (left.peek(), right.peek()) {
            let (first, last) = (one.0.max(two.0), one.1.min(two.1));
            if first <= last {
                common.push((first, last));
            }
            if one.1 < two.1 {
                left.next();
            } else {
                right.next();
            }
        }
        Characters(common.into())
    }
}
