//! Typing of operators on tuples, and on sets and bags of tuples.

use crate::typing::{ApplicationSorts, TypeError};
use crate::{Draw, DrawnApplication, Heads, Op, Sort, SortKind, SortShape, Typing};

/// What holds the tuples.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TupleCollection {
    Set,
    Bag,
}

/// A typing rule for both collections.
pub(super) struct TupleRule {
    set: Typing,
    bag: Typing,
}

impl TupleRule {
    pub(super) const fn typing(self, collection: TupleCollection) -> Typing {
        match collection {
            TupleCollection::Set => self.set,
            TupleCollection::Bag => self.bag,
        }
    }
}

type SortOf = fn(&Op, &ApplicationSorts<'_>) -> Result<Sort, TypeError>;
type DrawRule = fn(&Op, Option<&Sort>, &mut dyn Draw) -> Option<DrawnApplication>;

/// Collections of tuples in, collections of tuples out.
const SETS: Heads = Heads::new(SortKind::Set, &[SortKind::Set]);
const BAGS: Heads = Heads::new(SortKind::Bag, &[SortKind::Bag]);

const fn rule(sets: (Heads, SortOf, DrawRule), bags: (Heads, SortOf, DrawRule)) -> TupleRule {
    TupleRule {
        set: Typing::Rule { heads: sets.0, sort_of: sets.1, draw: sets.2 },
        bag: Typing::Rule { heads: bags.0, sort_of: bags.1, draw: bags.2 },
    }
}

use TupleCollection::{Bag, Set};

/// All pairs, as longer tuples.
pub(super) const PRODUCT: TupleRule = rule(
    (SETS, |op, a| product(Set, op, a), |_, wanted, draw| draw_product(Set, wanted, draw)),
    (BAGS, |op, a| product(Bag, op, a), |_, wanted, draw| draw_product(Bag, wanted, draw)),
);
/// Pairs whose columns, given by indices two by two, are equal.
pub(super) const JOIN: TupleRule = rule(
    (SETS, |op, a| join(Set, op, a), |_, wanted, draw| draw_join(Set, wanted, draw)),
    (BAGS, |op, a| join(Bag, op, a), |_, wanted, draw| draw_join(Bag, wanted, draw)),
);
/// The columns given by indices.
pub(super) const PROJECT: TupleRule = rule(
    (SETS, |op, a| project(Set, op, a), |_, wanted, draw| draw_project(Set, wanted, draw)),
    (BAGS, |op, a| project(Bag, op, a), |_, wanted, draw| draw_project(Bag, wanted, draw)),
);
/// Groups of tuples that agree in the columns given by indices.
pub(super) const GROUP: TupleRule = rule(
    (SETS, |op, a| group(Set, op, a), |_, wanted, draw| draw_group(Set, wanted, draw)),
    (BAGS, |op, a| group(Bag, op, a), |_, wanted, draw| draw_group(Bag, wanted, draw)),
);
/// A fold over each group.
pub(super) const AGGREGATE: TupleRule = rule(
    (
        Heads::giving(SortKind::Set),
        |op, a| aggregate(Set, op, a),
        |_, wanted, draw| draw_aggregate(Set, wanted, draw),
    ),
    (
        Heads::giving(SortKind::Bag),
        |op, a| aggregate(Bag, op, a),
        |_, wanted, draw| draw_aggregate(Bag, wanted, draw),
    ),
);

impl TupleCollection {
    pub(super) fn of(self, element: Sort) -> Sort {
        match self {
            TupleCollection::Set => Sort::set(element),
            TupleCollection::Bag => Sort::bag(element),
        }
    }

    fn element(self, sort: &Sort) -> Option<&Sort> {
        match (self, sort.shape()) {
            (TupleCollection::Set, SortShape::Set(element))
            | (TupleCollection::Bag, SortShape::Bag(element)) => Some(element),
            _ => None,
        }
    }

    /// The columns of a collection of tuples.
    pub(super) fn columns(self, sort: &Sort) -> Option<&[Sort]> {
        match self.element(sort)?.shape() {
            SortShape::Tuple(columns) => Some(columns),
            _ => None,
        }
    }

    pub(super) fn of_tuples(self, columns: impl Into<Vec<Sort>>) -> Sort {
        self.of(Sort::tuple(columns))
    }

    /// The columns of the argument at `position`, or what is wrong with it.
    pub(super) fn require<'a>(
        self,
        op: &Op,
        application: &ApplicationSorts<'a>,
        position: usize,
    ) -> Result<&'a [Sort], TypeError> {
        let sort = &application.args[position];
        self.columns(sort)
            .ok_or_else(|| TypeError::mismatch(op, position + 1, "a collection of tuples", sort))
    }
}

