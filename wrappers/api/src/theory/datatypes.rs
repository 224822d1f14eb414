//! Datatypes and tuples.

use crate::meaning::datatypes;
use std::sync::Arc;

use super::tuples::{draw_columns, draw_selection, select_columns};
use crate::datatype::ConstructorDef;
use crate::typing::{ApplicationSorts, TypeError};
use crate::{
    Datatype, Draw, DrawnApplication, Heads, Op, Sort, SortKind, SortShape, Theory, Typing,
};

const fn op(
    key: &'static str,
    symbol: &'static str,
    heads: Heads,
    sort_of: fn(&Op, &ApplicationSorts<'_>) -> Result<Sort, TypeError>,
    draw: fn(&Op, Option<&Sort>, &mut dyn Draw) -> Option<DrawnApplication>,
) -> Op {
    Op::with_rule(Theory::Datatypes, key, symbol, Typing::Rule { heads, sort_of, draw })
}

pub(super) const OPERATORS: &[Op] = &[
    op("OP_DT_APPLY_CONS", "", Heads::giving(SortKind::Datatype), construct, draw_construct)
        .means(datatypes::construct),
    op("OP_DT_APPLY_SEL", "", Heads::taking(&[SortKind::Datatype]), select, draw_select)
        .means(datatypes::select),
    op(
        "OP_DT_APPLY_TESTER",
        "is",
        Heads::new(SortKind::Bool, &[SortKind::Datatype]),
        test,
        draw_test,
    )
    .means(datatypes::test),
    op("OP_DT_APPLY_UPDATER", "update", Heads::giving(SortKind::Datatype), update, draw_update)
        .means(datatypes::update)
        .extension(),
    op("OP_DT_MATCH", "match", Heads::ANY, match_term, undrawable)
        .evaluated_elsewhere("a match chooses a case, whose variables it binds"),
    op("OP_DT_MATCH_CASE", "", Heads::ANY, match_case, undrawable)
        .evaluated_elsewhere("a case has a value only inside of its match"),
    op("OP_DT_MATCH_BIND_CASE", "", Heads::ANY, match_bind_case, undrawable)
        .evaluated_elsewhere("a case has a value only inside of its match"),
    op("OP_TUPLE", "tuple", Heads::giving(SortKind::Tuple), tuple, draw_tuple)
        .means(datatypes::tuple)
        .extension(),
    op(
        "OP_TUPLE_SELECT",
        "tuple.select",
        Heads::taking(&[SortKind::Tuple]),
        tuple_select,
        draw_tuple_select,
    )
    .means(datatypes::tuple_select)
    .extension(),
    op(
        "OP_TUPLE_UPDATE",
        "tuple.update",
        Heads::giving(SortKind::Tuple),
        tuple_update,
        draw_tuple_update,
    )
    .means(datatypes::tuple_update)
    .extension(),
    op(
        "OP_DT_TUPLE_PROJECT",
        "tuple.project",
        Heads::new(SortKind::Tuple, &[SortKind::Tuple]),
        tuple_project,
        draw_tuple_project,
    )
    .means(datatypes::tuple_project)
    .extension(),
];

/// The cases of a `match` must name all constructors, which sorts cannot say: they are built together.
fn undrawable(_: &Op, _: Option<&Sort>, _: &mut dyn Draw) -> Option<DrawnApplication> {
    None
}

/// The datatype of a sort that is one and has sorts for all parameters.
fn datatype(sort: &Sort) -> Option<(&Datatype, &[Sort])> {
    match sort.shape() {
        SortShape::Datatype(datatype, args) if sort.is_first_class() => Some((datatype, args)),
        _ => None,
    }
}

fn require_datatype<'a>(
    op: &Op,
    position: usize,
    sort: &'a Sort,
) -> Result<(&'a Datatype, &'a [Sort]), TypeError> {
    datatype(sort).ok_or_else(|| TypeError::mismatch(op, position, "a datatype", sort))
}

fn require_constructor<'a>(
    op: &Op,
    datatype: &'a Datatype,
    name: &str,
) -> Result<&'a ConstructorDef<Sort>, TypeError> {
    datatype.constructor(name).ok_or_else(|| TypeError::Member {
        op: op.key,
        name: name.to_owned(),
        datatype: datatype.name().to_owned(),
    })
}

