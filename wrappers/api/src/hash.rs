//! A hash function that is quick and the same on every machine.
//!
//! For keys of our own: against keys that someone chose so that they collide, it is no protection. Nothing may
//! depend on the order in which such a map is walked.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map with quick hashing.
pub type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<QuickHasher>>;

/// A set with quick hashing.
pub type QuickSet<K> = HashSet<K, BuildHasherDefault<QuickHasher>>;

/// One multiplication for each eight bytes.
#[derive(Clone, Copy, Default)]
pub struct QuickHasher(u64);

impl QuickHasher {
    /// A hasher that was given nothing yet.
    pub(crate) const fn new() -> QuickHasher {
        QuickHasher(0)
    }

    /// The hasher after this number.
    pub(crate) const fn with(self, number: u64) -> QuickHasher {
        QuickHasher((self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95))
    }

    /// The hasher after this text.
    pub(crate) fn with_text(self, text: &str) -> QuickHasher {
        let (words, rest) = text.as_bytes().as_chunks::<8>();
        let mut hasher = self;
        for word in words {
            hasher = hasher.with(u64::from_le_bytes(*word));
        }
        let rest = rest.iter().fold(0, |number, byte| (number << 8) | u64::from(*byte));
        hasher.with(rest).with(text.len() as u64)
    }

    /// What the hash is of all that was given.
    pub(crate) const fn digest(self) -> u64 {
        // The product's upper half is the better one; tables look at the lower bits first.
        self.0 ^ (self.0 >> 32)
    }
}

impl Hasher for QuickHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            *self = self.with(u64::from_le_bytes(*word));
        }
        for byte in rest {
            *self = self.with((*byte).into());
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        *self = self.with(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        *self = self.with(number);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.digest()
    }
}
