//! Finite sets.

use super::{A, B, BOOL, INT};
use crate::meaning::sets;
use crate::typing::{ApplicationSorts, TypeError};
use crate::{
    Draw, DrawnApplication, Heads, Op, Sort, SortKind, SortPattern, SortShape, Theory, Typing,
};

rows_of!(Sets);

const SET: SortPattern = SortPattern::Set(&A);
const MAPPED: SortPattern = SortPattern::Set(&B);
const MAP: SortPattern = SortPattern::Fun(&[A], &B);
const PREDICATE: SortPattern = SortPattern::Fun(&[A], &BOOL);
const COMBINE: SortPattern = SortPattern::Fun(&[A, B], &B);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_SET_SINGLETON", "set.singleton", &[A], SET).means(sets::singleton),
    Op::with_rule(
        Theory::Sets,
        "OP_SET_INSERT",
        "set.insert",
        Typing::Rule { heads: Heads::giving(SortKind::Set), sort_of: insert, draw: draw_insert },
    )
    .means(sets::insert),
    op("OP_SET_MEMBER", "set.member", &[A, SET], BOOL).means(sets::member),
    op("OP_SET_SUBSET", "set.subset", &[SET, SET], BOOL).means(sets::subset),
    op("OP_SET_UNION", "set.union", &[SET, SET], SET).means(sets::union).commutative(),
    op("OP_SET_INTERSECTION", "set.inter", &[SET, SET], SET)
        .means(sets::intersection)
        .commutative(),
    op("OP_SET_MINUS", "set.minus", &[SET, SET], SET).means(sets::minus),
    op("OP_SET_COMPLEMENT", "set.complement", &[SET], SET)
        .unclear("a complement is taken in a universe that need not have all elements of the sort"),
    op("OP_SET_CARD", "set.card", &[SET], INT).means(sets::card),
    op("OP_SET_CHOOSE", "set.choose", &[SET], A).means(sets::choose),
    op("OP_SET_IS_EMPTY", "set.is_empty", &[SET], BOOL).means(sets::is_empty),
    op("OP_SET_IS_SINGLETON", "set.is_singleton", &[SET], BOOL).means(sets::is_singleton),
    op("OP_SET_MAP", "set.map", &[MAP, SET], MAPPED).means(sets::map),
    op("OP_SET_FILTER", "set.filter", &[PREDICATE, SET], SET).means(sets::filter),
    op("OP_SET_ALL", "set.all", &[PREDICATE, SET], BOOL).means(sets::all),
    op("OP_SET_SOME", "set.some", &[PREDICATE, SET], BOOL).means(sets::some),
    op("OP_SET_FOLD", "set.fold", &[COMBINE, B, SET], B).means(sets::fold),
];

/// One or more elements, then the set.
fn insert(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    application.require_plain(op)?;
    let Some((set, elements @ [_, ..])) = application.args.split_last() else {
        return Err(TypeError::count(op, "arguments", "at least 2", application.args.len()));
    };
    let SortShape::Set(expected) = set.shape() else {
        return Err(TypeError::mismatch(op, application.args.len(), "a set", set));
    };
    for (position, element) in elements.iter().enumerate() {
        if element != expected {
            return Err(TypeError::mismatch(op, position + 1, &expected.to_string(), element));
        }
    }
    Ok(set.clone())
}

fn draw_insert(_: &Op, wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<DrawnApplication> {
    let element = match wanted.map(Sort::shape) {
        None => draw.sort(),
        Some(SortShape::Set(element)) => element.clone(),
        Some(_) => return None,
    };
    let set = Sort::set(element.clone());
    let count = 1 + draw.below(4) as usize;
    let mut args = vec![element; count];
    args.push(set.clone());
    Some(DrawnApplication::plain(args, set))
}
