//! The cache of candidates that were tested already.

use std::collections::HashSet;

use sha2::{Digest, Sha256};

/// The hash of a text; equal hashes are taken for equal texts.
pub type Hash = [u8; 16];

/// Candidates that were tested and are not interesting. Those that are become the new best, and never come again.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    boring: HashSet<Hash>,
}

impl Cache {
    /// The hash of a text.
    pub fn hash(text: &[u8]) -> Hash {
        let mut hash = Hash::default();
        hash.iter_mut().zip(Sha256::digest(text)).for_each(|(to, from)| *to = from);
        hash
    }

    /// Whether this was tested.
    pub fn knows(&self, hash: &Hash) -> bool {
        self.boring.contains(hash)
    }

    /// This was tested.
    pub fn add(&mut self, hash: Hash) {
        self.boring.insert(hash);
    }

    /// All that was tested, in an order that is always the same.
    pub fn sorted(&self) -> Vec<Hash> {
        let mut hashes: Vec<Hash> = self.boring.iter().copied().collect();
        hashes.sort_unstable();
        hashes
    }
}
