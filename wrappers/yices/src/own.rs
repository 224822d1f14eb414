//! Yices' own operators, under the keys that Murxla's traces use.
//!
//! Murxla writes indices and polynomials that are not meant literally, and this crate reads them likewise: an
//! index beyond its greatest value is taken modulo the number of values, and the coefficients of a polynomial
//! come from the seed of the call.

use murxla_api::meaning::same_as;
use murxla_api::{
    ApplicationSorts, Draw, DrawnApplication, Heads, KindSet, Linearity, Num, Op, Sort, SortKind,
    SortPattern, SortShape, Theory, TypeError, Typing,
};

use crate::own_meaning;

const I: Num = Num::Var(0, 1);
const INDEX: Num = Num::Var(1, 0);
const BV: SortPattern = SortPattern::BitVec(I);
const BIT: SortPattern = SortPattern::BitVec(Num::Const(1));
const BOOL: SortPattern = SortPattern::Bool;
const INT: SortPattern = SortPattern::Int;
const REAL: SortPattern = SortPattern::Real;

const fn bits(key: &'static str, result: SortPattern) -> Op {
    Op::new(Theory::BitVectors, key, "", &[BV], result)
}

const fn int(key: &'static str, result: SortPattern) -> Op {
    Op::new(Theory::Ints, key, "", &[INT], result)
}

const fn real(key: &'static str, result: SortPattern) -> Op {
    Op::new(Theory::Reals, key, "", &[REAL], result)
}

const fn indexed(op: Op) -> Op {
    op.indexed(&[INDEX], &[])
}

const NUMBERS: Heads = {
    let kinds = KindSet::of_all(&[SortKind::Int, SortKind::Real]);
    Heads { result: kinds, args: kinds }
};

const fn polynomial(theory: Theory, key: &'static str) -> Op {
    Op::with_rule(
        theory,
        key,
        "",
        Typing::Rule { heads: NUMBERS, sort_of: sort_of_sum, draw: draw_sum },
    )
    .unclear("its coefficients come from the seed of the call")
}

/// All own operators.
pub static OWN: &[Op] = &[
    bits("yices-OP_BVSQUARE", BV)
        .means(|call, args| same_as("OP_BV_MULT", call, &[args[0], args[0]])),
    indexed(bits("yices-OP_BVPOWER", BV).means(own_meaning::power_of_bits)),
    bits("yices-OP_REDAND", BIT).means(|call, args| same_as("OP_BV_REDAND", call, args)),
    bits("yices-OP_REDOR", BIT).means(|call, args| same_as("OP_BV_REDOR", call, args)),
    indexed(bits("yices-OP_SHIFT_LEFT0", BV).means(own_meaning::shift_left)),
    indexed(bits("yices-OP_SHIFT_LEFT1", BV).means(own_meaning::shift_left_with_ones)),
    indexed(bits("yices-OP_SHIFT_RIGHT0", BV).means(own_meaning::shift_right)),
    indexed(bits("yices-OP_SHIFT_RIGHT1", BV).means(own_meaning::shift_right_with_ones)),
    indexed(bits("yices-OP_ASHIFT_RIGHT", BV).means(own_meaning::shift_right_signed)),
    indexed(bits("yices-OP_BITEXTRACT", BOOL).means(own_meaning::bit)),
    Op::with_rule(
        Theory::BitVectors,
        "yices-OP_BVARRAY",
        "",
        Typing::Rule {
            heads: Heads::new(SortKind::BitVec, &[SortKind::Bool]),
            sort_of: sort_of_array,
            draw: draw_array,
        },
    )
    .means(own_meaning::array_of_bits),
    int("yices-OP_INT_EQ0", BOOL).means(own_meaning::is_zero),
    int("yices-OP_INT_NEQ0", BOOL).means(own_meaning::is_not_zero),
    int("yices-OP_INT_GEQ0", BOOL).means(own_meaning::is_not_negative),
    int("yices-OP_INT_LEQ0", BOOL).means(own_meaning::is_not_positive),
    int("yices-OP_INT_GT0", BOOL).means(own_meaning::is_positive),
    int("yices-OP_INT_LT0", BOOL).means(own_meaning::is_negative),
    indexed(int("yices-OP_INT_POWER", INT).means(own_meaning::power)).linear(Linearity::Never),
    int("yices-OP_INT_SQUARE", INT)
        .means(|call, args| same_as("OP_INT_MUL", call, &[args[0], args[0]]))
        .linear(Linearity::Never),
    int("yices-OP_INT_CEIL", INT).means(own_meaning::ceiling),
    int("yices-OP_INT_FLOOR", INT).means(own_meaning::floor),
    polynomial(Theory::Ints, "yices-OP_INT_POLY"),
    real("yices-OP_REAL_EQ0", BOOL).means(own_meaning::is_zero),
    real("yices-OP_REAL_NEQ0", BOOL).means(own_meaning::is_not_zero),
    real("yices-OP_REAL_GEQ0", BOOL).means(own_meaning::is_not_negative),
    real("yices-OP_REAL_LEQ0", BOOL).means(own_meaning::is_not_positive),
    real("yices-OP_REAL_GT0", BOOL).means(own_meaning::is_positive),
    real("yices-OP_REAL_LT0", BOOL).means(own_meaning::is_negative),
    indexed(real("yices-OP_REAL_POWER", REAL).means(own_meaning::power)).linear(Linearity::Never),
    real("yices-OP_REAL_SQUARE", REAL)
        .means(|call, args| same_as("OP_REAL_MUL", call, &[args[0], args[0]]))
        .linear(Linearity::Never),
    real("yices-OP_REAL_CEIL", REAL).means(own_meaning::ceiling),
    real("yices-OP_REAL_FLOOR", REAL).means(own_meaning::floor),
    polynomial(Theory::Reals, "yices-OP_REAL_POLY"),
    polynomial(Theory::Reals, "yices-OP_REAL_RPOLY"),
];

