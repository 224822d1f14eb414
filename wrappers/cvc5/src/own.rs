//! Operators that cvc5 has beyond the common ones, with the keys that traces use.
//!
//! Kinds of which its documentation says that they "may not be created explicitly via the API" are none of them,
//! although the API makes such terms: `BITVECTOR_BIT` and `BITVECTOR_FROM_BOOLS`. What becomes of them is no bug.

use crate::meaning;
use murxla_api::{Fold, Linearity, Num, Op, SortPattern, Theory};

use Theory::{Arrays, BitVectors, Functions, Ints, Reals, Strings};

const BOOL: SortPattern = SortPattern::Bool;
const INT: SortPattern = SortPattern::Int;
const REAL: SortPattern = SortPattern::Real;
const STRING: SortPattern = SortPattern::String;
const RE: SortPattern = SortPattern::RegLan;
const I: Num = Num::Var(0, 1);
const BV: SortPattern = SortPattern::BitVec(I);
const BV1: SortPattern = SortPattern::BitVec(Num::Const(1));
const ARRAY: SortPattern = SortPattern::Array(&INT, &SortPattern::Any(0));
const INDEX: SortPattern = SortPattern::Any(1);
const ARRAY_OF: SortPattern = SortPattern::Array(&INDEX, &SortPattern::Any(0));

pub(crate) static OWN: &[Op] = &[
    Op::new(BitVectors, "cvc5-OP_BV_REDAND", "bvredand", &[BV], BV1).means(meaning::redand),
    Op::new(BitVectors, "cvc5-OP_BV_REDOR", "bvredor", &[BV], BV1).means(meaning::redor),
    Op::new(BitVectors, "cvc5-OP_BV_ULTBV", "bvultbv", &[BV, BV], BV1).means(meaning::ult),
    Op::new(BitVectors, "cvc5-OP_BV_SLTBV", "bvsltbv", &[BV, BV], BV1).means(meaning::slt),
    Op::new(BitVectors, "cvc5-OP_BV_ITE", "bvite", &[BV1, BV, BV], BV).means(meaning::ite),
    Op::new(BitVectors, "cvc5-OP_BV_TO_NAT", "bv2nat", &[BV], INT).means(meaning::to_nat),
    Op::new(Ints, "cvc5-OP_INT_TO_BV", "int_to_bv", &[INT], BV)
        .means(meaning::to_bits)
        .indexed(&[I], &[]),
    Op::new(Ints, "cvc5-OP_INT_IAND", "iand", &[INT, INT], INT)
        .indexed(&[I], &[])
        .commutative()
        .linear(Linearity::Never),
    Op::new(Ints, "cvc5-OP_INT_PIAND", "piand", &[INT, INT, INT], INT).linear(Linearity::Never),
    Op::new(Ints, "cvc5-OP_INT_POW2", "int.pow2", &[INT], INT).linear(Linearity::Never),
    Op::new(Ints, "cvc5-OP_INT_LOG2", "int.log2", &[INT], INT).linear(Linearity::Never),
    Op::new(Ints, "cvc5-OP_INT_DIV_TOTAL", "div_total", &[INT, INT], INT)
        .means(meaning::div_total)
        .fold(Fold::LeftAssoc)
        .linear(Linearity::ValueDivisors),
    Op::new(Ints, "cvc5-OP_INT_MOD_TOTAL", "mod_total", &[INT, INT], INT)
        .means(meaning::mod_total)
        .linear(Linearity::ValueDivisors),
    Op::new(Reals, "cvc5-OP_REAL_DIV_TOTAL", "/_total", &[REAL, REAL], REAL)
        .means(meaning::real_div_total)
        .fold(Fold::LeftAssoc)
        .linear(Linearity::ValueDivisors),
    Op::new(Arrays, "cvc5-OP_ARRAY_EQ_RANGE", "eqrange", &[ARRAY, ARRAY, INT, INT], BOOL),
    Op::new(
        Arrays,
        "cvc5-OP_ARRAY_EQ_RANGE_OF",
        "eqrange",
        &[ARRAY_OF, ARRAY_OF, INDEX, INDEX],
        BOOL,
    )
    .not_drawn(),
    // At most so many elements of the sort, at least one.
    Op::new(Functions, "cvc5-OP_FMF_CARD", "fmf.card", &[], BOOL)
        .indexed(&[I], &[])
        .with_sorts(&[SortPattern::Any(0)])
        .not_drawn(),
    Op::new(Strings, "cvc5-OP_STRING_UPDATE", "str.update", &[STRING, INT, STRING], STRING),
    Op::new(Strings, "cvc5-OP_STRING_TOLOWER", "str.to_lower", &[STRING], STRING),
    Op::new(Strings, "cvc5-OP_STRING_TOUPPER", "str.to_upper", &[STRING], STRING),
    Op::new(Strings, "cvc5-OP_STRING_REV", "str.rev", &[STRING], STRING),
    Op::new(Strings, "cvc5-OP_STRING_INDEXOF_RE", "str.indexof_re", &[STRING, RE, INT], INT),
];
