//! All values of small formats in all modes, against rounding by a search among all values of the format.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};

use super::{Float, Format, MODES};
use crate::RoundingMode;

pub(super) type Number = Ratio<i64>;

/// A format with the numbers of all its values that are not negative; the index of a number is its bits.
pub(super) struct Small {
    pub(super) format: Format,
    /// The last one is that which would follow the largest: rounding to it gives infinity.
    pub(super) numbers: Vec<Number>,
}

impl Small {
    pub(super) fn new(exponent: u32, significand: u32) -> Small {
        let stored = 1i64 << (significand - 1);
        let bias = (1 << (exponent - 1)) - 1;
        let two = Number::from(2);
        let number = |field: i32, fraction: i64| match field {
            0 => Number::new(fraction, stored) * two.pow(1 - bias),
            _ => Number::new(stored + fraction, stored) * two.pow(field - bias),
        };
        let fields = (1 << exponent) - 1;
        let mut numbers: Vec<Number> = (0..fields)
            .flat_map(|field| (0..stored).map(move |fraction| (field, fraction)))
            .map(|(field, fraction)| number(field, fraction))
            .collect();
        numbers.push(number(fields, 0));
        assert!(numbers.is_sorted());
        Small { format: Format::new(exponent, significand).expect("a format"), numbers }
    }

    /// All values: one NaN.
    pub(super) fn values(&self) -> Vec<Float> {
        let signed = |bits: usize| {
            let value = Float::from_word(self.format, bits as u64);
            [value.clone(), value.neg()]
        };
        let mut values: Vec<Float> = (0..self.numbers.len()).flat_map(signed).collect();
        values.push(Float::nan(self.format));
        values
    }

    /// The place of a value's magnitude among all; the last is that of infinity.
    pub(super) fn index(&self, value: &Float) -> usize {
        let bits = value.to_word().expect("a word") & ((1 << (self.format.width() - 1)) - 1);
        usize::try_from(bits).expect("a short word")
    }

    /// The number of a value that is finite.
    pub(super) fn number(&self, value: &Float) -> Option<Number> {
        let bits = value.to_word()? & ((1 << (self.format.width() - 1)) - 1);
        let index = usize::try_from(bits).ok()?;
        let number = *self.numbers.get(index).filter(|_| index + 1 < self.numbers.len())?;
        Some(if self.negative(value) { -number } else { number })
    }

    pub(super) fn negative(&self, value: &Float) -> bool {
        value.to_word().is_some_and(|bits| bits >> (self.format.width() - 1) != 0)
    }

    pub(super) fn with(&self, negative: bool, index: usize) -> Float {
        let sign = u64::from(negative) << (self.format.width() - 1);
        Float::from_word(self.format, sign | index as u64)
    }

    pub(super) fn round(&self, mode: RoundingMode, number: Number) -> Float {
        let magnitude = if number < Number::from(0) { -number } else { number };
        self.round_by(mode, number < Number::from(0), |other| magnitude.cmp(&other))
    }

    /// The value of a number of which only its sign is known and how it compares, without the sign, to others.
    pub(super) fn round_by(
        &self,
        mode: RoundingMode,
        negative: bool,
        compared: impl Fn(Number) -> Ordering,
    ) -> Float {
        let infinity = self.numbers.len() - 1;
        let not_more = self.numbers.iter().filter(|&&other| compared(other).is_ge()).count();
        let low = (not_more - 1).min(infinity - 1);
        if compared(self.numbers[low]) == Ordering::Equal {
            return self.with(negative, low);
        }
        let middle = (self.numbers[low] + self.numbers[low + 1]) / Number::from(2);
        let up = match (mode, compared(middle)) {
            (RoundingMode::Zero, _) => false,
            (RoundingMode::Negative, _) => negative,
            (RoundingMode::Positive, _) => !negative,
            (_, Ordering::Less) => false,
            (_, Ordering::Greater) => true,
            (RoundingMode::NearestAway, Ordering::Equal) => true,
            (RoundingMode::NearestEven, Ordering::Equal) => low % 2 == 1,
        };
        self.with(negative, low + usize::from(up))
    }

