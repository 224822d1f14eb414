//! Between the values of the evaluator and those of literals and solvers' models; how they are written.

use std::fmt;

use num_bigint::BigInt;

use super::table::{Table, key};
use super::{Datum, Unknown, limits};
use crate::{
    ArrayValue, DatatypeValue, FunctionValue, Literal, Sort, SortShape, SpecialValue, StringValue,
    Value,
};

impl Datum {
    /// The value that a literal means in a sort.
    pub fn of_literal(literal: &Literal, sort: &Sort) -> Result<Datum, Unknown> {
        if let Some(small) = small_literal(literal, sort) {
            return Ok(small);
        }
        // Reading digits takes time that grows with their square.
        let digits = match literal {
            Literal::Integer(digits) | Literal::Real(digits) | Literal::FiniteField(digits) => {
                digits.len()
            }
            Literal::Rational { numerator, denominator } => numerator.len().max(denominator.len()),
            _ => 0,
        };
        limits::digits(digits)?;
        // The same reason for all sorts, to be counted.
        if let Literal::Special(SpecialValue::SetUniverse) = literal {
            return Err(Unknown::cannot_tell("which elements set.universe has"));
        }
        let value = literal.value(sort).map_err(|error| Unknown::cannot_tell(error.to_string()))?;
        Datum::of_value(&value)
    }

    /// The same value in the form of the evaluator.
    pub fn of_value(value: &Value) -> Result<Datum, Unknown> {
        let all = |values: &[Value]| -> Result<Vec<Datum>, Unknown> {
            values.iter().map(Datum::of_value).collect()
        };
        Ok(match value {
            Value::Bool(value) => Datum::Bool(*value),
            Value::Int(value) => Datum::int(value.clone()),
            Value::Real(value) => Datum::real(value.clone()),
            Value::BitVec(value) => Datum::bit_vec(value.clone()),
            Value::FloatingPoint(value) => Datum::float(value.clone()),
            Value::RoundingMode(mode) => Datum::RoundingMode(*mode),
            Value::String(value) => Datum::String(value.code_points().into()),
            Value::FiniteField { modulus, element } => Datum::field(modulus, element.clone()),
            Value::Seq(_, elements) => Datum::Seq(all(elements)?.into()),
            Value::Set(_, elements) => Datum::set(all(elements)?),
            Value::Bag(_, elements) => {
                let mut counted = Vec::new();
                for (element, count) in elements {
                    counted.push((Datum::of_value(element)?, BigInt::from(count.clone())));
                }
                Datum::bag(counted)
            }
            Value::Tuple(elements) => Datum::Tuple(all(elements)?.into()),
            Value::Datatype(value) => Datum::constructed(
                value.sort.clone(),
                value.constructor.clone(),
                all(&value.fields)?,
            )?,
            Value::Array(array) => {
                let mut entries = Vec::new();
                for (index, element) in &array.entries {
                    entries.push((Datum::of_value(index)?, Datum::of_value(element)?));
                }
                let default = Datum::of_value(&array.default)?;
                Datum::Array(Table::new(array.sort.clone(), default, entries)?.into())
            }
            Value::Function(function) => {
                let mut entries = Vec::new();
                for (args, result) in &function.entries {
                    let args = all(args)?;
                    let args: Vec<&Datum> = args.iter().collect();
                    entries.push((key(&args), Datum::of_value(result)?));
                }
                let default = Datum::of_value(&function.default)?;
                Datum::Function(Table::new(function.sort.clone(), default, entries)?.into())
            }
            Value::Abstract(sort, name) => Datum::element(sort.clone(), name),
            Value::Opaque(_, text) => {
                return Err(Unknown::cannot_tell(format!("the value {text}")));
            }
        })
    }