/// Some columns, at least one.
pub(super) fn draw_columns(draw: &mut dyn Draw) -> Vec<Sort> {
    let count = 1 + draw.below(3);
    (0..count).map(|_| draw.sort()).collect()
}

fn index_error(op: &Op, condition: &str) -> TypeError {
    TypeError::Numbers { op: op.key, condition: condition.to_owned() }
}

fn product(
    of: TupleCollection,
    op: &Op,
    application: &ApplicationSorts<'_>,
) -> Result<Sort, TypeError> {
    application.require_plain(op)?;
    application.require_args(op, 2)?;
    let (a, b) = (of.require(op, application, 0)?, of.require(op, application, 1)?);
    Ok(of.of_tuples([a, b].concat()))
}

fn draw_product(
    of: TupleCollection,
    wanted: Option<&Sort>,
    draw: &mut dyn Draw,
) -> Option<DrawnApplication> {
    let (a, b) = draw_two_parts(of, wanted, draw)?;
    let result = of.of_tuples([a.clone(), b.clone()].concat());
    Some(DrawnApplication::plain(vec![of.of_tuples(a), of.of_tuples(b)], result))
}

/// The columns of two collections whose product has the wanted sort.
fn draw_two_parts(
    of: TupleCollection,
    wanted: Option<&Sort>,
    draw: &mut dyn Draw,
) -> Option<(Vec<Sort>, Vec<Sort>)> {
    let Some(wanted) = wanted else {
        return Some((draw_columns(draw), draw_columns(draw)));
    };
    let columns = of.columns(wanted)?;
    let last = (columns.len() as u64).checked_sub(1)?;
    let cut = draw.between(1, last)? as usize;
    Some((columns[..cut].to_vec(), columns[cut..].to_vec()))
}

fn join(
    of: TupleCollection,
    op: &Op,
    application: &ApplicationSorts<'_>,
) -> Result<Sort, TypeError> {
    application.require_no_sorts(op)?;
    application.require_args(op, 2)?;
    let (a, b) = (of.require(op, application, 0)?, of.require(op, application, 1)?);
    if !application.indices.len().is_multiple_of(2) {
        return Err(index_error(op, "an even number of indices"));
    }
    for pair in application.indices.chunks(2) {
        let columns = (a.get(pair[0] as usize), b.get(pair[1] as usize));
        if !matches!(columns, (Some(a), Some(b)) if a == b) {
            return Err(index_error(op, "columns of one sort, two by two"));
        }
    }
    Ok(of.of_tuples([a, b].concat()))
}

fn draw_join(
    of: TupleCollection,
    wanted: Option<&Sort>,
    draw: &mut dyn Draw,
) -> Option<DrawnApplication> {
    let (a, b) = draw_two_parts(of, wanted, draw)?;
    let mut indices = Vec::new();
    for (i, left) in a.iter().enumerate() {
        for (j, right) in b.iter().enumerate() {
            if left == right && draw.below(2) == 0 {
                indices.extend([i as u32, j as u32]);
            }
        }
    }
    let result = of.of_tuples([a.clone(), b.clone()].concat());
    let args = vec![of.of_tuples(a), of.of_tuples(b)];
    Some(DrawnApplication { indices, ..DrawnApplication::plain(args, result) })
}

fn project(
    of: TupleCollection,
    op: &Op,
    application: &ApplicationSorts<'_>,
) -> Result<Sort, TypeError> {
    application.require_no_sorts(op)?;
    application.require_args(op, 1)?;
    let columns = of.require(op, application, 0)?;
    Ok(of.of_tuples(select_columns(op, columns, application.indices)?))
}

