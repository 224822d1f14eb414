//! Tokens of SMT-LIB 2.6 and 2.7, and those of solvers that files in the wild contain.
//!
//! Beyond the standard, these are read: block comments `#|…|#`, field literals `#f3m7`, numbers like `2.`, bytes above
//! 127 in symbols, carriage returns and form feeds as blanks, a byte order mark at the start. Comments may hold any
//! bytes. In strings and symbols, bytes that are not UTF-8 are taken as Latin-1.

use nom::bytes::complete::{tag, take_till, take_until, take_while, take_while1};
use nom::character::complete::char;
use nom::combinator::{opt, recognize, verify};
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use super::sexpr::Kind;

/// A token with its text: that of strings and quoted symbols stands between the quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Open,
    Close,
    Atom(Kind, &'a [u8]),
    /// A comment to the end of its line, without the first semicolon.
    Comment(&'a [u8]),
    BlockComment,
}

const BLANK: u8 = 1;
const SYMBOL: u8 = 2;
const DIGIT: u8 = 4;

/// What each byte may be part of.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' => BLANK,
            b'0'..=b'9' => SYMBOL | DIGIT,
            b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => SYMBOL,
            b'~' | b'!' | b'@' | b'$' | b'%' | b'^' | b'&' | b'*' | b'_' | b'-' | b'+' => SYMBOL,
            b'=' | b'<' | b'>' | b'.' | b'?' | b'/' => SYMBOL,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

fn is(byte: u8, class: u8) -> bool {
    CLASSES[byte as usize] & class != 0
}

type Found<'a, T = &'a [u8]> = IResult<&'a [u8], T>;

/// What is left after blanks.
pub(super) fn skip_blanks(input: &[u8]) -> &[u8] {
    let length = input.iter().position(|byte| !is(*byte, BLANK)).unwrap_or(input.len());
    &input[length..]
}

fn symbol(input: &[u8]) -> Found<'_> {
    take_while1(|byte| is(byte, SYMBOL))(input)
}

fn digits(input: &[u8]) -> Found<'_> {
    take_while1(|byte| is(byte, DIGIT))(input)
}

/// Between bars anything may stand but bars.
fn quoted(input: &[u8]) -> Found<'_> {
    delimited(char('|'), take_till(|byte| byte == b'|'), char('|')).parse(input)
}

/// Between quotes; a doubled quote is no end.
fn string(input: &[u8]) -> Found<'_> {
    let (mut rest, _) = char('"')(input)?;
    loop {
        let (quote, _) = take_till(|byte| byte == b'"')(rest)?;
        let (after, _) = char('"')(quote)?;
        match after.first() {
            Some(b'"') => rest = &after[1..],
            _ => {
                let length = input.len() - after.len() - 2;
                return Ok((after, &input[1..1 + length]));
            }
        }
    }
}

fn number(input: &[u8]) -> Found<'_, Token<'_>> {
    let (rest, whole) = digits(input)?;
    let below: Found<'_, _> = preceded(char('/'), digits).parse(rest);
    // cvc5 writes `1/2`.
    if let Ok((rest, below)) = below
        && !rest.first().is_some_and(|byte| is(*byte, SYMBOL))
    {
        let length = whole.len() + 1 + below.len();
        return Ok((rest, Token::Atom(Kind::Fraction, &input[..length])));
    }
    // Z3 writes and reads `2.` for `2.0`.
    let fraction = take_while(|byte| is(byte, DIGIT));
    let (rest, fraction) = opt(preceded(char('.'), fraction)).parse(rest)?;
    let kind = if fraction.is_some() { Kind::Decimal } else { Kind::Numeral };
    let length = whole.len() + fraction.map_or(0, |fraction: &[u8]| fraction.len() + 1);
    // `1a` is no number with something behind it.
    match rest.first() {
        Some(byte) if is(*byte, SYMBOL) => fail(input),
        _ => Ok((rest, Token::Atom(kind, &input[..length]))),
    }
}

fn fail<T>(input: &[u8]) -> Found<'_, T> {
    Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::Verify)))
}

