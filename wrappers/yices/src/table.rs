//! The operators: one row each, with all functions of Yices that build it.

use murxla_api::{SolverError, SortKind};
use murxla_native::Slot;

use crate::error::{count, term};
use crate::ffi::{call, slot, term_t};

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

macro_rules! form {
    (Unary $name:ident) => {
        Form::Unary(|arg| term(call!($name(arg))))
    };
    (Binary $name:ident) => {
        Form::Binary(|left, right| term(call!($name(left, right))))
    };
    (Ternary $name:ident) => {
        Form::Ternary(|a, b, c| term(call!($name(a, b, c))))
    };
    (Quaternary $name:ident) => {
        Form::Quaternary(|a, b, c, d| term(call!($name(a, b, c, d))))
    };
    (Nary $name:ident) => {
        Form::Nary(|args| {
            // Some of these functions reorder the array that they get.
            let mut args = args.to_vec();
            let length = count(args.len())?;
            term(call!($name(length, args.as_mut_ptr())))
        })
    };
    (Index $name:ident) => {
        Form::Index(|arg, index| term(call!($name(arg, index))))
    };
    (Rotation $name:ident) => {
        Form::Rotation(|arg, index| term(call!($name(arg, index))))
    };
    (ByConstant $name:ident) => {
        Form::ByConstant(|arg, amount| term(call!($name(arg, amount))))
    };
    (Square $name:ident) => {
        Form::Square(|arg| term(call!($name(arg))))
    };
    (Power $name:ident) => {
        Form::Power(|arg, times| term(call!($name(arg, times))))
    };
}

/// `KEY: Form function, Form function if Kind, function = expression;`
macro_rules! rows {
    ($($key:ident: $($form:ident $name:ident $(if $kind:ident)? $(= $function:expr)?),+;)*) => {
        &[$(Row {
            key: stringify!($key),
            ways: &[$(Way {
                slot: &slot::$name,
                first: rows!(@kind $($kind)?),
                form: rows!(@form $form $name $($function)?),
            }),+],
        }),*]
    };
    (@kind) => { None };
    (@kind $kind:ident) => { Some(SortKind::$kind) };
    (@form $form:ident $name:ident) => { form!($form $name) };
    (@form $form:ident $name:ident $function:expr) => { Form::$form($function) };
}

