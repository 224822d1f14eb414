//! Quoted text.
//!
//! The original has no escapes, and its strings hold SMT-LIB's `\u{…}`. So a backslash stands for itself, unless
//! `"`, `\`, `n`, `r`, `t` or `0` follows, or `x{…}`, which is a character by its number: what steers a terminal is written
//! so, since traces are printed. Every text can be written, and what the original writes is read as it
//! is meant.

use std::borrow::Cow;

use murxla_api::is_hidden;

use super::Line;

/// What stands behind the backslash, and what is meant.
const ESCAPES: &[(u8, char)] =
    &[(b'"', '"'), (b'\\', '\\'), (b'n', '\n'), (b'r', '\r'), (b't', '\t'), (b'0', '\0')];

/// Whether a byte is one that may have to be escaped, or part of a character that may.
static SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let mut at = 0;
    while at < special.len() {
        special[at] = at < 0x20 || at >= 0x7f || at == b'"' as usize || at == b'\\' as usize;
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
    if text.bytes().any(|byte| SPECIAL[usize::from(byte)]) {
        write_escaped(out, text);
    } else {
        out.push_str(text);
    }
    out.push_ascii(b'"');
}

fn write_escaped(out: &mut Line, text: &str) {
    let mut plain_from = 0;
    for (at, character) in text.char_indices() {
        let behind = at + character.len_utf8();
        let escape = ESCAPES.iter().find(|(_, meant)| *meant == character);
        // A backslash needs another one only where it would be read as an escape.
        if escape.is_none() && !is_hidden(character)
            || character == '\\' && !is_read_as_escape(&text[behind..])
        {
            continue;
        }
        out.push_str(&text[plain_from..at]);
        plain_from = behind;
        match escape {
            Some((escape, _)) => {
                out.push_ascii(b'\\');
                out.push_ascii(*escape);
            }
            None => out.push_str(&format!("\\x{{{:x}}}", u32::from(character))),
        }
    }
    out.push_str(&text[plain_from..]);
}

/// Whether a backslash in front of this text would not stand for itself; what follows it may be escaped itself, or be the
/// closing quote.
fn is_read_as_escape(behind: &str) -> bool {
    let Some(next) = behind.chars().next() else { return true };
    let is_letter = u8::try_from(next).is_ok_and(|next| meant(next).is_some());
    is_letter || is_hidden(next) || numbered(behind).is_some()
}

/// The character that `x{…}` at the beginning of the text means, and how long that is.
fn numbered(text: &str) -> Option<(char, usize)> {
    let (digits, _) = text.strip_prefix("x{")?.split_once('}')?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let number = u32::from_str_radix(digits, 16).ok()?;
    Some((char::from_u32(number)?, "x{}".len() + digits.len()))
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
        let behind = &rest[at + 1..];
        let letter = || Some((meant(*behind.as_bytes().first()?)?, 1));
        match letter().or_else(|| numbered(behind)) {
            Some((meant, length)) => {
                result.push(meant);
                rest = &behind[length..];
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
        check("\u{1b}[31m\u{202e}\u{9b}", r#""\x{1b}[31m\x{202e}\x{9b}""#);
        check("\\\u{1b}", r#""\\\x{1b}""#);
        check("\\x{1b}", r#""\\x{1b}""#);
        check("\\x1b \\x{ \\x{g}", r#""\x1b \x{ \x{g}""#);
    }
}
