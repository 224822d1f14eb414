//! Exact numbers beside Z3's: what the calculators of Z3 (real closed fields, algebraic numbers) say is compared with fractions
//! where a number is one, and with the laws of an order.

use std::cmp::Ordering;

use murxla_api::CallSeed;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// How two numbers compare, as six functions tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Comparison {
    pub(crate) lt: bool,
    pub(crate) le: bool,
    pub(crate) eq: bool,
    pub(crate) ne: bool,
    pub(crate) ge: bool,
    pub(crate) gt: bool,
}

impl Comparison {
    /// What the six say if they agree.
    pub(crate) fn order(self) -> Option<Ordering> {
        let of = |order: Ordering| Comparison {
            lt: order.is_lt(),
            le: order.is_le(),
            eq: order.is_eq(),
            ne: order.is_ne(),
            ge: order.is_ge(),
            gt: order.is_gt(),
        };
        [Ordering::Less, Ordering::Equal, Ordering::Greater]
            .into_iter()
            .find(|one| of(*one) == self)
    }

    /// What is wrong with it: the functions contradict each other or the fractions.
    pub(crate) fn judge(
        self,
        one: Option<&BigRational>,
        other: Option<&BigRational>,
    ) -> Result<Ordering, String> {
        let Some(order) = self.order() else {
            return Err(format!("comparisons contradict each other: {self:?}"));
        };
        if let (Some(one), Some(other)) = (one, other)
            && one.cmp(other) != order
        {
            return Err(format!("{one} is told to be {order:?} compared with {other}"));
        }
        Ok(order)
    }
}

/// An operation of a calculator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Add,
    Sub,
    Mul,
    Div,
}

impl Operation {
    pub(crate) fn from_word(word: &str) -> Option<Operation> {
        Some(match word {
            "add" => Operation::Add,
            "sub" => Operation::Sub,
            "mul" => Operation::Mul,
            "div" => Operation::Div,
            _ => return None,
        })
    }

    /// What undoes it: with the same second argument it gives back the first.
    pub(crate) fn inverse(self) -> Operation {
        match self {
            Operation::Add => Operation::Sub,
            Operation::Sub => Operation::Add,
            Operation::Mul => Operation::Div,
            Operation::Div => Operation::Mul,
        }
    }

    /// The result; `None` if one is no fraction, or for a division by zero.
    pub(crate) fn on(
        self,
        one: Option<&BigRational>,
        other: Option<&BigRational>,
    ) -> Option<BigRational> {
        let (one, other) = (one?, other?);
        match self {
            Operation::Add => Some(one + other),
            Operation::Sub => Some(one - other),
            Operation::Mul => Some(one * other),
            Operation::Div => (!other.is_zero()).then(|| one / other),
        }
    }
}

/// A power with a small exponent.
pub(crate) fn power(base: Option<&BigRational>, exponent: u32) -> Option<BigRational> {
    let base = base?;
    Some((0..exponent).fold(BigRational::one(), |product, _| product * base))
}

/// A small fraction.
pub(crate) fn some_fraction(seed: &mut CallSeed) -> BigRational {
    let above = BigInt::from(seed.pick(21) as i32 - 10);
    let below = BigInt::from([1, 1, 2, 3, 7, 1_000_003][seed.pick(6)]);
    BigRational::new(above, below)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(above: i32, below: i32) -> BigRational {
        BigRational::new(above.into(), below.into())
    }

    #[test]
    fn comparisons_are_judged() {
        let less = Comparison { lt: true, le: true, eq: false, ne: true, ge: false, gt: false };
        let (one, two) = (fraction(1, 3), fraction(1, 2));
        assert_eq!(less.judge(Some(&one), Some(&two)), Ok(Ordering::Less));
        assert_eq!(less.judge(None, Some(&two)), Ok(Ordering::Less));
        assert!(less.judge(Some(&two), Some(&one)).unwrap_err().contains("compared with 1/3"));
        for wrong in [
            Comparison { le: false, ..less },
            Comparison { gt: true, ..less },
            Comparison { ne: false, ..less },
            Comparison { lt: false, ..less },
        ] {
            assert!(wrong.judge(None, None).unwrap_err().contains("contradict"));
        }
    }

    #[test]
    fn operations_are_undone() {
        let (one, two) = (fraction(-2, 3), fraction(5, 7));
        for word in ["add", "sub", "mul", "div"] {
            let operation = Operation::from_word(word).unwrap();
            let result = operation.on(Some(&one), Some(&two));
            let back = operation.inverse().on(result.as_ref(), Some(&two));
            assert_eq!(back, Some(one.clone()), "{word}");
        }
        assert_eq!(Operation::Div.on(Some(&one), Some(&fraction(0, 1))), None);
        assert_eq!(power(Some(&one), 3), Some(fraction(-8, 27)));
    }
}
