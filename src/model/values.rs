//! Draws values: special and boundary ones more often than uniform ones.

use murxla_api::{Base, KindSet, Literal, Sort, SortKind, SortShape};
use num_bigint::{BigInt, BigUint};

use super::settings::Numbers;
use crate::rng::Rng;

/// A literal of the sort; `None` if it has none.
pub(super) fn literal(rng: &mut Rng, numbers: &Numbers, sort: &Sort) -> Option<Literal> {
    Some(match sort.shape() {
        SortShape::Bool => Literal::Bool(rng.chance(1, 2)),
        SortShape::BitVec(width) => bit_vector(rng, *width),
        SortShape::Int => Literal::Integer(integer(rng, numbers)),
        SortShape::Real => real(rng, numbers),
        SortShape::FloatingPoint(exponent, significand) => {
            Literal::FloatingPoint(float(rng, *exponent, *significand))
        }
        SortShape::String => Literal::String(string(rng, numbers)),
        SortShape::FiniteField(order) => Literal::FiniteField(element(rng, order)),
        _ => return None,
    })
}

/// The kinds of the sorts that have literals.
pub(super) const fn kinds_with_literals() -> KindSet {
    KindSet::of_all(&[
        SortKind::Bool,
        SortKind::BitVec,
        SortKind::Int,
        SortKind::Real,
        SortKind::FloatingPoint,
        SortKind::String,
        SortKind::FiniteField,
    ])
}

/// Digits that are mostly of one kind, or uniform.
fn bits(rng: &mut Rng, width: u32) -> String {
    let uniform = |rng: &mut Rng| if rng.chance(1, 2) { '1' } else { '0' };
    match rng.below(5) {
        0 => "0".repeat(width as usize),
        1 => "1".repeat(width as usize),
        2 => {
            // One bit differs from all others.
            let place = rng.below(width.into()) as usize;
            let (most, one) = if rng.chance(1, 2) { ('0', '1') } else { ('1', '0') };
            (0..width as usize).map(|at| if at == place { one } else { most }).collect()
        }
        3 => {
            // Zeros, then ones, or the other way round.
            let place = rng.below(width.into()) as usize;
            let (first, last) = if rng.chance(1, 2) { ('0', '1') } else { ('1', '0') };
            (0..width as usize).map(|at| if at < place { first } else { last }).collect()
        }
        _ => (0..width).map(|_| uniform(rng)).collect(),
    }
}

fn bit_vector(rng: &mut Rng, width: u32) -> Literal {
    let digits = bits(rng, width);
    let number = BigUint::parse_bytes(digits.as_bytes(), 2).unwrap_or_default();
    match rng.below(3) {
        0 if width.is_multiple_of(4) => {
            let length = (width / 4) as usize;
            let digits = format!("{:0>length$}", number.to_str_radix(16));
            Literal::BitVec { digits, base: Base::Hexadecimal }
        }
        1 => {
            let negative = digits.starts_with('1') && rng.chance(1, 2);
            let digits = if negative {
                (BigInt::from(number) - (BigInt::from(1u32) << width)).to_string()
            } else {
                number.to_string()
            };
            Literal::BitVec { digits, base: Base::Decimal }
        }
        _ => Literal::BitVec { digits, base: Base::Binary },
    }
}

/// Decimal digits without leading zeros.
fn natural(rng: &mut Rng, numbers: &Numbers) -> String {
    match rng.below(8) {
        0 => "0".to_owned(),
        1 => "1".to_owned(),
        2 | 3 => rng.below(20).to_string(),
        4 => rng.below(100_000).to_string(),
        5 | 6 => {
            // A power of two, or one more or less: where machine numbers end.
            let most = (numbers.digits_most * 3).min(256);
            let power = BigUint::from(1u32) << rng.below(most);
            let near = match rng.below(3) {
                0 => power - 1u32,
                1 => power + 1u32,
                _ => power,
            };
            near.to_string()
        }
        _ => {
            let count = 1 + rng.below(numbers.digits_most);
            let first = char::from(b'1' + rng.below(9) as u8);
            let rest = (1..count).map(|_| char::from(b'0' + rng.below(10) as u8));
            std::iter::once(first).chain(rest).collect()
        }
    }
}

fn integer(rng: &mut Rng, numbers: &Numbers) -> String {
    let digits = natural(rng, numbers);
    if rng.chance(1, 3) && digits != "0" { format!("-{digits}") } else { digits }
}