    /// A sum, exact as `number`, of terms with these signs.
    fn round_sum(&self, mode: RoundingMode, number: Number, signs: [bool; 2]) -> Float {
        match number == Number::from(0) {
            true if signs[0] == signs[1] => self.with(signs[0], 0),
            true => self.with(mode == RoundingMode::Negative, 0),
            false => self.round(mode, number),
        }
    }

    pub(super) fn nan(&self) -> Float {
        Float::nan(self.format)
    }

    pub(super) fn infinity(&self, negative: bool) -> Float {
        self.with(negative, self.numbers.len() - 1)
    }

    /// `x * y + z`; without `z`, `x * y`.
    pub(super) fn fused(
        &self,
        mode: RoundingMode,
        x: &Float,
        y: &Float,
        z: Option<&Float>,
    ) -> Float {
        let nan = self.nan();
        if *x == nan || *y == nan || z == Some(&nan) {
            return nan;
        }
        let sign = self.negative(x) != self.negative(y);
        let added = z.map(|z| (self.number(z), self.negative(z)));
        let (Some(a), Some(b)) = (self.number(x), self.number(y)) else {
            let zero = Some(Number::from(0));
            let undefined = self.number(x) == zero || self.number(y) == zero;
            return match added {
                _ if undefined => nan,
                Some((None, other)) if other != sign => nan,
                _ => self.infinity(sign),
            };
        };
        match added {
            None if a * b == Number::from(0) => self.with(sign, 0),
            None => self.round(mode, a * b),
            Some((None, negative)) => self.infinity(negative),
            Some((Some(c), negative)) => self.round_sum(mode, a * b + c, [sign, negative]),
        }
    }

    pub(super) fn sum(&self, mode: RoundingMode, x: &Float, y: &Float) -> Float {
        let signs = [self.negative(x), self.negative(y)];
        match (self.number(x), self.number(y)) {
            _ if *x == self.nan() || *y == self.nan() => self.nan(),
            (Some(a), Some(b)) => self.round_sum(mode, a + b, signs),
            (None, None) if signs[0] != signs[1] => self.nan(),
            (None, _) => self.infinity(signs[0]),
            (_, None) => self.infinity(signs[1]),
        }
    }

    pub(super) fn quotient(&self, mode: RoundingMode, x: &Float, y: &Float) -> Float {
        let zero = Number::from(0);
        let sign = self.negative(x) != self.negative(y);
        match (self.number(x), self.number(y)) {
            _ if *x == self.nan() || *y == self.nan() => self.nan(),
            (None, None) => self.nan(),
            (None, Some(_)) => self.infinity(sign),
            (Some(_), None) => self.with(sign, 0),
            (Some(a), Some(b)) if a == zero && b == zero => self.nan(),
            (Some(_), Some(b)) if b == zero => self.infinity(sign),
            (Some(a), Some(_)) if a == zero => self.with(sign, 0),
            (Some(a), Some(b)) => self.round(mode, a / b),
        }
    }

    pub(super) fn remainder(&self, x: &Float, y: &Float) -> Float {
        match (self.number(x), self.number(y)) {
            _ if *x == self.nan() || *y == self.nan() => self.nan(),
            (None, _) => self.nan(),
            (Some(_), None) => x.clone(),
            (Some(_), Some(b)) if b == Number::from(0) => self.nan(),
            (Some(a), Some(b)) => {
                let rest = a - b * integer(RoundingMode::NearestEven, a / b);
                match rest == Number::from(0) {
                    true => self.with(self.negative(x), 0),
                    false => self.round(RoundingMode::Zero, rest),
                }
            }
        }
    }
}

/// The integer to which a number is rounded.
pub(super) fn integer(mode: RoundingMode, number: Number) -> Number {
    let (floor, ceiling) = (number.floor(), number.ceil());
    let up = match ((number - floor).cmp(&Number::new(1, 2)), mode) {
        (_, RoundingMode::Negative) => false,
        (_, RoundingMode::Positive) => true,
        (_, RoundingMode::Zero) => number < Number::from(0),
        (Ordering::Less, _) => false,
        (Ordering::Greater, _) => true,
        (Ordering::Equal, RoundingMode::NearestAway) => number > Number::from(0),
        (Ordering::Equal, RoundingMode::NearestEven) => floor.to_integer() % 2 != 0,
    };
    if up { ceiling } else { floor }
}