/// The most terms of a drawn polynomial, and the most bits of a drawn array of bits.
const MOST_DRAWN: u64 = 5;

/// One or more arguments of this sort.
fn require_all(
    op: &Op,
    application: &ApplicationSorts<'_>,
    expected: &Sort,
) -> Result<(), TypeError> {
    application.require_plain(op)?;
    if application.args.is_empty() {
        return Err(TypeError::count(op, "arguments", "at least 1", 0));
    }
    match application.args.iter().position(|found| found != expected) {
        Some(place) => {
            Err(TypeError::mismatch(op, place + 1, &expected.to_string(), &application.args[place]))
        }
        None => Ok(()),
    }
}

/// Bits, the lowest first.
fn sort_of_array(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    require_all(op, application, &Sort::bool())?;
    let too_many = |_| TypeError::count(op, "arguments", "fewer", application.args.len());
    u32::try_from(application.args.len()).map(Sort::bit_vec).map_err(too_many)
}

fn draw_array(_: &Op, wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<DrawnApplication> {
    let width = match wanted.map(Sort::shape) {
        None => 1 + draw.below(MOST_DRAWN.min(draw.max_width().into())) as u32,
        Some(SortShape::BitVec(width)) => *width,
        Some(_) => return None,
    };
    let args = vec![Sort::bool(); width as usize];
    Some(DrawnApplication::plain(args, Sort::bit_vec(width)))
}

/// The sort of the numbers that a polynomial is about.
fn number_sort(op: &Op) -> Sort {
    if op.theory == Theory::Ints { Sort::int() } else { Sort::real() }
}

fn sort_of_sum(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    let sort = number_sort(op);
    require_all(op, application, &sort)?;
    Ok(sort)
}

fn draw_sum(op: &Op, wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<DrawnApplication> {
    let sort = number_sort(op);
    if wanted.is_some_and(|wanted| wanted.kind() != sort.kind()) {
        return None;
    }
    let count = 1 + draw.below(MOST_DRAWN);
    Some(DrawnApplication::plain(vec![sort.clone(); count as usize], sort))
}
