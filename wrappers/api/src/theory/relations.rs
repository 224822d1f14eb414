//! Relations: sets of tuples.

use super::tuples::{
    AGGREGATE, GROUP, JOIN, PRODUCT, PROJECT, TupleCollection, TupleRule, draw_columns,
};
use crate::meaning::relations;
use crate::typing::{ApplicationSorts, TypeError};
use crate::{Draw, DrawnApplication, Heads, Op, Sort, SortKind, SortShape, Theory, Typing};

const OF: TupleCollection = TupleCollection::Set;

/// Only the image of a join takes anything else: a number.
const RELATIONS: Heads = Heads::new(SortKind::Set, &[SortKind::Set, SortKind::Int]);

const fn of_tuples(key: &'static str, symbol: &'static str, rule: TupleRule) -> Op {
    Op::with_rule(Theory::Relations, key, symbol, rule.typing(OF))
}

const fn op(
    key: &'static str,
    symbol: &'static str,
    sort_of: fn(&Op, &ApplicationSorts<'_>) -> Result<Sort, TypeError>,
    draw: fn(&Op, Option<&Sort>, &mut dyn Draw) -> Option<DrawnApplication>,
) -> Op {
    Op::with_rule(Theory::Relations, key, symbol, Typing::Rule { heads: RELATIONS, sort_of, draw })
}

pub(super) const OPERATORS: &[Op] = &[
    op("OP_REL_JOIN", "rel.join", join, draw_join).means(relations::join),
    of_tuples("OP_REL_PRODUCT", "rel.product", PRODUCT).means(relations::product),
    op("OP_REL_TRANSPOSE", "rel.transpose", transpose, draw_transpose).means(relations::transpose),
    op("OP_REL_TCLOSURE", "rel.tclosure", closure, draw_closure).means(relations::closure),
    op("OP_REL_IDEN", "rel.iden", identity, draw_identity).means(relations::identity),
    op("OP_REL_JOIN_IMAGE", "rel.join_image", join_image, draw_join_image)
        .means(relations::join_image)
        .literals(&[1]),
    of_tuples("OP_REL_TABLE_JOIN", "rel.table_join", JOIN).means(relations::table_join),
    of_tuples("OP_REL_PROJECT", "rel.project", PROJECT).means(relations::project),
    of_tuples("OP_REL_GROUP", "rel.group", GROUP).means(relations::group),
    of_tuples("OP_REL_AGGREGATE", "rel.aggr", AGGREGATE).means(relations::aggregate),
];

/// The last column of the first relation is the first of the second, and both go.
fn join(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    application.require_plain(op)?;
    application.require_args(op, 2)?;
    let (a, b) = (OF.require(op, application, 0)?, OF.require(op, application, 1)?);
    match (a.split_last(), b.split_first()) {
        (Some((last, a)), Some((first, b))) if last == first && !(a.is_empty() && b.is_empty()) => {
            Ok(OF.of_tuples([a, b].concat()))
        }
        _ => Err(TypeError::mismatch(
            op,
            2,
            "a relation whose first column is the last of the other",
            &application.args[1],
        )),
    }
}

fn draw_join(_: &Op, wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<DrawnApplication> {
    let columns = match wanted {
        Some(wanted) => OF.columns(wanted)?.to_vec(),
        None => draw_columns(draw),
    };
    if columns.is_empty() {
        return None;
    }
    let cut = draw.between(0, columns.len() as u64)? as usize;
    let shared = draw.sort();
    let mut a = columns[..cut].to_vec();
    a.push(shared.clone());
    let mut b = vec![shared];
    b.extend_from_slice(&columns[cut..]);
    let args = vec![OF.of_tuples(a), OF.of_tuples(b)];
    Some(DrawnApplication::plain(args, OF.of_tuples(columns)))
}

fn transpose(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    application.require_plain(op)?;
    application.require_args(op, 1)?;
    let columns = OF.require(op, application, 0)?;
    Ok(OF.of_tuples(columns.iter().rev().cloned().collect::<Vec<_>>()))
}

fn draw_transpose(_: &Op, wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<DrawnApplication> {
    let columns = match wanted {
        Some(wanted) => OF.columns(wanted)?.to_vec(),
        None => draw_columns(draw),
    };
    let turned: Vec<Sort> = columns.iter().rev().cloned().collect();
    Some(DrawnApplication::plain(vec![OF.of_tuples(turned)], OF.of_tuples(columns)))
}

fn closure(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    application.require_plain(op)?;
    application.require_args(op, 1)?;
    match OF.require(op, application, 0)? {
        [a, b] if a == b => Ok(application.args[0].clone()),
        _ => Err(TypeError::mismatch(op, 1, "a relation on one sort", &application.args[0])),
    }
}

fn draw_closure(_: &Op, wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<DrawnApplication> {
    let element = match wanted.map(|wanted| OF.columns(wanted)) {
        None => draw.sort(),
        Some(Some([a, b])) if a == b => a.clone(),
        _ => return None,
    };
    let relation = OF.of_tuples([element.clone(), element]);
    Some(DrawnApplication::plain(vec![relation.clone()], relation))
}

fn identity(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    application.require_plain(op)?;
    application.require_args(op, 1)?;
    match OF.require(op, application, 0)? {
        [a] => Ok(OF.of_tuples([a.clone(), a.clone()])),
        _ => Err(TypeError::mismatch(op, 1, "a relation of one column", &application.args[0])),
    }
}

fn draw_identity(_: &Op, wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<DrawnApplication> {
    let element = match wanted.map(|wanted| OF.columns(wanted)) {
        None => draw.sort(),
        Some(Some([a, b])) if a == b => a.clone(),
        _ => return None,
    };
    let result = OF.of_tuples([element.clone(), element.clone()]);
    Some(DrawnApplication::plain(vec![OF.of_tuples([element])], result))
}

/// The elements with at least so many images; the number must be a literal, which sorts cannot say.
fn join_image(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    application.require_plain(op)?;
    application.require_args(op, 2)?;
    if !matches!(application.args[1].shape(), SortShape::Int) {
        return Err(TypeError::mismatch(op, 2, "Int", &application.args[1]));
    }
    match OF.require(op, application, 0)? {
        [a, b] if a == b => Ok(OF.of_tuples([a.clone()])),
        _ => Err(TypeError::mismatch(op, 1, "a relation on one sort", &application.args[0])),
    }
}

fn draw_join_image(_: &Op, wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<DrawnApplication> {
    let element = match wanted.map(|wanted| OF.columns(wanted)) {
        None => draw.sort(),
        Some(Some([a])) => a.clone(),
        _ => return None,
    };
    let relation = OF.of_tuples([element.clone(), element.clone()]);
    Some(DrawnApplication::plain(vec![relation, Sort::int()], OF.of_tuples([element])))
}
