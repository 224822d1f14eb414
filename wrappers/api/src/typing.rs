//! The one typing rule: the sort of an application.

use thiserror::Error;

use crate::pattern::Bindings;
use crate::{Binder, Fold, Op, Signature, Sort, SortPattern, SortShape, Theory, Typing};

/// An application, seen by its sorts alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct ApplicationSorts<'a> {
    /// Sorts given explicitly.
    pub sorts: &'a [Sort],
    /// Names given explicitly: members of datatypes.
    pub names: &'a [&'a str],
    /// Indices.
    pub indices: &'a [u32],
    /// The sorts of the arguments.
    pub args: &'a [Sort],
}

/// Why an application has no sort.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TypeError {
    /// A wrong number of arguments, indices or explicit sorts.
    #[error("{op} takes {expected} {what}, not {found}")]
    Count {
        /// The operator's key.
        op: &'static str,
        /// "arguments", "indices" or "sorts".
        what: &'static str,
        /// What it takes.
        expected: String,
        /// What it was given.
        found: usize,
    },
    /// An argument of the wrong sort.
    #[error("{op}: {what} {position} has sort {found}, which does not fit {expected}")]
    Mismatch {
        /// The operator's key.
        op: &'static str,
        /// "argument" or "sort".
        what: &'static str,
        /// Its place, counted from 1.
        position: usize,
        /// The pattern it should fit.
        expected: String,
        /// Its sort.
        found: Sort,
    },
    /// A name that is no constructor or selector there.
    #[error("{op}: {name} is no such member of {datatype}")]
    Member {
        /// The operator's key.
        op: &'static str,
        /// The name.
        name: String,
        /// The datatype's name.
        datatype: String,
    },
    /// Numbers that violate the operator's condition, or have no sort as result.
    #[error("{op}: the indices and widths do not fulfil {condition}")]
    Numbers {
        /// The operator's key.
        op: &'static str,
        /// The condition.
        condition: String,
    },
}

impl TypeError {
    /// A wrong number of something.
    pub fn count(op: &Op, what: &'static str, expected: &str, found: usize) -> TypeError {
        TypeError::Count { op: op.key, what, expected: expected.to_owned(), found }
    }

    /// An argument of the wrong sort; places are counted from 1.
    pub fn mismatch(op: &Op, position: usize, expected: &str, found: &Sort) -> TypeError {
        TypeError::Mismatch {
            op: op.key,
            what: "argument",
            position,
            expected: expected.to_owned(),
            found: found.clone(),
        }
    }
}

impl ApplicationSorts<'_> {
    /// An error if there are explicit sorts.
    pub fn require_no_sorts(&self, op: &Op) -> Result<(), TypeError> {
        match self.sorts.len() {
            0 => Ok(()),
            found => Err(TypeError::count(op, "sorts", "no", found)),
        }
    }

    /// An error if there are indices.
    pub fn require_no_indices(&self, op: &Op) -> Result<(), TypeError> {
        match self.indices.len() {
            0 => Ok(()),
            found => Err(TypeError::count(op, "indices", "no", found)),
        }
    }

    /// An error unless there are just so many arguments.
    pub fn require_args(&self, op: &Op, count: usize) -> Result<(), TypeError> {
        if self.args.len() == count {
            return Ok(());
        }
        Err(TypeError::count(op, "arguments", &count.to_string(), self.args.len()))
    }

    /// An error if there is anything but arguments.
    pub fn require_plain(&self, op: &Op) -> Result<(), TypeError> {
        self.require_no_sorts(op)?;
        self.require_no_indices(op)?;
        match self.names.len() {
            0 => Ok(()),
            found => Err(TypeError::count(op, "names", "no", found)),
        }
    }
}

/// The sort of a binder over variables and bodies of these sorts, or why it has none.
pub fn binder_sort(binder: Binder, vars: &[Sort], bodies: &[Sort]) -> Result<Sort, String> {
    let key = binder.key();
    if vars.is_empty() {
        return Err(format!("{key} binds at least one variable"));
    }
    let formula = |sort: &Sort| match sort.shape() {
        SortShape::Bool => Ok(()),
        _ => Err(format!("{key}: a body has sort {sort} instead of Bool")),
    };
    match (binder, bodies) {
        (Binder::Forall | Binder::Exists, [body]) => formula(body).map(|()| Sort::bool()),
        (Binder::Lambda, [body]) => Ok(Sort::fun(vars, body.clone())),
        (Binder::Witness, [body]) => match vars {
            [var] => formula(body).map(|()| var.clone()),
            _ => Err(format!("{key} binds one variable, not {}", vars.len())),
        },
        (Binder::Comprehension, [condition, element]) => {
            formula(condition).map(|()| Sort::set(element.clone()))
        }
        _ => Err(format!("{key} does not take {} bodies", bodies.len())),
    }
}

