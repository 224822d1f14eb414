//! Strings as releases of Z3 up to 4.8.10 print them in models: with escapes that SMT-LIB does not have. What keeps to the standard
//! prints a backslash as `\u{5c}`, so that nothing is read twice.

use regex::{Captures, Regex};

/// The text of a model whose strings have the escapes of the standard alone.
pub(super) fn with_standard_escapes(text: &str) -> String {
    let Ok(literal) = Regex::new(r#""(?:[^"]|"")*""#) else { return text.to_owned() };
    let Ok(escape) =
        Regex::new(r"\\(?:x([0-9a-fA-F]{2})|u\{ffffff([0-9a-fA-F]{2})\}|([\\abtnvfre]))")
    else {
        return text.to_owned();
    };
    literal
        .replace_all(text, |literal: &Captures<'_>| {
            escape
                .replace_all(&literal[0], |escape: &Captures<'_>| {
                    // Some releases extend the sign of a byte.
                    if let Some(byte) = escape.get(1).or(escape.get(2)) {
                        return format!("\\u{{{}}}", byte.as_str());
                    }
                    let code = match &escape[3] {
                        "a" => 7,
                        "b" => 8,
                        "t" => 9,
                        "n" => 10,
                        "v" => 11,
                        "f" => 12,
                        "r" => 13,
                        "e" => 27,
                        _ => 0x5c,
                    };
                    format!("\\u{{{code:x}}}")
                })
                .into_owned()
        })
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_of_old_releases() {
        let text = r#"(define-fun x () String "a""\x00\\n\n\u{5c}x00\u{ffffff80}") |\x00|"#;
        let read = r#"(define-fun x () String "a""\u{00}\u{5c}n\u{a}\u{5c}x00\u{80}") |\x00|"#;
        assert_eq!(with_standard_escapes(text), read);
    }
}