fn real(rng: &mut Rng, numbers: &Numbers) -> Literal {
    let whole = integer(rng, numbers);
    match rng.below(4) {
        0 => Literal::Real(whole),
        1 => {
            let count = 1 + rng.below(numbers.digits_most.min(12));
            let fraction = |rng: &mut Rng| char::from(b'0' + rng.below(10) as u8);
            let fraction: String = (0..count).map(|_| fraction(rng)).collect();
            Literal::Real(format!("{whole}.{fraction}"))
        }
        2 => Literal::Real(format!("{whole}/{}", denominator(rng, numbers))),
        _ => Literal::Rational { numerator: whole, denominator: denominator(rng, numbers) },
    }
}

fn denominator(rng: &mut Rng, numbers: &Numbers) -> String {
    match natural(rng, numbers) {
        zero if zero == "0" => "3".to_owned(),
        other => other,
    }
}

/// The bits of a floating-point number: zeros, subnormals, infinities, NaN, and numbers next to them.
fn float(rng: &mut Rng, exponent: u32, significand: u32) -> String {
    let sign = if rng.chance(1, 2) { "1" } else { "0" };
    let middle = || format!("0{}", "1".repeat(exponent as usize - 1));
    let exponent = match rng.below(6) {
        0 => "0".repeat(exponent as usize),
        1 => "1".repeat(exponent as usize),
        2 => middle(),
        _ => bits(rng, exponent),
    };
    format!("{sign}{exponent}{}", bits(rng, significand - 1))
}

/// A string of one character: likely a letter or a digit, so that ranges meet.
pub(super) fn character(rng: &mut Rng) -> String {
    match rng.below(8) {
        0 => format!("\\u{{{:x}}}", rng.below(0x30000)),
        1 => char::from(b' ' + rng.below(95) as u8).to_string(),
        2 | 3 => char::from(b'0' + rng.below(10) as u8).to_string(),
        _ => char::from(b'a' + rng.below(26) as u8).to_string(),
    }
}

/// The text of a string: plain characters, all forms of escapes, and what only looks like one.
fn string(rng: &mut Rng, numbers: &Numbers) -> String {
    const NO_ESCAPES: &[&str] =
        &["\\", "\\u", "\\u{}", "\\u{110000}", "\\x41", "\\n", "\"", "\\u00"];
    const CODES: &[u64] = &[
        0, 1, 9, 10, 13, 31, 34, 92, 127, 128, 255, 256, 0xd7ff, 0xfffd, 0xffff, 0x10000, 0x2ffff,
    ];
    let most = 1 + numbers.string_most;
    // Short ones are likelier: they meet each other in concatenations and searches.
    let bound = 1 + rng.below(most);
    let length = rng.below(bound);
    let mut text = String::new();
    for _ in 0..length {
        match rng.below(12) {
            0 => {
                let code = match rng.below(2) {
                    0 => rng.pick(CODES).copied().unwrap_or(0),
                    _ => rng.below(0x30000),
                };
                text.push_str(&format!("\\u{{{code:x}}}"));
            }
            1 => text.push_str(&format!("\\u{:04x}", rng.below(0x10000))),
            2 => text.push_str(rng.pick(NO_ESCAPES).copied().unwrap_or("\\")),
            3..8 => text.push(char::from(b'a' + rng.below(3) as u8)),
            8 | 9 => text.push(char::from(b'0' + rng.below(10) as u8)),
            _ => text.push(char::from(b' ' + rng.below(95) as u8)),
        }
    }
    text
}

fn element(rng: &mut Rng, order: &BigUint) -> String {
    match rng.below(6) {
        0 => "0".to_owned(),
        1 => "1".to_owned(),
        2 => "-1".to_owned(),
        3 => order.to_string(),
        4 => (order - 1u32).to_string(),
        _ => (BigUint::from(rng.number()) * BigUint::from(rng.number()) % order).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Seed, Stream};

    #[test]
    fn every_literal_is_one_of_its_sort() {
        let mut rng = Seed(3).generator(Stream::Model);
        let sorts = [
            Sort::bool(),
            Sort::int(),
            Sort::real(),
            Sort::string(),
            Sort::bit_vec(1),
            Sort::bit_vec(8),
            Sort::bit_vec(65),
            Sort::floating_point(2, 2),
            Sort::floating_point(5, 11),
            Sort::finite_field(2u32.into()),
            Sort::finite_field(101u32.into()),
        ];
        for sort in &sorts {
            for _ in 0..1000 {
                let literal = literal(&mut rng, &Numbers::default(), sort).expect("a literal");
                assert!(literal.value(sort).is_ok(), "{sort}: {literal:?}");
            }
        }
    }
}