#[test]
fn all_pairs_of_values_of_small_formats() {
    for (exponent, significand) in [(2, 2), (2, 3), (3, 3), (3, 4)] {
        let small = Small::new(exponent, significand);
        let values = small.values();
        assert_eq!(values.len(), (1 << (exponent + significand)) - (1 << significand) + 3);
        for x in &values {
            for y in &values {
                for mode in MODES {
                    let what = format!("{mode:?} {x:?} {y:?}");
                    assert_eq!(x.add(mode, y), small.sum(mode, x, y), "add {what}");
                    let negated = if y.is_nan() { small.nan() } else { y.neg() };
                    assert_eq!(x.sub(mode, y), small.sum(mode, x, &negated), "sub {what}");
                    assert_eq!(x.mul(mode, y), small.fused(mode, x, y, None), "mul {what}");
                    assert_eq!(x.div(mode, y), small.quotient(mode, x, y), "div {what}");
                }
                assert_eq!(x.rem(y), small.remainder(x, y), "rem {x:?} {y:?}");
            }
        }
    }
}

#[test]
fn all_triples_of_values_of_a_small_format() {
    let small = Small::new(2, 3);
    let values = small.values();
    for x in &values {
        for y in &values {
            for z in &values {
                for mode in MODES {
                    let expected = small.fused(mode, x, y, Some(z));
                    assert_eq!(x.fma(mode, y, z), expected, "{mode:?} {x:?} {y:?} {z:?}");
                }
            }
        }
    }
}

#[test]
fn all_values_of_small_formats() {
    let formats = [(2, 2), (2, 3), (3, 3), (3, 4), (4, 3)];
    let others: Vec<Small> = formats.iter().map(|&(e, s)| Small::new(e, s)).collect();
    for small in &others {
        for x in &small.values() {
            for mode in MODES {
                let what = format!("{mode:?} {x:?}");
                let Some(a) = small.number(x) else {
                    let root = if *x == small.infinity(false) { x } else { &small.nan() };
                    assert_eq!(x.sqrt(mode), *root, "sqrt {what}");
                    assert_eq!(x.round_to_integral(mode), *x, "integral {what}");
                    assert_eq!((x.to_ubv(mode, 9), x.to_sbv(mode, 9)), (None, None), "{what}");
                    continue;
                };
                let root = match a.cmp(&Number::from(0)) {
                    Ordering::Less => small.nan(),
                    Ordering::Equal => x.clone(),
                    Ordering::Greater => {
                        small.round_by(mode, false, |other| a.cmp(&(other * other)))
                    }
                };
                assert_eq!(x.sqrt(mode), root, "sqrt {what}");
                let int = integer(mode, a);
                let integral = match int == Number::from(0) {
                    true => small.with(small.negative(x), 0),
                    false => small.round(mode, int),
                };
                assert_eq!(x.round_to_integral(mode), integral, "integral {what}");
                let int = int.to_integer();
                for width in 1..8 {
                    let unsigned = (0..1 << width).contains(&int).then_some(int as u32);
                    let given =
                        x.to_ubv(mode, width).map(|bits| bits.bits().iter_u32_digits().next());
                    assert_eq!(given.map(Option::unwrap_or_default), unsigned, "{width} {what}");
                    let half = 1 << (width - 1);
                    let signed = (-half..half).contains(&int);
                    let signed = signed.then_some((int & ((1 << width) - 1)) as u32);
                    let given =
                        x.to_sbv(mode, width).map(|bits| bits.bits().iter_u32_digits().next());
                    assert_eq!(given.map(Option::unwrap_or_default), signed, "{width} {what}");
                }
                for other in &others {
                    let expected = match a == Number::from(0) {
                        true => other.with(small.negative(x), 0),
                        false => other.round(mode, a),
                    };
                    assert_eq!(x.to_format(other.format, mode), expected, "to_fp {what}");
                    let real = BigRational::new(BigInt::from(*a.numer()), BigInt::from(*a.denom()));
                    let expected = if x.is_zero() { other.with(false, 0) } else { expected };
                    assert_eq!(Float::from_rational(other.format, mode, &real), expected);
                    assert_eq!(x.to_rational(), Ok(real), "to_real {what}");
                }
            }
        }
    }
}
