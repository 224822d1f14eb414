//! Rewrites operators on bit-vectors that a dialect lacks with others.

use murxla_api::{Sort, SpecialValue};

use crate::smt::Term;
use crate::smt::build::{Builder, Built};
use crate::smt::defined::by_definition;

impl Builder<'_> {
    /// A shift by a constant that fills up with the same bits.
    fn shifted(&mut self, x: Term, by: u32, left: bool, ones: bool) -> Built {
        let width = self.width(x);
        if by == 0 {
            return Ok(x);
        }
        let fill = self.filled(by.min(width), ones);
        if by >= width {
            return Ok(fill);
        }
        if left {
            let kept = self.extract(width - by - 1, 0, x)?;
            self.apply("OP_BV_CONCAT", &[kept, fill])
        } else {
            let kept = self.extract(width - 1, by, x)?;
            self.apply("OP_BV_CONCAT", &[fill, kept])
        }
    }

    /// Bits of truth values, the lowest first.
    fn bits_of(&mut self, bools: &[Term]) -> Built {
        let mut bits = Vec::with_capacity(bools.len());
        for formula in bools.iter().rev() {
            bits.push(self.as_bit(*formula)?);
        }
        match bits.as_slice() {
            [only] => Ok(*only),
            _ => self.apply("OP_BV_CONCAT", &bits),
        }
    }
}

/// The application said with other operators, if they can say it.
pub(super) fn expand_bits(
    build: &mut Builder<'_>,
    key: &str,
    indices: &[u32],
    args: &[Term],
) -> Option<Built> {
    let index = indices.first().copied().unwrap_or(0);
    if key == "yices-OP_BVARRAY" {
        return Some(build.bits_of(args));
    }
    match args {
        [x] => unary(build, key, index, *x),
        [a, b] => binary(build, key, *a, *b),
        _ => None,
    }
}

/// Operators of Yices whose wrapper takes the index below the width plus one, since the API has no more.
const UP_TO_WIDTH: &[&str] = &[
    "yices-OP_BVPOWER",
    "yices-OP_SHIFT_LEFT0",
    "yices-OP_SHIFT_LEFT1",
    "yices-OP_SHIFT_RIGHT0",
    "yices-OP_SHIFT_RIGHT1",
    "yices-OP_ASHIFT_RIGHT",
];

fn unary(build: &mut Builder<'_>, key: &str, index: u32, x: Term) -> Option<Built> {
    let width = build.width(x);
    let index = match key {
        _ if UP_TO_WIDTH.contains(&key) => index % (width + 1),
        "yices-OP_BITEXTRACT" => index % width.max(1),
        _ => index,
    };
    Some(match key {
        "btor-OP_INC" | "btor-OP_DEC" => {
            let one = build.special(SpecialValue::BvOne, Sort::bit_vec(width));
            let by_one = if key == "btor-OP_INC" { "OP_BV_ADD" } else { "OP_BV_SUB" };
            build.apply(by_one, &[x, one])
        }
        "btor-OP_REDXOR" => {
            let bits: Result<Vec<Term>, _> =
                (0..width).map(|bit| build.extract(bit, bit, x)).collect();
            bits.and_then(|bits| match *bits {
                [only] => Ok(only),
                _ => build.apply("OP_BV_XOR", &bits),
            })
        }
        "yices-OP_BVSQUARE" => build.apply("OP_BV_MULT", &[x, x]),
        "yices-OP_BVPOWER" => {
            let one = build.special(SpecialValue::BvOne, Sort::bit_vec(width));
            build.power("OP_BV_MULT", one, x, index)
        }
        "OP_BV_REDAND" | "yices-OP_REDAND" => {
            let ones = build.filled(width, true);
            build.apply("OP_BV_COMP", &[x, ones])
        }
        "OP_BV_REDOR" | "yices-OP_REDOR" => {
            let zeros = build.filled(width, false);
            let none = build.apply("OP_BV_COMP", &[x, zeros]);
            none.and_then(|none| build.apply("OP_BV_NOT", &[none]))
        }
        "yices-OP_SHIFT_LEFT0" => build.shifted(x, index, true, false),
        "yices-OP_SHIFT_LEFT1" => build.shifted(x, index, true, true),
        "yices-OP_SHIFT_RIGHT0" => build.shifted(x, index, false, false),
        "yices-OP_SHIFT_RIGHT1" => build.shifted(x, index, false, true),
        "yices-OP_ASHIFT_RIGHT" => {
            let by = index.min(width - 1);
            let kept = build.extract(width - 1, by, x);
            kept.and_then(|kept| build.indexed("OP_BV_SIGN_EXTEND", &[by], &[kept]))
        }
        "yices-OP_BITEXTRACT" => {
            let one = build.bit(true);
            let bit = build.extract(index, index, x);
            bit.and_then(|bit| build.apply("OP_EQUAL", &[bit, one]))
        }
        "z3-OP_BV_NEG_NO_OVERFLOW" => {
            let overflow = build.apply("OP_BV_NEGO", &[x]);
            overflow.and_then(|overflow| build.not(overflow))
        }
        _ => return None,
    })
}