/// The sort of the application of `op`, or why it has none.
pub fn sort_of(op: &Op, application: &ApplicationSorts<'_>) -> Result<Sort, TypeError> {
    let signature = match &op.typing {
        Typing::Rule { sort_of, .. } => return sort_of(op, application),
        Typing::Pattern(signature) => signature,
    };
    let args = application.args;
    let (least, most) = op.arity();
    if args.len() < least || most.is_some_and(|most| args.len() > most) {
        return Err(TypeError::Count {
            op: op.key,
            what: "arguments",
            expected: match most {
                Some(_) => least.to_string(),
                None => format!("at least {least}"),
            },
            found: args.len(),
        });
    }
    let all = || apply(op, signature, application, args.iter(), 0);
    let binary = |a: &Sort, b: &Sort, position| {
        apply(op, signature, application, [a, b].into_iter(), position)
    };
    match op.fold {
        _ if args.len() == least => all(),
        Fold::None => all(),
        Fold::LeftAssoc => {
            let mut result = binary(&args[0], &args[1], 0)?;
            for (position, arg) in args.iter().enumerate().skip(2) {
                result = binary(&result, arg, position - 1)?;
            }
            Ok(result)
        }
        Fold::RightAssoc => {
            let last = args.len() - 1;
            let mut result = binary(&args[last - 1], &args[last], last - 1)?;
            for position in (0..last - 1).rev() {
                result = binary(&args[position], &result, position)?;
            }
            Ok(result)
        }
        // Arguments of one sort: adjacent pairs tell as much as all pairs.
        Fold::Chainable | Fold::Pairwise | Fold::Variadic => {
            let mut result = binary(&args[0], &args[1], 0)?;
            for position in 1..args.len() - 1 {
                // The same sorts as in the pair before give the same again.
                if args[position - 1] == args[position] && args[position] == args[position + 1] {
                    continue;
                }
                result = binary(&args[position], &args[position + 1], position)?;
            }
            Ok(result)
        }
    }
}

/// The sort of an application in higher-order logic: as [`sort_of`], but equality and if-then-else also compare and choose
/// among functions and regular expressions.
pub fn higher_order_sort_of(
    op: &Op,
    application: &ApplicationSorts<'_>,
) -> Result<Sort, TypeError> {
    let sorted = sort_of(op, application);
    let args = application.args;
    if sorted.is_ok() || op.theory != Theory::Core || args.iter().all(Sort::is_first_class) {
        return sorted;
    }
    // The rows say only where sorts must be the same, so other sorts that differ as much stand for these.
    let stand_in = |sort: &Sort| match sort.is_first_class() {
        true => sort.clone(),
        false => Sort::uninterpreted(&format!("|{sort}|")),
    };
    let stand_ins: Vec<Sort> = args.iter().map(stand_in).collect();
    let result = sort_of(op, &ApplicationSorts { args: &stand_ins, ..*application });
    match result.map(|result| args.iter().zip(&stand_ins).find(|(_, one)| **one == result)) {
        Ok(Some((meant, _))) => Ok(meant.clone()),
        Ok(None) => Ok(Sort::bool()),
        Err(_) => sorted,
    }
}

/// The signature itself on these arguments of the application, without folding. `offset` is the place of the first
/// argument, for messages.
fn apply<'a>(
    op: &Op,
    signature: &Signature,
    application: &ApplicationSorts<'_>,
    args: impl Iterator<Item = &'a Sort>,
    offset: usize,
) -> Result<Sort, TypeError> {
    let mut bindings = Bindings::default();
    let mut only_one_solution = |_, _| None;
    let count = |what, expected: usize, found: usize| {
        if expected == found {
            return Ok(());
        }
        Err(TypeError::Count { op: op.key, what, expected: expected.to_string(), found })
    };
    count("indices", signature.indices.len(), application.indices.len())?;
    count("sorts", signature.sorts.len(), application.sorts.len())?;
    for (pattern, index) in signature.indices.iter().zip(application.indices) {
        if !pattern.solve((*index).into(), &mut bindings, &mut only_one_solution) {
            return Err(TypeError::Numbers {
                op: op.key,
                condition: format!("index {pattern} = {index}"),
            });
        }
    }
    let mut fit = |what, position: usize, pattern: &SortPattern, sort: &Sort| {
        if pattern.unify(sort, &mut bindings, &mut only_one_solution) {
            return Ok(());
        }
        Err(TypeError::Mismatch {
            op: op.key,
            what,
            position: position + 1,
            expected: pattern.to_string(),
            found: sort.clone(),
        })
    };
    for (position, (pattern, sort)) in signature.sorts.iter().zip(application.sorts).enumerate() {
        fit("sort", position, pattern, sort)?;
    }
    // An argument whose pattern is that of the result has the sort of the result.
    let mut same = None;
    for (position, (pattern, sort)) in signature.args.iter().zip(args).enumerate() {
        fit("argument", position + offset, pattern, sort)?;
        if same.is_none() && pattern.is_made_anew() && *pattern == signature.result {
            same = Some(sort);
        }
    }
    for constraint in signature.constraints {
        if !constraint.holds(&bindings) {
            return Err(TypeError::Numbers { op: op.key, condition: constraint.to_string() });
        }
    }
    let result = match same {
        Some(sort) => Some(sort.clone()),
        None => signature.result.sort(&bindings),
    };
    result.ok_or_else(|| TypeError::Numbers {
        op: op.key,
        condition: format!("{} is a sort", signature.result),
    })
}