    /// The same value of this sort as solvers' models have it; `None` if it is none of the sort.
    pub fn to_value(&self, sort: &Sort) -> Option<Value> {
        let all = |values: &[Datum], sort: &Sort| -> Option<Vec<Value>> {
            values.iter().map(|value| value.to_value(sort)).collect()
        };
        Some(match (self, sort.shape()) {
            (Datum::Bool(value), SortShape::Bool) => Value::Bool(*value),
            (Datum::Int(_) | Datum::BigInt(_), SortShape::Int) => Value::Int(self.to_big_int()?),
            (Datum::Real(..) | Datum::BigReal(_), SortShape::Real) => {
                Value::Real(self.to_rational()?)
            }
            (Datum::BitVec(..) | Datum::BigBitVec(_), SortShape::BitVec(_)) => {
                Value::BitVec(self.to_bit_vec()?)
            }
            (Datum::Float(..) | Datum::BigFloat(_), SortShape::FloatingPoint(..)) => {
                Value::FloatingPoint(self.to_float()?)
            }
            (Datum::RoundingMode(mode), SortShape::RoundingMode) => Value::RoundingMode(*mode),
            (Datum::String(text), SortShape::String) => {
                Value::String(StringValue::new(text.to_vec())?)
            }
            (Datum::Field(_, element), SortShape::FiniteField(order)) => {
                Value::FiniteField { modulus: order.clone(), element: (*element).into() }
            }
            (Datum::BigField(field), SortShape::FiniteField(order)) => {
                Value::FiniteField { modulus: order.clone(), element: field.1.clone() }
            }
            (Datum::Seq(elements), SortShape::Seq(element)) => {
                Value::Seq(sort.clone(), all(elements, element)?)
            }
            (Datum::Set(elements), SortShape::Set(element)) => {
                Value::Set(sort.clone(), all(elements, element)?)
            }
            (Datum::Bag(elements), SortShape::Bag(element)) => {
                let counted = elements.iter().map(|(one, count)| {
                    Some((one.to_value(element)?, count.to_big_int()?.magnitude().clone()))
                });
                Value::Bag(sort.clone(), counted.collect::<Option<_>>()?)
            }
            (Datum::Tuple(elements), SortShape::Tuple(sorts)) => {
                let elements = elements.iter().zip(sorts);
                Value::Tuple(elements.map(|(one, sort)| one.to_value(sort)).collect::<Option<_>>()?)
            }
            (Datum::Datatype(value), SortShape::Datatype(datatype, args)) => {
                let constructor = datatype.constructor(&value.constructor)?;
                let sorts = datatype.field_sorts(constructor, args)?;
                let fields = value.fields.iter().zip(&sorts);
                Value::Datatype(Box::new(DatatypeValue {
                    sort: sort.clone(),
                    constructor: value.constructor.clone(),
                    fields: fields.map(|(one, sort)| one.to_value(sort)).collect::<Option<_>>()?,
                }))
            }
            (Datum::Array(table), SortShape::Array(index, element)) => {
                let entries = table.entries().iter();
                let entries = entries
                    .map(|(key, value)| Some((key.to_value(index)?, value.to_value(element)?)));
                Value::Array(Box::new(ArrayValue {
                    sort: sort.clone(),
                    default: table.default().to_value(element)?,
                    entries: entries.collect::<Option<_>>()?,
                }))
            }
            (Datum::Function(table), SortShape::Fun(domain, codomain)) => {
                let args = |key: &Datum| match (key, domain.as_slice()) {
                    (key, [only]) => Some(vec![key.to_value(only)?]),
                    (Datum::Tuple(keys), sorts) => {
                        keys.iter().zip(sorts).map(|(key, sort)| key.to_value(sort)).collect()
                    }
                    _ => None,
                };
                let entries = table.entries().iter();
                let entries =
                    entries.map(|(key, value)| Some((args(key)?, value.to_value(codomain)?)));
                Value::Function(Box::new(FunctionValue {
                    sort: sort.clone(),
                    default: table.default().to_value(codomain)?,
                    entries: entries.collect::<Option<_>>()?,
                }))
            }
            (Datum::Element(element), SortShape::Uninterpreted(_)) => {
                Value::Abstract(sort.clone(), element.name.to_string())
            }
            _ => return None,
        })
    }
}

