//! The operator table: which kind of cvc5 each operator is.

use std::collections::BTreeMap;

use murxla_api::{Hole, Op, Theory, theory};

use cvc5_sys::Kind as K;

use crate::kinds::Kinds;

/// How an operator is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// By a kind over its arguments; more than two arguments can be given at once.
    Kind,
    /// By a kind over two arguments; more are given in steps of two.
    Binary,
    /// By a kind with numbers as indices.
    Indexed,
    /// By a kind without arguments, or by a function of its own.
    Nullary,
    /// By the function for constant arrays.
    ConstArray,
    /// By the function for empty bags.
    EmptyBag,
    /// By the function for the nil of a sort.
    SepNil,
    /// By the function for a bound on the number of elements of a sort.
    Cardinality,
    /// By a constructor's term.
    Construct,
    /// By a selector's term.
    Select,
    /// By a constructor's tester.
    Test,
    /// By a selector's updater.
    Update,
    /// By a pattern, the variables in it if there are any, and a body.
    Case,
    /// By the function for tuples, or by the constructor of the tuple's sort.
    Tuple,
    /// By a selector of the tuple's sort.
    TupleSelect,
    /// By an updater of the tuple's sort.
    TupleUpdate,
}

/// An operator of the loaded library.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Native {
    /// The number of its kind in this library.
    pub(crate) kind: i32,
    /// How it is built.
    pub(crate) form: Form,
}

struct Row {
    key: &'static str,
    /// The name of the kind, by which its number in the loaded library is found.
    name: &'static str,
    /// The name that older versions have for it.
    former: Option<&'static str>,
    /// The number of the kind in our declarations.
    declared: i32,
    form: Form,
    /// A library that ends the process on errors also does so when this operator is used well.
    fatal_before_errors_are_values: bool,
}

const fn row(key: &'static str, name: &'static str, declared: K, form: Form) -> Row {
    Row {
        key,
        name,
        former: None,
        declared: declared as i32,
        form,
        fatal_before_errors_are_values: false,
    }
}

impl Row {
    const fn formerly(mut self, name: &'static str) -> Row {
        self.former = Some(name);
        self
    }

    const fn fatal_before_errors_are_values(mut self) -> Row {
        self.fatal_before_errors_are_values = true;
        self
    }

    /// The number of the kind in the loaded library.
    fn number(&self, kinds: &Kinds) -> Option<i32> {
        kinds.number(self.name).or_else(|| kinds.number(self.former?))
    }
}

use Form::{
    Binary, Cardinality, Case, ConstArray, Construct, EmptyBag, Indexed, Kind, Nullary, Select,
    SepNil, Test, Tuple, TupleSelect, TupleUpdate, Update,
};

