//! Z3's own operators: functions of its API that no operator of a theory covers.

use murxla_api::meaning::same_as;
use murxla_api::{
    ApplicationSorts, Constraint, Draw, DrawnApplication, Fold, Heads, Linearity, Num, Op, Sort,
    SortKind, SortPattern, Theory, TypeError, Typing,
};

use crate::own_meaning;

const fn op(
    theory: Theory,
    key: &'static str,
    symbol: &'static str,
    args: &'static [SortPattern],
    result: SortPattern,
) -> Op {
    Op::new(theory, key, symbol, args, result)
}

const BOOL: SortPattern = SortPattern::Bool;
const INT: SortPattern = SortPattern::Int;
const STRING: SortPattern = SortPattern::String;
const A: SortPattern = SortPattern::Any(0);
const B: SortPattern = SortPattern::Any(1);
const C: SortPattern = SortPattern::Any(2);
const I: Num = Num::Var(0, 1);
const BV: SortPattern = SortPattern::BitVec(I);
const BV1: SortPattern = SortPattern::BitVec(Num::Const(1));
const BIT: Num = Num::Var(1, 0);
const COUNT: Num = Num::Var(1, 0);
const NUMBER: Num = Num::Var(1, 0);
const E: Num = Num::Var(1, 2);
const S: Num = Num::Var(2, 2);
const FP: SortPattern = SortPattern::FloatingPoint(E, S);
const ARRAY: SortPattern = SortPattern::Array(&A, &B);
const ARRAY_SET: SortPattern = SortPattern::Array(&A, &BOOL);
const SEQ: SortPattern = SortPattern::Seq(&A);
const SEQ_B: SortPattern = SortPattern::Seq(&B);
const FUNCTION: SortPattern = SortPattern::Fun(&[A], &B);
const FUNCTION2: SortPattern = SortPattern::Fun(&[A, A], &B);
const RELATION: SortPattern = SortPattern::Fun(&[A, A], &BOOL);
const FROM_INDEX: SortPattern = SortPattern::Fun(&[INT, A], &B);
const COMBINE: SortPattern = SortPattern::Fun(&[B, A], &B);
const COMBINE_INDEX: SortPattern = SortPattern::Fun(&[INT, B, A], &B);
const ARRAY_CA: SortPattern = SortPattern::Array(&C, &A);
const ARRAY_CB: SortPattern = SortPattern::Array(&C, &B);

// Where SMT-LIB and Z3's parser have no name, the symbol is that of the C function, so that a dump says
// what is meant.
const fn no_overflow(key: &'static str, symbol: &'static str) -> Op {
    op(Theory::BitVectors, key, symbol, &[BV, BV], BOOL)
}

const fn order(key: &'static str, symbol: &'static str) -> Op {
    op(Theory::Functions, key, symbol, &[A, A], BOOL)
        .indexed(&[NUMBER], &[])
        .means(own_meaning::order)
}

const fn cardinality(key: &'static str, symbol: &'static str) -> Op {
    op(Theory::Core, key, symbol, &[BOOL, BOOL], BOOL).fold(Fold::Variadic).indexed(&[COUNT], &[])
}

const fn weighted(key: &'static str, symbol: &'static str) -> Op {
    let typing = Typing::Rule {
        heads: Heads::new(SortKind::Bool, &[SortKind::Bool]),
        sort_of: weighted_sort,
        draw: draw_weighted,
    };
    Op::with_rule(Theory::Core, key, symbol, typing)
}

