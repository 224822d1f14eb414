//! The filter of errors that a solver's profile says are no findings.

use murxla_api::ErrorFilter;

use super::Key;

/// Why this is no finding, if one of the filters holds: its pattern is in the message as it was said, or in what the
/// key tells.
pub fn filtered(filters: &[ErrorFilter], key: &Key, message: &str) -> Option<&'static str> {
    let holds = |filter: &&ErrorFilter| {
        key.detail.contains(filter.pattern) || message.contains(filter.pattern)
    };
    filters.iter().find(holds).map(|filter| filter.reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_parts_of_the_message_or_the_key() {
        let filters = [
            ErrorFilter { pattern: "too deep", reason: "documented" },
            ErrorFilter { pattern: "smt::context", reason: "known" },
        ];
        let key = Key::of_oracle("z3", "x", "smt::context::check < f");
        assert_eq!(filtered(&filters, &key, ""), Some("known"));
        assert_eq!(filtered(&filters, &key, "term 12 is too deep"), Some("documented"));
        let other = Key { detail: "else".to_owned(), ..key };
        assert_eq!(filtered(&filters, &other, "else"), None);
        assert_eq!(filtered(&[], &other, "else"), None);
    }
}
