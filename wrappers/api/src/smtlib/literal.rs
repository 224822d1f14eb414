//! The text of literals.

use std::fmt;

use super::{Dialect, SortText};
use crate::{Base, BitVec, Literal, LiteralError, Sort, SortShape, SpecialValue, Value};

/// Writes a literal of this sort, as it is written as far as SMT-LIB can; or tells why the sort has no such literal.
/// Errors of `out` cannot occur: it is text in memory.
pub fn write_literal(
    out: &mut String,
    literal: &Literal,
    sort: &Sort,
    dialect: &Dialect,
) -> Result<(), LiteralError> {
    use fmt::Write;
    let value = literal.value(sort)?;
    // Where numbers with signs are one word, they come as one value only if they must be.
    if dialect.signed_elements {
        match (literal, &value) {
            (Literal::Integer(text), _) if text.starts_with('-') => {
                out.push_str(text);
                return Ok(());
            }
            (Literal::Rational { .. }, Value::Real(number)) => {
                let _ = write!(out, "{}/{}", number.numer(), number.denom());
                return Ok(());
            }
            (Literal::Real(text), Value::Real(number)) if text.starts_with('-') => {
                let _ = write!(out, "{}/{}", number.numer(), number.denom());
                return Ok(());
            }
            _ => {}
        }
    }
    let text = match (literal, sort.shape()) {
        (Literal::BitVec { digits, base }, SortShape::BitVec(width)) => {
            let Value::BitVec(bits) = &value else { return Ok(()) };
            bits_as_written(digits, *base, *width, bits)
        }
        (Literal::Real(text), _) => match text.split_once('/') {
            Some((numerator, denominator)) => fraction(numerator, denominator),
            None => decimal(text),
        },
        (Literal::Rational { numerator, denominator }, _) => fraction(numerator, denominator),
        (Literal::Special(special), _) => special_text(*special, sort, &value, dialect),
        (Literal::FiniteField(_), _) => field_element(&value, sort, dialect),
        _ => value.to_string(),
    };
    let _ = out.write_str(&text);
    Ok(())
}

fn bits_as_written(digits: &str, base: Base, width: u32, bits: &BitVec) -> String {
    let length = digits.len() as u64;
    match base {
        Base::Binary if length == u64::from(width) => format!("#b{digits}"),
        Base::Hexadecimal if length * 4 == u64::from(width) => format!("#x{digits}"),
        _ => format!("(_ bv{} {width})", bits.bits()),
    }
}

/// Digits without needless zeros in front.
fn numeral(digits: &str) -> &str {
    let short = digits.trim_start_matches('0');
    if short.is_empty() { "0" } else { short }
}

/// `1.5`, `(- 1.5)`; an integer gets a fraction.
fn decimal(text: &str) -> String {
    let (negative, plain) = match text.strip_prefix('-') {
        Some(plain) => (true, plain),
        None => (false, text),
    };
    let (whole, fraction) = plain.split_once('.').unwrap_or((plain, "0"));
    let number = format!("{}.{fraction}", numeral(whole));
    if negative { format!("(- {number})") } else { number }
}

/// `(/ 1.0 3.0)`; the sign of a negative denominator goes to the numerator, since it must be a plain number.
fn fraction(numerator: &str, denominator: &str) -> String {
    match (denominator.strip_prefix('-'), numerator.strip_prefix('-')) {
        (None, _) => format!("(/ {} {})", decimal(numerator), decimal(denominator)),
        (Some(below), Some(above)) => format!("(/ {} {})", decimal(above), decimal(below)),
        (Some(below), None) => format!("(/ (- {}) {})", decimal(numerator), decimal(below)),
    }
}

fn field_element(value: &Value, sort: &Sort, dialect: &Dialect) -> String {
    match value {
        Value::FiniteField { element, .. } => {
            format!("(as ff{element} {})", SortText(sort, dialect))
        }
        other => other.to_string(),
    }
}

fn special_text(special: SpecialValue, sort: &Sort, value: &Value, dialect: &Dialect) -> String {
    let float = |name: &str| match sort.shape() {
        SortShape::FloatingPoint(exponent, significand) => {
            format!("(_ {name} {exponent} {significand})")
        }
        _ => value.to_string(),
    };
    match special {
        SpecialValue::FpNan => float("NaN"),
        SpecialValue::FpPosInf => float("+oo"),
        SpecialValue::FpNegInf => float("-oo"),
        SpecialValue::FpPosZero => float("+zero"),
        SpecialValue::FpNegZero => float("-zero"),
        SpecialValue::FfZero | SpecialValue::FfOne | SpecialValue::FfNegOne => {
            field_element(value, sort, dialect)
        }
        SpecialValue::SeqEmpty
        | SpecialValue::SetEmpty
        | SpecialValue::SetUniverse
        | SpecialValue::BagEmpty => format!("(as {} {})", special.key(), SortText(sort, dialect)),
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::STANDARD;

    fn check(literal: Literal, sort: &Sort, expected: &str) {
        let mut text = String::new();
        match write_literal(&mut text, &literal, sort, &STANDARD) {
            Ok(()) => assert_eq!(text, expected),
            Err(error) => assert_eq!(error.to_string(), expected),
        }
    }

    #[test]
    fn numbers_are_written() {
        let integer = |text: &str| Literal::Integer(text.to_owned());
        let real = |text: &str| Literal::Real(text.to_owned());
        check(integer("-5"), &Sort::int(), "(- 5)");
        check(integer("007"), &Sort::int(), "7");
        check(integer("x"), &Sort::int(), "\"x\" is not a number in base 10");
        check(real("5"), &Sort::real(), "5.0");
        check(real("-01.50"), &Sort::real(), "(- 1.50)");
        check(real("1/-3"), &Sort::real(), "(/ (- 1.0) 3.0)");
        check(real("-2/4"), &Sort::real(), "(/ (- 2.0) 4.0)");
        let rational = |n: &str, d: &str| Literal::Rational {
            numerator: n.to_owned(),
            denominator: d.to_owned(),
        };
        check(rational("-1", "-3"), &Sort::real(), "(/ 1.0 3.0)");
    }

    #[test]
    fn bit_vectors_are_written_in_their_base() {
        let bits = |digits: &str, base| Literal::BitVec { digits: digits.to_owned(), base };
        let byte = Sort::bit_vec(8);
        check(bits("00000101", Base::Binary), &byte, "#b00000101");
        check(bits("101", Base::Binary), &byte, "(_ bv5 8)");
        check(bits("aF", Base::Hexadecimal), &byte, "#xaF");
        check(bits("-1", Base::Decimal), &byte, "(_ bv255 8)");
        check(Literal::Special(SpecialValue::BvOnes), &byte, "#xff");
    }

    #[test]
    fn other_values_are_written() {
        let float = Sort::floating_point(2, 3);
        check(Literal::FloatingPoint("01010".to_owned()), &float, "(fp #b0 #b10 #b10)");
        check(Literal::Special(SpecialValue::FpNegInf), &float, "(_ -oo 2 3)");
        check(Literal::Special(SpecialValue::RmRna), &Sort::rounding_mode(), "RNA");
        check(Literal::String("a\"\\u{41}\\".to_owned()), &Sort::string(), "\"a\"\"A\\u{5c}\"");
        let field = Sort::finite_field(7u32.into());
        check(Literal::FiniteField("-1".to_owned()), &field, "(as ff6 (_ FiniteField 7))");
        let set = Sort::set(Sort::int());
        check(Literal::Special(SpecialValue::SetEmpty), &set, "(as set.empty (Set Int))");
    }
}
