//! Reads values from what a solver prints.

use murxla_api::{BitVec, FloatValue, RoundingMode, Sort, SortShape, StringValue, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;

use crate::sexpr::Sexpr;

/// The value of this sort that the text means; what is not understood is kept as text.
pub(crate) fn value(sexpr: &Sexpr, sort: &Sort) -> Value {
    understood(sexpr, sort).unwrap_or_else(|| Value::Opaque(sort.clone(), sexpr.to_string()))
}

fn understood(sexpr: &Sexpr, sort: &Sort) -> Option<Value> {
    Some(match sort.shape() {
        SortShape::Bool => Value::Bool(match sexpr.atom()? {
            "true" => true,
            "false" => false,
            _ => return None,
        }),
        SortShape::Int => {
            let number = rational(sexpr)?;
            if !number.is_integer() {
                return None;
            }
            Value::Int(number.to_integer())
        }
        SortShape::Real => Value::Real(rational(sexpr)?),
        SortShape::BitVec(width) => Value::BitVec(bits(sexpr).filter(|b| b.width() == *width)?),
        SortShape::FloatingPoint(exponent, significand) => {
            Value::FloatingPoint(float(sexpr, *exponent, *significand)?)
        }
        SortShape::RoundingMode => Value::RoundingMode(rounding_mode(sexpr.atom()?)?),
        SortShape::String => match sexpr {
            Sexpr::Text(text) => Value::String(StringValue::from_escaped(text)),
            _ => return None,
        },
        _ => return None,
    })
}

/// A number: `1`, `1.5`, `(- x)`, `(/ x y)`.
fn rational(sexpr: &Sexpr) -> Option<BigRational> {
    match sexpr {
        Sexpr::Atom(text) => decimal(text),
        Sexpr::List(items) => match items.as_slice() {
            [Sexpr::Atom(op), one] if op == "-" => Some(-rational(one)?),
            [Sexpr::Atom(op), one] if op == "to_real" => rational(one),
            [Sexpr::Atom(op), above, below] if op == "/" => {
                let below = rational(below)?;
                (!below.is_zero()).then_some(())?;
                Some(rational(above)? / below)
            }
            _ => None,
        },
        Sexpr::Text(_) => None,
    }
}

fn decimal(text: &str) -> Option<BigRational> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let (whole, fraction) = above.split_once('.').unwrap_or((above, ""));
    let digits = format!("{whole}{fraction}");
    if whole.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let scale = BigInt::from(10u32).pow(u32::try_from(fraction.len()).ok()?);
    let below = BigInt::parse_bytes(below.as_bytes(), 10).filter(|below| !below.is_zero())?;
    let number = BigRational::new(BigInt::parse_bytes(digits.as_bytes(), 10)?, scale * below);
    Some(if negative { -number } else { number })
}

/// `#b01`, `#x0f`, `(_ bv5 4)`.
fn bits(sexpr: &Sexpr) -> Option<BitVec> {
    match sexpr {
        Sexpr::Atom(text) => match text.strip_prefix("#b") {
            Some(digits) => BitVec::from_binary(digits),
            None => {
                let digits = text.strip_prefix("#x")?;
                let bits = BigUint::parse_bytes(digits.as_bytes(), 16)?;
                Some(BitVec::new(4 * u32::try_from(digits.len()).ok()?, bits))
            }
        },
        Sexpr::List(items) => match items.as_slice() {
            [Sexpr::Atom(mark), Sexpr::Atom(value), Sexpr::Atom(width)] if mark == "_" => {
                let bits = BigUint::parse_bytes(value.strip_prefix("bv")?.as_bytes(), 10)?;
                Some(BitVec::new(width.parse().ok()?, bits))
            }
            _ => None,
        },
        Sexpr::Text(_) => None,
    }
}

fn float(sexpr: &Sexpr, exponent: u32, significand: u32) -> Option<FloatValue> {
    match sexpr.list()? {
        [Sexpr::Atom(head), sign, exp, sig] if head == "fp" => {
            let parts = [bits(sign)?, bits(exp)?, bits(sig)?].map(|part| part.to_binary());
            FloatValue::new(exponent, significand, BitVec::from_binary(&parts.concat())?)
        }
        [Sexpr::Atom(mark), Sexpr::Atom(name), Sexpr::Atom(e), Sexpr::Atom(s)]
            if mark == "_" && e.parse() == Ok(exponent) && s.parse() == Ok(significand) =>
        {
            Some(match name.as_str() {
                "NaN" => FloatValue::nan(exponent, significand),
                "+oo" => FloatValue::infinity(exponent, significand, false),
                "-oo" => FloatValue::infinity(exponent, significand, true),
                "+zero" => FloatValue::zero(exponent, significand, false),
                "-zero" => FloatValue::zero(exponent, significand, true),
                _ => return None,
            })
        }
        _ => None,
    }
}

fn rounding_mode(name: &str) -> Option<RoundingMode> {
    Some(match name {
        "RNA" | "roundNearestTiesToAway" => RoundingMode::NearestAway,
        "RNE" | "roundNearestTiesToEven" => RoundingMode::NearestEven,
        "RTN" | "roundTowardNegative" => RoundingMode::Negative,
        "RTP" | "roundTowardPositive" => RoundingMode::Positive,
        "RTZ" | "roundTowardZero" => RoundingMode::Zero,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        let check = |text: &str, sort: Sort, expected: &str| {
            let sexpr = Sexpr::parse(text).expect("an expression");
            let read = match value(&sexpr, &sort) {
                Value::Opaque(_, text) => format!("opaque {text}"),
                value => value.to_string(),
            };
            assert_eq!(read, expected, "{text}");
        };
        check("true", Sort::bool(), "true");
        check("(- 5)", Sort::int(), "(- 5)");
        check("-5", Sort::int(), "(- 5)");
        check("2", Sort::real(), "2.0");
        check("(/ 1.0 3.0)", Sort::real(), "(/ 1.0 3.0)");
        check("(- (/ 1 2))", Sort::real(), "(/ (- 1.0) 2.0)");
        check("1/2", Sort::real(), "(/ 1.0 2.0)");
        check(
            "(root-obj (+ (^ x 2) (- 2)) 1)",
            Sort::real(),
            "opaque (root-obj (+ (^ x 2) (- 2)) 1)",
        );
        check("(/ 1 0)", Sort::real(), "opaque (/ 1 0)");
        check("#b0101", Sort::bit_vec(4), "#x5");
        check("(_ bv5 4)", Sort::bit_vec(4), "#x5");
        check("#b01", Sort::bit_vec(4), "opaque #b01");
        check("(fp #b0 #b10 #b01)", Sort::floating_point(2, 3), "(fp #b0 #b10 #b01)");
        check("roundTowardZero", Sort::rounding_mode(), "RTZ");
        check("\"a\\u{41}\"\"\"", Sort::string(), "\"aA\"\"\"");
        check("U!val!0", Sort::uninterpreted("U"), "opaque U!val!0");
    }
}
