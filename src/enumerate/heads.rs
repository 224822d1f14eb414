//! The operators of a space: each row at all sorts and small indices that it takes there.

use std::sync::Arc;

use murxla_api::meaning::Meaning;
use murxla_api::{
    ApplicationSorts, Demand, Fold, Linearity, Op, Profile, Sort, SortShape, Typing, sort_of,
};

use super::space::{Limits, SpaceHead, SpaceSort};
use super::spaces::SpaceDef;
use crate::smt::{Head, OpRow};

/// What may stand at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Any,
    Literal,
    /// A constant of a function sort.
    Constant,
}

/// Indices are at most this.
const MOST_INDEX: u32 = 3;

/// Operators typed by functions take at most so many arguments.
const MOST_ARGS: usize = 3;

/// All applications, and why rows are left out.
pub(super) fn heads(
    definition: &SpaceDef,
    sorts: &[SpaceSort],
    limits: &Limits,
    profile: &Profile,
) -> (Vec<SpaceHead>, Vec<String>) {
    let (mut found, mut left_out) = (Vec::new(), Vec::new());
    let own = if limits.own_operators { profile.own_operators } else { &[] };
    for theory in definition.theories {
        let own = own.iter().filter(|op| op.theory == *theory);
        for op in theory.operators().iter().chain(own) {
            if (definition.without)(op) {
                continue;
            }
            match why_not(op, profile) {
                Some(why) => left_out.push(format!("{}: {why}", op.key)),
                None => {
                    let before = found.len();
                    add(op, sorts, limits, profile, &mut found);
                    if found.len() == before {
                        left_out.push(format!("{}: not at these sorts", op.key));
                    }
                }
            }
        }
    }
    (found, left_out)
}

fn why_not(op: &Op, profile: &Profile) -> Option<&'static str> {
    let linear = profile.demands().any(|demand| demand == Demand::Linear);
    match op.meaning {
        _ if !profile.supports(op) => Some("the solver lacks it"),
        _ if profile.demands.unclear_operators.contains(&op.key) => {
            Some("the solver documents it otherwise, or not clearly")
        }
        Meaning::Missing | Meaning::Unclear(_) | Meaning::Elsewhere(_) => {
            Some("it has no meaning to compare with")
        }
        _ if linear && op.linearity != Linearity::Always => Some("the solver wants linear terms"),
        // One application is enough: the other applies a function to one argument.
        _ if op.key == "OP_HO_APPLY" => Some("functions are applied to all arguments at once"),
        _ => None,
    }
}

fn add(
    op: &'static Op,
    sorts: &[SpaceSort],
    limits: &Limits,
    profile: &Profile,
    found: &mut Vec<SpaceHead>,
) {
    let arities: Vec<usize> = match &op.typing {
        // The arguments are ordered in no way: three are not enumerated as two that commute are.
        Typing::Pattern(signature) if limits.three_arguments && op.fold != Fold::None => {
            vec![signature.args.len(), 3]
        }
        Typing::Pattern(signature) => vec![signature.args.len()],
        Typing::Rule { .. } => (0..=MOST_ARGS).collect(),
    };
    let explicit: Vec<Vec<Sort>> = match &op.typing {
        Typing::Pattern(signature) if signature.sorts.is_empty() => vec![Vec::new()],
        Typing::Pattern(_) => sorts.iter().map(|one| vec![one.sort.clone()]).collect(),
        Typing::Rule { .. } => {
            let given = sorts.iter().map(|one| vec![one.sort.clone()]);
            std::iter::once(Vec::new()).chain(given).collect()
        }
    };
    let names = match &op.typing {
        Typing::Pattern(_) => vec![Vec::new()],
        Typing::Rule { .. } => member_names(sorts),
    };
    let indices = products(op.index_count(), MOST_INDEX as usize + 1);
    for arity in arities {
        for args in products(arity, sorts.len()) {
            let arg_sorts: Vec<Sort> = args.iter().map(|one| sorts[*one].sort.clone()).collect();
            for given in &explicit {
                for names in &names {
                    for indices in &indices {
                        let indices: Vec<u32> = indices.iter().map(|one| *one as u32).collect();
                        let shown: Vec<&str> = names.iter().map(|name| &**name).collect();
                        let application = ApplicationSorts {
                            sorts: given,
                            names: &shown,
                            indices: &indices,
                            args: &arg_sorts,
                        };
                        let Ok(result) = sort_of(op, &application) else { continue };
                        let Some(result) = sorts.iter().position(|one| one.sort == result) else {
                            continue;
                        };
                        found.push(SpaceHead {
                            head: Head {
                                op: OpRow(op),
                                sorts: given.clone().into(),
                                names: names.clone().into(),
                                indices: indices.into(),
                            },
                            places: places(op, &args, sorts, profile),
                            commutative: op.commutative && args.len() == 2 && args[0] == args[1],
                            args: args.clone(),
                            result,
                        });
                    }
                }
            }
        }
    }
}

/// The names of constructors, and of constructors with their selectors.
fn member_names(sorts: &[SpaceSort]) -> Vec<Vec<Arc<str>>> {
    let mut names = vec![Vec::new()];
    for one in sorts {
        let SortShape::Datatype(datatype, _) = one.sort.shape() else { continue };
        for constructor in &datatype.definition().constructors {
            names.push(vec![constructor.name.clone()]);
            for (selector, _) in &constructor.fields {
                names.push(vec![constructor.name.clone(), selector.clone()]);
            }
        }
    }
    names
}

fn places(op: &Op, args: &[usize], sorts: &[SpaceSort], profile: &Profile) -> Vec<Place> {
    let demanded =
        |place: usize| profile.demands().any(|demand| demand == Demand::Value(op.key, place));
    let of = |(place, sort): (usize, &usize)| match sorts[*sort].sort.shape() {
        _ if op.literal_args.contains(&place) || demanded(place) => Place::Literal,
        SortShape::Fun(..) => Place::Constant,
        _ => Place::Any,
    };
    args.iter().enumerate().map(of).collect()
}

/// All lists of this length of numbers below `most`.
fn products(length: usize, most: usize) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new()];
    for _ in 0..length {
        let longer = |list: &Vec<usize>| {
            let list = list.clone();
            (0..most).map(move |one| [list.as_slice(), &[one]].concat())
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    lists
}
