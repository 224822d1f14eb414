//! Inserts conversions where another sort is needed, above all from Int to Real.

use murxla_api::{Literal, Sort, SortKind};

use super::Checker;
use super::error::{CheckProblem, Checked, fault};
use super::rows::operator;
use crate::smt::sexpr::CellId;
use crate::smt::{Node, Term};

impl Checker<'_> {
    /// The term as one of this sort: the term itself, or an integer as a real number.
    pub(super) fn of_sort(&mut self, at: CellId, term: Term, sort: &Sort) -> Checked<Term> {
        let found = self.graph.sort(term);
        if found == sort {
            return Ok(term);
        }
        if (found.kind(), sort.kind()) == (SortKind::Int, SortKind::Real) {
            return Ok(self.lift(term));
        }
        let (expected, found) = (sort.clone(), found.clone());
        // For Z3, lambda makes arrays.
        if (found.kind(), sort.kind()) == (SortKind::Fun, SortKind::Array)
            && let Some(array) = self.as_array(term).or_else(|| self.array_of_lambda(term))
            && self.graph.sort(array) == sort
        {
            return Ok(array);
        }
        Err(fault(at, CheckProblem::Sort { expected, found }))
    }

    /// An integer as a real number: literals are literals of that sort, with or without a sign.
    pub(super) fn lift(&mut self, term: Term) -> Term {
        let literal = |checker: &Self, term| match checker.graph.node(term) {
            Node::Value(Literal::Integer(digits)) => Some(Literal::Real(digits.clone())),
            _ => None,
        };
        if let Some(literal) = literal(self, term) {
            return self.graph.value(Sort::real(), literal);
        }
        if let Node::Apply { head, args: &[arg] } = self.graph.node(term)
            && head.op().key == "OP_INT_NEG"
            && let Some(literal) = literal(self, arg)
        {
            let arg = self.graph.value(Sort::real(), literal);
            return self.graph.apply(operator("OP_REAL_NEG"), &[arg]).unwrap_or(term);
        }
        self.graph.apply(operator("OP_INT_TO_REAL"), &[term]).unwrap_or(term)
    }
}
