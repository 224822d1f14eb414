//! The operator table: all functions of Yices that build each operator.

use std::sync::OnceLock;

use murxla_api::{Op, QuickMap, SortKind, Theory};

use crate::builders::{
    apply, as_real, divisible, has_no_remainder, poly_int32, poly_int64, poly_rational32,
    poly_rational64, select, tuple_update, update,
};
use crate::error::{count, term};
use crate::ffi::{call, slot};
use crate::form::{Bound, Form, Row, Way};

/// The greatest exponent that is taken as it is; powers of sums are multiplied out.
pub(crate) const MAX_DEGREE: u32 = 10;

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
    (Bit $name:ident) => {
        Form::Below(Bound::Width, |arg, index| term(call!($name(arg, index))))
    };
    (Amount $name:ident) => {
        Form::Below(Bound::WidthPlusOne, |arg, amount| term(call!($name(arg, amount))))
    };
    (Degree $name:ident) => {
        Form::Below(Bound::Number(MAX_DEGREE + 1), |arg, degree| term(call!($name(arg, degree))))
    };
    (Square $name:ident) => {
        Form::Square(|arg| term(call!($name(arg))))
    };
    (Power $name:ident) => {
        Form::Power(|arg, times| term(call!($name(arg, times))))
    };
}

/// `"KEY": Form function, Form function if Kind, function = expression;`
macro_rules! rows {
    ($($key:literal: $($form:ident $name:ident $(if $kind:ident)? $(= $function:expr)?),+;)*) => {
        &[$(Row {
            key: $key,
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
    "OP_NOT": Unary yices_not;
    "OP_AND": Binary yices_and2, Ternary yices_and3, Nary yices_and;
    "OP_OR": Binary yices_or2, Ternary yices_or3, Nary yices_or;
    "OP_XOR": Binary yices_xor2, Ternary yices_xor3, Nary yices_xor;
    "OP_IMPLIES": Binary yices_implies;
    "OP_IFF": Binary yices_iff, Binary yices_eq if Bool;
    "OP_EQUAL": Binary yices_eq, Binary yices_iff if Bool, Binary yices_bveq_atom if BitVec,
        Binary yices_arith_eq_atom if Int, Binary yices_arith_eq_atom if Real;
    "OP_DISTINCT": Nary yices_distinct, Binary yices_neq, Binary yices_bvneq_atom if BitVec,
        Binary yices_arith_neq_atom if Int, Binary yices_arith_neq_atom if Real;
    "OP_ITE": Ternary yices_ite;

    "OP_BV_CONCAT": Binary yices_bvconcat2, Nary yices_bvconcat;
    "OP_BV_NOT": Unary yices_bvnot;
    "OP_BV_NEG": Unary yices_bvneg;
    "OP_BV_AND": Binary yices_bvand2, Ternary yices_bvand3, Nary yices_bvand;
    "OP_BV_OR": Binary yices_bvor2, Ternary yices_bvor3, Nary yices_bvor;
    "OP_BV_XOR": Binary yices_bvxor2, Ternary yices_bvxor3, Nary yices_bvxor;
    "OP_BV_NAND": Binary yices_bvnand;
    "OP_BV_NOR": Binary yices_bvnor;
    "OP_BV_XNOR": Binary yices_bvxnor;
    "OP_BV_ADD": Binary yices_bvadd, Nary yices_bvsum;
    "OP_BV_MULT": Binary yices_bvmul, Nary yices_bvproduct, Square yices_bvsquare, Power yices_bvpower;
    "OP_BV_SUB": Binary yices_bvsub;
    "OP_BV_UDIV": Binary yices_bvdiv;
    "OP_BV_UREM": Binary yices_bvrem;
    "OP_BV_SDIV": Binary yices_bvsdiv;
    "OP_BV_SREM": Binary yices_bvsrem;
    "OP_BV_SMOD": Binary yices_bvsmod;
    "OP_BV_SHL": Binary yices_bvshl, ByConstant yices_shift_left0;
    "OP_BV_LSHR": Binary yices_bvlshr, ByConstant yices_shift_right0;
    "OP_BV_ASHR": Binary yices_bvashr, ByConstant yices_ashift_right;
    "OP_BV_COMP": Binary yices_redcomp;
    "OP_BV_ULT": Binary yices_bvlt_atom;
    "OP_BV_ULE": Binary yices_bvle_atom;
    "OP_BV_UGT": Binary yices_bvgt_atom;
    "OP_BV_UGE": Binary yices_bvge_atom;
    "OP_BV_SLT": Binary yices_bvslt_atom;
    "OP_BV_SLE": Binary yices_bvsle_atom;
    "OP_BV_SGT": Binary yices_bvsgt_atom;
    "OP_BV_SGE": Binary yices_bvsge_atom;
    "OP_BV_EXTRACT": Indices yices_bvextract = |arg, high, low| term(call!(yices_bvextract(arg, low, high)));
    "OP_BV_REPEAT": Index yices_bvrepeat;
    "OP_BV_ZERO_EXTEND": Index yices_zero_extend;
    "OP_BV_SIGN_EXTEND": Index yices_sign_extend;
    "OP_BV_ROTATE_LEFT": Rotation yices_rotate_left;
    "OP_BV_ROTATE_RIGHT": Rotation yices_rotate_right;
    "OP_BV_REDAND": Unary yices_redand;
    "OP_BV_REDOR": Unary yices_redor;

    "OP_ARRAY_SELECT": Binary yices_application1, Nary yices_application = apply;
    "OP_ARRAY_STORE": Ternary yices_update1, Nary yices_update = update;

    "OP_UF_APPLY": Nary yices_application = apply, Binary yices_application1,
        Ternary yices_application2, Quaternary yices_application3;

    "OP_INT_NEG": Unary yices_neg;
    "OP_INT_SUB": Binary yices_sub;
    "OP_INT_ADD": Binary yices_add, Nary yices_sum;
    "OP_INT_MUL": Binary yices_mul, Nary yices_product, Square yices_square, Power yices_power;
    "OP_INT_DIV": Binary yices_idiv;
    "OP_INT_MOD": Binary yices_imod;
    "OP_INT_ABS": Unary yices_abs;
    "OP_INT_LT": Binary yices_arith_lt_atom;
    "OP_INT_LTE": Binary yices_arith_leq_atom;
    "OP_INT_GT": Binary yices_arith_gt_atom;
    "OP_INT_GTE": Binary yices_arith_geq_atom;
    "OP_INT_IS_DIV":
        Index yices_divides_atom = divisible,
        Index yices_imod = has_no_remainder;
    "OP_INT_TO_REAL": Unary yices_term_is_int = as_real;

    "OP_REAL_NEG": Unary yices_neg;
    "OP_REAL_SUB": Binary yices_sub;
    "OP_REAL_ADD": Binary yices_add, Nary yices_sum;
    "OP_REAL_MUL": Binary yices_mul, Nary yices_product, Square yices_square, Power yices_power;
    "OP_REAL_DIV": Binary yices_division;
    "OP_REAL_ABS": Unary yices_abs;
    "OP_REAL_LT": Binary yices_arith_lt_atom;
    "OP_REAL_LTE": Binary yices_arith_leq_atom;
    "OP_REAL_GT": Binary yices_arith_gt_atom;
    "OP_REAL_GTE": Binary yices_arith_geq_atom;
    "OP_REAL_IS_INT": Unary yices_is_int_atom;
    "OP_REAL_TO_INT": Unary yices_floor;

    "OP_TUPLE": Nary yices_tuple, Binary yices_pair, Ternary yices_triple;
    "OP_TUPLE_SELECT": Index yices_select = select;
    "OP_TUPLE_UPDATE": Pair yices_tuple_update = tuple_update;

    "yices-OP_BVSQUARE": Unary yices_bvsquare;
    "yices-OP_BVPOWER": Amount yices_bvpower;
    "yices-OP_REDAND": Unary yices_redand;
    "yices-OP_REDOR": Unary yices_redor;
    "yices-OP_SHIFT_LEFT0": Amount yices_shift_left0;
    "yices-OP_SHIFT_LEFT1": Amount yices_shift_left1;
    "yices-OP_SHIFT_RIGHT0": Amount yices_shift_right0;
    "yices-OP_SHIFT_RIGHT1": Amount yices_shift_right1;
    "yices-OP_ASHIFT_RIGHT": Amount yices_ashift_right;
    "yices-OP_BITEXTRACT": Bit yices_bitextract;
    "yices-OP_BVARRAY": Nary yices_bvarray;
    "yices-OP_INT_EQ0": Unary yices_arith_eq0_atom;
    "yices-OP_INT_NEQ0": Unary yices_arith_neq0_atom;
    "yices-OP_INT_GEQ0": Unary yices_arith_geq0_atom;
    "yices-OP_INT_LEQ0": Unary yices_arith_leq0_atom;
    "yices-OP_INT_GT0": Unary yices_arith_gt0_atom;
    "yices-OP_INT_LT0": Unary yices_arith_lt0_atom;
    "yices-OP_INT_POWER": Degree yices_power;
    "yices-OP_INT_SQUARE": Unary yices_square;
    "yices-OP_INT_CEIL": Unary yices_ceil;
    "yices-OP_INT_FLOOR": Unary yices_floor;
    "yices-OP_INT_POLY": Sum yices_poly_int32 = poly_int32, Sum yices_poly_int64 = poly_int64;
    "yices-OP_REAL_EQ0": Unary yices_arith_eq0_atom;
    "yices-OP_REAL_NEQ0": Unary yices_arith_neq0_atom;
    "yices-OP_REAL_GEQ0": Unary yices_arith_geq0_atom;
    "yices-OP_REAL_LEQ0": Unary yices_arith_leq0_atom;
    "yices-OP_REAL_GT0": Unary yices_arith_gt0_atom;
    "yices-OP_REAL_LT0": Unary yices_arith_lt0_atom;
    "yices-OP_REAL_POWER": Degree yices_power;
    "yices-OP_REAL_SQUARE": Unary yices_square;
    "yices-OP_REAL_CEIL": Unary yices_ceil;
    "yices-OP_REAL_FLOOR": Unary yices_floor;
    "yices-OP_REAL_POLY": Sum yices_poly_int32 = poly_int32, Sum yices_poly_int64 = poly_int64;
    "yices-OP_REAL_RPOLY": Sum yices_poly_rational32 = poly_rational32,
        Sum yices_poly_rational64 = poly_rational64;
};

/// Why an operator has no row, where its theory does not tell.
const ABSENT: &[(&str, &str)] = &[
    ("OP_BV_NEGO", NO_OVERFLOW),
    ("OP_BV_UADDO", NO_OVERFLOW),
    ("OP_BV_SADDO", NO_OVERFLOW),
    ("OP_BV_UMULO", NO_OVERFLOW),
    ("OP_BV_SMULO", NO_OVERFLOW),
    ("OP_BV_USUBO", NO_OVERFLOW),
    ("OP_BV_SSUBO", NO_OVERFLOW),
    ("OP_BV_SDIVO", NO_OVERFLOW),
    ("OP_BV_UBV_TO_INT", NO_CONVERSION),
    ("OP_BV_SBV_TO_INT", NO_CONVERSION),
    ("OP_INT_TO_BV", NO_CONVERSION),
    ("OP_INT_POW", CONSTANT_EXPONENT),
    ("OP_REAL_POW", CONSTANT_EXPONENT),
    ("OP_CONST_ARRAY", "a constant array would be a lambda term, which contexts refuse"),
    ("OP_HO_APPLY", "Yices applies a function to all its arguments at once"),
    ("OP_DT_TUPLE_PROJECT", "the API selects single elements of a tuple"),
];

const NO_OVERFLOW: &str = "the API has no overflow predicates";
const NO_CONVERSION: &str = "the API does not convert between bit-vectors and integers";
const CONSTANT_EXPONENT: &str =
    "the exponent must be a constant: yices-OP_INT_POWER, yices-OP_REAL_POWER";

/// Why Yices does not have a theory; `None`: it has, or a part of it.
const fn theory_absence(theory: Theory) -> Option<&'static str> {
    match theory {
        Theory::Transcendentals => Some("Yices has no transcendental functions"),
        Theory::FloatingPoint => Some("Yices has no floating-point numbers"),
        Theory::Strings => Some("Yices has no strings"),
        Theory::Sequences => Some("Yices has no sequences"),
        Theory::Sets => Some("Yices has no sets"),
        Theory::Relations => Some("Yices has no relations"),
        Theory::Bags => Some("Yices has no bags"),
        Theory::Datatypes => Some("Yices has tuples, but no other datatypes"),
        Theory::FiniteFields => Some("the API of Yices has no finite fields"),
        Theory::Separation => Some("Yices has no separation logic"),
        Theory::Core
        | Theory::Ints
        | Theory::Reals
        | Theory::BitVectors
        | Theory::Arrays
        | Theory::Functions
        | Theory::Quantifiers => None,
    }
}

/// The row of an operator.
pub fn row(key: &str) -> Option<&'static Row> {
    static BY_KEY: OnceLock<QuickMap<&'static str, &'static Row>> = OnceLock::new();
    BY_KEY.get_or_init(|| ROWS.iter().map(|row| (row.key, row)).collect()).get(key).copied()
}

/// Why an operator has no row.
pub fn absence(op: &Op) -> &'static str {
    let own = ABSENT.iter().find(|(absent, _)| *absent == op.key).map(|(_, why)| *why);
    own.or(theory_absence(op.theory)).unwrap_or("the API has no function for it")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use murxla_api::theory;

    use super::*;
    use crate::own::OWN;

    #[test]
    fn every_row_is_an_operator_and_none_is_there_twice() {
        let mut seen = HashSet::new();
        for row in ROWS {
            let known =
                theory::operator(row.key).is_some() || OWN.iter().any(|own| own.key == row.key);
            assert!(known, "{} is no operator", row.key);
            assert!(seen.insert(row.key), "{} twice", row.key);
        }
        for own in OWN {
            assert!(seen.contains(own.key), "{} has no row", own.key);
        }
    }

    /// Whatever is not built is known to be absent, and nothing is both.
    #[test]
    fn absences_are_of_operators_without_rows() {
        for (key, _) in ABSENT {
            assert!(theory::operator(key).is_some() && row(key).is_none(), "{key}");
        }
        for op in theory::operators().filter(|op| row(op.key).is_none()) {
            assert_ne!(absence(op), "the API has no function for it", "{}", op.key);
        }
    }
}
