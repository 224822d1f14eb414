//! A short notation for values, written into traces beside the constants that have them, and read again by the sort.
//!
//! `true`, `-3`, `2/3`, `#b0101` (bit-vectors and floats), `rne`, `"a\u{e4}"`, `[a b]` (sequences), `{a b}` (sets),
//! `{a:2}` (bags), `(a b)` (tuples), `|cons|(a b)` (datatypes), `<else a, k -> v>` (arrays and functions), `@|e1|`
//! (elements of uninterpreted sorts).

use std::fmt::Write;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::finite::ROUNDING_MODES;
use super::table::{Table, key_sort};
use super::{Datum, Unknown};
use crate::{BitVec, FloatValue, Sort, SortShape};

/// Most values are written with fewer characters.
const ROOM: usize = 24;

impl Datum {
    /// The value in the short notation; `None` for regular expressions, which have none.
    pub fn to_notation(&self) -> Option<String> {
        let mut text = String::with_capacity(ROOM);
        write_datum(&mut text, self)?;
        Some(text)
    }

    /// The value of this sort that the notation says; `None` if it says none. Bits are read from the right, and as many as
    /// the sort has: so a value outlives a change of the width of its constant.
    pub fn of_notation(text: &str, sort: &Sort) -> Option<Datum> {
        let mut reader = Reader { rest: text };
        let value = reader.value(sort, 0)?;
        reader.rest.trim().is_empty().then_some(value)
    }
}

fn write_datum(out: &mut String, datum: &Datum) -> Option<()> {
    match datum {
        Datum::Bool(value) => {
            out.push_str(if *value { "true" } else { "false" });
            Some(())
        }
        Datum::Int(number) => {
            write_small(out, *number);
            Some(())
        }
        Datum::BigInt(number) => write!(out, "{number}").ok(),
        Datum::Real(numerator, denominator) => {
            write_small(out, *numerator);
            if *denominator != 1 {
                out.push('/');
                write_small(out, i64::from(*denominator));
            }
            Some(())
        }
        Datum::BigReal(_) => {
            let number = datum.to_rational()?;
            match number.denom().is_one() {
                true => write!(out, "{}", number.numer()).ok(),
                false => write!(out, "{}/{}", number.numer(), number.denom()).ok(),
            }
        }
        Datum::BitVec(width, bits) => {
            write_small_bits(out, *width, *bits);
            Some(())
        }
        Datum::Float(exponent, significand, bits) => {
            write_small_bits(out, u32::from(*exponent) + u32::from(*significand), *bits);
            Some(())
        }
        Datum::BigBitVec(value) => write_bits(out, value),
        Datum::BigFloat(_) => write_bits(out, datum.to_float()?.bits()),
        Datum::RoundingMode(mode) => {
            let (name, _) = ROUNDING_MODES.iter().find(|(_, one)| one == mode)?;
            out.push_str(name);
            Some(())
        }
        Datum::String(text) => {
            out.push('"');
            for code in text.iter() {
                write_character(out, *code, '"');
            }
            out.push('"');
            Some(())
        }
        Datum::RegLan(_) => None,
        Datum::Seq(elements) => write_all(out, '[', elements, ']'),
        Datum::Set(elements) => write_all(out, '{', elements, '}'),
        Datum::Tuple(elements) => write_all(out, '(', elements, ')'),
        Datum::Bag(elements) => {
            out.push('{');
            for (place, (element, count)) in elements.iter().enumerate() {
                out.push_str(if place == 0 { "" } else { " " });
                write_datum(out, element)?;
                out.push(':');
                write_datum(out, count)?;
            }
            out.push('}');
            Some(())
        }
        Datum::Datatype(value) => {
            write_name(out, &value.constructor);
            write_all(out, '(', &value.fields, ')')
        }
        Datum::Array(table) | Datum::Function(table) => {
            out.push_str("<else ");
            write_datum(out, table.default())?;
            for (key, value) in table.entries() {
                out.push_str(", ");
                write_datum(out, key)?;
                out.push_str(" -> ");
                write_datum(out, value)?;
            }
            out.push('>');
            Some(())
        }
        Datum::Field(_, element) => write!(out, "{element}").ok(),
        Datum::BigField(field) => write!(out, "{}", field.1).ok(),
        Datum::Element(element) => {
            out.push('@');
            write_name(out, &element.name);
            Some(())
        }
    }
}

