//! Operators that cvc5 has beyond the common ones, with the keys that traces use.
//!
//! Kinds of which its documentation says that they "may not be created explicitly via the API" are none of them,
//! although the API makes such terms: `BITVECTOR_BIT` and `BITVECTOR_FROM_BOOLS`. What becomes of them is no bug.

use murxla_api::meaning::same_as;
use murxla_api::{Fold, Linearity, Num, Op, SortPattern, Theory};

use crate::own_meaning;

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
    Op::new(BitVectors, "cvc5-OP_BV_REDAND", "bvredand", &[BV], BV1)
        .means(|call, args| same_as("OP_BV_REDAND", call, args)),
    Op::new(BitVectors, "cvc5-OP_BV_REDOR", "bvredor", &[BV], BV1)
        .means(|call, args| same_as("OP_BV_REDOR", call, args)),
    Op::new(BitVectors, "cvc5-OP_BV_ULTBV", "bvultbv", &[BV, BV], BV1)
        .means(own_meaning::unsigned_less),
    Op::new(BitVectors, "cvc5-OP_BV_SLTBV", "bvsltbv", &[BV, BV], BV1)
        .means(own_meaning::signed_less),
    Op::new(BitVectors, "cvc5-OP_BV_ITE", "bvite", &[BV1, BV, BV], BV).means(own_meaning::choice),
    Op::new(BitVectors, "cvc5-OP_BV_TO_NAT", "bv2nat", &[BV], INT)
        .means(|call, args| same_as("OP_BV_UBV_TO_INT", call, args)),
    Op::new(Ints, "cvc5-OP_INT_TO_BV", "int_to_bv", &[INT], BV)
        .means(|call, args| same_as("OP_INT_TO_BV", call, args))
        .indexed(&[I], &[]),
    Op::new(Ints, "cvc5-OP_INT_IAND", "iand", &[INT, INT], INT)
        .means(own_meaning::integer_and)
        .indexed(&[I], &[])
        .commutative()
        .linear(Linearity::Never),
    Op::new(Ints, "cvc5-OP_INT_PIAND", "piand", &[INT, INT, INT], INT)
        .means(own_meaning::parametric_and)
        .linear(Linearity::Never),
    Op::new(Ints, "cvc5-OP_INT_POW2", "int.pow2", &[INT], INT)
        .means(own_meaning::power_of_two)
        .linear(Linearity::Never),
    Op::new(Ints, "cvc5-OP_INT_LOG2", "int.log2", &[INT], INT)
        .means(own_meaning::logarithm)
        .linear(Linearity::Never),
    Op::new(Ints, "cvc5-OP_INT_DIV_TOTAL", "div_total", &[INT, INT], INT)
        .means(own_meaning::total_div)
        .fold(Fold::LeftAssoc)
        .linear(Linearity::ValueDivisors),
    Op::new(Ints, "cvc5-OP_INT_MOD_TOTAL", "mod_total", &[INT, INT], INT)
        .means(own_meaning::total_mod)
        .linear(Linearity::ValueDivisors),
    Op::new(Reals, "cvc5-OP_REAL_DIV_TOTAL", "/_total", &[REAL, REAL], REAL)
        .means(own_meaning::total_quotient)
        .fold(Fold::LeftAssoc)
        .linear(Linearity::ValueDivisors),
    Op::new(Arrays, "cvc5-OP_ARRAY_EQ_RANGE", "eqrange", &[ARRAY, ARRAY, INT, INT], BOOL)
        .means(own_meaning::equal_range),
    Op::new(
        Arrays,
        "cvc5-OP_ARRAY_EQ_RANGE_OF",
        "eqrange",
        &[ARRAY_OF, ARRAY_OF, INDEX, INDEX],
        BOOL,
    )
    .unclear("the order of indices that are no integers is cvc5's own")
    .not_drawn(),
    // At most so many elements of the sort, at least one.
    Op::new(Functions, "cvc5-OP_FMF_CARD", "fmf.card", &[], BOOL)
        .indexed(&[I], &[])
        .with_sorts(&[SortPattern::Any(0)])
        .unclear("no assignment says how many elements a sort has")
        .not_drawn(),
    Op::new(Strings, "cvc5-OP_STRING_UPDATE", "str.update", &[STRING, INT, STRING], STRING)
        .means(own_meaning::update),
    Op::new(Strings, "cvc5-OP_STRING_TOLOWER", "str.to_lower", &[STRING], STRING)
        .means(own_meaning::to_lower),
    Op::new(Strings, "cvc5-OP_STRING_TOUPPER", "str.to_upper", &[STRING], STRING)
        .means(own_meaning::to_upper),
    Op::new(Strings, "cvc5-OP_STRING_REV", "str.rev", &[STRING], STRING)
        .means(own_meaning::reversed),
    Op::new(Strings, "cvc5-OP_STRING_INDEXOF_RE", "str.indexof_re", &[STRING, RE, INT], INT)
        .means(murxla_api::meaning::index_of),
];
