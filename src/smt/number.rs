//! Folds numbers that are written as applications, such as `(- 1)`, into one value: elements of constant arrays are
//! values, and cvc5 takes no application for one. How the value is written is a matter of the dialect.

use murxla_api::{Literal, Sort, Value};
use num_bigint::Sign;

use super::{Graph, Node, Term};

impl Graph {
    /// The value of `(- 5)`, `(- 1.5)`, `(/ 1 3)` or `(/ (- 1) 3)`; `None` for all else, also for what is one value already.
    pub(super) fn number(&mut self, term: Term) -> Option<Term> {
        let Node::Apply { head, args } = self.node(term) else { return None };
        let (sort, literal) = match (head.op().key, args) {
            ("OP_INT_NEG", [number]) => {
                (Sort::int(), Literal::Integer(format!("-{}", self.digits(*number)?)))
            }
            ("OP_REAL_NEG", [number]) => {
                (Sort::real(), Literal::Real(format!("-{}", self.digits(*number)?)))
            }
            ("OP_REAL_DIV", [above, below]) => {
                let above = match self.node(*above) {
                    Node::Apply { head, args: [number] } if head.op().key == "OP_REAL_NEG" => {
                        format!("-{}", self.digits(*number)?)
                    }
                    _ => self.digits(*above)?.to_owned(),
                };
                (Sort::real(), quotient(&above, self.digits(*below)?)?)
            }
            _ => return None,
        };
        Some(self.value(sort, literal))
    }

    /// The text of a number that has no sign.
    fn digits(&self, term: Term) -> Option<&str> {
        match self.node(term) {
            Node::Value(Literal::Integer(text) | Literal::Real(text))
                if !text.starts_with('-') && !text.contains('/') =>
            {
                Some(text)
            }
            _ => None,
        }
    }
}

/// The quotient of two decimal fractions; there is none by zero.
fn quotient(above: &str, below: &str) -> Option<Literal> {
    let number = |text: &str| match Literal::Real(text.to_owned()).value(&Sort::real()) {
        Ok(Value::Real(number)) => Some(number),
        _ => None,
    };
    let (above, below) = (number(above)?, number(below)?);
    if below.numer().sign() == Sign::NoSign {
        return None;
    }
    // Two integers stay as they are.
    let (above, below) = match above.is_integer() && below.is_integer() {
        true => (above.to_integer(), below.to_integer()),
        false => {
            let quotient = above / below;
            (quotient.numer().clone(), quotient.denom().clone())
        }
    };
    Some(Literal::Rational { numerator: above.to_string(), denominator: below.to_string() })
}
