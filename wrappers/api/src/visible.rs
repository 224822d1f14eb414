//! Text of others, such that a terminal shows it and does nothing else: what would steer a terminal, or make text look
//! other than it is, is written as its number.

use std::borrow::Cow;

/// Whether a character steers a terminal or the direction of text.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}')
        || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn replaced<'a>(
    text: &'a str,
    is_kept: impl Fn(char) -> bool,
    number: impl Fn(char) -> String,
) -> Cow<'a, str> {
    let is_replaced = |character: char| is_hidden(character) && !is_kept(character);
    if !text.contains(is_replaced) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match is_replaced(character) {
            true => out.push_str(&number(character)),
            false => out.push(character),
        }
    }
    Cow::Owned(out)
}

fn for_people(character: char) -> String {
    match u32::from(character) {
        0x0a => "\\n".to_owned(),
        0x0d => "\\r".to_owned(),
        0x09 => "\\t".to_owned(),
        number @ ..=0xff => format!("\\x{number:02x}"),
        number => format!("\\u{{{number:x}}}"),
    }
}

/// Text of several lines: the ends of lines and tabs are kept.
pub fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, |character| matches!(character, '\n' | '\t'), for_people)
}

/// Text that is to stay on one line.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    replaced(text, |_| false, for_people)
}

/// JSON of the same meaning: what is hidden can only stand in its strings, apart from blanks between them.
pub fn visible_json(json: &str) -> Cow<'_, str> {
    let number = |character: char| format!("\\u{:04x}", u32::from(character));
    replaced(json, |character| matches!(character, '\n' | '\t' | '\r'), number)
}

/// Bytes of several lines. What is no UTF-8 is written as its number, too.
pub fn visible_bytes(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        out.push_str(&visible(chunk.valid()));
        for byte in chunk.invalid() {
            out.push_str(&format!("\\x{byte:02x}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_is_written_as_its_number() {
        assert_eq!(visible("a\u{1b}[31m\n\tb\r\u{7}"), "a\\x1b[31m\n\tb\\r\\x07");
        assert_eq!(visible_line("a\n\tb\u{7f}"), "a\\n\\tb\\x7f");
        assert_eq!(
            visible("\u{9b}1m \u{202e}x\u{2066}\u{61c}"),
            "\\x9b1m \\u{202e}x\\u{2066}\\u{61c}"
        );
        assert_eq!(visible_bytes(b"a\xff\x9b\x1b\n"), "a\\xff\\x9b\\x1b\n");
    }

    #[test]
    fn other_text_stays_as_it_is() {
        assert!(matches!(visible("ä → \"x\"\n"), Cow::Borrowed("ä → \"x\"\n")));
    }

    #[test]
    fn json_stays_json() {
        assert_eq!(visible_json("{\n\"a\": \"\u{7f}\u{202e}\"}"), "{\n\"a\": \"\\u007f\\u202e\"}");
    }
}
