//! Floating point, in every format.

use super::{BOOL, BV_I, I, REAL, RM};
use crate::meaning::{floating_point, words};
use crate::{Fold, Num, Op, SortPattern};

rows_of!(FloatingPoint);

/// Widths of the exponent and of the significand with its hidden bit.
const E: Num = Num::Var(1, 2);
const S: Num = Num::Var(2, 2);
const FP: SortPattern = SortPattern::FloatingPoint(E, S);
/// Another format.
const FROM_E: Num = Num::Var(0, 2);
const FROM_S: Num = Num::Var(3, 2);
const FROM_FP: SortPattern = SortPattern::FloatingPoint(FROM_E, FROM_S);
const BV1: SortPattern = SortPattern::BitVec(Num::Const(1));
const BV_E: SortPattern = SortPattern::BitVec(E);
/// The significand without its hidden bit.
const BV_S: SortPattern = SortPattern::BitVec(Num::Sub(&S, &Num::Const(1)));
const BV_ALL: SortPattern = SortPattern::BitVec(Num::Add(&E, &S));

pub(super) const OPERATORS: &[Op] = &[
    op("OP_FP_ABS", "fp.abs", &[FP], FP)
        .means(floating_point::abs)
        .maps(words::floating_point::abs),
    op("OP_FP_NEG", "fp.neg", &[FP], FP)
        .means(floating_point::neg)
        .maps(words::floating_point::neg),
    op("OP_FP_ADD", "fp.add", &[RM, FP, FP], FP)
        .means(floating_point::add)
        .maps(words::floating_point::add),
    op("OP_FP_SUB", "fp.sub", &[RM, FP, FP], FP)
        .means(floating_point::sub)
        .maps(words::floating_point::sub),
    op("OP_FP_MUL", "fp.mul", &[RM, FP, FP], FP)
        .means(floating_point::mul)
        .maps(words::floating_point::mul),
    op("OP_FP_DIV", "fp.div", &[RM, FP, FP], FP)
        .means(floating_point::div)
        .maps(words::floating_point::div),
    op("OP_FP_FMA", "fp.fma", &[RM, FP, FP, FP], FP)
        .means(floating_point::fma)
        .maps(words::floating_point::fma),
    op("OP_FP_SQRT", "fp.sqrt", &[RM, FP], FP)
        .means(floating_point::sqrt)
        .maps(words::floating_point::sqrt),
    op("OP_FP_REM", "fp.rem", &[FP, FP], FP)
        .means(floating_point::rem)
        .maps(words::floating_point::rem),
    op("OP_FP_RTI", "fp.roundToIntegral", &[RM, FP], FP)
        .means(floating_point::round_to_integral)
        .maps(words::floating_point::round_to_integral),
    op("OP_FP_MIN", "fp.min", &[FP, FP], FP).means(floating_point::min),
    op("OP_FP_MAX", "fp.max", &[FP, FP], FP).means(floating_point::max),
    op("OP_FP_EQ", "fp.eq", &[FP, FP], BOOL)
        .means(floating_point::ieee_eq)
        .tests(words::floating_point::ieee_eq)
        .fold(Fold::Chainable)
        .commutative(),
    op("OP_FP_LT", "fp.lt", &[FP, FP], BOOL)
        .means(floating_point::lt)
        .tests(words::floating_point::lt)
        .fold(Fold::Chainable),
    op("OP_FP_LEQ", "fp.leq", &[FP, FP], BOOL)
        .means(floating_point::leq)
        .tests(words::floating_point::leq)
        .fold(Fold::Chainable),
    op("OP_FP_GT", "fp.gt", &[FP, FP], BOOL)
        .means(floating_point::gt)
        .tests(words::floating_point::gt)
        .fold(Fold::Chainable),
    op("OP_FP_GEQ", "fp.geq", &[FP, FP], BOOL)
        .means(floating_point::geq)
        .tests(words::floating_point::geq)
        .fold(Fold::Chainable),
    op("OP_FP_IS_NORMAL", "fp.isNormal", &[FP], BOOL)
        .means(floating_point::is_normal)
        .tests(words::floating_point::is_normal),
    op("OP_FP_IS_SUBNORMAL", "fp.isSubnormal", &[FP], BOOL)
        .means(floating_point::is_subnormal)
        .tests(words::floating_point::is_subnormal),
    op("OP_FP_IS_ZERO", "fp.isZero", &[FP], BOOL)
        .means(floating_point::is_zero)
        .tests(words::floating_point::is_zero),
    op("OP_FP_IS_INF", "fp.isInfinite", &[FP], BOOL)
        .means(floating_point::is_infinite)
        .tests(words::floating_point::is_infinite),
    op("OP_FP_IS_NAN", "fp.isNaN", &[FP], BOOL)
        .means(floating_point::is_nan)
        .tests(words::floating_point::is_nan),
    op("OP_FP_IS_NEG", "fp.isNegative", &[FP], BOOL)
        .means(floating_point::is_negative)
        .tests(words::floating_point::is_negative),
    op("OP_FP_IS_POS", "fp.isPositive", &[FP], BOOL)
        .means(floating_point::is_positive)
        .tests(words::floating_point::is_positive),
    op("OP_FP_FP", "fp", &[BV1, BV_E, BV_S], FP).means(floating_point::from_parts),
    op("OP_FP_TO_FP_FROM_BV", "to_fp", &[BV_ALL], FP)
        .means(floating_point::from_bits)
        .maps(words::floating_point::from_bits)
        .indexed(&[E, S], &[]),
    op("OP_FP_TO_FP_FROM_SBV", "to_fp", &[RM, BV_I], FP)
        .means(floating_point::from_signed)
        .indexed(&[E, S], &[]),
    op("OP_FP_TO_FP_FROM_UBV", "to_fp_unsigned", &[RM, BV_I], FP)
        .means(floating_point::from_unsigned)
        .indexed(&[E, S], &[]),
    op("OP_FP_TO_FP_FROM_FP", "to_fp", &[RM, FROM_FP], FP)
        .means(floating_point::from_float)
        .maps(words::floating_point::from_float)
        .indexed(&[E, S], &[]),
    op("OP_FP_TO_FP_FROM_REAL", "to_fp", &[RM, REAL], FP)
        .means(floating_point::from_real)
        .indexed(&[E, S], &[]),
    op("OP_FP_TO_UBV", "fp.to_ubv", &[RM, FP], BV_I)
        .means(floating_point::to_unsigned)
        .indexed(&[I], &[]),
    op("OP_FP_TO_SBV", "fp.to_sbv", &[RM, FP], BV_I)
        .means(floating_point::to_signed)
        .indexed(&[I], &[]),
    op("OP_FP_TO_REAL", "fp.to_real", &[FP], REAL).means(floating_point::to_real),
    op("OP_FP_TO_IEEE_BV", "fp.to_ieee_bv", &[FP], BV_ALL)
        .means(floating_point::to_bits)
        .extension(),
];
