//! Terms of a space, and how they are made elsewhere: in a graph, in a solver.

use murxla_api::{Binder, Literal, Op};

/// A constant inside of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Slot {
    /// The constant of the part at this place.
    Own(u8),
    /// The values do not depend on it: it is the first of its sort.
    Any,
    /// It is bound by the quantifier around it.
    Bound,
}

/// What a part is made of.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Constant,
    /// The literal of its sort with this number.
    Literal(usize),
    /// An operator of the space, applied to parts.
    Apply {
        head: u32,
        args: Vec<(u32, Vec<Slot>)>,
    },
    Bind {
        binder: Binder,
        part: u32,
        slots: Vec<Slot>,
    },
}

/// Names of constants from here on are variables, by the number of quantifiers around them.
pub(super) const VARIABLES: u8 = 128;

/// A term of a space.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Whole {
    /// The number of its sort.
    pub sort: usize,
    pub(super) tree: Top,
}

/// The top of a term, over parts with names for their constants.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Top {
    Leaf { part: u32, names: Vec<u8> },
    Apply { head: u32, args: Vec<(u32, Vec<u8>)> },
    Bind { binder: Binder, part: u32, names: Vec<u8> },
}

/// Where terms are made.
pub trait Tree {
    /// A term there.
    type Term: Copy;
    /// Why there is none.
    type Error;

    /// A part that was made before.
    fn known(&self, part: u32, names: &[u8]) -> Option<Self::Term>;

    /// A part was made.
    fn keep(&mut self, part: u32, names: &[u8], term: Self::Term);

    /// A constant of a sort.
    fn constant(&mut self, sort: usize, number: usize) -> Result<Self::Term, Self::Error>;

    /// A variable of a sort, by the number of quantifiers around that which binds it.
    fn variable(&mut self, sort: usize, depth: usize) -> Result<Self::Term, Self::Error>;

    /// A literal of a sort.
    fn literal(&mut self, sort: usize, number: usize) -> Result<Self::Term, Self::Error>;

    /// A value of a sort, as it is written.
    fn value(&mut self, sort: usize, literal: &Literal) -> Result<Self::Term, Self::Error>;

    /// An operator alone.
    fn operator(&mut self, op: &'static Op, args: &[Self::Term])
    -> Result<Self::Term, Self::Error>;

    /// An operator of the space.
    fn apply(&mut self, head: usize, args: &[Self::Term]) -> Result<Self::Term, Self::Error>;

    /// A quantifier over a variable.
    fn bind(
        &mut self,
        binder: Binder,
        sort: usize,
        depth: usize,
        body: Self::Term,
    ) -> Result<Self::Term, Self::Error>;
}