/// A number in decimal digits: planted values are written for each constant of a run, so without the machinery of formats.
fn write_small(out: &mut String, number: i64) {
    let (mut digits, mut first, mut left) = ([0; 20], 20, number.unsigned_abs());
    loop {
        first -= 1;
        digits[first] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    if number < 0 {
        out.push('-');
    }
    digits[first..].iter().for_each(|digit| out.push(char::from(*digit)));
}

/// So many bits, the highest first.
fn write_small_bits(out: &mut String, width: u32, bits: u64) {
    out.push_str("#b");
    out.extend((0..width).rev().map(|place| if bits >> place & 1 == 1 { '1' } else { '0' }));
}

fn write_bits(out: &mut String, value: &BitVec) -> Option<()> {
    let width = value.width() as usize;
    write!(out, "#b{:0>width$}", value.bits().to_str_radix(2)).ok()
}

fn write_all(out: &mut String, open: char, parts: &[Datum], close: char) -> Option<()> {
    out.push(open);
    for (place, part) in parts.iter().enumerate() {
        out.push_str(if place == 0 { "" } else { " " });
        write_datum(out, part)?;
    }
    out.push(close);
    Some(())
}

fn write_name(out: &mut String, name: &str) {
    out.push('|');
    name.chars().for_each(|character| write_character(out, character.into(), '|'));
    out.push('|');
}

/// A character that can be seen stands for itself.
fn write_character(out: &mut String, code: u32, quote: char) {
    match char::from_u32(code) {
        Some(plain @ ' '..='~') if plain != quote && plain != '\\' => out.push(plain),
        _ => {
            // A text takes all that is written.
            let _ = write!(out, "\\u{{{code:x}}}");
        }
    }
}

/// So deep are values read: what is written is less deep, and a stranger's text must not exhaust the stack.
const DEEPEST: u32 = 500;

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// Takes this text if it comes next, after blanks.
    fn take(&mut self, text: &str) -> Option<()> {
        self.rest = self.rest.trim_start().strip_prefix(text)?;
        Some(())
    }

    /// Takes the longest run of such characters, which may not be empty.
    fn run(&mut self, fits: impl Fn(char) -> bool) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let end = rest.find(|character| !fits(character)).unwrap_or(rest.len());
        let (run, rest) = rest.split_at_checked(end).filter(|(run, _)| !run.is_empty())?;
        self.rest = rest;
        Some(run)
    }

    fn integer(&mut self) -> Option<BigInt> {
        self.run(|character| character.is_ascii_digit() || character == '-')?.parse().ok()
    }

    /// The lowest bits of what is written, with zeros in front if there are too few.
    fn bits(&mut self, width: u32) -> Option<BitVec> {
        self.take("#b")?;
        let digits = self.run(|character| matches!(character, '0' | '1'))?;
        let bits = BigUint::parse_bytes(digits.as_bytes(), 2)?;
        let modulus = BigUint::one() << width;
        Some(BitVec::new(width, bits % modulus))
    }

    /// The characters up to the closing quote.
    fn quoted(&mut self, quote: char) -> Option<Vec<u32>> {
        self.take(&quote.to_string())?;
        let mut codes = Vec::new();
        loop {
            let mut characters = self.rest.chars();
            match characters.next()? {
                end if end == quote => {
                    self.rest = characters.as_str();
                    return Some(codes);
                }
                '\\' => {
                    let escape = characters.as_str().strip_prefix("u{")?;
                    let (digits, rest) = escape.split_once('}')?;
                    codes.push(u32::from_str_radix(digits, 16).ok()?);
                    self.rest = rest;
                }
                plain => {
                    codes.push(plain.into());
                    self.rest = characters.as_str();
                }
            }
        }
    }

    fn name(&mut self) -> Option<String> {
        self.quoted('|')?.into_iter().map(char::from_u32).collect()
    }

    /// Values of one sort up to the closing bracket.
    fn list(&mut self, close: &str, sort: &Sort, depth: u32) -> Option<Vec<Datum>> {
        let mut values = Vec::new();
        while self.take(close).is_none() {
            values.push(self.value(sort, depth)?);
        }
        Some(values)
    }

    /// A value of each sort in brackets.
    fn each(&mut self, sorts: &[Sort], depth: u32) -> Option<Vec<Datum>> {
        self.take("(")?;
        let values: Option<Vec<Datum>> = sorts.iter().map(|sort| self.value(sort, depth)).collect();
        self.take(")")?;
        values
    }

    fn value(&mut self, sort: &Sort, depth: u32) -> Option<Datum> {
        let depth = depth + 1;
        if depth > DEEPEST {
            return None;
        }
        Some(match sort.shape() {
            SortShape::Bool => match self.run(|character| character.is_ascii_alphabetic())? {
                "true" => Datum::Bool(true),
                "false" => Datum::Bool(false),
                _ => return None,
            },
            SortShape::Int => Datum::int(self.integer()?),
            SortShape::Real => {
                let numerator = self.integer()?;
                let denominator = match self.rest.starts_with('/') {
                    true => self.take("/").and_then(|()| self.integer())?,
                    false => BigInt::one(),
                };
                if denominator.is_zero() {
                    return None;
                }
                Datum::real(BigRational::new(numerator, denominator))
            }
            SortShape::BitVec(width) => Datum::bit_vec(self.bits(*width)?),
            SortShape::FloatingPoint(exponent, significand) => {
                let bits = self.bits(exponent + significand)?;
                Datum::float(
                    FloatValue::new(*exponent, *significand, bits)
                        .unwrap_or_else(|| FloatValue::nan(*exponent, *significand)),
                )
            }
            SortShape::RoundingMode => {
                let name = self.run(|character| character.is_ascii_alphabetic())?;
                let (_, mode) = ROUNDING_MODES.iter().find(|(one, _)| *one == name)?;
                Datum::RoundingMode(*mode)
            }
            SortShape::String => Datum::String(self.quoted('"')?.into()),
            SortShape::FiniteField(order) => {
                let element = self.integer()?.to_biguint()?;
                Datum::field(order, element % &**order)
            }
            SortShape::Seq(element) => {
                self.take("[")?;
                Datum::Seq(self.list("]", element, depth)?.into())
            }
            SortShape::Set(element) => {
                self.take("{")?;
                Datum::set(self.list("}", element, depth)?)
            }
            SortShape::Bag(element) => {
                self.take("{")?;
                let mut elements = Vec::new();
                while self.take("}").is_none() {
                    let one = self.value(element, depth)?;
                    self.take(":")?;
                    elements.push((one, self.integer()?));
                }
                Datum::bag(elements)
            }
            SortShape::Tuple(elements) => Datum::Tuple(self.each(elements, depth)?.into()),
            SortShape::Datatype(datatype, args) => {
                let name = self.name()?;
                let constructor = datatype.constructor(&name)?;
                let fields = datatype.field_sorts(constructor, args)?;
                let fields = self.each(&fields, depth)?;
                Datum::constructed(sort.clone(), constructor.name.clone(), fields).ok()?
            }
            SortShape::Array(_, element) => {
                Datum::Array(self.table(sort, element, depth)?.ok()?.into())
            }
            SortShape::Fun(_, codomain) => {
                Datum::Function(self.table(sort, codomain, depth)?.ok()?.into())
            }
            SortShape::Uninterpreted(_) => {
                self.take("@")?;
                Datum::element(sort.clone(), &self.name()?)
            }
            SortShape::RegLan | SortShape::MatchCase(..) => return None,
        })
    }

    fn table(&mut self, sort: &Sort, values: &Sort, depth: u32) -> Option<Result<Table, Unknown>> {
        self.take("<else")?;
        let default = self.value(values, depth)?;
        let keys = key_sort(sort)?;
        let mut entries = Vec::new();
        while self.take(">").is_none() {
            self.take(",")?;
            let key = self.value(&keys, depth)?;
            self.take("->")?;
            entries.push((key, self.value(values, depth)?));
        }
        Some(Table::new(sort.clone(), default, entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::finite;

    #[test]
    fn values_of_small_sorts_are_read_as_they_are_written() {
        let sorts = [
            Sort::bool(),
            Sort::bit_vec(3),
            Sort::rounding_mode(),
            Sort::floating_point(2, 3),
            Sort::finite_field(5u32.into()),
            Sort::set(Sort::bit_vec(2)),
            Sort::tuple([Sort::bool(), Sort::bit_vec(1)]),
            Sort::array(Sort::bit_vec(1), Sort::bit_vec(2)),
            Sort::fun([Sort::bool(), Sort::bit_vec(1)], Sort::bool()),
        ];
        for sort in sorts {
            let mut count = 0;
            while let Some(value) = finite::nth(&sort, count) {
                let text = value.to_notation().unwrap();
                assert_eq!(Datum::of_notation(&text, &sort), Some(value), "{sort}: {text}");
                count += 1;
            }
            assert!(count > 1, "{sort}");
        }
    }

    #[test]
    fn the_notation_of_each_sort() {
        let check = |sort: Sort, text: &str| {
            let value = Datum::of_notation(text, &sort);
            let written = value.and_then(|value| value.to_notation());
            assert_eq!(written.as_deref(), Some(text), "{sort}");
        };
        check(Sort::int(), "-123456789012345678901234567890");
        check(Sort::real(), "-2/3");
        check(Sort::real(), "7");
        check(Sort::bit_vec(70), &format!("#b{}", "10".repeat(35)));
        check(Sort::string(), "\"a b\\u{22}\\u{5c}\\u{2ffff}|\"");
        check(Sort::seq(Sort::int()), "[1 2 1]");
        check(Sort::seq(Sort::seq(Sort::bool())), "[[] [true]]");
        check(Sort::bag(Sort::int()), "{1:2 5:1}");
        check(Sort::array(Sort::int(), Sort::real()), "<else 1/2, -1 -> 3, 4 -> 5/7>");
        check(Sort::uninterpreted("U"), "@|e 1\\u{7c}|");
        check(Sort::tuple(Vec::new()), "()");
    }

    #[test]
    fn bits_follow_the_width_and_nonsense_is_refused() {
        let read = |text: &str, sort: Sort| {
            Datum::of_notation(text, &sort).and_then(|value| value.to_notation())
        };
        assert_eq!(read("#b1011", Sort::bit_vec(3)).as_deref(), Some("#b011"));
        assert_eq!(read("#b1011", Sort::bit_vec(6)).as_deref(), Some("#b001011"));
        for (text, sort) in [
            ("", Sort::bool()),
            ("1", Sort::bool()),
            ("1/0", Sort::real()),
            ("1 2", Sort::int()),
            ("\"a", Sort::string()),
            ("\"\\u{110000000}\"", Sort::string()),
            ("<else 1", Sort::array(Sort::int(), Sort::int())),
            ("(1)", Sort::tuple([Sort::int(), Sort::int()])),
            ("#b2", Sort::bit_vec(2)),
            ("a", Sort::reg_lan()),
        ] {
            assert_eq!(read(text, sort.clone()), None, "{sort}: {text}");
        }
    }
}
