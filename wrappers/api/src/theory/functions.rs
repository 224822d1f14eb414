//! Uninterpreted functions.

use crate::meaning::functions;
use crate::typing::{ApplicationSorts, TypeError};
use crate::{Draw, DrawnApplication, Heads, Op, Sort, SortShape, Theory, Typing};

pub(super) const OPERATORS: &[Op] = &[
    Op::with_rule(
        Theory::Functions,
        "OP_UF_APPLY",
        "",
        Typing::Rule { heads: Heads::ANY, sort_of: apply, draw: draw_apply },
    )
    .means(functions::apply),
    Op::with_rule(
        Theory::Functions,
        "OP_HO_APPLY",
        "@",
        Typing::Rule { heads: Heads::ANY, sort_of: apply_one, draw: draw_apply_one },
    )
    .means(functions::apply_one),
];

/// The most arguments that a drawn function takes.
const MAX_ARITY: u64 = 5;

/// The first argument is the function; the rest must have the sorts of its domain.
fn apply(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    let (domain, codomain, args) = function(op, application)?;
    if domain.len() != args.len() {
        let expected = (domain.len() + 1).to_string();
        return Err(TypeError::count(op, "arguments", &expected, application.args.len()));
    }
    for (position, (expected, found)) in domain.iter().zip(args).enumerate() {
        if expected != found {
            return Err(TypeError::mismatch(op, position + 2, &expected.to_string(), found));
        }
    }
    Ok(codomain.clone())
}

/// The first argument is the function; the second is its first argument, and what is left is a function of
/// the rest.
fn apply_one(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    let (domain, codomain, args) = function(op, application)?;
    let ([arg], Some((first, rest))) = (args, domain.split_first()) else {
        return Err(TypeError::count(op, "arguments", "2", application.args.len()));
    };
    if arg != first {
        return Err(TypeError::mismatch(op, 2, &first.to_string(), arg));
    }
    Ok(if rest.is_empty() { codomain.clone() } else { Sort::fun(rest, codomain.clone()) })
}

/// Domain and codomain of the first argument, and the other arguments.
fn function<'a>(
    op: &Op,
    application: &ApplicationSorts<'a>,
) -> Result<(&'a [Sort], &'a Sort, &'a [Sort]), TypeError> {
    application.require_plain(op)?;
    let Some((function, args)) = application.args.split_first() else {
        return Err(TypeError::count(op, "arguments", "a function and its", 0));
    };
    match function.shape() {
        SortShape::Fun(domain, codomain) => Ok((domain, codomain, args)),
        _ => Err(TypeError::mismatch(op, 1, "a function sort", function)),
    }
}

fn draw_apply(_: &Op, wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<DrawnApplication> {
    let codomain = match wanted {
        Some(sort) if !sort.is_first_class() => return None,
        Some(sort) => sort.clone(),
        None => draw.sort(),
    };
    let arity = 1 + draw.below(MAX_ARITY);
    let domain: Vec<Sort> = (0..arity).map(|_| draw.sort()).collect();
    let mut args = vec![Sort::fun(domain.clone(), codomain.clone())];
    args.extend(domain);
    Some(DrawnApplication::plain(args, codomain))
}

fn draw_apply_one(_: &Op, wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<DrawnApplication> {
    let first = draw.sort();
    let result = match wanted {
        Some(sort) if sort.is_first_class() || matches!(sort.shape(), SortShape::Fun(..)) => {
            sort.clone()
        }
        Some(_) => return None,
        None => draw.sort(),
    };
    let function = match result.shape() {
        SortShape::Fun(domain, codomain) => {
            let domain: Vec<Sort> = std::iter::once(&first).chain(domain).cloned().collect();
            Sort::fun(domain, codomain.clone())
        }
        _ => Sort::fun([first.clone()], result.clone()),
    };
    Some(DrawnApplication::plain(vec![function, first], result))
}
