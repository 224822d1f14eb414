//! The bugs that are kept in `traces/found`, by their keys.

use super::{Key, Known};

/// A `[[known]]` list like those of `--known`: the comment names the file, and what is known upstream.
const FOUND: &str = include_str!("../../traces/found/known.toml");

/// What a finding is likely the same as: an entry of `traces/found`, or of the user's lists.
pub fn found_before(key: &Key, trace: &[u8], lists: &[Known]) -> Option<String> {
    let kept = Known::parse("traces/found/known.toml", FOUND).ok();
    let mut all = lists.iter().chain(&kept);
    all.find_map(|list| list.comment_of(key, trace))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_one() {
        let kept = Known::parse("known.toml", FOUND);
        assert!(kept.is_ok(), "{:?}", kept.err().map(|error| error.to_string()));
    }
}