const ROWS: &[Row] = &[
    // Core
    row("OP_NOT", "NOT", K::Not, Kind),
    row("OP_AND", "AND", K::And, Kind),
    row("OP_OR", "OR", K::Or, Kind),
    row("OP_XOR", "XOR", K::Xor, Kind),
    row("OP_IMPLIES", "IMPLIES", K::Implies, Kind),
    row("OP_IFF", "EQUAL", K::Equal, Kind),
    row("OP_EQUAL", "EQUAL", K::Equal, Kind),
    row("OP_DISTINCT", "DISTINCT", K::Distinct, Kind),
    row("OP_ITE", "ITE", K::Ite, Kind),
    // Bit-vectors
    row("OP_BV_CONCAT", "BITVECTOR_CONCAT", K::BitvectorConcat, Kind),
    row("OP_BV_NOT", "BITVECTOR_NOT", K::BitvectorNot, Kind),
    row("OP_BV_NEG", "BITVECTOR_NEG", K::BitvectorNeg, Kind),
    row("OP_BV_AND", "BITVECTOR_AND", K::BitvectorAnd, Kind),
    row("OP_BV_OR", "BITVECTOR_OR", K::BitvectorOr, Kind),
    row("OP_BV_XOR", "BITVECTOR_XOR", K::BitvectorXor, Kind),
    row("OP_BV_NAND", "BITVECTOR_NAND", K::BitvectorNand, Kind),
    row("OP_BV_NOR", "BITVECTOR_NOR", K::BitvectorNor, Kind),
    row("OP_BV_XNOR", "BITVECTOR_XNOR", K::BitvectorXnor, Kind),
    row("OP_BV_ADD", "BITVECTOR_ADD", K::BitvectorAdd, Kind),
    row("OP_BV_MULT", "BITVECTOR_MULT", K::BitvectorMult, Kind),
    row("OP_BV_SUB", "BITVECTOR_SUB", K::BitvectorSub, Kind),
    row("OP_BV_UDIV", "BITVECTOR_UDIV", K::BitvectorUdiv, Kind),
    row("OP_BV_UREM", "BITVECTOR_UREM", K::BitvectorUrem, Kind),
    row("OP_BV_SDIV", "BITVECTOR_SDIV", K::BitvectorSdiv, Kind),
    row("OP_BV_SREM", "BITVECTOR_SREM", K::BitvectorSrem, Kind),
    row("OP_BV_SMOD", "BITVECTOR_SMOD", K::BitvectorSmod, Kind),
    row("OP_BV_SHL", "BITVECTOR_SHL", K::BitvectorShl, Kind),
    row("OP_BV_LSHR", "BITVECTOR_LSHR", K::BitvectorLshr, Kind),
    row("OP_BV_ASHR", "BITVECTOR_ASHR", K::BitvectorAshr, Kind),
    row("OP_BV_COMP", "BITVECTOR_COMP", K::BitvectorComp, Kind),
    row("OP_BV_ULT", "BITVECTOR_ULT", K::BitvectorUlt, Kind),
    row("OP_BV_ULE", "BITVECTOR_ULE", K::BitvectorUle, Kind),
    row("OP_BV_UGT", "BITVECTOR_UGT", K::BitvectorUgt, Kind),
    row("OP_BV_UGE", "BITVECTOR_UGE", K::BitvectorUge, Kind),
    row("OP_BV_SLT", "BITVECTOR_SLT", K::BitvectorSlt, Kind),
    row("OP_BV_SLE", "BITVECTOR_SLE", K::BitvectorSle, Kind),
    row("OP_BV_SGT", "BITVECTOR_SGT", K::BitvectorSgt, Kind),
    row("OP_BV_SGE", "BITVECTOR_SGE", K::BitvectorSge, Kind),
    row("OP_BV_NEGO", "BITVECTOR_NEGO", K::BitvectorNego, Kind),
    row("OP_BV_UADDO", "BITVECTOR_UADDO", K::BitvectorUaddo, Kind),
    row("OP_BV_SADDO", "BITVECTOR_SADDO", K::BitvectorSaddo, Kind),
    row("OP_BV_UMULO", "BITVECTOR_UMULO", K::BitvectorUmulo, Kind),
    row("OP_BV_SMULO", "BITVECTOR_SMULO", K::BitvectorSmulo, Kind),
    row("OP_BV_USUBO", "BITVECTOR_USUBO", K::BitvectorUsubo, Kind),
    row("OP_BV_SSUBO", "BITVECTOR_SSUBO", K::BitvectorSsubo, Kind),
    row("OP_BV_SDIVO", "BITVECTOR_SDIVO", K::BitvectorSdivo, Kind),
    row("OP_BV_EXTRACT", "BITVECTOR_EXTRACT", K::BitvectorExtract, Indexed),
    row("OP_BV_REPEAT", "BITVECTOR_REPEAT", K::BitvectorRepeat, Indexed),
    row("OP_BV_ZERO_EXTEND", "BITVECTOR_ZERO_EXTEND", K::BitvectorZeroExtend, Indexed),
    row("OP_BV_SIGN_EXTEND", "BITVECTOR_SIGN_EXTEND", K::BitvectorSignExtend, Indexed),
    row("OP_BV_ROTATE_LEFT", "BITVECTOR_ROTATE_LEFT", K::BitvectorRotateLeft, Indexed),
    row("OP_BV_ROTATE_RIGHT", "BITVECTOR_ROTATE_RIGHT", K::BitvectorRotateRight, Indexed),
    row("OP_BV_REDAND", "BITVECTOR_REDAND", K::BitvectorRedand, Kind),
    row("OP_BV_REDOR", "BITVECTOR_REDOR", K::BitvectorRedor, Kind),
    row("OP_BV_UBV_TO_INT", "BITVECTOR_UBV_TO_INT", K::BitvectorUbvToInt, Kind),
    row("OP_BV_SBV_TO_INT", "BITVECTOR_SBV_TO_INT", K::BitvectorSbvToInt, Kind),
    row("cvc5-OP_BV_REDAND", "BITVECTOR_REDAND", K::BitvectorRedand, Kind),
    row("cvc5-OP_BV_REDOR", "BITVECTOR_REDOR", K::BitvectorRedor, Kind),
    row("cvc5-OP_BV_ULTBV", "BITVECTOR_ULTBV", K::BitvectorUltbv, Kind),
    row("cvc5-OP_BV_SLTBV", "BITVECTOR_SLTBV", K::BitvectorSltbv, Kind),
    row("cvc5-OP_BV_ITE", "BITVECTOR_ITE", K::BitvectorIte, Kind),
    row("cvc5-OP_BV_TO_NAT", "BITVECTOR_TO_NAT", K::BitvectorToNat, Kind),
    // Integers
    row("OP_INT_NEG", "NEG", K::Neg, Kind),
    row("OP_INT_SUB", "SUB", K::Sub, Kind),
    row("OP_INT_ADD", "ADD", K::Add, Kind),
    row("OP_INT_MUL", "MULT", K::Mult, Kind),
    row("OP_INT_DIV", "INTS_DIVISION", K::IntsDivision, Kind),
    row("OP_INT_MOD", "INTS_MODULUS", K::IntsModulus, Kind),
    row("OP_INT_ABS", "ABS", K::Abs, Kind),
    row("OP_INT_POW", "POW", K::Pow, Kind),
    row("OP_INT_LT", "LT", K::Lt, Kind),
    row("OP_INT_LTE", "LEQ", K::Leq, Kind),
    row("OP_INT_GT", "GT", K::Gt, Kind),
    row("OP_INT_GTE", "GEQ", K::Geq, Kind),
    row("OP_INT_IS_DIV", "DIVISIBLE", K::Divisible, Indexed),
    row("OP_INT_TO_REAL", "TO_REAL", K::ToReal, Kind),
    row("OP_INT_TO_BV", "INT_TO_BITVECTOR", K::IntToBitvector, Indexed),
    row("cvc5-OP_INT_TO_BV", "INT_TO_BITVECTOR", K::IntToBitvector, Indexed),
    row("cvc5-OP_INT_IAND", "IAND", K::Iand, Indexed),
    row("cvc5-OP_INT_PIAND", "PIAND", K::Piand, Kind).fatal_before_errors_are_values(),
    row("cvc5-OP_INT_POW2", "POW2", K::Pow2, Kind),
    row("cvc5-OP_INT_LOG2", "LOG2", K::Log2, Kind),
    row("cvc5-OP_INT_DIV_TOTAL", "INTS_DIVISION_TOTAL", K::IntsDivisionTotal, Binary),
    row("cvc5-OP_INT_MOD_TOTAL", "INTS_MODULUS_TOTAL", K::IntsModulusTotal, Kind),
    // Reals
    row("OP_REAL_NEG", "NEG", K::Neg, Kind),
    row("OP_REAL_SUB", "SUB", K::Sub, Kind),
    row("OP_REAL_ADD", "ADD", K::Add, Kind),
    row("OP_REAL_MUL", "MULT", K::Mult, Kind),
    row("OP_REAL_DIV", "DIVISION", K::Division, Kind),
    row("OP_REAL_ABS", "ABS", K::Abs, Kind),
    row("OP_REAL_POW", "POW", K::Pow, Kind),
    row("OP_REAL_LT", "LT", K::Lt, Kind),
    row("OP_REAL_LTE", "LEQ", K::Leq, Kind),
    row("OP_REAL_GT", "GT", K::Gt, Kind),
    row("OP_REAL_GTE", "GEQ", K::Geq, Kind),
    row("OP_REAL_IS_INT", "IS_INTEGER", K::IsInteger, Kind),
    row("OP_REAL_TO_INT", "TO_INTEGER", K::ToInteger, Kind),
    row("cvc5-OP_REAL_DIV_TOTAL", "DIVISION_TOTAL", K::DivisionTotal, Binary),
    // Transcendentals
    row("OP_TRANS_PI", "PI", K::Pi, Nullary),
    row("OP_TRANS_SQRT", "SQRT", K::Sqrt, Kind),
    row("OP_TRANS_EXP", "EXPONENTIAL", K::Exponential, Kind),
    row("OP_TRANS_SINE", "SINE", K::Sine, Kind),
    row("OP_TRANS_COSINE", "COSINE", K::Cosine, Kind),
    row("OP_TRANS_TANGENT", "TANGENT", K::Tangent, Kind),
    row("OP_TRANS_COTANGENT", "COTANGENT", K::Cotangent, Kind),
    row("OP_TRANS_SECANT", "SECANT", K::Secant, Kind),
    row("OP_TRANS_COSECANT", "COSECANT", K::Cosecant, Kind),
    row("OP_TRANS_ARCSINE", "ARCSINE", K::Arcsine, Kind),
    row("OP_TRANS_ARCCOSINE", "ARCCOSINE", K::Arccosine, Kind),
    row("OP_TRANS_ARCTANGENT", "ARCTANGENT", K::Arctangent, Kind),
    row("OP_TRANS_ARCCOTANGENT", "ARCCOTANGENT", K::Arccotangent, Kind),
    row("OP_TRANS_ARCSECANT", "ARCSECANT", K::Arcsecant, Kind),
    row("OP_TRANS_ARCCOSECANT", "ARCCOSECANT", K::Arccosecant, Kind),
    // Floating point
    row("OP_FP_ABS", "FLOATINGPOINT_ABS", K::FloatingpointAbs, Kind),
    row("OP_FP_NEG", "FLOATINGPOINT_NEG", K::FloatingpointNeg, Kind),
    row("OP_FP_ADD", "FLOATINGPOINT_ADD", K::FloatingpointAdd, Kind),
    row("OP_FP_SUB", "FLOATINGPOINT_SUB", K::FloatingpointSub, Kind),
    row("OP_FP_MUL", "FLOATINGPOINT_MULT", K::FloatingpointMult, Kind),
    row("OP_FP_DIV", "FLOATINGPOINT_DIV", K::FloatingpointDiv, Kind),
    row("OP_FP_FMA", "FLOATINGPOINT_FMA", K::FloatingpointFma, Kind),
    row("OP_FP_SQRT", "FLOATINGPOINT_SQRT", K::FloatingpointSqrt, Kind),
    row("OP_FP_REM", "FLOATINGPOINT_REM", K::FloatingpointRem, Kind),
    row("OP_FP_RTI", "FLOATINGPOINT_RTI", K::FloatingpointRti, Kind),
    row("OP_FP_MIN", "FLOATINGPOINT_MIN", K::FloatingpointMin, Kind),
    row("OP_FP_MAX", "FLOATINGPOINT_MAX", K::FloatingpointMax, Kind),
    row("OP_FP_EQ", "FLOATINGPOINT_EQ", K::FloatingpointEq, Kind),
    row("OP_FP_LT", "FLOATINGPOINT_LT", K::FloatingpointLt, Kind),
    row("OP_FP_LEQ", "FLOATINGPOINT_LEQ", K::FloatingpointLeq, Kind),
    row("OP_FP_GT", "FLOATINGPOINT_GT", K::FloatingpointGt, Kind),
    row("OP_FP_GEQ", "FLOATINGPOINT_GEQ", K::FloatingpointGeq, Kind),
    row("OP_FP_IS_NORMAL", "FLOATINGPOINT_IS_NORMAL", K::FloatingpointIsNormal, Kind),
    row("OP_FP_IS_SUBNORMAL", "FLOATINGPOINT_IS_SUBNORMAL", K::FloatingpointIsSubnormal, Kind),
    row("OP_FP_IS_ZERO", "FLOATINGPOINT_IS_ZERO", K::FloatingpointIsZero, Kind),
    row("OP_FP_IS_INF", "FLOATINGPOINT_IS_INF", K::FloatingpointIsInf, Kind),
    row("OP_FP_IS_NAN", "FLOATINGPOINT_IS_NAN", K::FloatingpointIsNan, Kind),
    row("OP_FP_IS_NEG", "FLOATINGPOINT_IS_NEG", K::FloatingpointIsNeg, Kind),
    row("OP_FP_IS_POS", "FLOATINGPOINT_IS_POS", K::FloatingpointIsPos, Kind),
    row("OP_FP_FP", "FLOATINGPOINT_FP", K::FloatingpointFp, Kind),
    row(
        "OP_FP_TO_FP_FROM_BV",
        "FLOATINGPOINT_TO_FP_FROM_IEEE_BV",
        K::FloatingpointToFpFromIeeeBv,
        Indexed,
    ),
    row(
        "OP_FP_TO_FP_FROM_SBV",
        "FLOATINGPOINT_TO_FP_FROM_SBV",
        K::FloatingpointToFpFromSbv,
        Indexed,
    ),
    row(
        "OP_FP_TO_FP_FROM_UBV",
        "FLOATINGPOINT_TO_FP_FROM_UBV",
        K::FloatingpointToFpFromUbv,
        Indexed,
    ),
    row("OP_FP_TO_FP_FROM_FP", "FLOATINGPOINT_TO_FP_FROM_FP", K::FloatingpointToFpFromFp, Indexed),
    row(
        "OP_FP_TO_FP_FROM_REAL",
        "FLOATINGPOINT_TO_FP_FROM_REAL",
        K::FloatingpointToFpFromReal,
        Indexed,
    ),
    row("OP_FP_TO_UBV", "FLOATINGPOINT_TO_UBV", K::FloatingpointToUbv, Indexed),
    row("OP_FP_TO_SBV", "FLOATINGPOINT_TO_SBV", K::FloatingpointToSbv, Indexed),
    row("OP_FP_TO_REAL", "FLOATINGPOINT_TO_REAL", K::FloatingpointToReal, Kind),
    // Arrays
    row("OP_ARRAY_SELECT", "SELECT", K::Select, Kind),
    row("OP_ARRAY_STORE", "STORE", K::Store, Kind),
    row("OP_CONST_ARRAY", "CONST_ARRAY", K::ConstArray, ConstArray),
    row("cvc5-OP_ARRAY_EQ_RANGE", "EQ_RANGE", K::EqRange, Kind),
    row("cvc5-OP_ARRAY_EQ_RANGE_OF", "EQ_RANGE", K::EqRange, Kind),
    // Functions
    row("OP_UF_APPLY", "APPLY_UF", K::ApplyUf, Kind),
    row("OP_HO_APPLY", "HO_APPLY", K::HoApply, Kind),
    // Strings and regular expressions
    row("OP_STR_CONCAT", "STRING_CONCAT", K::StringConcat, Kind),
    row("OP_STR_LEN", "STRING_LENGTH", K::StringLength, Kind),
    row("OP_STR_LT", "STRING_LT", K::StringLt, Binary),
    row("OP_STR_LE", "STRING_LEQ", K::StringLeq, Binary),
    row("OP_STR_AT", "STRING_CHARAT", K::StringCharat, Kind),
    row("OP_STR_SUBSTR", "STRING_SUBSTR", K::StringSubstr, Kind),
    row("OP_STR_PREFIXOF", "STRING_PREFIX", K::StringPrefix, Kind),
    row("OP_STR_SUFFIXOF", "STRING_SUFFIX", K::StringSuffix, Kind),
    row("OP_STR_CONTAINS", "STRING_CONTAINS", K::StringContains, Kind),
    row("OP_STR_INDEXOF", "STRING_INDEXOF", K::StringIndexof, Kind),
    row("OP_STR_REPLACE", "STRING_REPLACE", K::StringReplace, Kind),
    row("OP_STR_REPLACE_ALL", "STRING_REPLACE_ALL", K::StringReplaceAll, Kind),
    row("OP_STR_REPLACE_RE", "STRING_REPLACE_RE", K::StringReplaceRe, Kind),
    row("OP_STR_REPLACE_RE_ALL", "STRING_REPLACE_RE_ALL", K::StringReplaceReAll, Kind),
    row("OP_STR_IS_DIGIT", "STRING_IS_DIGIT", K::StringIsDigit, Kind),
    row("OP_STR_TO_CODE", "STRING_TO_CODE", K::StringToCode, Kind),
    row("OP_STR_FROM_CODE", "STRING_FROM_CODE", K::StringFromCode, Kind),
    row("OP_STR_TO_INT", "STRING_TO_INT", K::StringToInt, Kind),
    row("OP_STR_FROM_INT", "STRING_FROM_INT", K::StringFromInt, Kind),
    row("OP_STR_TO_RE", "STRING_TO_REGEXP", K::StringToRegexp, Kind),
    row("OP_STR_IN_RE", "STRING_IN_REGEXP", K::StringInRegexp, Kind),
    row("OP_RE_NONE", "REGEXP_NONE", K::RegexpNone, Nullary),
    row("OP_RE_ALL", "REGEXP_ALL", K::RegexpAll, Nullary),
    row("OP_RE_ALLCHAR", "REGEXP_ALLCHAR", K::RegexpAllchar, Nullary),
    row("OP_RE_CONCAT", "REGEXP_CONCAT", K::RegexpConcat, Kind),
    row("OP_RE_UNION", "REGEXP_UNION", K::RegexpUnion, Kind),
    row("OP_RE_INTER", "REGEXP_INTER", K::RegexpInter, Kind),
    row("OP_RE_DIFF", "REGEXP_DIFF", K::RegexpDiff, Kind),
    row("OP_RE_STAR", "REGEXP_STAR", K::RegexpStar, Kind),
    row("OP_RE_PLUS", "REGEXP_PLUS", K::RegexpPlus, Kind),
    row("OP_RE_OPT", "REGEXP_OPT", K::RegexpOpt, Kind),
    row("OP_RE_COMP", "REGEXP_COMPLEMENT", K::RegexpComplement, Kind),
    row("OP_RE_RANGE", "REGEXP_RANGE", K::RegexpRange, Kind),
    row("OP_RE_POW", "REGEXP_REPEAT", K::RegexpRepeat, Indexed),
    row("OP_RE_LOOP", "REGEXP_LOOP", K::RegexpLoop, Indexed),
    row("cvc5-OP_STRING_UPDATE", "STRING_UPDATE", K::StringUpdate, Kind),
    row("cvc5-OP_STRING_TOLOWER", "STRING_TO_LOWER", K::StringToLower, Kind),
    row("cvc5-OP_STRING_TOUPPER", "STRING_TO_UPPER", K::StringToUpper, Kind),
    row("cvc5-OP_STRING_REV", "STRING_REV", K::StringRev, Kind),
    row("cvc5-OP_STRING_INDEXOF_RE", "STRING_INDEXOF_RE", K::StringIndexofRe, Kind),
    // Sequences
    row("OP_SEQ_UNIT", "SEQ_UNIT", K::SeqUnit, Kind),
    row("OP_SEQ_CONCAT", "SEQ_CONCAT", K::SeqConcat, Kind),
    row("OP_SEQ_LENGTH", "SEQ_LENGTH", K::SeqLength, Kind),
    row("OP_SEQ_EXTRACT", "SEQ_EXTRACT", K::SeqExtract, Kind),
    row("OP_SEQ_UPDATE", "SEQ_UPDATE", K::SeqUpdate, Kind),
    row("OP_SEQ_AT", "SEQ_AT", K::SeqAt, Kind),
    row("OP_SEQ_NTH", "SEQ_NTH", K::SeqNth, Kind),
    row("OP_SEQ_CONTAINS", "SEQ_CONTAINS", K::SeqContains, Kind),
    row("OP_SEQ_INDEXOF", "SEQ_INDEXOF", K::SeqIndexof, Kind),
    row("OP_SEQ_REPLACE", "SEQ_REPLACE", K::SeqReplace, Kind),
    row("OP_SEQ_REPLACE_ALL", "SEQ_REPLACE_ALL", K::SeqReplaceAll, Kind),
    row("OP_SEQ_REV", "SEQ_REV", K::SeqRev, Kind),
    row("OP_SEQ_PREFIX", "SEQ_PREFIX", K::SeqPrefix, Kind),
    row("OP_SEQ_SUFFIX", "SEQ_SUFFIX", K::SeqSuffix, Kind),
    // Sets
    row("OP_SET_SINGLETON", "SET_SINGLETON", K::SetSingleton, Kind),
    row("OP_SET_INSERT", "SET_INSERT", K::SetInsert, Kind),
    row("OP_SET_MEMBER", "SET_MEMBER", K::SetMember, Kind),
    row("OP_SET_SUBSET", "SET_SUBSET", K::SetSubset, Kind),
    row("OP_SET_UNION", "SET_UNION", K::SetUnion, Kind),
    row("OP_SET_INTERSECTION", "SET_INTER", K::SetInter, Kind),
    row("OP_SET_MINUS", "SET_MINUS", K::SetMinus, Kind),
    row("OP_SET_COMPLEMENT", "SET_COMPLEMENT", K::SetComplement, Kind),
    row("OP_SET_CARD", "SET_CARD", K::SetCard, Kind),
    row("OP_SET_CHOOSE", "SET_CHOOSE", K::SetChoose, Kind),
    row("OP_SET_IS_EMPTY", "SET_IS_EMPTY", K::SetIsEmpty, Kind),
    row("OP_SET_IS_SINGLETON", "SET_IS_SINGLETON", K::SetIsSingleton, Kind),
    row("OP_SET_MAP", "SET_MAP", K::SetMap, Kind),
    row("OP_SET_FILTER", "SET_FILTER", K::SetFilter, Kind),
    row("OP_SET_ALL", "SET_ALL", K::SetAll, Kind),
    row("OP_SET_SOME", "SET_SOME", K::SetSome, Kind),
    row("OP_SET_FOLD", "SET_FOLD", K::SetFold, Kind),
    // Relations
    row("OP_REL_JOIN", "RELATION_JOIN", K::RelationJoin, Kind),
    row("OP_REL_PRODUCT", "RELATION_PRODUCT", K::RelationProduct, Kind),
    row("OP_REL_TRANSPOSE", "RELATION_TRANSPOSE", K::RelationTranspose, Kind),
    row("OP_REL_TCLOSURE", "RELATION_TCLOSURE", K::RelationTclosure, Kind),
    row("OP_REL_IDEN", "RELATION_IDEN", K::RelationIden, Kind),
    row("OP_REL_JOIN_IMAGE", "RELATION_JOIN_IMAGE", K::RelationJoinImage, Kind),
    row("OP_REL_TABLE_JOIN", "RELATION_TABLE_JOIN", K::RelationTableJoin, Indexed),
    row("OP_REL_PROJECT", "RELATION_PROJECT", K::RelationProject, Indexed),
    row("OP_REL_GROUP", "RELATION_GROUP", K::RelationGroup, Indexed),
    row("OP_REL_AGGREGATE", "RELATION_AGGREGATE", K::RelationAggregate, Indexed),
    // Bags and tables
    row("OP_BAG_EMPTY", "BAG_EMPTY", K::BagEmpty, EmptyBag),
    row("OP_BAG_MAKE", "BAG_MAKE", K::BagMake, Kind),
    row("OP_BAG_UNION_MAX", "BAG_UNION_MAX", K::BagUnionMax, Kind),
    row("OP_BAG_UNION_DISJOINT", "BAG_UNION_DISJOINT", K::BagUnionDisjoint, Kind),
    row("OP_BAG_INTERSECTION_MIN", "BAG_INTER_MIN", K::BagInterMin, Kind),
    row("OP_BAG_DIFFERENCE_SUBTRACT", "BAG_DIFFERENCE_SUBTRACT", K::BagDifferenceSubtract, Kind),
    row("OP_BAG_DIFFERENCE_REMOVE", "BAG_DIFFERENCE_REMOVE", K::BagDifferenceRemove, Kind),
    row("OP_BAG_SUBBAG", "BAG_SUBBAG", K::BagSubbag, Kind),
    row("OP_BAG_COUNT", "BAG_COUNT", K::BagCount, Kind),
    row("OP_BAG_MEMBER", "BAG_MEMBER", K::BagMember, Kind),
    row("OP_BAG_DUPLICATE_REMOVAL", "BAG_SETOF", K::BagSetof, Kind)
        .formerly("BAG_DUPLICATE_REMOVAL"),
    row("OP_BAG_CARD", "BAG_CARD", K::BagCard, Kind),
    row("OP_BAG_CHOOSE", "BAG_CHOOSE", K::BagChoose, Kind),
    row("OP_BAG_MAP", "BAG_MAP", K::BagMap, Kind),
    row("OP_BAG_FILTER", "BAG_FILTER", K::BagFilter, Kind),
    row("OP_BAG_ALL", "BAG_ALL", K::BagAll, Kind),
    row("OP_BAG_SOME", "BAG_SOME", K::BagSome, Kind),
    row("OP_BAG_FOLD", "BAG_FOLD", K::BagFold, Kind),
    row("OP_BAG_PARTITION", "BAG_PARTITION", K::BagPartition, Kind),
    row("OP_TABLE_PRODUCT", "TABLE_PRODUCT", K::TableProduct, Kind),
    row("OP_TABLE_PROJECT", "TABLE_PROJECT", K::TableProject, Indexed),
    row("OP_TABLE_AGGREGATE", "TABLE_AGGREGATE", K::TableAggregate, Indexed),
    row("OP_TABLE_JOIN", "TABLE_JOIN", K::TableJoin, Indexed),
    row("OP_TABLE_GROUP", "TABLE_GROUP", K::TableGroup, Indexed),
    // Datatypes and tuples
    row("OP_DT_APPLY_CONS", "APPLY_CONSTRUCTOR", K::ApplyConstructor, Construct),
    row("OP_DT_APPLY_SEL", "APPLY_SELECTOR", K::ApplySelector, Select),
    row("OP_DT_APPLY_TESTER", "APPLY_TESTER", K::ApplyTester, Test),
    row("OP_DT_APPLY_UPDATER", "APPLY_UPDATER", K::ApplyUpdater, Update),
    row("OP_DT_MATCH", "MATCH", K::Match, Kind),
    row("OP_DT_MATCH_CASE", "MATCH_CASE", K::MatchCase, Case),
    row("OP_DT_MATCH_BIND_CASE", "MATCH_BIND_CASE", K::MatchBindCase, Case),
    row("OP_TUPLE", "APPLY_CONSTRUCTOR", K::ApplyConstructor, Tuple),
    row("OP_TUPLE_SELECT", "APPLY_SELECTOR", K::ApplySelector, TupleSelect),
    row("OP_TUPLE_UPDATE", "APPLY_UPDATER", K::ApplyUpdater, TupleUpdate),
    row("OP_DT_TUPLE_PROJECT", "TUPLE_PROJECT", K::TupleProject, Indexed),
    // Finite fields
    row("OP_FINITE_FIELD_NEG", "FINITE_FIELD_NEG", K::FiniteFieldNeg, Kind),
    row("OP_FINITE_FIELD_ADD", "FINITE_FIELD_ADD", K::FiniteFieldAdd, Kind),
    row("OP_FINITE_FIELD_MULT", "FINITE_FIELD_MULT", K::FiniteFieldMult, Kind),
    row("OP_FINITE_FIELD_BITSUM", "FINITE_FIELD_BITSUM", K::FiniteFieldBitsum, Kind),
    // Separation logic
    row("cvc5-OP_FMF_CARD", "CARDINALITY_CONSTRAINT", K::CardinalityConstraint, Cardinality),
    row("OP_SEP_NIL", "SEP_NIL", K::SepNil, SepNil),
    row("OP_SEP_EMP", "SEP_EMP", K::SepEmp, Nullary),
    row("OP_SEP_PTO", "SEP_PTO", K::SepPto, Kind),
    row("OP_SEP_STAR", "SEP_STAR", K::SepStar, Kind),
    row("OP_SEP_WAND", "SEP_WAND", K::SepWand, Kind),
];

