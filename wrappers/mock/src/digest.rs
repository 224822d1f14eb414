//! A hash that is the same on every machine: answers and values are drawn from it.

/// FNV-1a over what was given, finished by a mixing step.
#[derive(Clone, Copy)]
pub(crate) struct Digest(u64);

impl Digest {
    pub(crate) fn new(seed: u64) -> Digest {
        Digest(0xcbf2_9ce4_8422_2325).number(seed)
    }

    pub(crate) fn number(self, number: u64) -> Digest {
        self.bytes(&number.to_le_bytes())
    }

    pub(crate) fn text(self, text: &str) -> Digest {
        self.number(text.len() as u64).bytes(text.as_bytes())
    }

    fn bytes(mut self, bytes: &[u8]) -> Digest {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        self
    }

    pub(crate) fn finish(self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 32)
    }
}
