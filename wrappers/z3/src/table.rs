//! The operator table: which function of Z3 makes each operator.

use murxla_native::Slot;

use crate::ffi::{self, DeclKind, slot};
use crate::form::{Build, NoOverflow};

/// One operator.
pub(crate) struct Row {
    pub(crate) key: &'static str,
    pub(crate) name: &'static str,
    pub(crate) slot: &'static Slot,
    pub(crate) build: Build,
    /// The kind that our declarations expect of the term, where there is one.
    pub(crate) kind: Option<DeclKind>,
    /// Whether Z3 breaks on ill-sorted arguments, so that our typing rule must look at them first.
    pub(crate) guarded: bool,
}

macro_rules! kind {
    () => {
        None
    };
    ($kind:ident) => {
        Some(DeclKind::$kind)
    };
}

/// A function that takes terms and numbers.
macro_rules! row {
    ($key:literal, $form:ident, $function:ident $(($signed:literal))? $(, $kind:ident)?) => {
        Row {
            key: $key,
            name: stringify!($function),
            slot: &slot::$function,
            build: Build::$form(ffi::$function $(, $signed)?),
            kind: kind!($($kind)?),
            guarded: false,
        }
    };
}

/// A function with a form of its own.
macro_rules! own {
    ($key:literal, $form:ident, $function:ident $(, $kind:ident)?) => {
        Row {
            key: $key,
            name: stringify!($function),
            slot: &slot::$function,
            build: Build::$form,
            kind: kind!($($kind)?),
            guarded: false,
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
                build: Build::$form(ffi::$function $(, $signed)?),
            }),*]),
            kind: None,
            guarded: true,
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
    // Integers
    row!("OP_INT_NEG", Unary, Z3_mk_unary_minus, Uminus),
    row!("OP_INT_SUB", Nary, Z3_mk_sub, Sub),
    row!("OP_INT_ADD", Nary, Z3_mk_add, Add),
    row!("OP_INT_MUL", Nary, Z3_mk_mul, Mul),
    row!("OP_INT_DIV", Binary, Z3_mk_div, Idiv),
    row!("OP_INT_MOD", Binary, Z3_mk_mod, Mod),
    row!("OP_INT_ABS", Unary, Z3_mk_abs, Abs),
    row!("OP_INT_POW", Binary, Z3_mk_power, Power),
    row!("OP_INT_LT", Binary, Z3_mk_lt, Lt),
    row!("OP_INT_LTE", Binary, Z3_mk_le, Le),
    row!("OP_INT_GT", Binary, Z3_mk_gt, Gt),
    row!("OP_INT_GTE", Binary, Z3_mk_ge, Ge),
    own!("OP_INT_IS_DIV", Divides, Z3_mk_divides),
    row!("OP_INT_TO_REAL", Unary, Z3_mk_int2real, ToReal),
    row!("OP_INT_TO_BV", Index1, Z3_mk_int2bv, Int2bv),
    row!("z3-OP_INT_REM", Binary, Z3_mk_rem, Rem),
    // Reals
    row!("OP_REAL_NEG", Unary, Z3_mk_unary_minus, Uminus),
    row!("OP_REAL_SUB", Nary, Z3_mk_sub, Sub),
    row!("OP_REAL_ADD", Nary, Z3_mk_add, Add),
    row!("OP_REAL_MUL", Nary, Z3_mk_mul, Mul),
    row!("OP_REAL_DIV", Binary, Z3_mk_div, Div),
    row!("OP_REAL_ABS", Unary, Z3_mk_abs, Abs),
    row!("OP_REAL_POW", Binary, Z3_mk_power, Power),
    row!("OP_REAL_LT", Binary, Z3_mk_lt, Lt),
    row!("OP_REAL_LTE", Binary, Z3_mk_le, Le),
    row!("OP_REAL_GT", Binary, Z3_mk_gt, Gt),
    row!("OP_REAL_GTE", Binary, Z3_mk_ge, Ge),
    row!("OP_REAL_IS_INT", Unary, Z3_mk_is_int, IsInt),
    row!("OP_REAL_TO_INT", Unary, Z3_mk_real2int, ToInt),
    // Bit-vectors
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
    overflow!("OP_BV_UADDO", Z3_mk_bvadd_no_overflow BinarySigned(false)),
    overflow!("OP_BV_SADDO", Z3_mk_bvadd_no_overflow BinarySigned(true), Z3_mk_bvadd_no_underflow Binary),
    overflow!("OP_BV_UMULO", Z3_mk_bvmul_no_overflow BinarySigned(false)),
    overflow!("OP_BV_SMULO", Z3_mk_bvmul_no_overflow BinarySigned(true), Z3_mk_bvmul_no_underflow Binary),
    overflow!("OP_BV_USUBO", Z3_mk_bvsub_no_underflow BinarySigned(false)),
    overflow!("OP_BV_SSUBO", Z3_mk_bvsub_no_overflow Binary, Z3_mk_bvsub_no_underflow BinarySigned(true)),
    overflow!("OP_BV_SDIVO", Z3_mk_bvsdiv_no_overflow Binary),
    row!("OP_BV_EXTRACT", Index2, Z3_mk_extract, Extract),
    row!("OP_BV_REPEAT", Index1, Z3_mk_repeat, Repeat),
    row!("OP_BV_ZERO_EXTEND", Index1, Z3_mk_zero_ext, ZeroExt),
    row!("OP_BV_SIGN_EXTEND", Index1, Z3_mk_sign_ext, SignExt),
    row!("OP_BV_ROTATE_LEFT", Index1, Z3_mk_rotate_left, RotateLeft),
    row!("OP_BV_ROTATE_RIGHT", Index1, Z3_mk_rotate_right, RotateRight),
    row!("OP_BV_REDAND", Unary, Z3_mk_bvredand, Bredand),
    row!("OP_BV_REDOR", Unary, Z3_mk_bvredor, Bredor),
    row!("OP_BV_UBV_TO_INT", UnarySigned, Z3_mk_bv2int(false), Bv2int),
    row!("OP_BV_SBV_TO_INT", UnarySigned, Z3_mk_bv2int(true)).guarded(),
    row!("z3-OP_BV_REDAND", Unary, Z3_mk_bvredand, Bredand),
    row!("z3-OP_BV_REDOR", Unary, Z3_mk_bvredor, Bredor),
    row!("z3-OP_BV_BIT2BOOL", Index1, Z3_mk_bit2bool, Bit2bool),
    row!("z3-OP_BV_EXT_ROTATE_LEFT", Binary, Z3_mk_ext_rotate_left, ExtRotateLeft),
    row!("z3-OP_BV_EXT_ROTATE_RIGHT", Binary, Z3_mk_ext_rotate_right, ExtRotateRight),
    row!("z3-OP_BV_NEG_NO_OVERFLOW", Unary, Z3_mk_bvneg_no_overflow).guarded(),
    row!("z3-OP_BV_UADD_NO_OVERFLOW", BinarySigned, Z3_mk_bvadd_no_overflow(false)).guarded(),
    row!("z3-OP_BV_SADD_NO_OVERFLOW", BinarySigned, Z3_mk_bvadd_no_overflow(true)).guarded(),
    row!("z3-OP_BV_SADD_NO_UNDERFLOW", Binary, Z3_mk_bvadd_no_underflow).guarded(),
    row!("z3-OP_BV_USUB_NO_UNDERFLOW", BinarySigned, Z3_mk_bvsub_no_underflow(false)).guarded(),
    row!("z3-OP_BV_SSUB_NO_UNDERFLOW", BinarySigned, Z3_mk_bvsub_no_underflow(true)).guarded(),
    row!("z3-OP_BV_SSUB_NO_OVERFLOW", Binary, Z3_mk_bvsub_no_overflow).guarded(),
    row!("z3-OP_BV_SDIV_NO_OVERFLOW", Binary, Z3_mk_bvsdiv_no_overflow).guarded(),
    row!("z3-OP_BV_UMUL_NO_OVERFLOW", BinarySigned, Z3_mk_bvmul_no_overflow(false)).guarded(),
    row!("z3-OP_BV_SMUL_NO_OVERFLOW", BinarySigned, Z3_mk_bvmul_no_overflow(true)).guarded(),
    row!("z3-OP_BV_SMUL_NO_UNDERFLOW", Binary, Z3_mk_bvmul_no_underflow).guarded(),
    // Floating point
    row!("OP_FP_ABS", Unary, Z3_mk_fpa_abs, FpaAbs),
    row!("OP_FP_NEG", Unary, Z3_mk_fpa_neg, FpaNeg),
    row!("OP_FP_ADD", Ternary, Z3_mk_fpa_add, FpaAdd),
    row!("OP_FP_SUB", Ternary, Z3_mk_fpa_sub, FpaSub),
    row!("OP_FP_MUL", Ternary, Z3_mk_fpa_mul, FpaMul),
    row!("OP_FP_DIV", Ternary, Z3_mk_fpa_div, FpaDiv),
    row!("OP_FP_FMA", Quaternary, Z3_mk_fpa_fma, FpaFma),
    row!("OP_FP_SQRT", Binary, Z3_mk_fpa_sqrt, FpaSqrt),
    row!("OP_FP_REM", Binary, Z3_mk_fpa_rem, FpaRem),
    row!("OP_FP_RTI", Binary, Z3_mk_fpa_round_to_integral, FpaRoundToIntegral),
    row!("OP_FP_MIN", Binary, Z3_mk_fpa_min, FpaMin),
    row!("OP_FP_MAX", Binary, Z3_mk_fpa_max, FpaMax),
    row!("OP_FP_EQ", Binary, Z3_mk_fpa_eq, FpaEq),
    row!("OP_FP_LT", Binary, Z3_mk_fpa_lt, FpaLt),
    row!("OP_FP_LEQ", Binary, Z3_mk_fpa_leq, FpaLe),
    row!("OP_FP_GT", Binary, Z3_mk_fpa_gt, FpaGt),
    row!("OP_FP_GEQ", Binary, Z3_mk_fpa_geq, FpaGe),
    row!("OP_FP_IS_NORMAL", Unary, Z3_mk_fpa_is_normal, FpaIsNormal),
    row!("OP_FP_IS_SUBNORMAL", Unary, Z3_mk_fpa_is_subnormal, FpaIsSubnormal),
    row!("OP_FP_IS_ZERO", Unary, Z3_mk_fpa_is_zero, FpaIsZero),
    row!("OP_FP_IS_INF", Unary, Z3_mk_fpa_is_infinite, FpaIsInf),
    row!("OP_FP_IS_NAN", Unary, Z3_mk_fpa_is_nan, FpaIsNan),
    row!("OP_FP_IS_NEG", Unary, Z3_mk_fpa_is_negative, FpaIsNegative),
    row!("OP_FP_IS_POS", Unary, Z3_mk_fpa_is_positive, FpaIsPositive),
    row!("OP_FP_FP", Ternary, Z3_mk_fpa_fp, FpaFp),
    row!("OP_FP_TO_FP_FROM_BV", ToFloat1, Z3_mk_fpa_to_fp_bv, FpaToFp),
    row!("OP_FP_TO_FP_FROM_SBV", ToFloat2, Z3_mk_fpa_to_fp_signed, FpaToFp),
    row!("OP_FP_TO_FP_FROM_UBV", ToFloat2, Z3_mk_fpa_to_fp_unsigned, FpaToFpUnsigned),
    row!("OP_FP_TO_FP_FROM_FP", ToFloat2, Z3_mk_fpa_to_fp_float, FpaToFp),
    row!("OP_FP_TO_FP_FROM_REAL", ToFloat2, Z3_mk_fpa_to_fp_real, FpaToFp),
    row!("OP_FP_TO_UBV", BinaryIndex, Z3_mk_fpa_to_ubv, FpaToUbv),
    row!("OP_FP_TO_SBV", BinaryIndex, Z3_mk_fpa_to_sbv, FpaToSbv),
    row!("OP_FP_TO_REAL", Unary, Z3_mk_fpa_to_real, FpaToReal),
    row!("OP_FP_TO_IEEE_BV", Unary, Z3_mk_fpa_to_ieee_bv, FpaToIeeeBv),
    row!("z3-OP_FP_TO_FP_FROM_INT_REAL", ToFloat3, Z3_mk_fpa_to_fp_int_real, FpaToFp),
    // Arrays
    row!("OP_ARRAY_SELECT", Binary, Z3_mk_select, Select),
    row!("OP_ARRAY_STORE", Ternary, Z3_mk_store, Store),
    own!("OP_CONST_ARRAY", ConstArray, Z3_mk_const_array, ConstArray),
    row!("z3-OP_ARRAY_DEFAULT", Unary, Z3_mk_array_default, ArrayDefault).guarded(),
    row!("z3-OP_ARRAY_EXT", Binary, Z3_mk_array_ext, ArrayExt).guarded(),
    own!("z3-OP_AS_ARRAY", AsArray, Z3_mk_as_array, AsArray),
    own!("z3-OP_ARRAY_MAP", ArrayMap, Z3_mk_map, ArrayMap),
    own!("z3-OP_ARRAY_MAP2", ArrayMap, Z3_mk_map, ArrayMap),
    row!("z3-OP_ARRAY_SET_EMPTY", ArraySet, Z3_mk_empty_set, ConstArray),
    row!("z3-OP_ARRAY_SET_FULL", ArraySet, Z3_mk_full_set, ConstArray),
    row!("z3-OP_ARRAY_SET_ADD", Binary, Z3_mk_set_add, Store),
    row!("z3-OP_ARRAY_SET_DEL", Binary, Z3_mk_set_del, Store),
    row!("z3-OP_ARRAY_SET_UNION", Nary, Z3_mk_set_union, SetUnion),
    row!("z3-OP_ARRAY_SET_INTERSECT", Nary, Z3_mk_set_intersect, SetIntersect),
    row!("z3-OP_ARRAY_SET_DIFFERENCE", Binary, Z3_mk_set_difference, SetDifference),
    row!("z3-OP_ARRAY_SET_COMPLEMENT", Unary, Z3_mk_set_complement, SetComplement),
    row!("z3-OP_ARRAY_SET_MEMBER", Binary, Z3_mk_set_member, Select),
    row!("z3-OP_ARRAY_SET_SUBSET", Binary, Z3_mk_set_subset, SetSubset),
    // Functions
    own!("OP_UF_APPLY", Apply, Z3_mk_app),
    row!("z3-OP_LINEAR_ORDER", Relation, Z3_mk_linear_order, SpecialRelationLo),
    row!("z3-OP_PARTIAL_ORDER", Relation, Z3_mk_partial_order, SpecialRelationPo),
    row!(
        "z3-OP_PIECEWISE_LINEAR_ORDER",
        Relation,
        Z3_mk_piecewise_linear_order,
        SpecialRelationPlo
    ),
    row!("z3-OP_TREE_ORDER", Relation, Z3_mk_tree_order, SpecialRelationTo),
    own!(
        "z3-OP_TRANSITIVE_CLOSURE",
        TransitiveClosure,
        Z3_mk_transitive_closure,
        SpecialRelationTc
    ),
    // Strings
    row!("OP_STR_CONCAT", Nary, Z3_mk_seq_concat, SeqConcat),
    row!("OP_STR_LEN", Unary, Z3_mk_seq_length, SeqLength),
    row!("OP_STR_LT", Binary, Z3_mk_str_lt, StringLt),
    row!("OP_STR_LE", Binary, Z3_mk_str_le, StringLe),
    row!("OP_STR_AT", Binary, Z3_mk_seq_at, SeqAt),
    row!("OP_STR_SUBSTR", Ternary, Z3_mk_seq_extract, SeqExtract),
    row!("OP_STR_PREFIXOF", Binary, Z3_mk_seq_prefix, SeqPrefix),
    row!("OP_STR_SUFFIXOF", Binary, Z3_mk_seq_suffix, SeqSuffix),
    row!("OP_STR_CONTAINS", Binary, Z3_mk_seq_contains, SeqContains),
    row!("OP_STR_INDEXOF", Ternary, Z3_mk_seq_index, SeqIndex),
    row!("OP_STR_REPLACE", Ternary, Z3_mk_seq_replace, SeqReplace),
    row!("OP_STR_REPLACE_ALL", Ternary, Z3_mk_seq_replace_all, SeqReplaceAll),
    row!("OP_STR_REPLACE_RE", Ternary, Z3_mk_seq_replace_re, SeqReplaceRe),
    row!("OP_STR_REPLACE_RE_ALL", Ternary, Z3_mk_seq_replace_re_all, SeqReplaceReAll),
    row!("OP_STR_TO_CODE", Unary, Z3_mk_string_to_code, StrToCode),
    row!("OP_STR_FROM_CODE", Unary, Z3_mk_string_from_code, StrFromCode),
    row!("OP_STR_TO_INT", Unary, Z3_mk_str_to_int, StrToInt),
    row!("OP_STR_FROM_INT", Unary, Z3_mk_int_to_str, IntToStr),
    row!("OP_STR_TO_RE", Unary, Z3_mk_seq_to_re, SeqToRe),
    row!("OP_STR_IN_RE", Binary, Z3_mk_seq_in_re, SeqInRe),
    row!("z3-OP_STR_LAST_INDEXOF", Binary, Z3_mk_seq_last_index, SeqLastIndex),
    row!("z3-OP_STR_POWER", Binary, Z3_mk_seq_power, SeqPower),
    row!("z3-OP_STR_FROM_UBV", Unary, Z3_mk_ubv_to_str, UbvToStr),
    row!("z3-OP_STR_FROM_SBV", Unary, Z3_mk_sbv_to_str, SbvToStr),
    row!("OP_RE_NONE", Regex, Z3_mk_re_empty, ReEmptySet),
    row!("OP_RE_ALL", Regex, Z3_mk_re_full, ReFullSet),
    row!("OP_RE_ALLCHAR", Regex, Z3_mk_re_allchar, ReFullCharSet),
    row!("OP_RE_CONCAT", Nary, Z3_mk_re_concat, ReConcat),
    row!("OP_RE_UNION", Nary, Z3_mk_re_union, ReUnion),
    row!("OP_RE_INTER", Nary, Z3_mk_re_intersect, ReIntersect),
    row!("OP_RE_DIFF", Binary, Z3_mk_re_diff, ReDiff),
    row!("OP_RE_STAR", Unary, Z3_mk_re_star, ReStar),
    row!("OP_RE_PLUS", Unary, Z3_mk_re_plus, RePlus),
    row!("OP_RE_OPT", Unary, Z3_mk_re_option, ReOption),
    row!("OP_RE_COMP", Unary, Z3_mk_re_complement, ReComplement),
    row!("OP_RE_RANGE", Binary, Z3_mk_re_range, ReRange),
    row!("OP_RE_POW", UnaryIndex, Z3_mk_re_power, RePower),
    own!("OP_RE_LOOP", Loop, Z3_mk_re_loop, ReLoop),
    // Sequences
    row!("OP_SEQ_UNIT", Unary, Z3_mk_seq_unit, SeqUnit),
    row!("OP_SEQ_CONCAT", Nary, Z3_mk_seq_concat, SeqConcat),
    row!("OP_SEQ_LENGTH", Unary, Z3_mk_seq_length, SeqLength),
    row!("OP_SEQ_EXTRACT", Ternary, Z3_mk_seq_extract, SeqExtract),
    row!("OP_SEQ_AT", Binary, Z3_mk_seq_at, SeqAt),
    row!("OP_SEQ_NTH", Binary, Z3_mk_seq_nth, SeqNth),
    row!("OP_SEQ_CONTAINS", Binary, Z3_mk_seq_contains, SeqContains),
    row!("OP_SEQ_INDEXOF", Ternary, Z3_mk_seq_index, SeqIndex),
    row!("OP_SEQ_REPLACE", Ternary, Z3_mk_seq_replace, SeqReplace),
    row!("OP_SEQ_REPLACE_ALL", Ternary, Z3_mk_seq_replace_all, SeqReplaceAll),
    row!("OP_SEQ_PREFIX", Binary, Z3_mk_seq_prefix, SeqPrefix),
    row!("OP_SEQ_SUFFIX", Binary, Z3_mk_seq_suffix, SeqSuffix),
    row!("z3-OP_SEQ_LAST_INDEXOF", Binary, Z3_mk_seq_last_index, SeqLastIndex),
    row!("z3-OP_SEQ_POWER", Binary, Z3_mk_seq_power, SeqPower),
    row!("z3-OP_SEQ_MAP", Binary, Z3_mk_seq_map, SeqMap),
    row!("z3-OP_SEQ_MAPI", Ternary, Z3_mk_seq_mapi, SeqMapi),
    row!("z3-OP_SEQ_FOLDL", Ternary, Z3_mk_seq_foldl, SeqFoldl),
    row!("z3-OP_SEQ_FOLDLI", Quaternary, Z3_mk_seq_foldli, SeqFoldli),
    // Finite sets
    row!("OP_SET_SINGLETON", Unary, Z3_mk_finite_set_singleton, FiniteSetSingleton),
    row!("OP_SET_MEMBER", Binary, Z3_mk_finite_set_member, FiniteSetIn),
    row!("OP_SET_SUBSET", Binary, Z3_mk_finite_set_subset, FiniteSetSubset),
    row!("OP_SET_UNION", Binary, Z3_mk_finite_set_union, FiniteSetUnion),
    row!("OP_SET_INTERSECTION", Binary, Z3_mk_finite_set_intersect, FiniteSetIntersect),
    row!("OP_SET_MINUS", Binary, Z3_mk_finite_set_difference, FiniteSetDifference),
    row!("OP_SET_CARD", Unary, Z3_mk_finite_set_size, FiniteSetSize),
    row!("OP_SET_MAP", Binary, Z3_mk_finite_set_map, FiniteSetMap),
    row!("OP_SET_FILTER", Binary, Z3_mk_finite_set_filter, FiniteSetFilter),
    row!("z3-OP_SET_RANGE", Binary, Z3_mk_finite_set_range, FiniteSetRange),
    // Datatypes
    own!("OP_DT_APPLY_CONS", Construct, Z3_get_datatype_sort_constructor, DtConstructor),
    own!("OP_DT_APPLY_SEL", Select, Z3_get_datatype_sort_constructor_accessor, DtAccessor),
    own!("OP_DT_APPLY_TESTER", Test, Z3_get_datatype_sort_recognizer, DtIs),
    own!("OP_DT_APPLY_UPDATER", Update, Z3_datatype_update_field, DtUpdateField),
    own!("OP_TUPLE", Tuple, Z3_get_tuple_sort_mk_decl, DtConstructor),
    own!("OP_TUPLE_SELECT", TupleSelect, Z3_get_tuple_sort_field_decl, DtAccessor),
    own!("OP_TUPLE_UPDATE", TupleUpdate, Z3_datatype_update_field, DtUpdateField),
    // Finite fields
    row!("OP_FINITE_FIELD_NEG", Unary, Z3_mk_ff_neg, FfNeg),
    row!("OP_FINITE_FIELD_ADD", Nary, Z3_mk_ff_add, FfAdd),
    row!("OP_FINITE_FIELD_MULT", Nary, Z3_mk_ff_mul, FfMul),
    row!("OP_FINITE_FIELD_BITSUM", Nary, Z3_mk_ff_bitsum, FfBitsum),
    // Cardinality and pseudo-Boolean constraints
    row!("z3-OP_AT_MOST", NaryIndex, Z3_mk_atmost, PbAtMost),
    row!("z3-OP_AT_LEAST", NaryIndex, Z3_mk_atleast, PbAtLeast),
    row!("z3-OP_PB_LE", Weighted, Z3_mk_pble, PbLe),
    row!("z3-OP_PB_GE", Weighted, Z3_mk_pbge, PbGe),
    row!("z3-OP_PB_EQ", Weighted, Z3_mk_pbeq, PbEq),
];

impl Row {
    /// Marks a function that breaks on ill-sorted arguments.
    const fn guarded(mut self) -> Row {
        self.guarded = true;
        self
    }

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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use murxla_api::theory;

    use super::*;
    use crate::own::OWN;

    #[test]
    fn every_row_is_an_operator_and_none_comes_twice() {
        let mut seen = HashSet::new();
        for row in ROWS {
            let own = OWN.iter().any(|op| op.key == row.key);
            assert!(own || theory::operator(row.key).is_some(), "{} is no operator", row.key);
            assert!(seen.insert(row.key), "{} has two rows", row.key);
        }
        for op in OWN {
            assert!(theory::operator(op.key).is_none(), "{} is a base operator", op.key);
            assert!(seen.contains(op.key), "{} has no row", op.key);
        }
    }
}
