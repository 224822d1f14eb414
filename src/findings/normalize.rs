//! Normalizes messages: takes out what differs from run to run and from machine to machine.

use murxla_api::visible_line;

/// Longer messages are cut: they repeat the problem.
const LONGEST: usize = 300;
/// Stands for what differs.
const HOLE: &str = "#";

/// The message without numbers, addresses, quoted names, symbols, ids, terms and folders, on one line.
pub fn normalize(message: &str) -> String {
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let message = visible_line(&message);
    let text = without_terms(&without_numbers(&without_quoted(&message)));
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn without_quoted(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        let inside_word = out.ends_with(|before: char| before.is_alphanumeric());
        let closing = match first {
            '"' => Some('"'),
            // Not the operators | and ||.
            '|' if !inside_word && !after.starts_with([' ', '|']) => Some('|'),
            // Not an apostrophe.
            '\'' if !inside_word => Some('\''),
            '`' => Some(if after.contains('\'') { '\'' } else { '`' }),
            _ => None,
        };
        match closing.and_then(|closing| after.split_once(closing)) {
            // The type of an exception is the best that its message tells.
            Some((kept, behind)) if out.ends_with("an instance of ") => {
                out.push_str(&format!("'{kept}'"));
                rest = behind;
            }
            Some((_, behind)) => {
                out.push_str("'…'");
                rest = behind;
            }
            None => {
                out.push(first);
                rest = after;
            }
        }
    }
    out
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || "_!@$".contains(character)
}

fn is_of_path(character: char) -> bool {
    is_of_word(character) || "./~+-".contains(character)
}

/// Paths become file names; numbers and ids become holes.
fn without_numbers(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|character| !is_of_path(character)).unwrap_or(rest.len());
        let (chunk, behind) = rest.split_at(end);
        if chunk.is_empty() {
            // `#b01` and `#xff` are values.
            let value = first == '#' && rest[1..].starts_with(['b', 'x']);
            if !value {
                out.push(first);
                rest = &rest[first.len_utf8()..];
                continue;
            }
            let behind = &rest[1..];
            let end = behind.find(|c: char| !c.is_alphanumeric()).unwrap_or(behind.len());
            out.push_str(HOLE);
            rest = &behind[end..];
            continue;
        }
        words(file_name(chunk), &mut out);
        rest = behind;
    }
    // What was a number with a point, or a fraction.
    for parts in ["#.#", "#/#", "-#"] {
        while out.contains(parts) {
            out = out.replace(parts, HOLE);
        }
    }
    out
}

/// The last part of what is a path; anything else as it is.
fn file_name(chunk: &str) -> &str {
    let Some((_, last)) = chunk.rsplit_once('/') else { return chunk };
    let is_path = ["/", "./", "../", "~/"].iter().any(|start| chunk.starts_with(start))
        || last.contains('.') && last.contains(char::is_alphabetic);
    if is_path && !last.is_empty() { last } else { chunk }
}

fn words(chunk: &str, out: &mut String) {
    let mut rest = chunk;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|character| !is_of_word(character)).unwrap_or(rest.len());
        if end == 0 {
            out.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (word, behind) = rest.split_at(end);
        if is_id(word) {
            out.push_str(HOLE);
        } else {
            for character in word.chars() {
                if !character.is_ascii_digit() {
                    out.push(character);
                } else if !out.ends_with(HOLE) {
                    out.push_str(HOLE);
                }
            }
        }
        rest = behind;
    }
}

/// Addresses, and names that are counted: `t12`, `x_3`, `k!7`.
fn is_id(word: &str) -> bool {
    let hex = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let has_digit = word.bytes().any(|byte| byte.is_ascii_digit());
    if word.strip_prefix("0x").is_some_and(hex) || word.len() >= 8 && has_digit && hex(word) {
        return true;
    }
    let name = word.trim_end_matches(|character: char| character.is_ascii_digit());
    if name.len() == word.len() {
        return false;
    }
    if name.ends_with(['!', '@', '$']) {
        return true;
    }
    let name = name.trim_end_matches('_');
    name.len() <= 2 && name.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Groups in parentheses with blanks in them are terms or sorts.
fn without_terms(text: &str) -> String {
    let mut out = String::new();
    let (mut depth, mut start) = (0_usize, 0);
    for character in text.chars() {
        if character == '(' {
            if depth == 0 {
                start = out.len();
            }
            depth += 1;
        }
        out.push(character);
        if character == ')' && depth > 0 {
            depth -= 1;
            if depth == 0 && out[start..].contains(' ') {
                out.truncate(start);
                out.push_str("(…)");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::normalize;

    #[test]
    fn messages_are_normalized() {
        let table = [
            (
                "terminate called after throwing an instance of 'std::bad_variant_access' what():  std::get: \
                 wrong index for variant",
                "terminate called after throwing an instance of 'std::bad_variant_access' what(): std::get: \
                 wrong index for variant",
            ),
            ("width 12 of t345 and x_1", "width # of # and #"),
            ("unknown option 'foo', can't go on", "unknown option '…', can't go on"),
            ("symbol |a b| or \"c\" || d | e", "symbol '…' or '…' || d | e"),
            ("free at 0x7ffd12ab, deadbeef12 in cafe", "free at #, # in cafe"),
            ("at /home/me/src/x.cpp:12 and ../y.h:3", "at x.cpp:# and y.h:#"),
            ("either sat/unsat or 1/3 or -1.50", "either sat/unsat or # or #"),
            ("src/ast/ast.cpp said #b0101 != #xff.", "ast.cpp said # != #."),
            ("sort of (bvadd x (bvmul y z)) is (_ BitVec 8), what()", "sort of (…) is (…), what()"),
            ("skolem k!12 of array_ext_3", "skolem # of array_ext_#"),
            (
                "the solver says that a term of sort Bool has sort (_ BitVec 1)",
                "the solver says that a term of sort Bool has sort (…)",
            ),
            ("free(): invalid pointer", "free(): invalid pointer"),
            ("double free or corruption (!prev)", "double free or corruption (!prev)"),
            ("memory allocation of 8 bytes failed", "memory allocation of # bytes failed"),
            ("a\n\tb", "a b"),
            ("an open ( and ' quote", "an open ( and ' quote"),
            ("", ""),
        ];
        for (message, expected) in table {
            assert_eq!(normalize(message), expected);
            assert_eq!(normalize(expected), expected, "a second time changes nothing");
        }
    }

    #[test]
    fn long_messages_are_cut() {
        assert_eq!(normalize(&"ä ".repeat(1000)).chars().count(), 301);
    }
}
