//! Random values of many formats in all modes against rationals.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{Signed, Zero};

use super::neighbours::{check_rounded, check_rounded_by, exact, number};
use super::{Choices, Float, Format};
use crate::RoundingMode;
use crate::meaning::float::NoReal;

/// What an operation has to give for finite operands whose exact result is this number. A zero's sign is the
/// business of the tests that know all rules.
fn check(result: &Float, mode: RoundingMode, number: &BigRational, what: &str) {
    match number.is_zero() {
        true => assert!(result.is_zero(), "{what}: {result:?} instead of zero"),
        false => check_rounded(result, mode, number, what),
    }
}

/// All operations on drawn operands, in a drawn mode; whether they were numbers, and thus checked.
fn all_operations(choices: &mut Choices, format: Format, spread: u64) -> bool {
    let mode = choices.mode();
    let x = choices.near(format, spread);
    let y = match choices.below(4) {
        0 => x.neg(),
        _ => choices.near(format, spread),
    };
    let z = choices.near(format, spread);
    if [&x, &y, &z].iter().any(|value| value.is_nan() || value.is_infinite()) {
        return false;
    }
    let [a, b, c] = [&x, &y, &z].map(exact);
    let what = format!("{mode:?} {x:?} {y:?} {z:?}");
    check(&x.add(mode, &y), mode, &(&a + &b), &format!("add {what}"));
    check(&x.sub(mode, &y), mode, &(&a - &b), &format!("sub {what}"));
    check(&x.mul(mode, &y), mode, &(&a * &b), &format!("mul {what}"));
    check(&x.fma(mode, &y, &z), mode, &(&a * &b + &c), &format!("fma {what}"));
    assert_eq!(x.compare(&y), Some(a.cmp(&b)), "compare {what}");
    if !b.is_zero() {
        let quotient = &a / &b;
        check(&x.div(mode, &y), mode, &quotient, &format!("div {what}"));
        let from_rational = Float::from_rational(format, mode, &quotient);
        check(&from_rational, mode, &quotient, &format!("rational {what}"));
        // Away from zero at ties, and then back to the even one.
        let mut nearest = quotient.round();
        let half = BigRational::new(1.into(), 2.into());
        if (&quotient - &nearest).abs() == half && !(nearest.numer() % 2i32).is_zero() {
            nearest -= quotient.signum();
        }
        let remainder = &a - &b * nearest;
        let result = x.rem(&y);
        assert_eq!(exact(&result), remainder, "rem {what}");
        if remainder.is_zero() {
            assert_eq!(result.is_negative(), x.is_negative(), "sign of rem {what}");
        }
    }
    if a.is_positive() {
        let root = x.sqrt(mode);
        check_rounded_by(&root, mode, false, |other| a.cmp(&(other * other)), &what);
    }
    let integral = x.round_to_integral(mode);
    let integer = match mode {
        RoundingMode::NearestAway => a.round(),
        RoundingMode::NearestEven => {
            let floor = a.floor();
            let twice = (&a - &floor) * BigInt::from(2);
            let odd = !(floor.numer() % 2i32).is_zero();
            match twice.cmp(&BigRational::from(BigInt::from(1))) {
                std::cmp::Ordering::Less => floor,
                std::cmp::Ordering::Equal if !odd => floor,
                _ => floor + BigInt::from(1),
            }
        }
        RoundingMode::Negative => a.floor(),
        RoundingMode::Positive => a.ceil(),
        RoundingMode::Zero => a.trunc(),
    };
    check(&integral, mode, &integer, &format!("integral {what}"));
    let int = integer.to_integer();
    let unsigned = x.to_ubv(mode, 40).map(|bits| BigInt::from(bits.bits().clone()));
    let in_range = !int.is_negative() && int < BigInt::from(1u64 << 40);
    assert_eq!(unsigned, in_range.then(|| int.clone()), "to_ubv {what}");
    let signed = x.to_sbv(mode, 40).map(|bits| {
        let bits = BigInt::from(bits.bits().clone());
        if bits.bit(39) { bits - BigInt::from(1u64 << 40) } else { bits }
    });
    let in_range = int >= -BigInt::from(1u64 << 39) && int < BigInt::from(1u64 << 39);
    assert_eq!(signed, in_range.then(|| int.clone()), "to_sbv {what}");
    assert_eq!(x.to_rational(), Ok(a.clone()), "to_real {what}");
    let (exponent, significand) = (2 + choices.below(12), 2 + choices.below(80));
    let other = Format::new(exponent as u32, significand as u32).expect("a format");
    check(&x.to_format(other, mode), mode, &a, &format!("{other:?} of {what}"));
    if int.bits() < 5000 {
        check(&Float::from_int(other, mode, &int), mode, &int.into(), &format!("{other:?} {what}"));
    }
    true
}

