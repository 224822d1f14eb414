//! Quoted text.
//!
//! The original has no escapes, and its strings hold SMT-LIB's `\u{…}`. So a backslash stands for itself, unless
//! `"`, `\`, `n`, `r`, `t` or `0` follows. Every text can be written, and what the original writes is read as it
//! is meant.

use std::borrow::Cow;

use super::Line;

/// What stands behind the backslash, and what is meant.
const ESCAPES: &[(u8, char)] =
    &[(b'"', '"'), (b'\\', '\\'), (b'n', '\n'), (b'r', '\r'), (b't', '\t'), (b'0', '\0')];

/// Whether a byte is one that may have to be escaped.
static SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let mut at = 0;
    while at < ESCAPES.len() {
        special[ESCAPES[at].1 as usize] = true;
        at += 1;
    }
    special
};

fn meant(escaped: u8) -> Option<char> {
    ESCAPES.iter().find(|(byte, _)| *byte == escaped).map(|(_, meant)| *meant)
}

/// The text in quotes.
pub(super) fn write_quoted(out: &mut Line, text: &str) {
    out.push_ascii(b'"');
    let special = |byte: u8| SPECIAL[usize::from(byte)];
    if text.bytes().any(special) {
        write_escaped(out, text, special);
    } else {
        out.push_str(text);
    }
    out.push_ascii(b'"');
}

fn write_escaped(out: &mut Line, text: &str, special: impl Fn(u8) -> bool) {
    let bytes = text.as_bytes();
    let mut plain_from = 0;
    for (at, byte) in bytes.iter().enumerate() {
        if !special(*byte) {
            continue;
        }
        // A backslash needs another one only where it would be read as an escape.
        let next = bytes.get(at + 1).copied();
        if *byte == b'\\' && next.is_some_and(|next| !special(next) && meant(next).is_none()) {
            continue;
        }
        // All special bytes are ASCII, so these are boundaries of characters.
        out.push_str(text.get(plain_from..at).unwrap_or_default());
        plain_from = at + 1;
        let escape = ESCAPES.iter().find(|(_, meant)| *meant == char::from(*byte));
        out.push_ascii(b'\\');
        out.push_ascii(escape.map_or(*byte, |(escape, _)| *escape));
    }
    out.push_str(text.get(plain_from..).unwrap_or_default());
}

/// The length of the quoted text up to its closing quote, behind the opening one; `None` if nothing closes it.
pub(super) fn closing(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return Some(at),
            b'\\' if bytes.get(at + 1).is_some_and(|next| meant(*next).is_some()) => at += 2,
            _ => at += 1,
        }
    }
    None
}

/// What the text between quotes means.
pub(super) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        result.push_str(&rest[..at]);
        let next = rest.as_bytes().get(at + 1).copied();
        match next.and_then(meant) {
            Some(meant) => {
                result.push(meant);
                rest = &rest[at + 2..];
            }
            None => {
                result.push('\\');
                rest = &rest[at + 1..];
            }
        }
    }
    result.push_str(rest);
    Cow::Owned(result)
}

/// Whether the text can stand without quotes and is read as one word.
pub(super) fn is_plain_word(text: &str) -> bool {
    !text.is_empty() && !text.starts_with('"') && text.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_written_and_read_back() {
        let check = |text: &str, expected: &str| {
            let mut line = Line::default();
            write_quoted(&mut line, text);
            let written = line.text();
            assert_eq!(written, expected);
            let inner = &written[1..];
            assert_eq!(closing(inner), Some(inner.len() - 1), "{written}");
            assert_eq!(unescape(&inner[..inner.len() - 1]), text);
        };
        check("", r#""""#);
        check("a b", r#""a b""#);
        check("\"", r#""\"""#);
        check("\\", r#""\\""#);
        check("\\u{61}", r#""\u{61}""#);
        check("\\\\u{61}", r#""\\\u{61}""#);
        check("\\n", r#""\\n""#);
        check("\\\n", r#""\\\n""#);
        check("\n\r\t\0", r#""\n\r\t\0""#);
        check("ä\\", r#""ä\\""#);
    }
}
