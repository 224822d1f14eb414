//! Values as `mk-value` writes them: their meaning depends on the sort.

use murxla_api::{Base, Literal, Sort, SortShape};

/// What follows the text of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiteralTail {
    /// Nothing.
    None,
    /// The base of a bit-vector.
    Base(Base),
    /// The denominator of a rational number.
    Denominator(Box<str>),
}

/// A value as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenLiteral {
    /// The text.
    pub text: Box<str>,
    /// What follows it.
    pub tail: LiteralTail,
}

impl WrittenLiteral {
    /// The text of a literal. Special values have an action of their own.
    pub fn new(literal: &Literal) -> WrittenLiteral {
        let (text, tail) = match literal {
            Literal::Bool(value) => (if *value { "true" } else { "false" }, LiteralTail::None),
            Literal::BitVec { digits, base } => (digits.as_str(), LiteralTail::Base(*base)),
            Literal::Integer(text)
            | Literal::Real(text)
            | Literal::FloatingPoint(text)
            | Literal::String(text)
            | Literal::FiniteField(text) => (text.as_str(), LiteralTail::None),
            Literal::Rational { numerator, denominator } => {
                (numerator.as_str(), LiteralTail::Denominator(denominator.as_str().into()))
            }
            Literal::Special(special) => (special.key(), LiteralTail::None),
        };
        WrittenLiteral { text: text.into(), tail }
    }

    /// Whether the sort has literals of this form.
    pub fn fits(&self, sort: &Sort) -> bool {
        match (sort.shape(), &self.tail) {
            (SortShape::Bool, LiteralTail::None) => self.text.parse::<bool>().is_ok(),
            (SortShape::BitVec(_), LiteralTail::Base(_) | LiteralTail::None)
            | (SortShape::Real, LiteralTail::Denominator(_) | LiteralTail::None)
            | (
                SortShape::Int
                | SortShape::FloatingPoint(..)
                | SortShape::String
                | SortShape::FiniteField(_),
                LiteralTail::None,
            ) => true,
            _ => false,
        }
    }

    /// Whether this is a fraction with denominator 0.
    pub fn divides_by_zero(&self) -> bool {
        let below = match &self.tail {
            LiteralTail::Denominator(below) => Some(&**below),
            LiteralTail::Base(_) => None,
            LiteralTail::None => self.text.split_once('/').map(|(_, below)| below),
        };
        below.is_some_and(|below| {
            let digits = below.strip_prefix('-').unwrap_or(below);
            !digits.is_empty() && digits.bytes().all(|digit| digit == b'0')
        })
    }

    /// The literal that this is in a sort; `None` if the sort has no such literals.
    pub fn literal(&self, sort: &Sort) -> Option<Literal> {
        let text = || self.text.to_string();
        Some(match (sort.shape(), &self.tail) {
            (SortShape::Bool, LiteralTail::None) => Literal::Bool(self.text.parse().ok()?),
            (SortShape::BitVec(_), LiteralTail::Base(base)) => {
                Literal::BitVec { digits: text(), base: *base }
            }
            (SortShape::Int, LiteralTail::None) => Literal::Integer(text()),
            (SortShape::Real, LiteralTail::None) => Literal::Real(text()),
            (SortShape::Real, LiteralTail::Denominator(denominator)) => {
                Literal::Rational { numerator: text(), denominator: denominator.to_string() }
            }
            (SortShape::FloatingPoint(..), LiteralTail::None) => Literal::FloatingPoint(text()),
            (SortShape::String, LiteralTail::None) => Literal::String(text()),
            (SortShape::FiniteField(_), LiteralTail::None) => Literal::FiniteField(text()),
            // The original writes a bit-vector without a base if it has one spelling only.
            (SortShape::BitVec(_), LiteralTail::None) => {
                Literal::BitVec { digits: text(), base: Base::Binary }
            }
            _ => return None,
        })
    }
}