/// How many cases were checked, of about ten times `count`.
fn run(count: u64) -> u64 {
    let mut checked = 0;
    for (seed, (exponent, significand, spread, share)) in [
        (5, 11, 32, 1),
        (8, 24, 60, 1),
        (11, 53, 130, 1),
        (2, 62, 4, 1),
        (9, 55, 200, 1),
        (10, 54, 200, 1),
        (10, 55, 200, 1),
        (3, 41, 8, 1),
        (8, 42, 100, 1),
        (15, 113, 260, 100),
        (10, 2, 9, 1),
    ]
    .into_iter()
    .enumerate()
    {
        let format = Format::new(exponent, significand).expect("a format");
        let mut choices = Choices::new(seed as u64);
        for _ in 0..count / share {
            checked += u64::from(all_operations(&mut choices, format, spread));
        }
    }
    // Exponents near that of 1 only, since the rationals of others have a hundred thousand digits.
    let mut choices = Choices::new(99);
    for case in 0..count {
        let (exponent, significand) = if case % 2 == 0 { (15, 113) } else { (20, 200) };
        let format = Format::new(exponent, significand).expect("a format");
        let one = Float::from_int(format, RoundingMode::Zero, &1.into()).to_bits().bits().clone();
        let mode = choices.mode();
        let [x, y, z] = [(); 3].map(|()| {
            let field = BigUint::from(choices.below(500)) << (significand - 1);
            let sign = BigUint::from(choices.below(2)) << (exponent + significand - 1);
            Float::from_bits(format, &(sign | ((&one + field) ^ choices.bits(significand - 1))))
        });
        let [a, b, c] = [&x, &y, &z].map(exact);
        let what = format!("{mode:?} {x:?} {y:?} {z:?}");
        check(&x.add(mode, &y), mode, &(&a + &b), &format!("add {what}"));
        check(&x.mul(mode, &y), mode, &(&a * &b), &format!("mul {what}"));
        check(&x.div(mode, &y), mode, &(&a / &b), &format!("div {what}"));
        check(&x.fma(mode, &y, &z), mode, &(&a * &b + &c), &format!("fma {what}"));
        let root = x.abs().sqrt(mode);
        let square = a.abs();
        check_rounded_by(&root, mode, false, |other| square.cmp(&(other * other)), &what);
        checked += 1;
    }
    checked
}

#[test]
fn all_operations_are_rounded_as_rationals_are() {
    assert!(run(200) > 1500);
}

#[test]
#[ignore = "long: 1,000,000 cases of all operations in all modes"]
fn rationals_1000000() {
    let checked = run(120_000);
    assert!(checked >= 1_000_000);
    println!("{checked} cases of all operations in all modes agree with rationals");
}

#[test]
fn reals_beyond_the_budget_are_too_large() {
    let format = Format::new(60, 60).expect("a format");
    assert_eq!(Float::largest(format, true).to_rational(), Err(NoReal::TooLarge));
    assert_eq!(Float::from_word(format, 1).to_rational(), Err(NoReal::TooLarge));
    assert_eq!(Float::nan(format).to_rational(), Err(NoReal::NotFinite));
    assert_eq!(Float::zero(format, true).to_rational(), Ok(BigRational::zero()));
    assert_eq!(number(Format::FLOAT16, &0x3e00u32.into()), BigRational::new(3.into(), 2.into()));
}
