//! Builds terms of base operators, for lowering what an API or a dialect lacks.

use murxla_api::{Base, Literal, Op, Sort, SortShape, SpecialValue, theory};

use super::{Graph, Head, Term};

/// Builds terms of base operators.
pub(super) struct Builder<'g> {
    pub(super) graph: &'g mut Graph,
}

/// A term, or why there is none.
pub(super) type Built = Result<Term, String>;

impl Builder<'_> {
    /// An application of a base operator.
    pub(super) fn apply(&mut self, key: &str, args: &[Term]) -> Built {
        self.indexed(key, &[], args)
    }

    /// The same with indices.
    pub(super) fn indexed(&mut self, key: &str, indices: &[u32], args: &[Term]) -> Built {
        let op: &'static Op =
            theory::operator(key).ok_or_else(|| format!("there is no operator {key}"))?;
        let head = Head { indices: indices.into(), ..Head::plain(op) };
        self.graph.apply_head(head, args).map_err(|error| error.to_string())
    }

    pub(super) fn number(&mut self, number: u32, sort: &Sort) -> Term {
        let literal = match sort.shape() {
            SortShape::Real => Literal::Real(number.to_string()),
            _ => Literal::Integer(number.to_string()),
        };
        self.graph.value(sort.clone(), literal)
    }

    pub(super) fn special(&mut self, special: SpecialValue, sort: Sort) -> Term {
        self.graph.value(sort, Literal::Special(special))
    }

    /// The argument multiplied with itself so often.
    pub(super) fn power(&mut self, times: &str, one: Term, base: Term, exponent: u32) -> Built {
        let (mut left, mut square, mut result) = (exponent, base, None);
        while left > 0 {
            if left % 2 == 1 {
                result = Some(match result {
                    None => square,
                    Some(so_far) => self.apply(times, &[so_far, square])?,
                });
            }
            left /= 2;
            if left > 0 {
                square = self.apply(times, &[square, square])?;
            }
        }
        Ok(result.unwrap_or(one))
    }

    pub(super) fn width(&self, term: Term) -> u32 {
        self.graph.sort(term).width().unwrap_or(1)
    }

    pub(super) fn bit(&mut self, value: bool) -> Term {
        let digits = if value { "1" } else { "0" }.to_owned();
        self.graph.value(Sort::bit_vec(1), Literal::BitVec { digits, base: Base::Binary })
    }

    /// All bits of a width, each the same.
    pub(super) fn filled(&mut self, width: u32, ones: bool) -> Term {
        let special = if ones { SpecialValue::BvOnes } else { SpecialValue::BvZero };
        self.special(special, Sort::bit_vec(width))
    }

    pub(super) fn extract(&mut self, high: u32, low: u32, x: Term) -> Built {
        self.indexed("OP_BV_EXTRACT", &[high, low], &[x])
    }

    pub(super) fn not(&mut self, formula: Term) -> Built {
        self.apply("OP_NOT", &[formula])
    }

    /// `#b1` if it holds, or else `#b0`.
    pub(super) fn as_bit(&mut self, formula: Term) -> Built {
        let (one, zero) = (self.bit(true), self.bit(false));
        self.apply("OP_ITE", &[formula, one, zero])
    }
}