fn is_field_literal(word: &[u8]) -> bool {
    let found: Found<'_, _> = (tag("#f"), opt(char('-')), digits, char('m'), digits).parse(word);
    matches!(found, Ok((b"", _)))
}

fn literal(input: &[u8]) -> Found<'_, Token<'_>> {
    let word = recognize((char('#'), symbol));
    let (rest, word) = verify(word, |word: &[u8]| word.len() > 2).parse(input)?;
    let kind = match word[1] {
        b'x' if word[2..].iter().all(u8::is_ascii_hexdigit) => Kind::Hexadecimal,
        b'b' if word[2..].iter().all(|byte| matches!(byte, b'0' | b'1')) => Kind::Binary,
        b'f' if is_field_literal(word) => Kind::Field,
        _ => return fail(input),
    };
    Ok((rest, Token::Atom(kind, word)))
}

/// The next token; the input does not begin with a blank.
pub(super) fn token(input: &[u8]) -> Found<'_, Token<'_>> {
    let atom = |kind| move |text| Token::Atom(kind, text);
    match input {
        [b'(', rest @ ..] => Ok((rest, Token::Open)),
        [b')', rest @ ..] => Ok((rest, Token::Close)),
        [b';', rest @ ..] => take_while(|byte| byte != b'\n').map(Token::Comment).parse(rest),
        [b'"', ..] => string.map(atom(Kind::String)).parse(input),
        [b'|', ..] => quoted.map(atom(Kind::Quoted)).parse(input),
        [b':', ..] => recognize((char(':'), symbol)).map(atom(Kind::Keyword)).parse(input),
        [b'#', b'|', ..] => {
            (tag("#|"), take_until("|#"), tag("|#")).map(|_| Token::BlockComment).parse(input)
        }
        [b'#', ..] => literal(input),
        [b'0'..=b'9', ..] => number(input),
        _ => symbol.map(atom(Kind::Symbol)).parse(input),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, expected: Option<(Kind, &str)>) {
        let found = match token(input.as_bytes()) {
            Ok((b"", Token::Atom(kind, text))) => Some((kind, std::str::from_utf8(text).unwrap())),
            _ => None,
        };
        assert_eq!(found, expected, "{input}");
    }

    #[test]
    fn atoms() {
        check("a-b", Some((Kind::Symbol, "a-b")));
        check("-5", Some((Kind::Symbol, "-5")));
        check("~!@$%^&*_-+=<>.?/", Some((Kind::Symbol, "~!@$%^&*_-+=<>.?/")));
        check("ä", Some((Kind::Symbol, "ä")));
        check("|a b|", Some((Kind::Quoted, "a b")));
        check("||", Some((Kind::Quoted, "")));
        check("|a\nb", None);
        check(":key", Some((Kind::Keyword, ":key")));
        check(":", None);
        check("007", Some((Kind::Numeral, "007")));
        check("1.50", Some((Kind::Decimal, "1.50")));
        check("1.", Some((Kind::Decimal, "1.")));
        check("1.a", None);
        check("1a", None);
        check("1/20", Some((Kind::Fraction, "1/20")));
        check("1/", None);
        check("1/a", None);
        check("1/2.0", None);
        check("#xaF", Some((Kind::Hexadecimal, "#xaF")));
        check("#b01", Some((Kind::Binary, "#b01")));
        check("#b2", None);
        check("#x", None);
        check("#f-3m7", Some((Kind::Field, "#f-3m7")));
        check("#f3", None);
        check("\"a\"\"b\"", Some((Kind::String, "a\"\"b")));
        check("\"a\"\"", None);
        check("[", None);
    }

    #[test]
    fn comments() {
        assert_eq!(token(b";a\nb"), Ok((&b"\nb"[..], Token::Comment(b"a"))));
        assert_eq!(token(b"#| a\n ) |#b"), Ok((&b"b"[..], Token::BlockComment)));
        assert!(token(b"#| a").is_err());
        assert_eq!(skip_blanks(b" \t\r\n a "), b"a ");
    }
}
