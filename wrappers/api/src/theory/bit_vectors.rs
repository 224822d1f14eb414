//! Bit-vectors, with the overflow predicates of SMT-LIB 2.7.

use super::{BOOL, BV_I, BV_J, I, INT, J};
use crate::meaning::{bit_vectors, words};
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
        .means(bit_vectors::concat)
        .maps(words::bit_vectors::concat)
        .fold(Fold::LeftAssoc),
    op("OP_BV_NOT", "bvnot", &[BV_I], BV_I).means(bit_vectors::not).maps(words::bit_vectors::not),
    op("OP_BV_NEG", "bvneg", &[BV_I], BV_I).means(bit_vectors::neg).maps(words::bit_vectors::neg),
    op("OP_BV_AND", "bvand", &[BV_I, BV_I], BV_I)
        .means(bit_vectors::and)
        .maps(words::bit_vectors::and)
        .fold(Fold::LeftAssoc)
        .commutative(),
    op("OP_BV_OR", "bvor", &[BV_I, BV_I], BV_I)
        .means(bit_vectors::or)
        .maps(words::bit_vectors::or)
        .fold(Fold::LeftAssoc)
        .commutative(),
    op("OP_BV_XOR", "bvxor", &[BV_I, BV_I], BV_I)
        .means(bit_vectors::xor)
        .maps(words::bit_vectors::xor)
        .fold(Fold::LeftAssoc)
        .commutative(),
    op("OP_BV_NAND", "bvnand", &[BV_I, BV_I], BV_I)
        .means(bit_vectors::nand)
        .maps(words::bit_vectors::nand)
        .commutative(),
    op("OP_BV_NOR", "bvnor", &[BV_I, BV_I], BV_I)
        .means(bit_vectors::nor)
        .maps(words::bit_vectors::nor)
        .commutative(),
    op("OP_BV_XNOR", "bvxnor", &[BV_I, BV_I], BV_I)
        .means(bit_vectors::xnor)
        .maps(words::bit_vectors::xnor)
        .commutative(),
    op("OP_BV_ADD", "bvadd", &[BV_I, BV_I], BV_I)
        .means(bit_vectors::add)
        .maps(words::bit_vectors::add)
        .fold(Fold::LeftAssoc)
        .commutative(),
    op("OP_BV_MULT", "bvmul", &[BV_I, BV_I], BV_I)
        .means(bit_vectors::mul)
        .maps(words::bit_vectors::mul)
        .fold(Fold::LeftAssoc)
        .commutative(),
    op("OP_BV_SUB", "bvsub", &[BV_I, BV_I], BV_I)
        .means(bit_vectors::sub)
        .maps(words::bit_vectors::sub),
    op("OP_BV_UDIV", "bvudiv", &[BV_I, BV_I], BV_I)
        .means(bit_vectors::udiv)
        .maps(words::bit_vectors::udiv),
    op("OP_BV_UREM", "bvurem", &[BV_I, BV_I], BV_I)
        .means(bit_vectors::urem)
        .maps(words::bit_vectors::urem),
    op("OP_BV_SDIV", "bvsdiv", &[BV_I, BV_I], BV_I)
        .means(bit_vectors::sdiv)
        .maps(words::bit_vectors::sdiv),
    op("OP_BV_SREM", "bvsrem", &[BV_I, BV_I], BV_I)
        .means(bit_vectors::srem)
        .maps(words::bit_vectors::srem),
    op("OP_BV_SMOD", "bvsmod", &[BV_I, BV_I], BV_I)
        .means(bit_vectors::smod)
        .maps(words::bit_vectors::smod),
    op("OP_BV_SHL", "bvshl", &[BV_I, BV_I], BV_I)
        .means(bit_vectors::shl)
        .maps(words::bit_vectors::shl),
    op("OP_BV_LSHR", "bvlshr", &[BV_I, BV_I], BV_I)
        .means(bit_vectors::lshr)
        .maps(words::bit_vectors::lshr),
    op("OP_BV_ASHR", "bvashr", &[BV_I, BV_I], BV_I)
        .means(bit_vectors::ashr)
        .maps(words::bit_vectors::ashr),
    op("OP_BV_COMP", "bvcomp", &[BV_I, BV_I], BV1)
        .means(bit_vectors::comp)
        .maps(words::bit_vectors::comp)
        .commutative(),
    op("OP_BV_ULT", "bvult", &[BV_I, BV_I], BOOL)
        .means(bit_vectors::ult)
        .tests(words::bit_vectors::ult),
    op("OP_BV_ULE", "bvule", &[BV_I, BV_I], BOOL)
        .means(bit_vectors::ule)
        .tests(words::bit_vectors::ule),
    op("OP_BV_UGT", "bvugt", &[BV_I, BV_I], BOOL)
        .means(bit_vectors::ugt)
        .tests(words::bit_vectors::ugt),
    op("OP_BV_UGE", "bvuge", &[BV_I, BV_I], BOOL)
        .means(bit_vectors::uge)
        .tests(words::bit_vectors::uge),
    op("OP_BV_SLT", "bvslt", &[BV_I, BV_I], BOOL)
        .means(bit_vectors::slt)
        .tests(words::bit_vectors::slt),
    op("OP_BV_SLE", "bvsle", &[BV_I, BV_I], BOOL)
        .means(bit_vectors::sle)
        .tests(words::bit_vectors::sle),
    op("OP_BV_SGT", "bvsgt", &[BV_I, BV_I], BOOL)
        .means(bit_vectors::sgt)
        .tests(words::bit_vectors::sgt),
    op("OP_BV_SGE", "bvsge", &[BV_I, BV_I], BOOL)
        .means(bit_vectors::sge)
        .tests(words::bit_vectors::sge),
    op("OP_BV_NEGO", "bvnego", &[BV_I], BOOL)
        .means(bit_vectors::nego)
        .tests(words::bit_vectors::nego),
    op("OP_BV_UADDO", "bvuaddo", &[BV_I, BV_I], BOOL)
        .means(bit_vectors::uaddo)
        .tests(words::bit_vectors::uaddo)
        .commutative(),
    op("OP_BV_SADDO", "bvsaddo", &[BV_I, BV_I], BOOL)
        .means(bit_vectors::saddo)
        .tests(words::bit_vectors::saddo)
        .commutative(),
    op("OP_BV_UMULO", "bvumulo", &[BV_I, BV_I], BOOL)
        .means(bit_vectors::umulo)
        .tests(words::bit_vectors::umulo)
        .commutative(),
    op("OP_BV_SMULO", "bvsmulo", &[BV_I, BV_I], BOOL)
        .means(bit_vectors::smulo)
        .tests(words::bit_vectors::smulo)
        .commutative(),
    op("OP_BV_USUBO", "bvusubo", &[BV_I, BV_I], BOOL)
        .means(bit_vectors::usubo)
        .tests(words::bit_vectors::usubo),
    op("OP_BV_SSUBO", "bvssubo", &[BV_I, BV_I], BOOL)
        .means(bit_vectors::ssubo)
        .tests(words::bit_vectors::ssubo),
    op("OP_BV_SDIVO", "bvsdivo", &[BV_I, BV_I], BOOL)
        .means(bit_vectors::sdivo)
        .tests(words::bit_vectors::sdivo),
    op(
        "OP_BV_EXTRACT",
        "extract",
        &[BV_I],
        SortPattern::BitVec(Num::Add(&Num::Sub(&HIGH, &LOW), &Num::Const(1))),
    )
    .means(bit_vectors::extract)
    .maps(words::bit_vectors::extract)
    .indexed(&[HIGH, LOW], &[Constraint::AtMost(LOW, HIGH), Constraint::Less(HIGH, I)]),
    op("OP_BV_REPEAT", "repeat", &[BV_I], SortPattern::BitVec(Num::Mul(&TIMES, &I)))
        .means(bit_vectors::repeat)
        .maps(words::bit_vectors::repeat)
        .indexed(&[TIMES], &[]),
    op("OP_BV_ZERO_EXTEND", "zero_extend", &[BV_I], SortPattern::BitVec(Num::Add(&I, &AMOUNT)))
        .means(bit_vectors::zero_extend)
        .maps(words::bit_vectors::zero_extend)
        .indexed(&[AMOUNT], &[]),
    op("OP_BV_SIGN_EXTEND", "sign_extend", &[BV_I], SortPattern::BitVec(Num::Add(&I, &AMOUNT)))
        .means(bit_vectors::sign_extend)
        .maps(words::bit_vectors::sign_extend)
        .indexed(&[AMOUNT], &[]),
    op("OP_BV_ROTATE_LEFT", "rotate_left", &[BV_I], BV_I)
        .means(bit_vectors::rotate_left)
        .maps(words::bit_vectors::rotate_left)
        .indexed(&[AMOUNT], &[]),
    op("OP_BV_ROTATE_RIGHT", "rotate_right", &[BV_I], BV_I)
        .means(bit_vectors::rotate_right)
        .maps(words::bit_vectors::rotate_right)
        .indexed(&[AMOUNT], &[]),
    op("OP_BV_REDAND", "bvredand", &[BV_I], BV1)
        .means(bit_vectors::redand)
        .maps(words::bit_vectors::redand)
        .extension(),
    op("OP_BV_REDOR", "bvredor", &[BV_I], BV1)
        .means(bit_vectors::redor)
        .maps(words::bit_vectors::redor)
        .extension(),
    op("OP_BV_UBV_TO_INT", "ubv_to_int", &[BV_I], INT)
        .means(bit_vectors::to_unsigned)
        .maps(words::bit_vectors::to_unsigned),
    op("OP_BV_SBV_TO_INT", "sbv_to_int", &[BV_I], INT)
        .means(bit_vectors::to_signed)
        .maps(words::bit_vectors::to_signed),
];
