//! A space for one solver: the sorts, constants, literals and operators of which terms are made.

use murxla_api::{Binder, Demand, Literal, Profile, Sort, SortShape, Theory};
use thiserror::Error;

use super::heads::{Place, heads};
use super::literals::literals;
use super::spaces::{Formats, SPACES, SpaceDef};
use crate::smt::Head;

/// What is taken of a space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// At most so many constants of a sort.
    pub constants: usize,
    /// Operators by their keys or symbols; all, if there are none.
    pub operators: Vec<String>,
    /// Whether literals are used.
    pub literals: bool,
    /// Whether constants are bound by quantifiers.
    pub quantifiers: bool,
    /// Whether the solver's own operators are used.
    pub own_operators: bool,
    /// Whether operators that take any number of arguments are also applied to three.
    pub three_arguments: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            constants: usize::MAX,
            operators: Vec::new(),
            literals: true,
            quantifiers: false,
            own_operators: false,
            three_arguments: false,
        }
    }
}

/// Why there is no such space.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpaceError {
    /// No space has this name.
    #[error("no space is named '{0}'; there are {names}", names = names())]
    Name(String),
    /// The solver lacks something.
    #[error("{0}")]
    Lacks(String),
    /// An operator that is not there.
    #[error("the space has no operator '{0}' that this solver has")]
    Operator(String),
}

fn names() -> String {
    SPACES.iter().map(|space| space.name).collect::<Vec<_>>().join(", ")
}

/// A sort of a space.
#[derive(Clone, Debug)]
pub(super) struct SpaceSort {
    pub(super) sort: Sort,
    /// How many constants of it there are.
    pub(super) constants: usize,
    pub(super) literals: Vec<Literal>,
}

/// An operator at sorts of a space.
#[derive(Clone, Debug)]
pub(super) struct SpaceHead {
    pub(super) head: Head,
    /// The sorts of its arguments, by number.
    pub(super) args: Vec<usize>,
    pub(super) result: usize,
    /// What may stand at each place.
    pub(super) places: Vec<Place>,
    /// Whether the two arguments can be exchanged.
    pub(super) commutative: bool,
}

/// The space for one solver.
#[derive(Clone, Debug)]
pub struct Space {
    pub(super) sorts: Vec<SpaceSort>,
    pub(super) heads: Vec<SpaceHead>,
    /// The quantifiers.
    pub(super) binders: Vec<Binder>,
    /// What of the theories is not in it, and why, in words.
    pub left_out: Vec<String>,
}

impl Space {
    /// The space with this name, as far as a solver with this profile has it.
    pub fn new(name: &str, limits: &Limits, profile: &Profile) -> Result<Space, SpaceError> {
        let found = SPACES.iter().find(|space| space.name == name);
        let definition = found.ok_or_else(|| SpaceError::Name(name.to_owned()))?;
        let sorts = sorts_of(definition, limits, profile)?;
        let (heads, mut left_out) = heads(definition, &sorts, limits, profile);
        let heads = only(heads, &limits.operators)?;
        let quantifiers = limits.quantifiers && profile.theories.contains(&Theory::Quantifiers);
        let binders: Vec<Binder> = match quantifiers {
            true => {
                let all = [Binder::Forall, Binder::Exists].into_iter();
                all.filter(|binder| profile.binders.contains(binder)).collect()
            }
            false => Vec::new(),
        };
        if limits.quantifiers && binders.is_empty() {
            left_out.push("quantifiers: the solver has none".to_owned());
        }
        Ok(Space { sorts, heads, binders, left_out })
    }

    /// The sorts with the number of their constants and literals, for people.
    pub fn sorts_in_words(&self) -> String {
        let one = |sort: &SpaceSort| {
            format!(
                "{} ({} constants, {} literals)",
                sort.sort,
                sort.constants,
                sort.literals.len()
            )
        };
        self.sorts.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// The sorts, each with the number of its constants.
    pub fn sorts_and_constants(&self) -> impl Iterator<Item = (&Sort, usize)> {
        self.sorts.iter().map(|one| (&one.sort, one.constants))
    }

    /// Which sort another solver, with this profile, does not take, and why.
    pub fn lacks(&self, profile: &Profile) -> Option<String> {
        self.sorts.iter().find_map(|one| {
            let limit = profile.limit_on(&one.sort)?;
            Some(format!("the solver does not take {}: {}", one.sort, limit.reason))
        })
    }

    /// A literal of a sort.
    pub fn literal(&self, sort: usize, number: usize) -> &Literal {
        &self.sorts[sort].literals[number]
    }

    /// An operator, with its indices.
    pub fn head(&self, number: usize) -> &Head {
        &self.heads[number].head
    }

    /// How many operators there are, each counted once for each choice of sorts and indices.
    pub fn operator_count(&self) -> usize {
        self.heads.len()
    }

    /// Whether terms of a sort are asked for: others are only parts.
    pub(super) fn is_asked(&self, sort: usize) -> bool {
        let sort = &self.sorts[sort].sort;
        sort.is_first_class() && !matches!(sort.shape(), SortShape::Fun(..) | SortShape::RegLan)
    }
}

fn sorts_of(
    definition: &SpaceDef,
    limits: &Limits,
    profile: &Profile,
) -> Result<Vec<SpaceSort>, SpaceError> {
    for theory in definition.theories {
        let lacks = !profile.theories.contains(theory)
            || profile.demands().any(|one| one == Demand::OnlyMade(*theory));
        if lacks && *theory != Theory::Core {
            return Err(SpaceError::Lacks(format!(
                "the solver does not have the theory {theory} of the space {}",
                definition.name
            )));
        }
    }
    let mut sorts = Vec::new();
    for (sort, constants) in (definition.sorts)(&Formats::of(profile)) {
        if let Some(limit) = profile.limit_on(&sort) {
            let why = limit.reason;
            return Err(SpaceError::Lacks(format!("the solver does not take {sort}: {why}")));
        }
        let literals = if limits.literals { literals(&sort) } else { Vec::new() };
        let constants = constants.min(limits.constants);
        sorts.push(SpaceSort { sort, constants, literals });
    }
    Ok(sorts)
}

/// Those of these operators.
fn only(heads: Vec<SpaceHead>, wanted: &[String]) -> Result<Vec<SpaceHead>, SpaceError> {
    let is = |head: &SpaceHead, name: &str| {
        let op = head.head.op();
        op.key == name || op.symbol == name
    };
    if let Some(missing) = wanted.iter().find(|name| !heads.iter().any(|head| is(head, name))) {
        return Err(SpaceError::Operator(missing.clone()));
    }
    if wanted.is_empty() {
        return Ok(heads);
    }
    Ok(heads.into_iter().filter(|head| wanted.iter().any(|name| is(head, name))).collect())
}
