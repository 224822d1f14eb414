//! The signatures of the functions of Yices that build terms.

use murxla_api::{CallSeed, SolverError, SortKind};
use murxla_native::Slot;

use crate::ffi::term_t;

/// The term that a function of Yices built.
pub type Built = Result<term_t, SolverError>;

/// What a function takes.
#[derive(Clone, Copy)]
pub enum Form {
    /// One argument.
    Unary(fn(term_t) -> Built),
    /// Two arguments; more by folding.
    Binary(fn(term_t, term_t) -> Built),
    /// Just three arguments.
    Ternary(fn(term_t, term_t, term_t) -> Built),
    /// Just four arguments.
    Quaternary(fn(term_t, term_t, term_t, term_t) -> Built),
    /// Any number of arguments.
    Nary(fn(&[term_t]) -> Built),
    /// One argument and one index.
    Index(fn(term_t, u32) -> Built),
    /// One argument and two indices.
    Indices(fn(term_t, u32, u32) -> Built),
    /// One argument and an index that may exceed its width in SMT-LIB, but not in Yices, so it is taken
    /// modulo the width.
    Rotation(fn(term_t, u32) -> Built),
    /// Two arguments of which the second is a constant not above the width of the first.
    ByConstant(fn(term_t, u32) -> Built),
    /// Two arguments that are the same term.
    Square(fn(term_t) -> Built),
    /// Arguments that are all the same term, and their number.
    Power(fn(term_t, u32) -> Built),
    /// Two arguments and one index.
    Pair(fn(term_t, term_t, u32) -> Built),
    /// One argument and an index of [`own`](crate::own), brought below a bound.
    Below(Bound, fn(term_t, u32) -> Built),
    /// One or more arguments and coefficients that the seed gives.
    Sum(fn(&[term_t], &mut CallSeed) -> Built),
}

/// What the index of an own operator stays below.
#[derive(Clone, Copy)]
pub enum Bound {
    /// The width of the argument.
    Width,
    /// The width of the argument plus one.
    WidthPlusOne,
    /// A fixed number.
    Number(u32),
}

/// One function that builds an operator.
#[derive(Clone, Copy)]
pub struct Way {
    /// Where its address is, if the library has it.
    pub slot: &'static Slot,
    /// The kind of sort that the first argument must have for this function to be the operator.
    pub first: Option<SortKind>,
    /// How to call it.
    pub form: Form,
}

/// An operator.
pub struct Row {
    /// Its key.
    pub key: &'static str,
    /// The functions that build it; each call picks one.
    pub ways: &'static [Way],
}

impl Row {
    /// Whether the library has a function that builds this operator in every arity.
    pub fn is_present(&self) -> bool {
        self.ways.iter().any(|way| {
            way.first.is_none()
                && way.slot.is_present()
                && !matches!(way.form, Form::ByConstant(_) | Form::Square(_) | Form::Power(_))
        })
    }
}