static ROWS: &[Row] = rows! {
    OP_NOT: Unary yices_not;
    OP_AND: Binary yices_and2, Ternary yices_and3, Nary yices_and;
    OP_OR: Binary yices_or2, Ternary yices_or3, Nary yices_or;
    OP_XOR: Binary yices_xor2, Ternary yices_xor3, Nary yices_xor;
    OP_IMPLIES: Binary yices_implies;
    OP_IFF: Binary yices_iff, Binary yices_eq;
    OP_EQUAL: Binary yices_eq, Binary yices_iff if Bool, Binary yices_bveq_atom if BitVec;
    OP_DISTINCT: Nary yices_distinct, Binary yices_neq, Binary yices_bvneq_atom if BitVec;
    OP_ITE: Ternary yices_ite;

    OP_BV_CONCAT: Binary yices_bvconcat2, Nary yices_bvconcat;
    OP_BV_NOT: Unary yices_bvnot;
    OP_BV_NEG: Unary yices_bvneg;
    OP_BV_AND: Binary yices_bvand2, Ternary yices_bvand3, Nary yices_bvand;
    OP_BV_OR: Binary yices_bvor2, Ternary yices_bvor3, Nary yices_bvor;
    OP_BV_XOR: Binary yices_bvxor2, Ternary yices_bvxor3, Nary yices_bvxor;
    OP_BV_NAND: Binary yices_bvnand;
    OP_BV_NOR: Binary yices_bvnor;
    OP_BV_XNOR: Binary yices_bvxnor;
    OP_BV_ADD: Binary yices_bvadd, Nary yices_bvsum;
    OP_BV_MULT: Binary yices_bvmul, Nary yices_bvproduct, Square yices_bvsquare, Power yices_bvpower;
    OP_BV_SUB: Binary yices_bvsub;
    OP_BV_UDIV: Binary yices_bvdiv;
    OP_BV_UREM: Binary yices_bvrem;
    OP_BV_SDIV: Binary yices_bvsdiv;
    OP_BV_SREM: Binary yices_bvsrem;
    OP_BV_SMOD: Binary yices_bvsmod;
    OP_BV_SHL: Binary yices_bvshl, ByConstant yices_shift_left0;
    OP_BV_LSHR: Binary yices_bvlshr, ByConstant yices_shift_right0;
    OP_BV_ASHR: Binary yices_bvashr, ByConstant yices_ashift_right;
    OP_BV_COMP: Binary yices_redcomp;
    OP_BV_ULT: Binary yices_bvlt_atom;
    OP_BV_ULE: Binary yices_bvle_atom;
    OP_BV_UGT: Binary yices_bvgt_atom;
    OP_BV_UGE: Binary yices_bvge_atom;
    OP_BV_SLT: Binary yices_bvslt_atom;
    OP_BV_SLE: Binary yices_bvsle_atom;
    OP_BV_SGT: Binary yices_bvsgt_atom;
    OP_BV_SGE: Binary yices_bvsge_atom;
    OP_BV_EXTRACT: Indices yices_bvextract = |arg, high, low| term(call!(yices_bvextract(arg, low, high)));
    OP_BV_REPEAT: Index yices_bvrepeat;
    OP_BV_ZERO_EXTEND: Index yices_zero_extend;
    OP_BV_SIGN_EXTEND: Index yices_sign_extend;
    OP_BV_ROTATE_LEFT: Rotation yices_rotate_left;
    OP_BV_ROTATE_RIGHT: Rotation yices_rotate_right;

    OP_ARRAY_SELECT: Binary yices_application1, Nary yices_application = apply;
    OP_ARRAY_STORE: Ternary yices_update1, Nary yices_update = update;

    OP_UF_APPLY: Nary yices_application = apply, Binary yices_application1,
        Ternary yices_application2, Quaternary yices_application3;
};

/// Operators of the standard that no function of Yices builds.
const ABSENT: &[(&str, &str)] = &[
    ("OP_BV_NEGO", NO_OVERFLOW),
    ("OP_BV_UADDO", NO_OVERFLOW),
    ("OP_BV_SADDO", NO_OVERFLOW),
    ("OP_BV_UMULO", NO_OVERFLOW),
    ("OP_BV_SMULO", NO_OVERFLOW),
    ("OP_BV_USUBO", NO_OVERFLOW),
    ("OP_BV_SSUBO", NO_OVERFLOW),
    ("OP_BV_SDIVO", NO_OVERFLOW),
    ("OP_CONST_ARRAY", "a constant array would be a lambda term, which contexts refuse"),
];

const NO_OVERFLOW: &str = "the API has no overflow predicates";

/// The row of an operator.
pub fn row(key: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.key == key)
}

/// Why an operator has no row.
pub fn absence(key: &str) -> &'static str {
    ABSENT
        .iter()
        .find(|(absent, _)| *absent == key)
        .map_or("the API has no function for it", |(_, why)| why)
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

/// A function and its arguments.
fn apply(args: &[term_t]) -> Built {
    let Some((function, args)) = args.split_first() else {
        return Err(SolverError::Rejected("an application needs a function".to_owned()));
    };
    let length = count(args.len())?;
    term(call!(yices_application(*function, length, args.as_ptr())))
}

/// A function, its arguments, and the new value there.
fn update(args: &[term_t]) -> Built {
    let [function, args @ .., value] = args else {
        return Err(SolverError::Rejected("an update needs a function and a value".to_owned()));
    };
    let length = count(args.len())?;
    term(call!(yices_update(*function, length, args.as_ptr(), *value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operator is either built or known to be absent, and no row is about anything else.
    #[test]
    fn rows_and_absences_cover_the_operators() {
        let keys = ROWS.iter().map(|row| row.key).chain(ABSENT.iter().map(|(key, _)| *key));
        let mut keys: Vec<&str> = keys.collect();
        let mut operators: Vec<&str> = murxla_api::theory::operators().map(|op| op.key).collect();
        keys.sort_unstable();
        operators.sort_unstable();
        assert_eq!(keys, operators);
    }
}
