//! The text of symbols: as they are, or between bars.

use std::fmt;

/// Words that SMT-LIB reserves, but for the names of commands, which no solver minds.
const RESERVED: &[&str] = &[
    "!",
    "_",
    "as",
    "BINARY",
    "DECIMAL",
    "exists",
    "forall",
    "HEXADECIMAL",
    "lambda",
    "let",
    "match",
    "NUMERAL",
    "par",
    "STRING",
];

/// Whether a symbol needs no bars. `-8` and `-.5` would not for the standard, but front ends take them for numbers.
pub fn is_simple(name: &str) -> bool {
    let is_number =
        |rest: &str| rest.trim_start_matches('.').starts_with(|first: char| first.is_ascii_digit());
    let simple = |byte: u8| byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte);
    name.bytes().next().is_some_and(|first| !first.is_ascii_digit())
        && name.bytes().all(simple)
        && !RESERVED.contains(&name)
        && !name.strip_prefix('-').is_some_and(is_number)
}

/// Whether SMT-LIB can write the name at all: bars and backslashes have no place in a symbol.
pub fn can_be_written(name: &str) -> bool {
    let allowed =
        |one: char| !matches!(one, '|' | '\\') && (!one.is_control() || one.is_ascii_whitespace());
    name.chars().all(allowed)
}

/// Whether the name is one that solvers keep for themselves.
pub fn is_reserved(name: &str) -> bool {
    name.starts_with(['@', '.'])
}

/// A name as SMT-LIB writes it. What cannot stand in a symbol is replaced; whoever needs distinct names looks with
/// [`can_be_written`] first.
#[derive(Clone, Copy, Debug)]
pub struct SymbolText<'a>(pub &'a str);

impl fmt::Display for SymbolText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A mark in front takes the name out of what is reserved.
        let mark = if is_reserved(self.0) { "!" } else { "" };
        if is_simple(self.0) {
            return write!(f, "{mark}{}", self.0);
        }
        write!(f, "|{mark}")?;
        for one in self.0.chars() {
            let mut buffer = [0; 4];
            let text = one.encode_utf8(&mut buffer);
            f.write_str(if can_be_written(text) { text } else { "!" })?;
        }
        f.write_str("|")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_quoted_when_they_must_be() {
        let check = |name: &str, expected: &str| assert_eq!(SymbolText(name).to_string(), expected);
        check("x1", "x1");
        check("<=.x!", "<=.x!");
        check("", "||");
        check("1x", "|1x|");
        check("-8", "|-8|");
        check("-x8", "-x8");
        check("a b", "|a b|");
        check("let", "|let|");
        check("-034", "|-034|");
        check("-1.5", "|-1.5|");
        check("-1/2", "|-1/2|");
        check("-.5", "|-.5|");
        check("-", "-");
        check("-1a", "|-1a|");
        check("ä", "|ä|");
        check("a|b\\", "|a!b!|");
        check("@a", "!@a");
        check(".a b", "|!.a b|");
        assert!(can_be_written("a b"));
        assert!(!can_be_written("a|b"));
        assert!(!can_be_written("a\0"));
    }
}