/// Z3's own operators.
pub(crate) static OWN: &[Op] = &[
    op(Theory::Ints, "z3-OP_INT_REM", "rem", &[INT, INT], INT)
        .means(own_meaning::remainder)
        .linear(Linearity::ValueDivisors),
    op(Theory::BitVectors, "z3-OP_BV_REDAND", "bvredand", &[BV], BV1)
        .means(|call, args| same_as("OP_BV_REDAND", call, args)),
    op(Theory::BitVectors, "z3-OP_BV_REDOR", "bvredor", &[BV], BV1)
        .means(|call, args| same_as("OP_BV_REDOR", call, args)),
    op(Theory::BitVectors, "z3-OP_BV_BIT2BOOL", "bit2bool", &[BV], BOOL)
        .means(own_meaning::bit)
        .indexed(&[BIT], &[Constraint::Less(BIT, I)]),
    op(Theory::BitVectors, "z3-OP_BV_EXT_ROTATE_LEFT", "ext_rotate_left", &[BV, BV], BV)
        .means(own_meaning::rotate_left),
    op(Theory::BitVectors, "z3-OP_BV_EXT_ROTATE_RIGHT", "ext_rotate_right", &[BV, BV], BV)
        .means(own_meaning::rotate_right),
    op(Theory::BitVectors, "z3-OP_BV_NEG_NO_OVERFLOW", "bvneg_noovfl", &[BV], BOOL)
        .means(own_meaning::neg_fits),
    no_overflow("z3-OP_BV_UADD_NO_OVERFLOW", "bvuadd_noovfl").means(own_meaning::unsigned_sum_fits),
    no_overflow("z3-OP_BV_SADD_NO_OVERFLOW", "bvsadd_noovfl").means(own_meaning::sum_is_not_above),
    no_overflow("z3-OP_BV_SADD_NO_UNDERFLOW", "bvsadd_noudfl").means(own_meaning::sum_is_not_below),
    no_overflow("z3-OP_BV_USUB_NO_UNDERFLOW", "bvusub_noudfl")
        .means(own_meaning::unsigned_difference_fits),
    no_overflow("z3-OP_BV_SSUB_NO_UNDERFLOW", "bvssub_noudfl")
        .means(own_meaning::difference_is_not_below),
    no_overflow("z3-OP_BV_SSUB_NO_OVERFLOW", "bvssub_noovfl")
        .means(own_meaning::difference_is_not_above),
    no_overflow("z3-OP_BV_SDIV_NO_OVERFLOW", "bvsdiv_noovfl").means(own_meaning::quotient_fits),
    no_overflow("z3-OP_BV_UMUL_NO_OVERFLOW", "bvumul_noovfl")
        .means(own_meaning::unsigned_product_fits),
    no_overflow("z3-OP_BV_SMUL_NO_OVERFLOW", "bvsmul_noovfl")
        .means(own_meaning::product_is_not_above),
    no_overflow("z3-OP_BV_SMUL_NO_UNDERFLOW", "bvsmul_noudfl")
        .means(own_meaning::product_is_not_below),
    op(
        Theory::FloatingPoint,
        "z3-OP_FP_TO_FP_FROM_INT_REAL",
        "to_fp",
        &[SortPattern::RoundingMode, INT, SortPattern::Real],
        FP,
    )
    .means(own_meaning::float_of_exponent)
    .indexed(&[E, S], &[]),
    op(Theory::Arrays, "z3-OP_ARRAY_DEFAULT", "default", &[ARRAY], B)
        .means(own_meaning::array_default),
    op(Theory::Arrays, "z3-OP_ARRAY_EXT", "array-ext", &[ARRAY, ARRAY], A)
        .means(own_meaning::differing_place),
    op(Theory::Arrays, "z3-OP_AS_ARRAY", "as-array", &[FUNCTION], ARRAY)
        .means(own_meaning::as_array),
    op(Theory::Arrays, "z3-OP_ARRAY_MAP", "map", &[FUNCTION, ARRAY_CA], ARRAY_CB)
        .means(own_meaning::map),
    op(Theory::Arrays, "z3-OP_ARRAY_MAP2", "map", &[FUNCTION2, ARRAY_CA, ARRAY_CA], ARRAY_CB)
        .means(own_meaning::map),
    op(Theory::Arrays, "z3-OP_ARRAY_SET_EMPTY", "set_empty", &[], ARRAY_SET)
        .means(own_meaning::empty_set)
        .with_sorts(&[ARRAY_SET]),
    op(Theory::Arrays, "z3-OP_ARRAY_SET_FULL", "set_full", &[], ARRAY_SET)
        .means(own_meaning::full_set)
        .with_sorts(&[ARRAY_SET]),
    op(Theory::Arrays, "z3-OP_ARRAY_SET_ADD", "set_add", &[ARRAY_SET, A], ARRAY_SET)
        .means(own_meaning::set_add),
    op(Theory::Arrays, "z3-OP_ARRAY_SET_DEL", "set_del", &[ARRAY_SET, A], ARRAY_SET)
        .means(own_meaning::set_delete),
    op(Theory::Arrays, "z3-OP_ARRAY_SET_UNION", "union", &[ARRAY_SET, ARRAY_SET], ARRAY_SET)
        .means(own_meaning::set_union)
        .fold(Fold::LeftAssoc)
        .commutative(),
    op(
        Theory::Arrays,
        "z3-OP_ARRAY_SET_INTERSECT",
        "intersection",
        &[ARRAY_SET, ARRAY_SET],
        ARRAY_SET,
    )
    .means(own_meaning::set_intersection)
    .fold(Fold::LeftAssoc)
    .commutative(),
    op(
        Theory::Arrays,
        "z3-OP_ARRAY_SET_DIFFERENCE",
        "setminus",
        &[ARRAY_SET, ARRAY_SET],
        ARRAY_SET,
    )
    .means(own_meaning::set_difference),
    op(Theory::Arrays, "z3-OP_ARRAY_SET_COMPLEMENT", "complement", &[ARRAY_SET], ARRAY_SET)
        .means(own_meaning::set_complement),
    op(Theory::Arrays, "z3-OP_ARRAY_SET_MEMBER", "set_member", &[A, ARRAY_SET], BOOL)
        .means(own_meaning::set_member),
    op(Theory::Arrays, "z3-OP_ARRAY_SET_SUBSET", "subset", &[ARRAY_SET, ARRAY_SET], BOOL)
        .means(own_meaning::set_subset),
    order("z3-OP_LINEAR_ORDER", "linear-order"),
    order("z3-OP_PARTIAL_ORDER", "partial-order"),
    order("z3-OP_PIECEWISE_LINEAR_ORDER", "piecewise-linear-order"),
    order("z3-OP_TREE_ORDER", "tree-order"),
    op(
        Theory::Functions,
        "z3-OP_TRANSITIVE_CLOSURE",
        "transitive-closure",
        &[RELATION, A, A],
        BOOL,
    )
    .means(own_meaning::transitive_closure),
    op(Theory::Strings, "z3-OP_STR_LAST_INDEXOF", "seq.last_indexof", &[STRING, STRING], INT)
        .means(own_meaning::last_index),
    op(Theory::Strings, "z3-OP_STR_POWER", "str.power", &[STRING, INT], STRING)
        .means(own_meaning::repeated),
    op(Theory::Strings, "z3-OP_STR_FROM_UBV", "str.from_ubv", &[BV], STRING)
        .means(own_meaning::from_unsigned),
    op(Theory::Strings, "z3-OP_STR_FROM_SBV", "str.from_sbv", &[BV], STRING)
        .means(own_meaning::from_signed),
    op(Theory::Sequences, "z3-OP_SEQ_LAST_INDEXOF", "seq.last_indexof", &[SEQ, SEQ], INT)
        .means(own_meaning::last_index),
    op(Theory::Sequences, "z3-OP_SEQ_POWER", "seq.power", &[SEQ, INT], SEQ)
        .means(own_meaning::repeated),
    op(Theory::Sequences, "z3-OP_SEQ_MAP", "seq.map", &[FUNCTION, SEQ], SEQ_B)
        .means(own_meaning::seq_map),
    op(Theory::Sequences, "z3-OP_SEQ_MAPI", "seq.mapi", &[FROM_INDEX, INT, SEQ], SEQ_B)
        .means(own_meaning::seq_map_with_index),
    op(Theory::Sequences, "z3-OP_SEQ_FOLDL", "seq.fold_left", &[COMBINE, B, SEQ], B)
        .means(own_meaning::seq_fold),
    op(Theory::Sequences, "z3-OP_SEQ_FOLDLI", "seq.fold_lefti", &[COMBINE_INDEX, INT, B, SEQ], B)
        .means(own_meaning::seq_fold_with_index),
    op(Theory::Sets, "z3-OP_SET_RANGE", "set.range", &[INT, INT], SortPattern::Set(&INT))
        .means(own_meaning::range),
    cardinality("z3-OP_AT_MOST", "at-most").means(own_meaning::at_most),
    cardinality("z3-OP_AT_LEAST", "at-least").means(own_meaning::at_least),
    weighted("z3-OP_PB_LE", "pble").means(own_meaning::weighs_at_most),
    weighted("z3-OP_PB_GE", "pbge").means(own_meaning::weighs_at_least),
    weighted("z3-OP_PB_EQ", "pbeq").means(own_meaning::weighs),
];

