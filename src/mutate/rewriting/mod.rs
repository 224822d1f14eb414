//! Rewriting: what is there is replaced by what is equal, by rules that are data.
//!
//! Mutants are equal to their seed by construction, at any depth, so the seed's answer is the right one for them.

use std::sync::LazyLock;

use super::rules::{Rule, read_rules};

/// The rule files, by theory.
pub const RULE_FILES: &[(&str, &str)] = &[
    ("core", include_str!("core.rules")),
    ("quantifiers", include_str!("quantifiers.rules")),
    ("arithmetic", include_str!("arithmetic.rules")),
    ("bit-vectors", include_str!("bit-vectors.rules")),
    ("floats", include_str!("floats.rules")),
    ("strings", include_str!("strings.rules")),
    ("languages", include_str!("languages.rules")),
    ("arrays", include_str!("arrays.rules")),
    ("collections", include_str!("collections.rules")),
];

/// All rules of these files. A file that cannot be read has none: `tests/mutate` reads each.
pub fn rewriting_rules() -> &'static [Rule] {
    static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
        RULE_FILES.iter().flat_map(|(_, text)| read_rules(text).unwrap_or_default()).collect()
    });
    &RULES
}