/// The columns with these indices, in that order.
pub(super) fn select_columns(
    op: &Op,
    columns: &[Sort],
    indices: &[u32],
) -> Result<Vec<Sort>, TypeError> {
    let select = |index: &u32| columns.get(*index as usize).cloned();
    let selected: Option<Vec<Sort>> = indices.iter().map(select).collect();
    selected.ok_or_else(|| index_error(op, "indices of columns that exist"))
}

fn draw_project(
    of: TupleCollection,
    wanted: Option<&Sort>,
    draw: &mut dyn Draw,
) -> Option<DrawnApplication> {
    let wanted = match wanted {
        Some(wanted) => Some(of.columns(wanted)?),
        None => None,
    };
    let (columns, indices, result) = draw_selection(wanted, draw);
    let args = vec![of.of_tuples(columns)];
    let result = of.of_tuples(result);
    Some(DrawnApplication { indices, ..DrawnApplication::plain(args, result) })
}

/// Columns, indices into them, and what the indices select.
pub(super) fn draw_selection(
    wanted: Option<&[Sort]>,
    draw: &mut dyn Draw,
) -> (Vec<Sort>, Vec<u32>, Vec<Sort>) {
    let mut columns = draw_columns(draw);
    let Some(wanted) = wanted else {
        let indices: Vec<u32> =
            (0..1 + draw.below(3)).map(|_| draw.below(columns.len() as u64) as u32).collect();
        let result = indices.iter().map(|index| columns[*index as usize].clone()).collect();
        return (columns, indices, result);
    };
    let mut indices = Vec::new();
    for sort in wanted {
        let known = columns.iter().position(|column| column == sort);
        let index = known.unwrap_or_else(|| {
            columns.push(sort.clone());
            columns.len() - 1
        });
        indices.push(index as u32);
    }
    (columns, indices, wanted.to_vec())
}

fn group(
    of: TupleCollection,
    op: &Op,
    application: &ApplicationSorts<'_>,
) -> Result<Sort, TypeError> {
    application.require_no_sorts(op)?;
    application.require_args(op, 1)?;
    let columns = of.require(op, application, 0)?;
    select_columns(op, columns, application.indices)?;
    Ok(of.of(application.args[0].clone()))
}

fn draw_group(
    of: TupleCollection,
    wanted: Option<&Sort>,
    draw: &mut dyn Draw,
) -> Option<DrawnApplication> {
    let collection = match wanted {
        Some(wanted) => of.element(wanted)?.clone(),
        None => of.of_tuples(draw_columns(draw)),
    };
    let indices = draw_distinct_indices(of.columns(&collection)?.len(), draw);
    let result = of.of(collection.clone());
    Some(DrawnApplication { indices, ..DrawnApplication::plain(vec![collection], result) })
}

fn draw_distinct_indices(columns: usize, draw: &mut dyn Draw) -> Vec<u32> {
    (0..columns as u32).filter(|_| draw.below(2) == 0).collect()
}

fn aggregate(
    of: TupleCollection,
    op: &Op,
    application: &ApplicationSorts<'_>,
) -> Result<Sort, TypeError> {
    application.require_no_sorts(op)?;
    application.require_args(op, 3)?;
    let columns = of.require(op, application, 2)?;
    select_columns(op, columns, application.indices)?;
    let start = &application.args[1];
    let combine = Sort::fun([Sort::tuple(columns), start.clone()], start.clone());
    if application.args[0] != combine {
        return Err(TypeError::mismatch(op, 1, &combine.to_string(), &application.args[0]));
    }
    Ok(of.of(start.clone()))
}

fn draw_aggregate(
    of: TupleCollection,
    wanted: Option<&Sort>,
    draw: &mut dyn Draw,
) -> Option<DrawnApplication> {
    let start = match wanted {
        Some(wanted) => of.element(wanted)?.clone(),
        None => draw.sort(),
    };
    let columns = draw_columns(draw);
    let indices = draw_distinct_indices(columns.len(), draw);
    let combine = Sort::fun([Sort::tuple(columns.clone()), start.clone()], start.clone());
    let result = of.of(start.clone());
    let args = vec![combine, start, of.of_tuples(columns)];
    Some(DrawnApplication { indices, ..DrawnApplication::plain(args, result) })
}