/// The operators of the loaded library, and those that it lacks.
pub(crate) fn resolve(
    kinds: &Kinds,
    errors_are_values: bool,
) -> (BTreeMap<&'static str, Native>, Vec<Hole>) {
    let mut table = BTreeMap::new();
    let mut holes = Vec::new();
    for row in ROWS {
        match row.number(kinds) {
            Some(_) if row.fatal_before_errors_are_values && !errors_are_values => {
                holes.push(Hole {
                    what: row.key.to_owned(),
                    reason: "this version of cvc5 ends the process when it is solved".to_owned(),
                });
            }
            Some(kind) => {
                table.insert(row.key, Native { kind, form: row.form });
            }
            None => holes.push(Hole {
                what: row.key.to_owned(),
                reason: format!("this version of cvc5 has no kind {}", row.name),
            }),
        }
    }
    for op in theory::operators() {
        if lacks(op) {
            holes.push(Hole { what: op.key.to_owned(), reason: lacking(op.theory).to_owned() });
        }
    }
    (table, holes)
}

/// Whether an operator has no row.
fn lacks(op: &Op) -> bool {
    ROWS.iter().all(|row| row.key != op.key)
}

/// Why an operator of a theory has no row.
fn lacking(theory: Theory) -> &'static str {
    match theory {
        Theory::FloatingPoint => "cvc5 has no kind for the bits of a floating-point term",
        Theory::Bags => "cvc5 1.3 and 1.4 have no kind for this operation on bags",
        _ => "cvc5 has no such kind",
    }
}

