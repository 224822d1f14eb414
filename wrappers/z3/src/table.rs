//! Which function of Z3 makes which operator.

use std::ffi::c_uint;

use murxla_native::Slot;

use crate::ffi::{self, DeclKind, Z3_ast, Z3_context, slot};

type Made = Option<Z3_ast>;

/// A builder function by the form of its arguments.
pub(crate) enum Build {
    Unary(unsafe extern "C" fn(Z3_context, Z3_ast) -> Made),
    Binary(unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast) -> Made),
    Ternary(unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_ast) -> Made),
    Nary(unsafe extern "C" fn(Z3_context, c_uint, *const Z3_ast) -> Made),
    Index1(unsafe extern "C" fn(Z3_context, c_uint, Z3_ast) -> Made),
    Index2(unsafe extern "C" fn(Z3_context, c_uint, c_uint, Z3_ast) -> Made),
    /// `Z3_mk_const_array` takes the index sort instead of the array sort.
    ConstArray,
    /// The first argument is a declaration.
    Apply,
    /// The negation of the conjunction of predicates that say "no overflow": Z3 has SMT-LIB's overflow
    /// predicates only in this form.
    Overflow(&'static [NoOverflow]),
}

/// One of Z3's predicates that say "no overflow".
pub(crate) struct NoOverflow {
    pub(crate) name: &'static str,
    pub(crate) slot: &'static Slot,
    pub(crate) call: NoOverflowCall,
}

pub(crate) enum NoOverflowCall {
    Unary(unsafe extern "C" fn(Z3_context, Z3_ast) -> Made),
    Binary(unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast) -> Made),
    Signed(unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, bool) -> Made, bool),
}

/// One operator.
pub(crate) struct Row {
    pub(crate) key: &'static str,
    pub(crate) name: &'static str,
    pub(crate) slot: &'static Slot,
    pub(crate) build: Build,
    /// The kind that our declarations expect of the term, where there is one.
    pub(crate) kind: Option<DeclKind>,
}

