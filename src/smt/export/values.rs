//! Exports values in the form in which their text is read again, so that equal texts are one term.

use murxla_api::{Base, Literal, Sort, SortShape, SpecialValue, Value};

use super::exporter::{Exporter, Why};
use crate::smt::{Graph, Head, Term};

use super::applications::row;

impl Exporter<'_> {
    /// The term for a literal of a sort.
    pub(super) fn literal(&mut self, sort: &Sort, literal: &Literal) -> Result<Term, Why> {
        let value = literal.value(sort).map_err(|error| error.to_string())?;
        let graph = &mut self.script.graph;
        match (literal, &value) {
            (Literal::BitVec { digits, base }, Value::BitVec(bits)) => {
                let width = u64::from(bits.width());
                let fits = match base {
                    Base::Binary => digits.len() as u64 == width,
                    Base::Hexadecimal => digits.len() as u64 * 4 == width,
                    Base::Decimal => false,
                };
                let literal = match fits {
                    true => literal.clone(),
                    false => {
                        Literal::BitVec { digits: bits.bits().to_string(), base: Base::Decimal }
                    }
                };
                Ok(graph.value(sort.clone(), literal))
            }
            (_, Value::BitVec(bits)) => {
                let text = bits.to_string();
                let base = if text.starts_with("#x") { Base::Hexadecimal } else { Base::Binary };
                let digits = text[2..].to_owned();
                Ok(graph.value(sort.clone(), Literal::BitVec { digits, base }))
            }
            (_, Value::Int(number)) => {
                let text = number.magnitude().to_string();
                let negative = number.sign() == num_bigint::Sign::Minus;
                signed(graph, sort, Literal::Integer(text), negative.then_some("OP_INT_NEG"))
            }
            (Literal::Real(text), _) => match text.split_once('/') {
                Some((above, below)) => fraction(graph, sort, above, below),
                None => decimal(graph, sort, text),
            },
            (Literal::Rational { numerator, denominator }, _) => {
                fraction(graph, sort, numerator, denominator)
            }
            (Literal::FloatingPoint(digits), _) => float(graph, sort, digits),
            (Literal::String(_), Value::String(value)) => {
                Ok(graph.value(sort.clone(), Literal::String(value.to_escaped())))
            }
            (_, Value::FiniteField { element, .. }) => {
                Ok(graph.value(sort.clone(), Literal::FiniteField(element.to_string())))
            }
            (Literal::Special(SpecialValue::BagEmpty), _) | (_, _) => {
                Ok(graph.value(sort.clone(), literal.clone()))
            }
        }
    }
}

/// A number, negated if there is an operator for that.
fn signed(
    graph: &mut Graph,
    sort: &Sort,
    literal: Literal,
    negation: Option<&'static str>,
) -> Result<Term, Why> {
    let number = graph.value(sort.clone(), literal);
    match negation {
        None => Ok(number),
        Some(key) => graph.apply(row(key)?, &[number]).map_err(|error| error.to_string()),
    }
}

fn decimal(graph: &mut Graph, sort: &Sort, text: &str) -> Result<Term, Why> {
    let plain = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = plain.split_once('.').unwrap_or((plain, "0"));
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let negative = text.starts_with('-');
    let literal = Literal::Real(format!("{whole}.{fraction}"));
    signed(graph, sort, literal, negative.then_some("OP_REAL_NEG"))
}

/// A sign of the denominator goes to the numerator.
fn fraction(graph: &mut Graph, sort: &Sort, above: &str, below: &str) -> Result<Term, Why> {
    let above = match (below.starts_with('-'), above.strip_prefix('-')) {
        (false, _) => above.to_owned(),
        (true, Some(plain)) => plain.to_owned(),
        (true, None) => format!("-{above}"),
    };
    let above = decimal(graph, sort, &above)?;
    let below = decimal(graph, sort, below.trim_start_matches('-'))?;
    graph.apply(row("OP_REAL_DIV")?, &[above, below]).map_err(|error| error.to_string())
}

/// `(fp #b0 #b10 #b1)`
fn float(graph: &mut Graph, sort: &Sort, digits: &str) -> Result<Term, Why> {
    let SortShape::FloatingPoint(exponent, _) = sort.shape() else {
        return Err(format!("{sort} has no such values"));
    };
    let exponent = *exponent as usize;
    if !digits.is_ascii() || digits.len() < exponent + 2 {
        return Err("a floating-point number has too few bits".to_owned());
    }
    let (sign, rest) = digits.split_at(1);
    let (exponent, significand) = rest.split_at(exponent);
    let mut bits = |digits: &str| {
        let literal = Literal::BitVec { digits: digits.to_owned(), base: Base::Binary };
        graph.value(Sort::bit_vec(digits.len() as u32), literal)
    };
    let parts = [bits(sign), bits(exponent), bits(significand)];
    graph.apply_head(Head::plain(row("OP_FP_FP")?), &parts).map_err(|error| error.to_string())
}
