//! Definitions of operators that the standard defines by others.

use murxla_api::{Sort, SpecialValue};

use super::Term;
use super::build::{Builder, Built};

/// The application said with other operators, if the standard defines its operator so.
pub(super) fn by_definition(build: &mut Builder<'_>, key: &str, args: &[Term]) -> Option<Built> {
    Some(match (key, args) {
        ("OP_BV_COMP", [a, b]) => {
            build.apply("OP_EQUAL", &[*a, *b]).and_then(|equal| build.as_bit(equal))
        }
        ("OP_BV_NEGO", [x]) => {
            let least = build.least(*x);
            build.apply("OP_EQUAL", &[*x, least])
        }
        // What wraps around is less than before.
        ("OP_BV_UADDO", [a, b]) => {
            build.apply("OP_BV_ADD", &[*a, *b]).and_then(|sum| build.apply("OP_BV_ULT", &[sum, *a]))
        }
        ("OP_BV_USUBO", [a, b]) => build.apply("OP_BV_ULT", &[*a, *b]),
        ("OP_BV_SADDO", [a, b]) => build.loses("OP_BV_ADD", "OP_BV_SIGN_EXTEND", 1, *a, *b),
        ("OP_BV_SSUBO", [a, b]) => build.loses("OP_BV_SUB", "OP_BV_SIGN_EXTEND", 1, *a, *b),
        ("OP_BV_UMULO", [a, b]) => {
            let width = build.width(*a);
            build.loses("OP_BV_MULT", "OP_BV_ZERO_EXTEND", width, *a, *b)
        }
        ("OP_BV_SMULO", [a, b]) => {
            let width = build.width(*a);
            build.loses("OP_BV_MULT", "OP_BV_SIGN_EXTEND", width, *a, *b)
        }
        ("OP_BV_SDIVO", [a, b]) => build.divides_least(*a, *b),
        _ => return None,
    })
}

impl Builder<'_> {
    /// The least number of the width of a term, as it has a sign.
    fn least(&mut self, like: Term) -> Term {
        let sort = Sort::bit_vec(self.width(like));
        self.special(SpecialValue::BvMinSigned, sort)
    }

    /// Whether an operation has another result with so many more bits.
    fn loses(&mut self, operation: &str, extend: &str, more: u32, a: Term, b: Term) -> Built {
        let [wide_a, wide_b] =
            [self.indexed(extend, &[more], &[a])?, self.indexed(extend, &[more], &[b])?];
        let whole = self.apply(operation, &[wide_a, wide_b])?;
        let narrow = self.apply(operation, &[a, b])?;
        let extended = self.indexed(extend, &[more], &[narrow])?;
        self.apply("OP_DISTINCT", &[whole, extended])
    }

    /// Whether the least number is divided by -1: the only quotient that has no place.
    fn divides_least(&mut self, a: Term, b: Term) -> Built {
        let ones = self.filled(self.width(a), true);
        // Of one bit they are one value, which is written in one way.
        let least = if self.width(a) == 1 { ones } else { self.least(a) };
        let is_least = self.apply("OP_EQUAL", &[a, least])?;
        let by_minus_one = self.apply("OP_EQUAL", &[b, ones])?;
        self.apply("OP_AND", &[is_least, by_minus_one])
    }
}