macro_rules! row {
    ($key:literal, $form:ident, $function:ident $(, $kind:ident)?) => {
        Row {
            key: $key,
            name: stringify!($function),
            slot: &slot::$function,
            build: Build::$form(ffi::$function),
            kind: { #[allow(unused_mut, unused_assignments)] let mut kind = None; $(kind = Some(DeclKind::$kind);)? kind },
        }
    };
}

macro_rules! overflow {
    ($key:literal, $($function:ident $form:ident $(($signed:literal))?),*) => {
        Row {
            key: $key,
            name: "Z3_mk_not",
            slot: &slot::Z3_mk_not,
            build: Build::Overflow(&[$(NoOverflow {
                name: stringify!($function),
                slot: &slot::$function,
                call: NoOverflowCall::$form(ffi::$function $(, $signed)?),
            }),*]),
            kind: None,
        }
    };
}

pub(crate) static ROWS: &[Row] = &[
    row!("OP_NOT", Unary, Z3_mk_not, Not),
    row!("OP_AND", Nary, Z3_mk_and, And),
    row!("OP_OR", Nary, Z3_mk_or, Or),
    row!("OP_XOR", Binary, Z3_mk_xor, Xor),
    row!("OP_IMPLIES", Binary, Z3_mk_implies, Implies),
    row!("OP_IFF", Binary, Z3_mk_iff),
    row!("OP_EQUAL", Binary, Z3_mk_eq, Eq),
    row!("OP_DISTINCT", Nary, Z3_mk_distinct, Distinct),
    row!("OP_ITE", Ternary, Z3_mk_ite, Ite),
    row!("OP_BV_CONCAT", Binary, Z3_mk_concat, Concat),
    row!("OP_BV_NOT", Unary, Z3_mk_bvnot, Bnot),
    row!("OP_BV_NEG", Unary, Z3_mk_bvneg, Bneg),
    row!("OP_BV_AND", Binary, Z3_mk_bvand, Band),
    row!("OP_BV_OR", Binary, Z3_mk_bvor, Bor),
    row!("OP_BV_XOR", Binary, Z3_mk_bvxor, Bxor),
    row!("OP_BV_NAND", Binary, Z3_mk_bvnand, Bnand),
    row!("OP_BV_NOR", Binary, Z3_mk_bvnor, Bnor),
    row!("OP_BV_XNOR", Binary, Z3_mk_bvxnor, Bxnor),
    row!("OP_BV_ADD", Binary, Z3_mk_bvadd, Badd),
    row!("OP_BV_MULT", Binary, Z3_mk_bvmul, Bmul),
    row!("OP_BV_SUB", Binary, Z3_mk_bvsub, Bsub),
    row!("OP_BV_UDIV", Binary, Z3_mk_bvudiv, Budiv),
    row!("OP_BV_UREM", Binary, Z3_mk_bvurem, Burem),
    row!("OP_BV_SDIV", Binary, Z3_mk_bvsdiv, Bsdiv),
    row!("OP_BV_SREM", Binary, Z3_mk_bvsrem, Bsrem),
    row!("OP_BV_SMOD", Binary, Z3_mk_bvsmod, Bsmod),
    row!("OP_BV_SHL", Binary, Z3_mk_bvshl, Bshl),
    row!("OP_BV_LSHR", Binary, Z3_mk_bvlshr, Blshr),
    row!("OP_BV_ASHR", Binary, Z3_mk_bvashr, Bashr),
    row!("OP_BV_ULT", Binary, Z3_mk_bvult, Ult),
    row!("OP_BV_ULE", Binary, Z3_mk_bvule, Uleq),
    row!("OP_BV_UGT", Binary, Z3_mk_bvugt, Ugt),
    row!("OP_BV_UGE", Binary, Z3_mk_bvuge, Ugeq),
    row!("OP_BV_SLT", Binary, Z3_mk_bvslt, Slt),
    row!("OP_BV_SLE", Binary, Z3_mk_bvsle, Sleq),
    row!("OP_BV_SGT", Binary, Z3_mk_bvsgt, Sgt),
    row!("OP_BV_SGE", Binary, Z3_mk_bvsge, Sgeq),
    overflow!("OP_BV_NEGO", Z3_mk_bvneg_no_overflow Unary),
    overflow!("OP_BV_UADDO", Z3_mk_bvadd_no_overflow Signed(false)),
    overflow!("OP_BV_SADDO", Z3_mk_bvadd_no_overflow Signed(true), Z3_mk_bvadd_no_underflow Binary),
    overflow!("OP_BV_UMULO", Z3_mk_bvmul_no_overflow Signed(false)),
    overflow!("OP_BV_SMULO", Z3_mk_bvmul_no_overflow Signed(true), Z3_mk_bvmul_no_underflow Binary),
    overflow!("OP_BV_USUBO", Z3_mk_bvsub_no_underflow Signed(false)),
    overflow!("OP_BV_SSUBO", Z3_mk_bvsub_no_overflow Binary, Z3_mk_bvsub_no_underflow Signed(true)),
    overflow!("OP_BV_SDIVO", Z3_mk_bvsdiv_no_overflow Binary),
    row!("OP_BV_EXTRACT", Index2, Z3_mk_extract, Extract),
    row!("OP_BV_REPEAT", Index1, Z3_mk_repeat, Repeat),
    row!("OP_BV_ZERO_EXTEND", Index1, Z3_mk_zero_ext, ZeroExt),
    row!("OP_BV_SIGN_EXTEND", Index1, Z3_mk_sign_ext, SignExt),
    row!("OP_BV_ROTATE_LEFT", Index1, Z3_mk_rotate_left, RotateLeft),
    row!("OP_BV_ROTATE_RIGHT", Index1, Z3_mk_rotate_right, RotateRight),
    row!("OP_ARRAY_SELECT", Binary, Z3_mk_select, Select),
    row!("OP_ARRAY_STORE", Ternary, Z3_mk_store, Store),
    Row {
        key: "OP_CONST_ARRAY",
        name: "Z3_mk_const_array",
        slot: &slot::Z3_mk_const_array,
        build: Build::ConstArray,
        kind: Some(DeclKind::ConstArray),
    },
    Row {
        key: "OP_UF_APPLY",
        name: "Z3_mk_app",
        slot: &slot::Z3_mk_app,
        build: Build::Apply,
        kind: None,
    },
];

impl Row {
    /// The functions of this row that the library lacks.
    pub(crate) fn missing(&self) -> impl Iterator<Item = &'static str> + '_ {
        let parts: &'static [NoOverflow] = match self.build {
            Build::Overflow(parts) => parts,
            _ => &[],
        };
        let own = (!self.slot.is_present()).then_some(self.name);
        own.into_iter()
            .chain(parts.iter().filter(|part| !part.slot.is_present()).map(|part| part.name))
    }
}

impl Row {
    /// Calls the function, if it is one that takes just these arguments. The slot must be filled and the
    /// terms must be alive in the context.
    pub(crate) fn call(
        &self,
        context: Z3_context,
        args: &[Z3_ast],
        indices: &[u32],
    ) -> Option<Made> {
        // SAFETY: what the caller promises is all that these functions need; they check the sorts.
        Some(unsafe {
            match (&self.build, args, indices) {
                (Build::Unary(function), [a], []) => function(context, *a),
                (Build::Ternary(function), [a, b, c], []) => function(context, *a, *b, *c),
                (Build::Nary(function), [_, ..], []) => {
                    function(context, args.len() as c_uint, args.as_ptr())
                }
                (Build::Index1(function), [a], [i]) => function(context, *i, *a),
                (Build::Index2(function), [a], [i, j]) => function(context, *i, *j, *a),
                _ => return None,
            }
        })
    }
}
