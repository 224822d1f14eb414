//! A fast text buffer for lines that are put together of short parts: almost all that a run writes.

use std::borrow::Cow;

/// The bytes of a text. Only whole texts are put into it, so it is one itself.
///
/// What is short is written as a block of fixed size, of which the end is overwritten by what follows: that costs
/// less than to write as many bytes as there are.
#[derive(Clone, Default)]
pub struct Line {
    /// The text, and room behind it in which anything may stand.
    bytes: Vec<u8>,
    /// How long the text is: as there is no more room than this can tell, the sum of two lengths is a number, too.
    length: u32,
}

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

/// For each number below 1000 three digits, zeros in front, the first in the lowest byte.
static THREE_DIGITS: [u32; 1000] = {
    let mut table = [0; 1000];
    let mut number = 0;
    while number < 1000 {
        let digits = [number / 100, number / 10 % 10, number % 10];
        table[number as usize] =
            (b'0' as u32) * 0x01_01_01 + (digits[0] | digits[1] << 8 | digits[2] << 16);
        number += 1;
    }
    table
};

/// For each number below 100 two characters, a blank in front if there is but one digit, the first in the lowest byte.
static TWO_CHARACTERS: [u16; 100] = {
    let mut table = [0; 100];
    let mut number = 0;
    while number < 100 {
        let first = if number < 10 { b' ' as u16 } else { b'0' as u16 + number / 10 };
        table[number as usize] = first | (b'0' as u16 + number % 10) << 8;
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

/// The last three digits of a number, the first in the lowest byte.
#[inline]
fn last_three(number: u64) -> u64 {
    THREE_DIGITS[(number % 1000) as usize].into()
}

/// Once room is needed, there is at least so much of it.
const ROOM: usize = 512;

impl Line {
    /// Empties it, keeping its memory.
    #[inline]
    pub fn clear(&mut self) {
        self.length = 0;
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// What is in it.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length as usize).unwrap_or_default()
    }

    /// What is in it, as text.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.as_bytes())
    }

    /// Appends a text.
    #[inline]
    pub fn push_str(&mut self, text: &str) {
        let start = self.length as usize;
        let end = start + text.len();
        if end > self.bytes.len() {
            self.make_room(text.len());
        }
        if let Some(room) = self.bytes.get_mut(start..end) {
            room.copy_from_slice(text.as_bytes());
        }
        self.length = end as u32;
    }

    /// Appends a blank and a text.
    #[inline]
    pub fn push_word(&mut self, word: &str) {
        // Keys of operators are of such lengths: two blocks that overlap are less work than as many bytes as there are.
        let (bytes, start) = (word.as_bytes(), self.length as usize);
        let count = bytes.len();
        if start + Word::MOST + 1 > self.bytes.len() || !(8..=Word::MOST).contains(&count) {
            return self.push_any_word(word);
        }
        let room = &mut self.bytes[start..=start + Word::MOST];
        room[0] = b' ';
        let room = &mut room[1..];
        if count >= 16 {
            room[..16].copy_from_slice(&bytes[..16]);
            room[count - 16..count].copy_from_slice(&bytes[count - 16..]);
        } else {
            room[..8].copy_from_slice(&bytes[..8]);
            room[count - 8..count].copy_from_slice(&bytes[count - 8..]);
        }
        self.length += 1 + count as u32;
    }

    #[inline(never)]
    fn push_any_word(&mut self, word: &str) {
        self.push_ascii(b' ');
        self.push_str(word);
    }

    /// Appends a blank and a word.
    #[inline]
    pub(super) fn push_known(&mut self, word: &Word) {
        self.push_block(&word.block, word.length);
    }

    /// Appends a character of ASCII.
    #[inline]
    pub(super) fn push_ascii(&mut self, byte: u8) {
        debug_assert!(byte.is_ascii());
        self.push_block(&[byte], 1);
    }

    /// Appends the first `count` bytes of a block.
    #[inline(always)]
    fn push_block<const N: usize>(&mut self, block: &[u8; N], count: usize) {
        debug_assert!(count <= N);
        let start = self.length as usize;
        let end = start + N;
        if end > self.bytes.len() {
            return self.push_beyond(block, count);
        }
        self.bytes[start..end].copy_from_slice(block);
        self.length += count as u32;
    }

    /// The same where there is no room for the block yet.
    #[cold]
    #[inline(never)]
    fn push_beyond(&mut self, block: &[u8], count: usize) {
        self.make_room(block.len());
        let start = self.length as usize;
        self.bytes[start..start + block.len()].copy_from_slice(block);
        self.length += count as u32;
    }

    /// Makes room for so many bytes behind the text, and for more.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, bytes: usize) {
        let room = 2 * (self.length as usize + bytes).max(ROOM);
        assert!(u32::try_from(room).is_ok(), "a text is shorter than 2 GiB");
        self.bytes.resize(room, 0);
    }

    /// Appends the digits of a number.
    #[inline]
    pub fn push_number(&mut self, number: u64) {
        self.push_marked([], number);
    }

    /// Appends a few characters of ASCII and the digits of a number.
    #[inline(always)]
    pub(super) fn push_marked<const N: usize>(&mut self, mark: [u8; N], number: u64) {
        const { assert!(N <= 2) };
        let mut block = 0;
        for byte in mark.iter().rev() {
            block = block << 8 | u64::from(*byte);
        }
        if number < 1000 {
            let (digits, count) = leading(number);
            self.push_block(&(block | digits << (8 * N)).to_le_bytes(), count + N);
        } else {
            self.push_large(block, N, number);
        }
    }

    #[inline(never)]
    fn push_large(&mut self, mark: u64, length: usize, number: u64) {
        self.push_block(&mark.to_le_bytes(), length);
        if number < 1_000_000 {
            let (digits, count) = leading(number / 1000);
            let digits = digits | last_three(number) << (8 * count);
            self.push_block(&digits.to_le_bytes(), count + 3);
        } else {
            self.push_str(&number.to_string());
        }
    }

    /// Appends the digits of a number, with blanks in front if it has fewer than five.
    #[inline]
    pub(super) fn push_right(&mut self, number: u64) {
        match number {
            1000..100_000 => {
                let first_two = u64::from(TWO_CHARACTERS[(number / 1000) as usize]);
                self.push_block(&(first_two | last_three(number) << 16).to_le_bytes(), 5);
            }
            _ => self.push_right_any(number),
        }
    }

    #[cold]
    fn push_right_any(&mut self, number: u64) {
        if number < 1000 {
            let (_, count) = leading(number);
            self.push_block(b"    ", 5 - count);
        }
        self.push_number(number);
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
        for count in 0..40 {
            let word: String = ('a'..='z').cycle().take(count).collect();
            line.clear();
            line.push_word(&word);
            line.push_word(&word);
            assert_eq!(line.text(), format!(" {word} {word}"));
        }
        line.clear();
        assert!(line.is_empty());
    }
}