/// The sort given explicitly: the one datatype of a constructor or a case.
fn given_datatype<'a>(
    op: &Op,
    application: &ApplicationSorts<'a>,
) -> Result<(&'a Sort, &'a Datatype, &'a [Sort]), TypeError> {
    let [sort] = application.sorts else {
        return Err(TypeError::count(op, "sorts", "1", application.sorts.len()));
    };
    let (datatype, args) = require_datatype(op, 1, sort)?;
    Ok((sort, datatype, args))
}

fn names<'a, const N: usize>(
    op: &Op,
    application: &ApplicationSorts<'a>,
) -> Result<[&'a str; N], TypeError> {
    application
        .names
        .try_into()
        .map_err(|_| TypeError::count(op, "names", &N.to_string(), application.names.len()))
}

fn expect_sorts(op: &Op, expected: &[Sort], found: &[Sort]) -> Result<(), TypeError> {
    if expected.len() != found.len() {
        return Err(TypeError::count(op, "arguments", &expected.len().to_string(), found.len()));
    }
    for (position, (expected, found)) in expected.iter().zip(found).enumerate() {
        if expected != found {
            return Err(TypeError::mismatch(op, position + 1, &expected.to_string(), found));
        }
    }
    Ok(())
}

fn field_sorts(
    op: &Op,
    datatype: &Datatype,
    constructor: &ConstructorDef<Sort>,
    args: &[Sort],
) -> Result<Vec<Sort>, TypeError> {
    datatype.field_sorts(constructor, args).ok_or_else(|| TypeError::Member {
        op: op.key,
        name: constructor.name.to_string(),
        datatype: datatype.name().to_owned(),
    })
}

fn construct(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    application.require_no_indices(op)?;
    let (sort, datatype, args) = given_datatype(op, application)?;
    let [name] = names(op, application)?;
    let constructor = require_constructor(op, datatype, name)?;
    expect_sorts(op, &field_sorts(op, datatype, constructor, args)?, application.args)?;
    Ok(sort.clone())
}

/// The sort of the field that the names say, in the datatype of the first argument.
fn named_field(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    application.require_no_indices(op)?;
    application.require_no_sorts(op)?;
    let [constructor, selector] = names(op, application)?;
    let Some(sort) = application.args.first() else {
        return Err(TypeError::count(op, "arguments", "a datatype and", 0));
    };
    let (datatype, args) = require_datatype(op, 1, sort)?;
    let constructor = require_constructor(op, datatype, constructor)?;
    let field = constructor.fields.iter().find(|(name, _)| &**name == selector);
    field.and_then(|(_, field)| datatype.field_sort(field, args)).ok_or_else(|| TypeError::Member {
        op: op.key,
        name: selector.to_owned(),
        datatype: datatype.name().to_owned(),
    })
}

fn select(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    let field = named_field(op, application)?;
    application.require_args(op, 1)?;
    Ok(field)
}

fn update(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    let field = named_field(op, application)?;
    application.require_args(op, 2)?;
    if application.args[1] != field {
        return Err(TypeError::mismatch(op, 2, &field.to_string(), &application.args[1]));
    }
    Ok(application.args[0].clone())
}

fn test(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    application.require_no_indices(op)?;
    application.require_no_sorts(op)?;
    application.require_args(op, 1)?;
    let [name] = names(op, application)?;
    let (datatype, _) = require_datatype(op, 1, &application.args[0])?;
    require_constructor(op, datatype, name)?;
    Ok(Sort::bool())
}

/// The matched term, then its cases.
fn match_term(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    application.require_plain(op)?;
    let Some((matched, cases @ [first, ..])) = application.args.split_first() else {
        return Err(TypeError::count(op, "arguments", "at least 2", application.args.len()));
    };
    require_datatype(op, 1, matched)?;
    for (position, case) in cases.iter().enumerate() {
        let fits = matches!(case.shape(), SortShape::MatchCase(sort, _) if sort == matched);
        if !fits || case != first {
            return Err(TypeError::mismatch(op, position + 2, "a case of this match", case));
        }
    }
    match first.shape() {
        SortShape::MatchCase(_, body) => Ok(body.clone()),
        _ => Err(TypeError::mismatch(op, 2, "a case", first)),
    }
}

