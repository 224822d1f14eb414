//! Kinds of messages: a message without its numbers, names and terms.

use libtest_mimic::{Failed, Trial};

/// Longer messages are cut.
const LONGEST: usize = 150;
/// A longer group in parentheses is taken for a term.
const LONGEST_GROUP: usize = 30;

/// The message without what differs from case to case.
pub fn kind(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let kind = without_terms(&without_numbers(&without_quoted(line)));
    match kind.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &kind[..end]),
        None => kind,
    }
}

fn without_quoted(text: &str) -> String {
    let mut kind = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        // Not an apostrophe.
        let opens = !kind.ends_with(|before: char| before.is_alphanumeric());
        let closing = match first {
            '"' | '|' => Some(first),
            '\'' if opens => Some('\''),
            '`' => Some(if after.contains('\'') { '\'' } else { '`' }),
            _ => None,
        };
        match closing.and_then(|closing| after.split_once(closing)) {
            Some((_, behind)) => {
                kind.push_str("'…'");
                rest = behind;
            }
            None => {
                kind.push(first);
                rest = after;
            }
        }
    }
    kind
}

fn without_numbers(text: &str) -> String {
    let mut kind = String::new();
    for character in text.chars() {
        if !character.is_ascii_digit() {
            kind.push(character);
        } else if !kind.ends_with('#') {
            kind.push('#');
        }
    }
    kind
}

fn without_terms(text: &str) -> String {
    let mut kind = String::new();
    let (mut depth, mut start) = (0_usize, 0);
    for character in text.chars() {
        if character == '(' {
            if depth == 0 {
                start = kind.len();
            }
            depth += 1;
        }
        kind.push(character);
        if character == ')' && depth > 0 {
            depth -= 1;
            if depth == 0 && kind.len() - start > LONGEST_GROUP {
                kind.truncate(start);
                kind.push_str("(…)");
            }
        }
    }
    kind
}

pub fn trials() -> Vec<Trial> {
    vec![Trial::test("kinds_of_messages", kinds_of_messages)]
}

fn kinds_of_messages() -> Result<(), Failed> {
    let table = [
        ("width 12 of t345", "width # of t#"),
        ("unknown option 'foo', can't go on", "unknown option '…', can't go on"),
        ("symbol |a b| and \"c\"", "symbol '…' and '…'"),
        ("`x' failed\nmore", "'…' failed"),
        ("an open ' quote", "an open ' quote"),
        ("sort of (bvadd x (bvmul y z) (bvmul a b c d)) (x)", "sort of (…) (x)"),
    ];
    for (message, expected) in table {
        let found = kind(message);
        if found != expected {
            return Err(format!("{message}: {found}, not {expected}").into());
        }
    }
    Ok(())
}
