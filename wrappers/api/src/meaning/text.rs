//! Strings and sequences: what the functions of SMT-LIB's theory of strings mean.
//!
//! Functions that strings and sequences share take slices of anything that can be compared; a string is a
//! slice of code points. Positions and lengths are integers as terms have them: one that does not fit into a
//! `usize` is beyond every text that can exist, and is treated so.

use crate::CODE_POINTS;
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::ToPrimitive;

/// The longest text that a function makes; a longer one is [`TooLarge`].
pub const MAX_LENGTH: usize = 1 << 20;

/// The most digits of a number that is read from a string or written as one: conversion between the bases
/// takes time that grows with the square of it.
pub const MAX_DIGITS: usize = 1 << 14;

/// A result exists, but it is larger than, or takes more work than, what is worth computing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the result is too large to be computed")]
pub struct TooLarge;

/// `str.len`, `seq.len`.
pub fn length<T>(text: &[T]) -> BigInt {
    text.len().into()
}

/// `str.++`, `seq.++`.
pub fn concat<T: Clone>(parts: &[&[T]]) -> Result<Vec<T>, TooLarge> {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    if length > MAX_LENGTH { Err(TooLarge) } else { Ok(parts.concat()) }
}

/// `str.substr`, `seq.extract`: at most `count` elements from `start` on; nothing if `start` is no position
/// of an element, or `count` is not positive.
pub fn extract<T: Clone>(text: &[T], start: &BigInt, count: &BigInt) -> Vec<T> {
    let Some(rest) = start.to_usize().and_then(|start| text.get(start..)) else {
        return Vec::new();
    };
    if count.sign() == Sign::Minus {
        return Vec::new();
    }
    rest[..count.to_usize().unwrap_or(usize::MAX).min(rest.len())].to_vec()
}

/// `str.at`, `seq.at`: the text of the one element there, or nothing.
pub fn at<T: Clone>(text: &[T], position: &BigInt) -> Vec<T> {
    nth(text, position).cloned().into_iter().collect()
}

/// `seq.nth`: the element there. If there is none, the standard leaves the result open.
pub fn nth<'a, T>(text: &'a [T], position: &BigInt) -> Option<&'a T> {
    text.get(position.to_usize()?)
}

/// `str.prefixof`, `seq.prefixof`: the first argument is the one that is looked for.
pub fn is_prefix<T: Eq>(prefix: &[T], text: &[T]) -> bool {
    text.starts_with(prefix)
}

/// `str.suffixof`, `seq.suffixof`: the first argument is the one that is looked for.
pub fn is_suffix<T: Eq>(suffix: &[T], text: &[T]) -> bool {
    text.ends_with(suffix)
}

/// `str.contains`, `seq.contains`.
pub fn contains<T: Eq>(text: &[T], part: &[T]) -> bool {
    Finder::new(part).find(text, 0).is_some()
}

/// `str.indexof`, `seq.indexof`: the first position at or after `from` where `part` begins, or -1. The empty
/// text begins everywhere, also at the end.
pub fn index_of<T: Eq>(text: &[T], part: &[T], from: &BigInt) -> BigInt {
    let position = from.to_usize().and_then(|from| Finder::new(part).find(text, from));
    position.map_or_else(|| (-1).into(), BigInt::from)
}

/// Z3's `seq.last_indexof`: the last position where `part` begins, or -1. The empty text begins last at the
/// end.
pub fn last_index_of<T: Eq>(text: &[T], part: &[T]) -> BigInt {
    let reversed_text: Vec<&T> = text.iter().rev().collect();
    let reversed_part: Vec<&T> = part.iter().rev().collect();
    match Finder::new(&reversed_part).find(&reversed_text, 0) {
        Some(behind) => (text.len() - behind - part.len()).into(),
        None => (-1).into(),
    }
}

/// `str.replace`, `seq.replace`: the first occurrence only. The empty text occurs first at the beginning.
pub fn replace<T: Eq + Clone>(text: &[T], part: &[T], by: &[T]) -> Result<Vec<T>, TooLarge> {
    match Finder::new(part).find(text, 0) {
        Some(start) => concat(&[&text[..start], by, &text[start + part.len()..]]),
        None => Ok(text.to_vec()),
    }
}

/// `str.replace_all`, `seq.replace_all`: occurrences from left to right that do not overlap. The empty text
/// is replaced nowhere.
pub fn replace_all<T: Eq + Clone>(text: &[T], part: &[T], by: &[T]) -> Result<Vec<T>, TooLarge> {
    if part.is_empty() {
        return Ok(text.to_vec());
    }
    let finder = Finder::new(part);
    let mut result = Vec::new();
    let mut rest = text;
    while let Some(start) = finder.find(rest, 0) {
        append(&mut result, &rest[..start])?;
        append(&mut result, by)?;
        rest = &rest[start + part.len()..];
    }
    append(&mut result, rest)?;
    Ok(result)
}

/// Appends to a result as long as that may still grow.
pub(super) fn append<T: Clone>(result: &mut Vec<T>, more: &[T]) -> Result<(), TooLarge> {
    if result.len() + more.len() > MAX_LENGTH {
        return Err(TooLarge);
    }
    result.extend_from_slice(more);
    Ok(())
}

/// `seq.rev`, and cvc5's `str.rev`.
pub fn reverse<T: Clone>(text: &[T]) -> Vec<T> {
    text.iter().rev().cloned().collect()
}