/// The value of a literal that is short and plain, as most are; `None` if it is for others to read.
fn small_literal(literal: &Literal, sort: &Sort) -> Option<Datum> {
    match (literal, sort.shape()) {
        (Literal::Bool(value), SortShape::Bool) => Some(Datum::Bool(*value)),
        (Literal::BitVec { digits, base }, SortShape::BitVec(width @ 1..=64)) => {
            let bits = small_number(digits, base.radix())?;
            (bits <= u64::MAX >> (64 - width)).then(|| Datum::bits(*width, bits))
        }
        (Literal::Integer(digits), SortShape::Int) => small_integer(digits).map(Datum::Int),
        (Literal::Real(digits), SortShape::Real) => {
            small_integer(digits).map(|number| Datum::Real(number, 1))
        }
        _ => None,
    }
}

/// A number of 64 bits that is written with digits alone.
fn small_number(digits: &str, radix: u32) -> Option<u64> {
    // A sign is for others to read.
    digits.as_bytes().first().filter(|byte| byte.is_ascii_alphanumeric())?;
    u64::from_str_radix(digits, radix).ok()
}

/// The same of a number that may be negative.
fn small_integer(digits: &str) -> Option<i64> {
    match digits.strip_prefix('-') {
        Some(digits) => i64::try_from(small_number(digits, 10)?).ok().map(|number| -number),
        None => i64::try_from(small_number(digits, 10)?).ok(),
    }
}

/// `(head a b c)`
fn write_list<'a>(
    f: &mut fmt::Formatter<'_>,
    head: &str,
    parts: impl Iterator<Item = &'a Datum>,
) -> fmt::Result {
    write!(f, "({head}")?;
    for part in parts {
        write!(f, " {part}")?;
    }
    f.write_str(")")
}

impl fmt::Display for Datum {
    /// Briefly, for people; [`Datum::to_value`] gives what SMT-LIB writes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = match self {
            Datum::Bool(value) => Some(Value::Bool(*value)),
            Datum::Int(_) | Datum::BigInt(_) => self.to_big_int().map(Value::Int),
            Datum::Real(..) | Datum::BigReal(_) => self.to_rational().map(Value::Real),
            Datum::BitVec(..) | Datum::BigBitVec(_) => self.to_bit_vec().map(Value::BitVec),
            Datum::Float(..) | Datum::BigFloat(_) => self.to_float().map(Value::FloatingPoint),
            Datum::RoundingMode(mode) => Some(Value::RoundingMode(*mode)),
            Datum::String(text) => StringValue::new(text.to_vec()).map(Value::String),
            _ => None,
        };
        if let Some(plain) = plain {
            return plain.fmt(f);
        }
        match self {
            Datum::Seq(elements) => write_list(f, "seq", elements.iter()),
            Datum::Set(elements) => write_list(f, "set", elements.iter()),
            Datum::Tuple(elements) => write_list(f, "tuple", elements.iter()),
            Datum::Bag(elements) => {
                write_list(f, "bag", elements.iter().flat_map(|(one, count)| [one, count]))
            }
            Datum::Datatype(value) if value.fields.is_empty() => f.write_str(&value.constructor),
            Datum::Datatype(value) => write_list(f, &value.constructor, value.fields.iter()),
            Datum::Array(table) | Datum::Function(table) => {
                f.write_str("{")?;
                for (key, value) in table.entries() {
                    write!(f, "{key} -> {value}, ")?;
                }
                write!(f, "else -> {}}}", table.default())
            }
            Datum::Field(_, element) => write!(f, "ff{element}"),
            Datum::BigField(field) => write!(f, "ff{}", field.1),
            Datum::Element(element) => f.write_str(&element.name),
            // A language has many expressions, and none is shown.
            _ => f.write_str("a regular expression"),
        }
    }
}
