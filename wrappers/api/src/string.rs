//! Strings: sequences of code points, and how SMT-LIB writes them.

use std::fmt;

/// The number of code points: SMT-LIB has those of the first three planes of Unicode.
pub const CODE_POINTS: u32 = 0x30000;

/// A string value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StringValue(Vec<u32>);

impl StringValue {
    /// The string of these code points; `None` if one is none.
    pub fn new(code_points: Vec<u32>) -> Option<StringValue> {
        code_points.iter().all(|code| *code < CODE_POINTS).then_some(StringValue(code_points))
    }

    /// Reads the text between the quotes of an SMT-LIB literal: `\ud₃d₂d₁d₀` and `\u{d…}` (one to five
    /// hexadecimal digits) stand for code points, everything else for itself. A quote stands for itself, too:
    /// doubling it is the business of whoever writes the quotes.
    pub fn from_escaped(text: &str) -> StringValue {
        let mut code_points = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            if let Some((code, length)) = escape(rest) {
                code_points.push(code);
                rest = &rest[length..];
            } else {
                // A character beyond SMT-LIB's range cannot be meant by itself.
                code_points.push(u32::from(first).min(CODE_POINTS - 1));
                rest = &rest[first.len_utf8()..];
            }
        }
        StringValue(code_points)
    }

    /// The code points.
    pub fn code_points(&self) -> &[u32] {
        &self.0
    }

    /// The text between the quotes, with everything but plain ASCII escaped; quotes are not doubled.
    pub fn to_escaped(&self) -> String {
        let mut text = String::new();
        for code in &self.0 {
            match char::from_u32(*code) {
                Some(plain) if (' '..='~').contains(&plain) && plain != '\\' => text.push(plain),
                _ => text.push_str(&format!("\\u{{{code:x}}}")),
            }
        }
        text
    }
}

/// The code point of the escape sequence at the beginning of a text, and how long it is.
fn escape(text: &str) -> Option<(u32, usize)> {
    let rest = text.strip_prefix("\\u")?;
    let (digits, length) = match rest.strip_prefix('{') {
        Some(inner) => {
            let digits = inner.split_once('}')?.0;
            (digits, digits.len() + 4)
        }
        None => (rest.get(..4)?, 6),
    };
    let well_formed =
        (1..=5).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let code = u32::from_str_radix(digits, 16).ok()?;
    (well_formed && code < CODE_POINTS).then_some((code, length))
}

impl fmt::Display for StringValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.to_escaped().replace('"', "\"\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_read_and_written() {
        let check = |text: &str, codes: &[u32], written: &str| {
            let value = StringValue::from_escaped(text);
            assert_eq!(value.code_points(), codes, "{text}");
            assert_eq!(value.to_string(), written);
            assert_eq!(StringValue::from_escaped(&value.to_escaped()), value);
        };
        check("ab", &[97, 98], "\"ab\"");
        check("\"", &[34], "\"\"\"\"");
        check("\\u{61}", &[97], "\"a\"");
        check("\\u0061b", &[97, 98], "\"ab\"");
        check("\\u{2ffff}", &[0x2ffff], "\"\\u{2ffff}\"");
        check("\\u{30000}", &[92, 117, 123, 51, 48, 48, 48, 48, 125], "\"\\u{5c}u{30000}\"");
        check("\\u{}", &[92, 117, 123, 125], "\"\\u{5c}u{}\"");
        check("\\u12", &[92, 117, 49, 50], "\"\\u{5c}u12\"");
        check("\\x41", &[92, 120, 52, 49], "\"\\u{5c}x41\"");
        check("\u{e4}", &[0xe4], "\"\\u{e4}\"");
    }
}
