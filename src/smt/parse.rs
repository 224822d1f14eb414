//! The parser: from bytes to s-expressions.

use std::borrow::Cow;

use thiserror::Error;

use super::lex::{Token, skip_blanks, token};
use super::position::{Lines, Position, SHOWN, shown};
use super::sexpr::{Cell, CellId, Commands, Kind};

/// Why a text is no sequence of s-expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseProblem {
    /// The text ends inside of a list that begins here.
    #[error("this parenthesis is never closed")]
    NotClosed,
    /// There is nothing to close.
    #[error("this parenthesis closes nothing")]
    NotOpened,
    /// A string without end.
    #[error("this string has no end")]
    EndlessString,
    /// A symbol between bars without end.
    #[error("this symbol has no end")]
    EndlessSymbol,
    /// A comment `#|` without end.
    #[error("this comment has no end")]
    EndlessComment,
    /// No token of SMT-LIB.
    #[error("this is no token of SMT-LIB")]
    NoToken,
    /// An atom where a command should be.
    #[error("expected a command, which begins with a parenthesis")]
    NoCommand,
    /// More than positions can tell.
    #[error("a file of 4 GB or more cannot be read")]
    TooLarge,
}

/// Why a text is no sequence of s-expressions, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{position}: {problem}, found '{token}'")]
pub struct ParseError {
    /// Where.
    pub position: Position,
    /// What is wrong.
    pub problem: ParseProblem,
    /// What stands there, shortened.
    pub token: String,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads all commands of a file; they may be any lists.
pub fn parse(input: &[u8]) -> Result<Commands, ParseError> {
    if u32::try_from(input.len()).is_err() {
        return Err(error(&[], 0, ParseProblem::TooLarge));
    }
    let mut commands = Commands { lines: Lines::of(input), ..Commands::default() };
    // Seldom is a token shorter, with the blank behind it.
    commands.cells.reserve(input.len() / 4);
    let mut open: Vec<CellId> = Vec::new();
    let mut rest = skip_blanks(input.strip_prefix(BYTE_ORDER_MARK).unwrap_or(input));
    while !rest.is_empty() {
        let at = input.len() - rest.len();
        let Ok((after, token)) = token(rest) else {
            return Err(error(input, at, no_token(rest)));
        };
        let number = commands.cells.len() as CellId;
        match token {
            Token::Open => {
                open.push(number);
                commands.cells.push(Cell { at: at as u32, value: 0, kind: Kind::List });
            }
            Token::Close => match open.pop() {
                Some(list) => commands.cells[list as usize].value = number,
                None => return Err(error(input, at, ParseProblem::NotOpened)),
            },
            Token::Atom(..) if open.is_empty() => {
                return Err(error(input, at, ParseProblem::NoCommand));
            }
            Token::Atom(kind, text) => {
                let mut text = decoded(text);
                if kind == Kind::String && text.contains('"') {
                    text = text.replace("\"\"", "\"").into();
                }
                let value = commands.texts.intern(&text).0;
                commands.cells.push(Cell { at: at as u32, value, kind });
            }
            Token::Comment(text) if open.is_empty() && is_first_of_line(&input[..at]) => {
                let text = decoded(text);
                let value = commands.texts.intern(text.trim_start_matches(';').trim()).0;
                commands.cells.push(Cell { at: at as u32, value, kind: Kind::Comment });
            }
            Token::Comment(_) | Token::BlockComment => {}
        }
        rest = skip_blanks(after);
    }
    match open.last() {
        Some(list) => {
            let at = commands.cells[*list as usize].at as usize;
            Err(error(input, at, ParseProblem::NotClosed))
        }
        None => {
            commands.cells.shrink_to_fit();
            Ok(commands)
        }
    }
}

/// Bytes that are not UTF-8 are Latin-1.
fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().copied().map(char::from).collect::<String>().into(),
    }
}

fn is_first_of_line(before: &[u8]) -> bool {
    before.iter().rev().take_while(|byte| **byte != b'\n').all(u8::is_ascii_whitespace)
}

fn no_token(rest: &[u8]) -> ParseProblem {
    match rest {
        [b'"', ..] => ParseProblem::EndlessString,
        [b'|', ..] => ParseProblem::EndlessSymbol,
        [b'#', b'|', ..] => ParseProblem::EndlessComment,
        _ => ParseProblem::NoToken,
    }
}

fn error(input: &[u8], at: usize, problem: ParseProblem) -> ParseError {
    let rest = &input[at..];
    let word = rest.iter().position(|byte| byte.is_ascii_whitespace()).unwrap_or(rest.len());
    let token = shown(&String::from_utf8_lossy(&rest[..word.min(4 * SHOWN)]));
    ParseError { position: Lines::of(input).position(at as u32), problem, token }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, expected: &str) {
        let found = match parse(input.as_bytes()) {
            Ok(commands) => commands.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{input}");
    }

    #[test]
    fn commands() {
        check("", "");
        check("\u{feff} (a)\r\n(b c)", "(a)\n(b c)\n");
        check("(a ; b )\n #| ( |# (|c d| \"e\"\"f\"))", "(a (|c d| \"e\"\"f\"))\n");
        check(";; a\n(b) ; c\n;d", "; a\n(b)\n; d\n");
        check("()(())", "()\n(())\n");
    }

    #[test]
    fn errors_tell_the_place() {
        check("(a\n (b)", "1:1: this parenthesis is never closed, found '(a'");
        check("(a)\n)", "2:1: this parenthesis closes nothing, found ')'");
        check("(a \"b)", "1:4: this string has no end, found '\"b)'");
        check("(a |b)", "1:4: this symbol has no end, found '|b)'");
        check("(a #|b)", "1:4: this comment has no end, found '#|b)'");
        check("(a [b])", "1:4: this is no token of SMT-LIB, found '[b])'");
        check("(a 1b)", "1:4: this is no token of SMT-LIB, found '1b)'");
        check("a", "1:1: expected a command, which begins with a parenthesis, found 'a'");
    }

    #[test]
    fn any_bytes_in_comments_and_strings() {
        let commands = parse(b"; \xff\n(a \"\xff\" |\xc3\xa4|)").unwrap();
        assert_eq!(commands.to_string(), "; \u{ff}\n(a \"\u{ff}\" |\u{e4}|)\n");
        assert!(parse(b"(\0)").is_err());
    }
}
