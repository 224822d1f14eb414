//! Fractions: sums and products of reduced fractions, and what reduces them.
//!
//! Common factors are looked for before numbers are multiplied, where they are small, and not again in the result; and the
//! greatest common divisor of numbers of up to 128 bits is found in machine words. Both are most of what reals cost.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};

/// The greatest common divisor; 0 has all numbers as divisors.
pub(super) fn gcd_of_words(mut a: u128, mut b: u128) -> u128 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    loop {
        b >>= b.trailing_zeros();
        if let (Ok(mut a), Ok(mut b)) = (u64::try_from(a), u64::try_from(b)) {
            // Half as wide is less than half the work.
            while a != b {
                if a < b {
                    b -= a;
                    b >>= b.trailing_zeros();
                } else {
                    a -= b;
                    a >>= a.trailing_zeros();
                }
            }
            return u128::from(a) << shift;
        }
        if a > b {
            std::mem::swap(&mut a, &mut b);
        }
        b -= a;
        if b == 0 {
            return a << shift;
        }
    }
}

fn gcd(a: &BigInt, b: &BigInt) -> BigInt {
    let (a, b) = (a.magnitude(), b.magnitude());
    let divisor = match (a.to_u128(), b.to_u128()) {
        (Some(a), Some(b)) => BigUint::from(gcd_of_words(a, b)),
        _ => a.gcd(b),
    };
    BigInt::from_biguint(Sign::Plus, divisor)
}

/// The number divided by a divisor of it.
fn without(number: &BigInt, divisor: &BigInt) -> BigInt {
    if divisor.is_one() { number.clone() } else { number / divisor }
}

/// The reduced fraction; the denominator is not zero.
pub(crate) fn fraction(numerator: BigInt, denominator: BigInt) -> BigRational {
    let divisor = gcd(&numerator, &denominator);
    let (numerator, denominator) = (without(&numerator, &divisor), without(&denominator, &divisor));
    match denominator.is_negative() {
        true => BigRational::new_raw(-numerator, -denominator),
        false => BigRational::new_raw(numerator, denominator),
    }
}

/// The product of reduced fractions.
pub(super) fn product(a: &BigRational, b: &BigRational) -> BigRational {
    let (first, second) = (gcd(a.numer(), b.denom()), gcd(b.numer(), a.denom()));
    BigRational::new_raw(
        without(a.numer(), &first) * without(b.numer(), &second),
        without(a.denom(), &second) * without(b.denom(), &first),
    )
}

/// The quotient of reduced fractions, of which the second is not zero.
pub(super) fn quotient(a: &BigRational, b: &BigRational) -> BigRational {
    let inverse = match b.is_negative() {
        true => BigRational::new_raw(-b.denom(), -b.numer()),
        false => BigRational::new_raw(b.denom().clone(), b.numer().clone()),
    };
    product(a, &inverse)
}

/// The sum of reduced fractions.
pub(super) fn sum(a: &BigRational, b: &BigRational) -> BigRational {
    let common = gcd(a.denom(), b.denom());
    if common.is_one() {
        // Then there is nothing to reduce.
        return BigRational::new_raw(
            a.numer() * b.denom() + b.numer() * a.denom(),
            a.denom() * b.denom(),
        );
    }
    let rest = a.denom() / &common;
    let numerator = a.numer() * (b.denom() / &common) + b.numer() * &rest;
    // Only what the denominators have in common can be left to reduce by.
    let divisor = gcd(&numerator, &common);
    BigRational::new_raw(without(&numerator, &divisor), rest * without(b.denom(), &divisor))
}

/// The difference of reduced fractions.
pub(super) fn difference(a: &BigRational, b: &BigRational) -> BigRational {
    sum(a, &BigRational::new_raw(-b.numer(), b.denom().clone()))
}

#[cfg(test)]
mod tests {
    use num_traits::Zero;

    use super::*;

    #[test]
    fn results_are_those_of_plain_arithmetic() {
        let mut state = 1u64;
        let mut number = |bits: u32| {
            let mut number = BigInt::from(0);
            for _ in 0..bits.div_ceil(16) {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                number = (number << 16) + (state >> 48);
            }
            // Common factors are likely.
            let number: BigInt = number * [1u32, 6, 60, 2_048][(state >> 20) as usize % 4];
            if state >> 30 & 1 == 1 { -number } else { number }
        };
        for round in 0..3_000 {
            let bits = [8, 40, 70, 130, 300][round % 5];
            let mut one = || {
                let (numerator, denominator) = (number(bits), number(bits / 2 + 1));
                let below = if denominator.is_zero() { BigInt::one() } else { denominator };
                let expected = BigRational::new(numerator.clone(), below.clone());
                let fraction = fraction(numerator, below);
                assert_eq!(
                    (fraction.numer(), fraction.denom()),
                    (expected.numer(), expected.denom())
                );
                expected
            };
            let (a, b) = (one(), one());
            let same = |result: BigRational, expected: BigRational| {
                let parts = (result.numer(), result.denom());
                assert_eq!(parts, (expected.numer(), expected.denom()), "{a} {b}");
            };
            same(sum(&a, &b), &a + &b);
            same(difference(&a, &b), &a - &b);
            same(product(&a, &b), &a * &b);
            if !b.is_zero() {
                same(quotient(&a, &b), &a / &b);
            }
        }
    }

    #[test]
    fn common_divisors() {
        let check = |a: u128, b: u128, expected: u128| {
            assert_eq!(gcd_of_words(a, b), expected, "{a} {b}");
            assert_eq!(gcd_of_words(b, a), expected, "{a} {b}");
        };
        check(0, 0, 0);
        check(0, 12, 12);
        check(12, 18, 6);
        check(u128::MAX, u128::MAX, u128::MAX);
        check(u128::MAX, 1, 1);
        check(1 << 127, 3 << 90, 1 << 90);
        check(u128::from(u64::MAX) * 6, u128::from(u64::MAX) * 9, u128::from(u64::MAX) * 3);
    }
}