/// How many operators have a kind with another number than in our declarations.
pub(crate) fn renumbered(kinds: &Kinds) -> usize {
    let differs = |row: &&Row| row.number(kinds).is_some_and(|number| number != row.declared);
    ROWS.iter().filter(differs).count()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::own::OWN;

    #[test]
    fn every_row_is_an_operator_and_none_is_there_twice() {
        let mut seen = HashSet::new();
        for row in ROWS {
            let is_own = OWN.iter().any(|op| op.key == row.key);
            assert!(is_own || theory::operator(row.key).is_some(), "{}", row.key);
            assert!(seen.insert(row.key), "{} twice", row.key);
        }
    }

    #[test]
    fn every_operator_of_its_own_has_a_row() {
        for op in OWN {
            assert!(ROWS.iter().any(|row| row.key == op.key), "{}", op.key);
        }
    }

    /// cvc5's documentation: "terms of this kind may not be created explicitly via the API and may not appear in
    /// assertions".
    #[test]
    fn no_row_has_a_kind_that_only_cvc5_may_create() {
        for internal in ["UNINTERPRETED_SORT_VALUE", "BITVECTOR_FROM_BOOLS", "BITVECTOR_BIT"] {
            assert!(ROWS.iter().all(|row| row.name != internal), "{internal}");
        }
    }
}
