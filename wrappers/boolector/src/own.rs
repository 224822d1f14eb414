//! Boolector's own operators, under the keys that Murxla's traces use.

use murxla_api::meaning::same_as;
use murxla_api::{Num, Op, SortPattern, Theory};

use crate::own_meaning;

const I: Num = Num::Var(0, 1);
const BV: SortPattern = SortPattern::BitVec(I);
const BIT: SortPattern = SortPattern::BitVec(Num::Const(1));

const fn bits(
    key: &'static str,
    symbol: &'static str,
    args: &'static [SortPattern],
    result: SortPattern,
) -> Op {
    Op::new(Theory::BitVectors, key, symbol, args, result)
}

/// All own operators. Where the standard has truth values these give a bit.
pub(crate) static OWN: &[Op] = &[
    bits("btor-OP_DEC", "bvdec", &[BV], BV).means(own_meaning::decrement),
    bits("btor-OP_INC", "bvinc", &[BV], BV).means(own_meaning::increment),
    bits("btor-OP_REDAND", "bvredand", &[BV], BIT)
        .means(|call, args| same_as("OP_BV_REDAND", call, args)),
    bits("btor-OP_REDOR", "bvredor", &[BV], BIT)
        .means(|call, args| same_as("OP_BV_REDOR", call, args)),
    bits("btor-OP_REDXOR", "bvredxor", &[BV], BIT).means(own_meaning::parity),
    bits("btor-OP_ROL", "ext_rotate_left", &[BV, BV], BV).means(own_meaning::rotate_left),
    bits("btor-OP_ROR", "ext_rotate_right", &[BV, BV], BV).means(own_meaning::rotate_right),
    bits("btor-OP_UADDO", "", &[BV, BV], BIT)
        .means(|call, args| own_meaning::bit("OP_BV_UADDO", call, args))
        .commutative(),
    bits("btor-OP_UMULO", "", &[BV, BV], BIT)
        .means(|call, args| own_meaning::bit("OP_BV_UMULO", call, args))
        .commutative(),
    bits("btor-OP_USUBO", "", &[BV, BV], BIT)
        .means(|call, args| own_meaning::bit("OP_BV_USUBO", call, args)),
    bits("btor-OP_SADDO", "", &[BV, BV], BIT)
        .means(|call, args| own_meaning::bit("OP_BV_SADDO", call, args))
        .commutative(),
    bits("btor-OP_SDIVO", "", &[BV, BV], BIT)
        .means(|call, args| own_meaning::bit("OP_BV_SDIVO", call, args)),
    bits("btor-OP_SMULO", "", &[BV, BV], BIT)
        .means(|call, args| own_meaning::bit("OP_BV_SMULO", call, args))
        .commutative(),
    bits("btor-OP_SSUBO", "", &[BV, BV], BIT)
        .means(|call, args| own_meaning::bit("OP_BV_SSUBO", call, args)),
];
