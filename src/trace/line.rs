//! Text that is put together of short parts: almost all that a run writes.

use std::borrow::Cow;

/// The bytes of a text. Only whole texts are put into it, so it is one itself.
///
/// What is short is written as a block of fixed size, of which the end is cut off: that costs less than to
/// write as many bytes as there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(Vec<u8>);

/// A word with a blank in front that is written often.
#[derive(Clone, Copy)]
pub(super) struct Word {
    block: [u8; Word::MOST],
    length: usize,
}

impl Word {
    const MOST: usize = 32;

    /// The word; a constant that is too long is not compiled.
    pub(super) const fn new(text: &str) -> Word {
        let text = text.as_bytes();
        let mut block = [b' '; Word::MOST];
        let mut at = 0;
        while at < text.len() {
            block[at + 1] = text[at];
            at += 1;
        }
        Word { block, length: text.len() + 1 }
    }
}

/// For each number below 1000 its digits, the first in the lowest byte, and in the highest byte how many they are.
static DIGITS: [u32; 1000] = {
    let mut table = [0; 1000];
    let mut number = 0;
    while number < 1000 {
        let (mut digits, mut count, mut left) = (0, 0, number);
        loop {
            digits = digits << 8 | (b'0' as u32 + left % 10);
            count += 1;
            left /= 10;
            if left == 0 {
                break;
            }
        }
        table[number as usize] = digits | count << 24;
        number += 1;
    }
    table
};

/// The digits of a number below 1000, the first in the lowest byte, and how many they are.
#[inline]
fn leading(number: u64) -> (u64, usize) {
    let packed = DIGITS[(number % 1000) as usize];
    (u64::from(packed & 0xff_ffff), (packed >> 24) as usize)
}

/// The three digits of a number below 1000, zeros in front, the first in the lowest byte.
#[inline]
fn three(number: u64) -> u64 {
    let (digits, count) = leading(number);
    let zeros = u64::from_le_bytes(*b"000\0\0\0\0\0");
    let missing = 8 * (3 - count);
    digits << missing | zeros & ((1 << missing) - 1)
}

impl Line {
    /// Empties it, keeping its memory.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is in it.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// What is in it, as text.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }

    /// Appends a text.
    #[inline]
    pub fn push_str(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    /// Appends a blank and a text.
    #[inline]
    pub fn push_word(&mut self, word: &str) {
        self.0.reserve(word.len() + 1);
        self.0.push(b' ');
        self.push_str(word);
    }

    /// Appends a blank and a word.
    #[inline]
    pub(super) fn push_known(&mut self, word: &Word) {
        let length = self.0.len() + word.length;
        self.0.extend_from_slice(&word.block);
        self.0.truncate(length);
    }

    /// Appends a character of ASCII.
    #[inline]
    pub(super) fn push_ascii(&mut self, byte: u8) {
        debug_assert!(byte.is_ascii());
        self.0.push(byte);
    }

    /// Appends the first `count` bytes of a block, lowest first.
    #[inline]
    fn push_block(&mut self, block: u64, count: usize) {
        let length = self.0.len() + count;
        self.0.extend_from_slice(&block.to_le_bytes());
        self.0.truncate(length);
    }

    /// Appends the digits of a number.
    #[inline]
    pub fn push_number(&mut self, number: u64) {
        self.push_marked([], number);
    }

    /// Appends a few characters of ASCII and the digits of a number.
    #[inline]
    pub(super) fn push_marked<const N: usize>(&mut self, mark: [u8; N], number: u64) {
        const { assert!(N <= 2) };
        let mut block = 0;
        for byte in mark.iter().rev() {
            block = block << 8 | u64::from(*byte);
        }
        if number < 1000 {
            let (digits, count) = leading(number);
            self.push_block(block | digits << (8 * N), count + N);
        } else if number < 1_000_000 {
            let (digits, count) = leading(number / 1000);
            let digits = digits | three(number % 1000) << (8 * count);
            self.push_block(block | digits << (8 * N), count + 3 + N);
        } else {
            self.push_large(block, N, number);
        }
    }

    #[cold]
    fn push_large(&mut self, mark: u64, length: usize, number: u64) {
        self.push_block(mark, length);
        self.push_str(&number.to_string());
    }

    /// Appends the digits of a number, with blanks in front if it has fewer than five.
    #[inline]
    pub(super) fn push_right(&mut self, number: u64) {
        if number >= 100_000 {
            return self.push_number(number);
        }
        let (digits, count) = match number {
            0..1000 => leading(number),
            _ => {
                let (digits, count) = leading(number / 1000);
                (digits | three(number % 1000) << (8 * count), count + 3)
            }
        };
        let missing = 8 * (5 - count);
        let blanks = u64::from_le_bytes([b' '; 8]) & ((1 << missing) - 1);
        self.push_block(digits << missing | blanks, 5);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_everywhere() {
        let powers = (0..20).map(|power| 10u64.pow(power));
        let near = powers.flat_map(|power| [power - 1, power, power + 1]);
        for number in near.chain(0..1100).chain([100_042, 123_456, 1_002_003, u64::MAX]) {
            let mut line = Line::default();
            line.push_number(number);
            line.push_marked(*b" t", number);
            line.push_right(number);
            assert_eq!(line.text(), format!("{number} t{number}{number:5}"));
        }
    }

    #[test]
    fn parts_stand_one_after_the_other() {
        let mut line = Line::default();
        line.push_ascii(b'"');
        line.push_word("größer");
        line.push_known(&Word::new("als"));
        assert_eq!(line.text(), "\" größer als");
        line.clear();
        assert!(line.is_empty());
    }
}