/// A constructor without fields, and the body.
fn match_case(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    let (sort, datatype, args) = given_datatype(op, application)?;
    let [name] = names(op, application)?;
    let constructor = require_constructor(op, datatype, name)?;
    expect_sorts(op, &field_sorts(op, datatype, constructor, args)?, &[])?;
    application.require_args(op, 1)?;
    Ok(Sort::new(SortShape::MatchCase(sort.clone(), application.args[0].clone())))
}

/// Variables for the fields of a constructor, or one variable and no constructor, then the body.
fn match_bind_case(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    let (sort, datatype, args) = given_datatype(op, application)?;
    let Some((body, variables)) = application.args.split_last() else {
        return Err(TypeError::count(op, "arguments", "variables and a body, not", 0));
    };
    let expected = match application.names {
        [] => vec![sort.clone()],
        [name] => field_sorts(op, datatype, require_constructor(op, datatype, name)?, args)?,
        names => return Err(TypeError::count(op, "names", "at most 1", names.len())),
    };
    expect_sorts(op, &expected, variables)?;
    Ok(Sort::new(SortShape::MatchCase(sort.clone(), body.clone())))
}

/// A datatype sort, as wanted or drawn.
fn draw_datatype(wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<Sort> {
    match wanted {
        Some(sort) => datatype(sort).map(|_| sort.clone()),
        None => draw.sort_of_kind(SortKind::Datatype).filter(Sort::is_first_class),
    }
}

fn pick<'a, T>(from: &'a [T], draw: &mut dyn Draw) -> Option<&'a T> {
    from.get(draw.between(0, (from.len() as u64).checked_sub(1)?)? as usize)
}

