//! S-expressions: where one ends in a stream of bytes, and what it holds.

use std::fmt;

/// An s-expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sexpr {
    /// A symbol, a number or a keyword; a symbol between bars is here without them.
    Atom(String),
    /// What stands between quotes, with `""` read as one.
    Text(String),
    /// A list.
    List(Vec<Sexpr>),
}

impl Sexpr {
    /// The atom.
    pub(crate) fn atom(&self) -> Option<&str> {
        match self {
            Sexpr::Atom(text) => Some(text),
            _ => None,
        }
    }

    /// The list.
    pub(crate) fn list(&self) -> Option<&[Sexpr]> {
        match self {
            Sexpr::List(items) => Some(items),
            _ => None,
        }
    }

    /// The first s-expression of a text, if there is a whole one.
    pub(crate) fn parse(text: &str) -> Option<Sexpr> {
        let mut open: Vec<Vec<Sexpr>> = Vec::new();
        let mut rest = text;
        loop {
            rest = rest.trim_start();
            let first = rest.chars().next()?;
            let item = match first {
                ';' => {
                    rest = rest.split_once('\n')?.1;
                    continue;
                }
                '(' => {
                    open.push(Vec::new());
                    rest = &rest[1..];
                    continue;
                }
                ')' => {
                    rest = &rest[1..];
                    Sexpr::List(open.pop()?)
                }
                '"' => {
                    let (string, after) = quoted(&rest[1..])?;
                    rest = after;
                    Sexpr::Text(string)
                }
                '|' => {
                    let (symbol, after) = rest[1..].split_once('|')?;
                    rest = after;
                    Sexpr::Atom(symbol.to_owned())
                }
                _ => {
                    let ends = |c: char| c.is_whitespace() || "()\";|".contains(c);
                    let (atom, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
                    rest = after;
                    Sexpr::Atom(atom.to_owned())
                }
            };
            match open.last_mut() {
                Some(list) => list.push(item),
                None => return Some(item),
            }
        }
    }
}

/// What stands before the closing quote, and what is behind it.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut string = String::new();
    let mut rest = text;
    loop {
        let (before, after) = rest.split_once('"')?;
        string.push_str(before);
        match after.strip_prefix('"') {
            Some(more) => {
                string.push('"');
                rest = more;
            }
            None => return Some((string, after)),
        }
    }
}

impl fmt::Display for Sexpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sexpr::Atom(text) => f.write_str(text),
            Sexpr::Text(text) => write!(f, "\"{}\"", text.replace('"', "\"\"")),
            Sexpr::List(items) => {
                f.write_str("(")?;
                for (place, item) in items.iter().enumerate() {
                    if place > 0 {
                        f.write_str(" ")?;
                    }
                    write!(f, "{item}")?;
                }
                f.write_str(")")
            }
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Inside {
    /// Nothing was seen but blanks.
    #[default]
    Nothing,
    List,
    Atom,
    Text,
    /// Behind a quote that may be the first of two.
    TextEnd,
    Bars,
    Comment,
}

/// Finds the end of the first s-expression in bytes that come bit by bit: each byte is looked at once.
#[derive(Debug, Default)]
pub(crate) struct Scanner {
    seen: usize,
    depth: usize,
    inside: Inside,
}

impl Scanner {
    /// The length of the first s-expression with the blanks before it, if all of it is there.
    pub(crate) fn end(&mut self, bytes: &[u8]) -> Option<usize> {
        while let Some(byte) = bytes.get(self.seen) {
            let byte = *byte;
            let top = self.depth == 0;
            let between = if top { Inside::Nothing } else { Inside::List };
            match self.inside {
                Inside::Comment => {
                    if byte == b'\n' {
                        self.inside = between;
                    }
                }
                Inside::Text => {
                    if byte == b'"' {
                        self.inside = Inside::TextEnd;
                    }
                }
                Inside::TextEnd if byte == b'"' => self.inside = Inside::Text,
                Inside::Bars => {
                    if byte == b'|' {
                        self.inside = between;
                        if top {
                            return Some(self.seen + 1);
                        }
                    }
                }
                // What ends at the top level with the byte before this one.
                Inside::Atom | Inside::TextEnd
                    if top && (self.inside == Inside::TextEnd || ends_atom(byte)) =>
                {
                    return Some(self.seen);
                }
                _ => match byte {
                    b'(' => {
                        self.depth += 1;
                        self.inside = Inside::List;
                    }
                    b')' => {
                        self.depth = self.depth.saturating_sub(1);
                        if self.depth == 0 {
                            return Some(self.seen + 1);
                        }
                        self.inside = Inside::List;
                    }
                    b'"' => self.inside = Inside::Text,
                    b'|' => self.inside = Inside::Bars,
                    b';' => self.inside = Inside::Comment,
                    _ if byte.is_ascii_whitespace() => self.inside = between,
                    _ => self.inside = Inside::Atom,
                },
            }
            self.seen += 1;
        }
        None
    }
}

fn ends_atom(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"()\";|".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_found() {
        let check = |text: &str, expected: Option<usize>| {
            assert_eq!(Scanner::default().end(text.as_bytes()), expected, "{text}");
            let mut scanner = Scanner::default();
            let in_parts = (0..=text.len()).find_map(|end| scanner.end(&text.as_bytes()[..end]));
            assert_eq!(in_parts, expected, "{text}, byte by byte");
        };
        check("success\n", Some(7));
        check("  sat\nrest", Some(5));
        check("sat", None);
        check("(a (b) \")\" |)| ; )\n) x", Some(20));
        check("(a", None);
        check("\"a\"\"b\" ", Some(6));
        check("\"a\"\"b\"", None);
        check(") x", Some(1));
        check("|a b| ", Some(5));
        check("; no\nsat ", Some(8));
        check("", None);
    }

    #[test]
    fn texts_are_read() {
        let check = |text: &str, expected: Option<&str>| {
            let read = Sexpr::parse(text).map(|sexpr| sexpr.to_string());
            assert_eq!(read.as_deref(), expected, "{text}");
        };
        check("((x  (- 1))\n (|a b| \"q\"\"\"))", Some("((x (- 1)) (a b \"q\"\"\"))"));
        check("sat", Some("sat"));
        check("(", None);
        check(")", None);
        check("\"open", None);
    }
}
