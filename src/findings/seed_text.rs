//! Seeds as text: hexadecimal, as the command line takes them. Numbers beyond 2^53 do not survive every reader of
//! JSON, nor those beyond 2^63 TOML.

use serde::{Deserialize, Deserializer, Serializer};

/// `0x…`
pub fn format(seed: u64) -> String {
    format!("{seed:#x}")
}

/// The seed that [`format`] wrote.
pub fn parse(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

/// For `#[serde(with = "…")]`.
pub fn serialize<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format(*seed))
}

/// For `#[serde(with = "…")]`.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = String::deserialize(deserializer)?;
    let expected = || serde::de::Error::custom(format!("'{text}' is no seed; write 0x…"));
    parse(&text).ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    #[test]
    fn seeds_are_read_back() {
        for seed in [0, 1, u64::MAX] {
            assert_eq!(super::parse(&super::format(seed)), Some(seed));
        }
        assert_eq!(super::parse("12"), None);
    }
}