/// The first index is the bound; there is one more for each argument.
fn weighted_sort(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    application.require_no_sorts(op)?;
    let (args, indices) = (application.args, application.indices);
    if args.is_empty() {
        return Err(TypeError::count(op, "arguments", "at least 1", 0));
    }
    if indices.len() != args.len() + 1 {
        return Err(TypeError::count(op, "indices", &(args.len() + 1).to_string(), indices.len()));
    }
    if let Some(position) = args.iter().position(|sort| *sort != Sort::bool()) {
        return Err(TypeError::mismatch(op, position + 1, "Bool", &args[position]));
    }
    if indices.iter().any(|index| i32::try_from(*index).is_err()) {
        let condition = "every index is below 2^31".to_owned();
        return Err(TypeError::Numbers { op: op.key, condition });
    }
    Ok(Sort::bool())
}

fn draw_weighted(_: &Op, wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<DrawnApplication> {
    if wanted.is_some_and(|wanted| *wanted != Sort::bool()) {
        return None;
    }
    let count = 1 + draw.below(5) as usize;
    let weights: Vec<u32> = (0..count).map(|_| draw.below(8) as u32).collect();
    let sum: u32 = weights.iter().sum();
    let mut indices = vec![draw.below(u64::from(sum) + 2) as u32];
    indices.extend(weights);
    let plain = DrawnApplication::plain(vec![Sort::bool(); count], Sort::bool());
    Some(DrawnApplication { indices, ..plain })
}
