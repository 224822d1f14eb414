//! Bit-vectors, with the overflow predicates of SMT-LIB 2.7.

use super::{BOOL, BV_I, BV_J, I, INT, J};
use crate::{Constraint, Fold, Num, Op, SortPattern};

rows_of!(BitVectors);

const BV1: SortPattern = SortPattern::BitVec(Num::Const(1));
/// An index that adds to or rotates the width.
const AMOUNT: Num = Num::Var(1, 0);
const TIMES: Num = Num::Var(1, 1);
const HIGH: Num = Num::Var(1, 0);
const LOW: Num = Num::Var(2, 0);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_BV_CONCAT", "concat", &[BV_I, BV_J], SortPattern::BitVec(Num::Add(&I, &J)))
        .fold(Fold::LeftAssoc),
    op("OP_BV_NOT", "bvnot", &[BV_I], BV_I),
    op("OP_BV_NEG", "bvneg", &[BV_I], BV_I),
    op("OP_BV_AND", "bvand", &[BV_I, BV_I], BV_I).fold(Fold::LeftAssoc).commutative(),
    op("OP_BV_OR", "bvor", &[BV_I, BV_I], BV_I).fold(Fold::LeftAssoc).commutative(),
    op("OP_BV_XOR", "bvxor", &[BV_I, BV_I], BV_I).fold(Fold::LeftAssoc).commutative(),
    op("OP_BV_NAND", "bvnand", &[BV_I, BV_I], BV_I).commutative(),
    op("OP_BV_NOR", "bvnor", &[BV_I, BV_I], BV_I).commutative(),
    op("OP_BV_XNOR", "bvxnor", &[BV_I, BV_I], BV_I).commutative(),
    op("OP_BV_ADD", "bvadd", &[BV_I, BV_I], BV_I).fold(Fold::LeftAssoc).commutative(),
    op("OP_BV_MULT", "bvmul", &[BV_I, BV_I], BV_I).fold(Fold::LeftAssoc).commutative(),
    op("OP_BV_SUB", "bvsub", &[BV_I, BV_I], BV_I),
    op("OP_BV_UDIV", "bvudiv", &[BV_I, BV_I], BV_I),
    op("OP_BV_UREM", "bvurem", &[BV_I, BV_I], BV_I),
    op("OP_BV_SDIV", "bvsdiv", &[BV_I, BV_I], BV_I),
    op("OP_BV_SREM", "bvsrem", &[BV_I, BV_I], BV_I),
    op("OP_BV_SMOD", "bvsmod", &[BV_I, BV_I], BV_I),
    op("OP_BV_SHL", "bvshl", &[BV_I, BV_I], BV_I),
    op("OP_BV_LSHR", "bvlshr", &[BV_I, BV_I], BV_I),
    op("OP_BV_ASHR", "bvashr", &[BV_I, BV_I], BV_I),
    op("OP_BV_COMP", "bvcomp", &[BV_I, BV_I], BV1).commutative(),
    op("OP_BV_ULT", "bvult", &[BV_I, BV_I], BOOL),
    op("OP_BV_ULE", "bvule", &[BV_I, BV_I], BOOL),
    op("OP_BV_UGT", "bvugt", &[BV_I, BV_I], BOOL),
    op("OP_BV_UGE", "bvuge", &[BV_I, BV_I], BOOL),
    op("OP_BV_SLT", "bvslt", &[BV_I, BV_I], BOOL),
    op("OP_BV_SLE", "bvsle", &[BV_I, BV_I], BOOL),
    op("OP_BV_SGT", "bvsgt", &[BV_I, BV_I], BOOL),
    op("OP_BV_SGE", "bvsge", &[BV_I, BV_I], BOOL),
    op("OP_BV_NEGO", "bvnego", &[BV_I], BOOL),
    op("OP_BV_UADDO", "bvuaddo", &[BV_I, BV_I], BOOL).commutative(),
    op("OP_BV_SADDO", "bvsaddo", &[BV_I, BV_I], BOOL).commutative(),
    op("OP_BV_UMULO", "bvumulo", &[BV_I, BV_I], BOOL).commutative(),
    op("OP_BV_SMULO", "bvsmulo", &[BV_I, BV_I], BOOL).commutative(),
    op("OP_BV_USUBO", "bvusubo", &[BV_I, BV_I], BOOL),
    op("OP_BV_SSUBO", "bvssubo", &[BV_I, BV_I], BOOL),
    op("OP_BV_SDIVO", "bvsdivo", &[BV_I, BV_I], BOOL),
    op(
        "OP_BV_EXTRACT",
        "extract",
        &[BV_I],
        SortPattern::BitVec(Num::Add(&Num::Sub(&HIGH, &LOW), &Num::Const(1))),
    )
    .indexed(&[HIGH, LOW], &[Constraint::AtMost(LOW, HIGH), Constraint::Less(HIGH, I)]),
    op("OP_BV_REPEAT", "repeat", &[BV_I], SortPattern::BitVec(Num::Mul(&TIMES, &I)))
        .indexed(&[TIMES], &[]),
    op("OP_BV_ZERO_EXTEND", "zero_extend", &[BV_I], SortPattern::BitVec(Num::Add(&I, &AMOUNT)))
        .indexed(&[AMOUNT], &[]),
    op("OP_BV_SIGN_EXTEND", "sign_extend", &[BV_I], SortPattern::BitVec(Num::Add(&I, &AMOUNT)))
        .indexed(&[AMOUNT], &[]),
    op("OP_BV_ROTATE_LEFT", "rotate_left", &[BV_I], BV_I).indexed(&[AMOUNT], &[]),
    op("OP_BV_ROTATE_RIGHT", "rotate_right", &[BV_I], BV_I).indexed(&[AMOUNT], &[]),
    op("OP_BV_REDAND", "bvredand", &[BV_I], BV1).extension(),
    op("OP_BV_REDOR", "bvredor", &[BV_I], BV1).extension(),
    op("OP_BV_UBV_TO_INT", "ubv_to_int", &[BV_I], INT),
    op("OP_BV_SBV_TO_INT", "sbv_to_int", &[BV_I], INT),
];