/// cvc5's `seq.update` and `str.update`: the elements from `start` on are overwritten by those of `by`, which
/// is cut at the end of the text. Unchanged if `start` is no position of an element.
pub fn update<T: Clone>(text: &[T], start: &BigInt, by: &[T]) -> Vec<T> {
    let mut result = text.to_vec();
    let rest = start.to_usize().and_then(|start| result.get_mut(start..)).unwrap_or_default();
    for (old, new) in rest.iter_mut().zip(by) {
        old.clone_from(new);
    }
    result
}

/// Z3's `str.power` and `seq.power`: so many copies; none if the number is negative.
pub fn power<T: Clone>(text: &[T], times: &BigInt) -> Result<Vec<T>, TooLarge> {
    if text.is_empty() || times.sign() == Sign::Minus {
        return Ok(Vec::new());
    }
    let times = times.to_usize().ok_or(TooLarge)?;
    match text.len().checked_mul(times) {
        Some(length) if length <= MAX_LENGTH => Ok(vec![text; times].concat()),
        _ => Err(TooLarge),
    }
}

/// `str.<`: lexicographic, by code points.
pub fn is_less(left: &[u32], right: &[u32]) -> bool {
    left < right
}

/// `str.<=`: lexicographic, by code points.
pub fn is_less_or_equal(left: &[u32], right: &[u32]) -> bool {
    left <= right
}

/// `str.to_code`: the code point of a string of one, else -1.
pub fn to_code(text: &[u32]) -> BigInt {
    match text {
        [code] => (*code).into(),
        _ => (-1).into(),
    }
}

/// `str.from_code`: the string of one code point; empty if the number is none.
pub fn from_code(code: &BigInt) -> Vec<u32> {
    code.to_u32().filter(|code| *code < CODE_POINTS).into_iter().collect()
}

/// `str.is_digit`: one of the ten decimal digits, and nothing else.
pub fn is_digit(text: &[u32]) -> bool {
    matches!(text, [code] if is_digit_code(*code))
}

fn is_digit_code(code: u32) -> bool {
    (u32::from(b'0')..=u32::from(b'9')).contains(&code)
}

/// `str.to_int`: the number that the decimal digits denote, leading zeros allowed; -1 if the string is empty
/// or has anything else in it.
pub fn to_int(text: &[u32]) -> Result<BigInt, TooLarge> {
    if text.is_empty() || !text.iter().all(|code| is_digit_code(*code)) {
        return Ok((-1).into());
    }
    let digits: Vec<u8> =
        text.iter().map(|code| *code as u8 - b'0').skip_while(|digit| *digit == 0).collect();
    if digits.len() > MAX_DIGITS {
        return Err(TooLarge);
    }
    // No digit is left of zero.
    Ok(BigUint::from_radix_be(&digits, 10).unwrap_or_default().into())
}

/// `str.from_int`: the number in decimal without leading zeros; empty if it is negative.
pub fn from_int(number: &BigInt) -> Result<Vec<u32>, TooLarge> {
    let Some(number) = number.to_biguint() else { return Ok(Vec::new()) };
    // Each decimal digit takes more than three bits.
    if number.bits() > 4 * MAX_DIGITS as u64 {
        return Err(TooLarge);
    }
    let digits = number.to_radix_be(10);
    if digits.len() > MAX_DIGITS {
        return Err(TooLarge);
    }
    Ok(digits.into_iter().map(|digit| u32::from(b'0' + digit)).collect())
}

/// cvc5's `str.to_lower`: the letters of ASCII only.
pub fn to_lower(text: &[u32]) -> Vec<u32> {
    text.iter().map(|code| by_byte(*code, |byte| byte.to_ascii_lowercase())).collect()
}

/// cvc5's `str.to_upper`: the letters of ASCII only.
pub fn to_upper(text: &[u32]) -> Vec<u32> {
    text.iter().map(|code| by_byte(*code, |byte| byte.to_ascii_uppercase())).collect()
}

fn by_byte(code: u32, change: impl Fn(u8) -> u8) -> u32 {
    u8::try_from(code).map_or(code, |byte| change(byte).into())
}

/// Finds a part in texts, in time linear in both (Knuth, Morris, Pratt): texts may be long and repetitive.
struct Finder<'a, T> {
    part: &'a [T],
    /// Of each non-empty prefix of the part: how long its longest proper prefix is that is a suffix of it,
    /// too.
    borders: Vec<usize>,
}

impl<'a, T: Eq> Finder<'a, T> {
    fn new(part: &'a [T]) -> Finder<'a, T> {
        let mut borders = Vec::with_capacity(part.len());
        for (end, element) in part.iter().enumerate() {
            let border = match end {
                0 => 0,
                _ => extend_match(part, &borders, borders[end - 1], element),
            };
            borders.push(border);
        }
        Finder { part, borders }
    }

    /// The first position at or after `from` where the part begins.
    fn find(&self, text: &[T], from: usize) -> Option<usize> {
        if self.part.is_empty() {
            return (from <= text.len()).then_some(from);
        }
        let mut matched = 0;
        for (position, element) in text.iter().enumerate().skip(from) {
            matched = extend_match(self.part, &self.borders, matched, element);
            if matched == self.part.len() {
                return Some(position + 1 - matched);
            }
        }
        None
    }
}

/// How much of the beginning of a part is matched after one more element, if `matched` was before (less than
/// all of it).
fn extend_match<T: Eq>(part: &[T], borders: &[usize], mut matched: usize, element: &T) -> usize {
    while matched > 0 && part[matched] != *element {
        matched = borders[matched - 1];
    }
    if part[matched] == *element { matched + 1 } else { 0 }
}

#[cfg(test)]
mod tests;