fn draw_construct(_: &Op, wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<DrawnApplication> {
    let sort = draw_datatype(wanted, draw)?;
    let (datatype, args) = datatype(&sort)?;
    let constructor = pick(&datatype.definition().constructors, draw)?;
    let fields = datatype.field_sorts(constructor, args)?;
    Some(DrawnApplication {
        sorts: vec![sort.clone()],
        names: vec![constructor.name.clone()],
        ..DrawnApplication::plain(fields, sort.clone())
    })
}

/// A field of a drawn datatype, of the wanted sort: names of constructor and selector, and its sort.
fn draw_field(
    sort: &Sort,
    wanted: Option<&Sort>,
    draw: &mut dyn Draw,
) -> Option<([Arc<str>; 2], Sort)> {
    let (datatype, args) = datatype(sort)?;
    let mut fields = Vec::new();
    for constructor in &datatype.definition().constructors {
        for (selector, field) in &constructor.fields {
            let field = datatype.field_sort(field, args)?;
            if wanted.is_none_or(|wanted| *wanted == field) {
                fields.push(([constructor.name.clone(), selector.clone()], field));
            }
        }
    }
    pick(&fields, draw).cloned()
}

fn draw_select(_: &Op, wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<DrawnApplication> {
    // Not every datatype has a field of the wanted sort; a few are tried.
    (0..8).find_map(|_| {
        let sort = draw_datatype(None, draw)?;
        let (names, field) = draw_field(&sort, wanted, draw)?;
        Some(DrawnApplication {
            names: names.into(),
            ..DrawnApplication::plain(vec![sort.clone()], field)
        })
    })
}

fn draw_update(_: &Op, wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<DrawnApplication> {
    (0..8).find_map(|_| {
        let sort = draw_datatype(wanted, draw)?;
        let (names, field) = draw_field(&sort, None, draw)?;
        Some(DrawnApplication {
            names: names.into(),
            ..DrawnApplication::plain(vec![sort.clone(), field], sort)
        })
    })
}

fn draw_test(_: &Op, wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<DrawnApplication> {
    if wanted.is_some_and(|wanted| *wanted != Sort::bool()) {
        return None;
    }
    let sort = draw_datatype(None, draw)?;
    let constructor = pick(&datatype(&sort)?.0.definition().constructors, draw)?.name.clone();
    Some(DrawnApplication {
        names: vec![constructor],
        ..DrawnApplication::plain(vec![sort.clone()], Sort::bool())
    })
}

fn tuple(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    application.require_plain(op)?;
    if application.args.is_empty() {
        return Err(TypeError::count(op, "arguments", "at least 1", 0));
    }
    for (position, arg) in application.args.iter().enumerate() {
        if !arg.is_first_class() {
            return Err(TypeError::mismatch(op, position + 1, "a sort of terms", arg));
        }
    }
    Ok(Sort::tuple(application.args))
}

fn draw_tuple(_: &Op, wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<DrawnApplication> {
    let elements = match wanted.map(Sort::shape) {
        None => draw_columns(draw),
        Some(SortShape::Tuple(elements)) if !elements.is_empty() => elements.clone(),
        Some(_) => return None,
    };
    Some(DrawnApplication::plain(elements.clone(), Sort::tuple(elements)))
}

/// The elements of the first argument, which is a tuple.
fn tuple_argument<'a>(
    op: &Op,
    application: &ApplicationSorts<'a>,
    count: usize,
) -> Result<&'a [Sort], TypeError> {
    application.require_no_sorts(op)?;
    application.require_args(op, count)?;
    match application.args[0].shape() {
        SortShape::Tuple(elements) => Ok(elements),
        _ => Err(TypeError::mismatch(op, 1, "a tuple", &application.args[0])),
    }
}

fn one_index(op: &Op, application: &ApplicationSorts<'_>) -> Result<(), TypeError> {
    match application.indices {
        [_] => Ok(()),
        indices => Err(TypeError::count(op, "indices", "1", indices.len())),
    }
}

fn tuple_select(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    let elements = tuple_argument(op, application, 1)?;
    one_index(op, application)?;
    Ok(select_columns(op, elements, application.indices)?.remove(0))
}

fn tuple_update(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    let elements = tuple_argument(op, application, 2)?;
    one_index(op, application)?;
    let element = select_columns(op, elements, application.indices)?.remove(0);
    if application.args[1] != element {
        return Err(TypeError::mismatch(op, 2, &element.to_string(), &application.args[1]));
    }
    Ok(application.args[0].clone())
}

fn tuple_project(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    let elements = tuple_argument(op, application, 1)?;
    Ok(Sort::tuple(select_columns(op, elements, application.indices)?))
}

fn draw_tuple_select(
    _: &Op,
    wanted: Option<&Sort>,
    draw: &mut dyn Draw,
) -> Option<DrawnApplication> {
    let wanted = wanted.map(std::slice::from_ref);
    let (columns, mut indices, mut result) = draw_selection(wanted, draw);
    indices.truncate(1);
    let args = vec![Sort::tuple(columns)];
    let result = if result.is_empty() { return None } else { result.swap_remove(0) };
    Some(DrawnApplication { indices, ..DrawnApplication::plain(args, result) })
}

fn draw_tuple_update(
    _: &Op,
    wanted: Option<&Sort>,
    draw: &mut dyn Draw,
) -> Option<DrawnApplication> {
    let elements = match wanted.map(Sort::shape) {
        None => draw_columns(draw),
        Some(SortShape::Tuple(elements)) if !elements.is_empty() => elements.clone(),
        Some(_) => return None,
    };
    let index = draw.below(elements.len() as u64);
    let element = elements[index as usize].clone();
    let sort = Sort::tuple(elements);
    let args = vec![sort.clone(), element];
    Some(DrawnApplication { indices: vec![index as u32], ..DrawnApplication::plain(args, sort) })
}

fn draw_tuple_project(
    _: &Op,
    wanted: Option<&Sort>,
    draw: &mut dyn Draw,
) -> Option<DrawnApplication> {
    let wanted = match wanted.map(Sort::shape) {
        None => None,
        Some(SortShape::Tuple(elements)) => Some(elements.as_slice()),
        Some(_) => return None,
    };
    let (columns, indices, result) = draw_selection(wanted, draw);
    let args = vec![Sort::tuple(columns)];
    Some(DrawnApplication { indices, ..DrawnApplication::plain(args, Sort::tuple(result)) })
}
