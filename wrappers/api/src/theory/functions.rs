//! Uninterpreted functions.

use crate::typing::{ApplicationSorts, TypeError};
use crate::{Draw, DrawnApplication, Op, Sort, SortShape, Theory, Typing};

pub(super) const OPERATORS: &[Op] = &[Op::with_rule(
    Theory::Functions,
    "OP_UF_APPLY",
    "",
    Typing::Rule { sort_of: apply, draw: draw_apply },
)];

/// The most arguments that a drawn function takes.
const MAX_ARITY: u64 = 5;

/// The first argument is the function; the rest must have the sorts of its domain.
fn apply(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    let count_error = |expected: String| TypeError::Count {
        op: op.key,
        what: "arguments",
        expected,
        found: application.args.len(),
    };
    for (what, found) in
        [("indices", application.indices.len()), ("sorts", application.sorts.len())]
    {
        if found > 0 {
            return Err(TypeError::Count { op: op.key, what, expected: "no".to_owned(), found });
        }
    }
    let Some((function, args)) = application.args.split_first() else {
        return Err(count_error("a function and its".to_owned()));
    };
    let mismatch = |position, expected: String, found: &Sort| TypeError::Mismatch {
        op: op.key,
        what: "argument",
        position,
        expected,
        found: found.clone(),
    };
    let SortShape::Fun(domain, codomain) = function.shape() else {
        return Err(mismatch(1, "a function sort".to_owned(), function));
    };
    if domain.len() != args.len() {
        return Err(count_error((domain.len() + 1).to_string()));
    }
    for (position, (expected, found)) in domain.iter().zip(args).enumerate() {
        if expected != found {
            return Err(mismatch(position + 2, expected.to_string(), found));
        }
    }
    Ok(codomain.clone())
}

fn draw_apply(_: &Op, wanted: Option<&Sort>, draw: &mut dyn Draw) -> Option<DrawnApplication> {
    let codomain = match wanted {
        Some(sort) if matches!(sort.shape(), SortShape::Fun(..)) => return None,
        Some(sort) => sort.clone(),
        None => draw.sort(),
    };
    let arity = 1 + draw.below(MAX_ARITY);
    let domain: Vec<Sort> = (0..arity).map(|_| draw.sort()).collect();
    let mut args = vec![Sort::fun(domain.clone(), codomain.clone())];
    args.extend(domain);
    Some(DrawnApplication { sorts: Vec::new(), indices: Vec::new(), args, result: codomain })
}
