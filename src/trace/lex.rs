//! Splits a line of a trace into words.

use std::borrow::Cow;

use nom::branch::alt;
use nom::bytes::complete::take_while;
use nom::character::complete::{char, u32 as digits32, u64 as digits64};
use nom::combinator::{all_consuming, map};
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::quote::{closing, unescape};
use super::read_error::shown;
use super::{Name, ReadError, SortName, TermName};

/// A problem at a place of a line; the reader adds the number of the line. Boxed, since it is rare.
pub(super) type LineError = Box<ReadError>;

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

fn blanks(text: &str) -> IResult<&str, &str> {
    take_while(is_blank)(text)
}

fn bare_word(text: &str) -> IResult<&str, &str> {
    // By bytes: blanks are ASCII, and most of the reader's time is spent here.
    let length = text.bytes().position(|byte| matches!(byte, b' ' | b'\t')).unwrap_or(text.len());
    if length == 0 {
        return Err(nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::IsNot)));
    }
    nom::bytes::complete::take(length)(text)
}

fn name(text: &str) -> IResult<&str, Name> {
    alt((
        map(preceded(char('t'), digits32), |number| Name::Term(TermName(number))),
        map(preceded(char('s'), digits32), |number| Name::Sort(SortName(number))),
    ))
    .parse(text)
}

/// Quoted text: what stands between the quotes, as written.
fn quoted(text: &str) -> IResult<&str, &str> {
    let (inner, _) = char('"')(text)?;
    match closing(inner) {
        Some(length) => Ok((&inner[length + 1..], &inner[..length])),
        None => Err(nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Char))),
    }
}

/// A place in a line, to be named in an error.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

/// What is left of a line.
pub(super) struct Cursor<'a> {
    line: &'a str,
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(line: &'a str) -> Cursor<'a> {
        let mut cursor = Cursor { line, rest: line };
        cursor.skip_blanks();
        cursor
    }

    pub(super) fn skip_blanks(&mut self) {
        if let Ok((rest, _)) = blanks(self.rest) {
            self.rest = rest;
        }
    }

    pub(super) fn at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    /// The place of the next word.
    pub(super) fn mark(&self) -> Mark {
        Mark(self.line.len() - self.rest.len())
    }

    pub(super) fn error_at(&self, mark: Mark, problem: &str) -> LineError {
        let (before, rest) = self.line.split_at_checked(mark.0).unwrap_or((self.line, ""));
        let token = match quoted(rest) {
            Ok((after, _)) => &rest[..rest.len() - after.len()],
            Err(_) => bare_word(rest).map_or("", |(_, word)| word),
        };
        Box::new(ReadError {
            line: 0,
            column: before.chars().count() + 1,
            problem: problem.to_owned(),
            found: shown(token),
        })
    }

    pub(super) fn error_here(&self, problem: &str) -> LineError {
        self.error_at(self.mark(), problem)
    }

    pub(super) fn expected(&self, mark: Mark, what: &str) -> LineError {
        self.error_at(mark, &format!("expected {what}"))
    }

    /// The next word, whatever it is made of.
    pub(super) fn word(&mut self, what: &str) -> Result<&'a str, LineError> {
        match bare_word(self.rest) {
            Ok((rest, word)) => {
                self.rest = rest;
                self.skip_blanks();
                Ok(word)
            }
            Err(_) => Err(self.expected(self.mark(), what)),
        }
    }

    /// The next word, if it is a number.
    pub(super) fn number(&mut self, what: &str) -> Result<u32, LineError> {
        let mark = self.mark();
        let word = self.word(what)?;
        match all_consuming(digits32::<&str, nom::error::Error<&str>>).parse(word) {
            Ok((_, number)) => Ok(number),
            Err(_) => Err(self.expected(mark, what)),
        }
    }

    /// The number at the beginning of a line.
    pub(super) fn seed(&mut self) -> Result<u64, LineError> {
        let mark = self.mark();
        let word = self.word("a seed")?;
        match all_consuming(digits64::<&str, nom::error::Error<&str>>).parse(word) {
            Ok((_, number)) => Ok(number),
            Err(_) => Err(self.expected(mark, "a seed below 2^64")),
        }
    }

    /// The name at this place, if there is one.
    pub(super) fn next_name(&mut self) -> Option<Name> {
        let (rest, found) = name(self.rest).ok()?;
        let ends = rest.chars().next().is_none_or(is_blank);
        if !ends {
            return None;
        }
        self.rest = rest;
        self.skip_blanks();
        Some(found)
    }

    pub(super) fn sort(&mut self) -> Result<SortName, LineError> {
        let (mark, before) = (self.mark(), self.rest);
        match self.next_name() {
            Some(Name::Sort(name)) => Ok(name),
            _ => {
                self.rest = before;
                Err(self.expected(mark, "a sort such as s3"))
            }
        }
    }

    pub(super) fn term(&mut self) -> Result<TermName, LineError> {
        let (mark, before) = (self.mark(), self.rest);
        match self.next_name() {
            Some(Name::Term(name)) => Ok(name),
            _ => {
                self.rest = before;
                Err(self.expected(mark, "a term such as t12"))
            }
        }
    }

    pub(super) fn at_quote(&self) -> bool {
        self.rest.starts_with('"')
    }

    /// Quoted text.
    pub(super) fn quoted(&mut self, what: &str) -> Result<Cow<'a, str>, LineError> {
        let mark = self.mark();
        if !self.at_quote() {
            return Err(self.expected(mark, &format!("{what} in quotes")));
        }
        let Ok((rest, inner)) = quoted(self.rest) else {
            return Err(self.expected(mark, &format!("{what} in quotes, closed on this line")));
        };
        self.rest = rest;
        if !rest.chars().next().is_none_or(is_blank) {
            return Err(self.expected(self.mark(), "a blank behind the quotes"));
        }
        self.skip_blanks();
        Ok(unescape(inner))
    }

    /// Quoted text or a bare word.
    pub(super) fn text(&mut self, what: &str) -> Result<Cow<'a, str>, LineError> {
        if self.at_quote() { self.quoted(what) } else { self.word(what).map(Cow::Borrowed) }
    }

    /// Steps over a prefix of the next word.
    pub(super) fn skip(&mut self, prefix: &str) -> bool {
        match self.rest.strip_prefix(prefix) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Quoted text behind which something other than a blank may stand.
    pub(super) fn quoted_part(&mut self, what: &str) -> Result<Cow<'a, str>, LineError> {
        let mark = self.mark();
        let Ok((rest, inner)) = quoted(self.rest) else {
            return Err(self.expected(mark, &format!("{what} in quotes")));
        };
        self.rest = rest;
        Ok(unescape(inner))
    }

    /// Nothing may be left.
    pub(super) fn end(&self) -> Result<(), LineError> {
        if self.at_end() {
            return Ok(());
        }
        Err(self.expected(self.mark(), "the end of the line"))
    }

    /// Ends a word that was taken in parts.
    pub(super) fn end_word(&mut self) -> Result<(), LineError> {
        if !self.rest.chars().next().is_none_or(is_blank) {
            return Err(self.expected(self.mark(), "a blank"));
        }
        self.skip_blanks();
        Ok(())
    }
}
