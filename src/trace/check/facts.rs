//! Facts the checker keeps per term: sort, free variables, whether it is a value.

use std::sync::Arc;

use murxla_api::Sort;

use crate::trace::TermName;

/// A term with more free variables than this is not followed further.
const MOST: usize = 1024;

/// The free variables of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Free {
    /// There are none.
    None,
    /// These, in ascending order; at least one.
    These(Arc<[TermName]>),
    /// Not known: the solver made the term, or there are too many.
    Unknown,
}

/// What is known of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermFacts {
    /// Its sort; `None` if only a solver knows it.
    pub sort: Option<Sort>,
    /// Its free variables.
    pub free: Free,
    /// Whether it is a variable.
    pub variable: bool,
}

impl TermFacts {
    /// A term without free variables.
    pub fn closed(sort: Sort) -> TermFacts {
        TermFacts { sort: Some(sort), free: Free::None, variable: false }
    }

    /// A term of which nothing is known but its sort, and that only perhaps.
    pub fn opaque(sort: Option<Sort>) -> TermFacts {
        TermFacts { sort, free: Free::Unknown, variable: false }
    }
}

impl Free {
    /// Those of either.
    pub(super) fn union(&self, other: &Free) -> Free {
        match (self, other) {
            (Free::Unknown, _) | (_, Free::Unknown) => Free::Unknown,
            (Free::None, free) | (free, Free::None) => free.clone(),
            (Free::These(a), Free::These(b)) if a == b => self.clone(),
            (Free::These(a), Free::These(b)) => {
                let mut all: Vec<TermName> = a.iter().chain(b.iter()).copied().collect();
                all.sort_unstable();
                all.dedup();
                if all.len() > MOST { Free::Unknown } else { Free::These(all.into()) }
            }
        }
    }

    /// Those that are left when these are bound.
    pub(super) fn without(&self, bound: &[TermName]) -> Free {
        let Free::These(variables) = self else { return self.clone() };
        let left: Vec<TermName> =
            variables.iter().copied().filter(|variable| !bound.contains(variable)).collect();
        if left.is_empty() { Free::None } else { Free::These(left.into()) }
    }

    /// One of them.
    pub fn first(&self) -> Option<TermName> {
        match self {
            Free::These(variables) => variables.first().copied(),
            Free::None | Free::Unknown => None,
        }
    }
}
