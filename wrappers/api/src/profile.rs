//! A solver's capabilities, as data.

use std::collections::BTreeSet;
use std::fmt;

use crate::{Op, Sort, SortKind, SortShape, Theory, theory};

/// How errors of a solver reach us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorModel {
    /// As values: a refused call leaves the process as it was.
    Values,
    /// The library ends the process on a refused call; only a child process survives it.
    EndsProcess,
}

/// Sorts that a solver does not tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Erasure {
    /// `(Array I E)` is reported as the function sort `(-> I E)`.
    ArrayIsFunction,
    /// `Bool` is reported as `(_ BitVec 1)`.
    BoolIsBitVec1,
}

/// A place inside a sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortPosition {
    /// The index of an array.
    ArrayIndex,
    /// The element of an array.
    ArrayElement,
    /// An argument of a function.
    Domain,
    /// The result of a function.
    Codomain,
}

/// What a solver does not take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortLimitRule {
    /// Sorts of this kind at this place.
    Not(SortPosition, SortKind),
    /// Bit-vectors wider than this.
    WiderThan(u32),
}

impl fmt::Display for SortLimitRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SortLimitRule::WiderThan(most) => write!(f, "bit-vectors wider than {most}"),
            SortLimitRule::Not(position, kind) => {
                let place = match position {
                    SortPosition::ArrayIndex => "the index of an array",
                    SortPosition::ArrayElement => "the element of an array",
                    SortPosition::Domain => "an argument of a function",
                    SortPosition::Codomain => "the result of a function",
                };
                write!(f, "{} as {place}", kind.key())
            }
        }
    }
}

/// A limit on sorts, with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortLimit {
    /// What is not taken.
    pub rule: SortLimitRule,
    /// Why, in the solver's words or ours.
    pub reason: &'static str,
}

/// Something that this library lacks although its wrapper knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    /// The operator, action or function.
    pub what: String,
    /// Why.
    pub reason: String,
}

/// What one loaded library can do.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Keys of the operators that can be applied.
    pub operators: BTreeSet<&'static str>,
    /// Theories that it has.
    pub theories: Vec<Theory>,
    /// What is missing, and why.
    pub holes: Vec<Hole>,
    /// Sorts that it refuses.
    pub sort_limits: Vec<SortLimit>,
    /// Sorts that it does not tell apart.
    pub erasures: Vec<Erasure>,
    /// How its errors reach us.
    pub errors: ErrorModel,
}

impl Profile {
    /// Whether the operator can be applied.
    pub fn supports(&self, op: &Op) -> bool {
        self.operators.contains(op.key)
    }

    /// Base operators that cannot be applied.
    pub fn unsupported(&self) -> impl Iterator<Item = &'static Op> {
        theory::operators().filter(|op| !self.supports(op))
    }

    /// The first limit that this sort hits, if any.
    pub fn limit_on(&self, sort: &Sort) -> Option<&SortLimit> {
        let hit = |limit: &&SortLimit| match (limit.rule, sort.shape()) {
            (SortLimitRule::WiderThan(most), SortShape::BitVec(width)) => *width > most,
            (SortLimitRule::Not(SortPosition::ArrayIndex, kind), SortShape::Array(index, _)) => {
                index.kind() == kind
            }
            (
                SortLimitRule::Not(SortPosition::ArrayElement, kind),
                SortShape::Array(_, element),
            ) => element.kind() == kind,
            (SortLimitRule::Not(SortPosition::Domain, kind), SortShape::Fun(domain, _)) => {
                domain.iter().any(|sort| sort.kind() == kind)
            }
            (SortLimitRule::Not(SortPosition::Codomain, kind), SortShape::Fun(_, codomain)) => {
                codomain.kind() == kind
            }
            _ => false,
        };
        self.sort_limits.iter().find(hit).or_else(|| match sort.shape() {
            SortShape::Array(index, element) => {
                self.limit_on(index).or_else(|| self.limit_on(element))
            }
            SortShape::Fun(domain, codomain) => domain
                .iter()
                .find_map(|sort| self.limit_on(sort))
                .or_else(|| self.limit_on(codomain)),
            _ => None,
        })
    }

    /// Whether the solver may report `reported` for a term of sort `expected`.
    pub fn same_sort(&self, expected: &Sort, reported: &Sort) -> bool {
        self.erase(expected) == self.erase(reported)
    }

    fn erase(&self, sort: &Sort) -> Sort {
        match sort.shape() {
            SortShape::Bool if self.erasures.contains(&Erasure::BoolIsBitVec1) => Sort::bit_vec(1),
            SortShape::Array(index, element) => {
                let (index, element) = (self.erase(index), self.erase(element));
                if self.erasures.contains(&Erasure::ArrayIsFunction) {
                    Sort::fun([index], element)
                } else {
                    Sort::array(index, element)
                }
            }
            SortShape::Fun(domain, codomain) => {
                let domain: Vec<Sort> = domain.iter().map(|sort| self.erase(sort)).collect();
                Sort::fun(domain, self.erase(codomain))
            }
            _ => sort.clone(),
        }
    }
}
