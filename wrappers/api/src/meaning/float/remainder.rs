//! The IEEE remainder.

use std::cmp::Ordering;

use super::arithmetic::rounded;
use super::exact::{Exact, Magnitude, Unpacked, distance, exponent};
use super::representation::Float;
use crate::RoundingMode;

impl Float {
    /// `(fp.rem self divisor)`: `self - divisor * n`, where `n` is the integer nearest to the quotient, the even
    /// one of two. It is exact.
    pub fn rem(&self, divisor: &Float) -> Float {
        match (self.unpack_narrow(), divisor.unpack_narrow()) {
            (Some(x), Some(y)) => self.remainder(x, y),
            _ => self.remainder(self.unpack_wide(), divisor.unpack_wide()),
        }
    }

    fn remainder<M: Magnitude>(&self, x: Unpacked<M>, y: Unpacked<M>) -> Float {
        let result = match (x, y) {
            (Unpacked::Nan | Unpacked::Infinite(_), _) | (_, Unpacked::Nan | Unpacked::Zero(_)) => {
                Unpacked::Nan
            }
            (zero @ Unpacked::Zero(_), _) => zero,
            (x, Unpacked::Infinite(_)) => x,
            (Unpacked::Finite(x), Unpacked::Finite(y)) => {
                let negative = x.negative;
                exact_remainder(x, y).map_or(Unpacked::Zero(negative), Unpacked::Finite)
            }
        };
        // Of operands of one format the remainder is a number of it, so that the mode does not matter.
        rounded(self.format(), RoundingMode::NearestEven, result)
    }
}

/// The remainder; `None` if it is zero.
fn exact_remainder<M: Magnitude>(x: Exact<M>, y: Exact<M>) -> Option<Exact<M>> {
    if x.top() + exponent::<M>(1) < y.top() {
        // Less than half of the divisor.
        return Some(x);
    }
    // The quotient only matters modulo 2, so the dividend does modulo twice the divisor.
    let (rest, divisor, last) = if x.exponent < y.exponent {
        let last = x.exponent.clone();
        let divisor = y.magnitude << distance(y.exponent, x.exponent);
        (x.magnitude % (divisor.clone() << 1), divisor, last)
    } else {
        let count = x.exponent - y.exponent.clone();
        let rest = x.magnitude.shifted_modulo(&count, &(y.magnitude.clone() << 1));
        (rest, y.magnitude, y.exponent)
    };
    let odd = rest >= divisor;
    let rest = if odd { rest - divisor.clone() } else { rest };
    let up = match (rest.clone() << 1).cmp(&divisor) {
        Ordering::Less => false,
        Ordering::Equal => odd,
        Ordering::Greater => true,
    };
    let magnitude = if up { divisor - rest } else { rest };
    let negative = x.negative != up;
    (!magnitude.is_zero()).then_some(Exact { negative, magnitude, exponent: last })
}
