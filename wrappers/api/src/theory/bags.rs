//! Bags, and tables, which are bags of tuples.

use super::tuples::{AGGREGATE, GROUP, JOIN, PRODUCT, PROJECT, TupleCollection, TupleRule};
use super::{A, B, BOOL, INT};
use crate::meaning::{bags, relations};
use crate::{Op, SortPattern, Theory};

rows_of!(Bags);

const fn table(key: &'static str, symbol: &'static str, rule: TupleRule) -> Op {
    Op::with_rule(Theory::Bags, key, symbol, rule.typing(TupleCollection::Bag))
}

const BAG: SortPattern = SortPattern::Bag(&A);
const SET: SortPattern = SortPattern::Set(&A);
const MAPPED: SortPattern = SortPattern::Bag(&B);
const MAP: SortPattern = SortPattern::Fun(&[A], &B);
const PREDICATE: SortPattern = SortPattern::Fun(&[A], &BOOL);
const COMBINE: SortPattern = SortPattern::Fun(&[A, B], &B);
const SAME: SortPattern = SortPattern::Fun(&[A, A], &BOOL);
const BAGS: SortPattern = SortPattern::Bag(&BAG);

pub(super) const OPERATORS: &[Op] = &[
    op("OP_BAG_EMPTY", "bag.empty", &[], BAG).means(bags::empty).with_sorts(&[BAG]),
    op("OP_BAG_MAKE", "bag", &[A, INT], BAG).means(bags::make),
    op("OP_BAG_UNION_MAX", "bag.union_max", &[BAG, BAG], BAG).means(bags::union_max).commutative(),
    op("OP_BAG_UNION_DISJOINT", "bag.union_disjoint", &[BAG, BAG], BAG)
        .means(bags::union_disjoint)
        .commutative(),
    op("OP_BAG_INTERSECTION_MIN", "bag.inter_min", &[BAG, BAG], BAG)
        .means(bags::intersection)
        .commutative(),
    op("OP_BAG_DIFFERENCE_SUBTRACT", "bag.difference_subtract", &[BAG, BAG], BAG)
        .means(bags::subtract),
    op("OP_BAG_DIFFERENCE_REMOVE", "bag.difference_remove", &[BAG, BAG], BAG).means(bags::remove),
    op("OP_BAG_SUBBAG", "bag.subbag", &[BAG, BAG], BOOL).means(bags::subbag),
    op("OP_BAG_COUNT", "bag.count", &[A, BAG], INT).means(bags::count),
    op("OP_BAG_MEMBER", "bag.member", &[A, BAG], BOOL).means(bags::member),
    op("OP_BAG_DUPLICATE_REMOVAL", "bag.setof", &[BAG], BAG).means(bags::without_duplicates),
    op("OP_BAG_CARD", "bag.card", &[BAG], INT).means(bags::card),
    op("OP_BAG_CHOOSE", "bag.choose", &[BAG], A).means(bags::choose),
    op("OP_BAG_IS_SINGLETON", "bag.is_singleton", &[BAG], BOOL).means(bags::is_singleton),
    op("OP_BAG_FROM_SET", "bag.from_set", &[SET], BAG).means(bags::from_set),
    op("OP_BAG_TO_SET", "bag.to_set", &[BAG], SET).means(bags::to_set),
    op("OP_BAG_MAP", "bag.map", &[MAP, BAG], MAPPED).means(bags::map),
    op("OP_BAG_FILTER", "bag.filter", &[PREDICATE, BAG], BAG).means(bags::filter),
    op("OP_BAG_ALL", "bag.all", &[PREDICATE, BAG], BOOL).means(bags::all),
    op("OP_BAG_SOME", "bag.some", &[PREDICATE, BAG], BOOL).means(bags::some),
    op("OP_BAG_FOLD", "bag.fold", &[COMBINE, B, BAG], B).means(bags::fold),
    op("OP_BAG_PARTITION", "bag.partition", &[SAME, BAG], BAGS).means(bags::partition),
    table("OP_TABLE_PRODUCT", "table.product", PRODUCT).means(relations::product),
    table("OP_TABLE_PROJECT", "table.project", PROJECT).means(relations::project),
    table("OP_TABLE_AGGREGATE", "table.aggr", AGGREGATE).means(relations::aggregate),
    table("OP_TABLE_JOIN", "table.join", JOIN).means(relations::table_join),
    table("OP_TABLE_GROUP", "table.group", GROUP).means(relations::group),
];