fn binary(build: &mut Builder<'_>, key: &str, a: Term, b: Term) -> Option<Built> {
    // Boolector's overflow is a bit.
    if let Some(overflow) = key.strip_prefix("btor-OP_").filter(|rest| rest.ends_with('O')) {
        let truth = by_definition(build, &format!("OP_BV_{overflow}"), &[a, b])?;
        return Some(truth.and_then(|truth| build.as_bit(truth)));
    }
    let width = build.width(a);
    let mut none_of = |key: &str| {
        let overflow = build.apply(key, &[a, b])?;
        build.not(overflow)
    };
    Some(match key {
        "z3-OP_BV_UADD_NO_OVERFLOW" => none_of("OP_BV_UADDO"),
        "z3-OP_BV_USUB_NO_UNDERFLOW" => none_of("OP_BV_USUBO"),
        "z3-OP_BV_SDIV_NO_OVERFLOW" => none_of("OP_BV_SDIVO"),
        "z3-OP_BV_SADD_NO_OVERFLOW" => signed(build, "OP_BV_ADD", "OP_BV_SADDO", a, b, width, true),
        "z3-OP_BV_SADD_NO_UNDERFLOW" => {
            signed(build, "OP_BV_ADD", "OP_BV_SADDO", a, b, width, false)
        }
        "z3-OP_BV_SSUB_NO_OVERFLOW" => signed(build, "OP_BV_SUB", "OP_BV_SSUBO", a, b, width, true),
        "z3-OP_BV_SSUB_NO_UNDERFLOW" => {
            signed(build, "OP_BV_SUB", "OP_BV_SSUBO", a, b, width, false)
        }
        "cvc5-OP_BV_ULTBV" => build.apply("OP_BV_ULT", &[a, b]).and_then(|less| build.as_bit(less)),
        "cvc5-OP_BV_SLTBV" => build.apply("OP_BV_SLT", &[a, b]).and_then(|less| build.as_bit(less)),
        _ => return None,
    })
}

/// No overflow in one direction: if a signed operation overflows upwards, its result is negative, and the other way
/// round.
fn signed(
    build: &mut Builder<'_>,
    operation: &str,
    overflow: &str,
    a: Term,
    b: Term,
    width: u32,
    upwards: bool,
) -> Built {
    let overflow = build.apply(overflow, &[a, b])?;
    let result = build.apply(operation, &[a, b])?;
    let zero = build.filled(width, false);
    let direction = if upwards { "OP_BV_SLT" } else { "OP_BV_SGE" };
    let wrapped = build.apply(direction, &[result, zero])?;
    let both = build.apply("OP_AND", &[overflow, wrapped])?;
    build.not(both)
}
