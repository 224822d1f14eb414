//! Order, minimum, maximum. Operands are of one format.

use std::cmp::Ordering;

use super::representation::{Bits, Class, Float};

impl Float {
    /// The order of IEEE: `None` if one is NaN; the zeros are equal.
    pub fn compare(&self, other: &Float) -> Option<Ordering> {
        let classes = [self.class(), other.class()];
        if classes.contains(&Class::Nan) {
            return None;
        }
        if classes == [Class::Zero, Class::Zero] {
            return Some(Ordering::Equal);
        }
        Some(match (self.sign(), other.sign()) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.compare_bits(other),
            (true, true) => other.compare_bits(self),
        })
    }

    /// The order of the bits as unsigned numbers.
    fn compare_bits(&self, other: &Float) -> Ordering {
        match (self.representation(), other.representation()) {
            (Bits::Narrow { bits: x, .. }, Bits::Narrow { bits: y, .. }) => x.cmp(y),
            (Bits::Wide { bits: x, .. }, Bits::Wide { bits: y, .. }) => x.cmp(y),
            (Bits::Narrow { .. }, Bits::Wide { .. }) => Ordering::Less,
            (Bits::Wide { .. }, Bits::Narrow { .. }) => Ordering::Greater,
        }
    }

    /// `fp.eq`
    pub fn ieee_eq(&self, other: &Float) -> bool {
        self.compare(other) == Some(Ordering::Equal)
    }

    /// `fp.lt`
    pub fn lt(&self, other: &Float) -> bool {
        self.compare(other) == Some(Ordering::Less)
    }

    /// `fp.leq`
    pub fn leq(&self, other: &Float) -> bool {
        self.compare(other).is_some_and(Ordering::is_le)
    }

    /// `fp.gt`
    pub fn gt(&self, other: &Float) -> bool {
        other.lt(self)
    }

    /// `fp.geq`
    pub fn geq(&self, other: &Float) -> bool {
        other.leq(self)
    }

    /// `fp.min`: of NaN and another, the other. `None` if the standard leaves it open: of two zeros with
    /// different signs, either may be the result.
    pub fn min(&self, other: &Float) -> Option<Float> {
        self.choose(other, Ordering::Less)
    }

    /// `fp.max`: of NaN and another, the other. `None` if the standard leaves it open: of two zeros with
    /// different signs, either may be the result.
    pub fn max(&self, other: &Float) -> Option<Float> {
        self.choose(other, Ordering::Greater)
    }

    /// The one that is less, or greater, than the other.
    fn choose(&self, other: &Float, wanted: Ordering) -> Option<Float> {
        match self.compare(other) {
            None if self.is_nan() => Some(other.clone()),
            None => Some(self.clone()),
            Some(Ordering::Equal) => (self == other).then(|| self.clone()),
            Some(order) => Some(if order == wanted { self.clone() } else { other.clone() }),
        }
    }
}
