//! Sorts: their shape, which is shared by structural sorts and by calls that refer to sorts by handle.

use std::fmt;
use std::sync::Arc;

/// One level of a sort, over children of type `S`: [`Sort`] for structural sorts,
/// [`SortId`](crate::SortId) for the call that makes one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SortShape<S> {
    /// `Bool`
    Bool,
    /// `(_ BitVec n)`, n ≥ 1
    BitVec(u32),
    /// `(Array index element)`
    Array(S, S),
    /// A function from one or more domain sorts to a codomain.
    Fun(Vec<S>, S),
    /// A sort declared by name, of arity 0.
    Uninterpreted(Arc<str>),
}

/// A structural sort. Cheap to clone; equality is structural.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sort(Arc<SortShape<Sort>>);

/// The head of a sort, with the keys that traces use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SortKind {
    /// `SORT_BOOL`
    Bool,
    /// `SORT_BV`
    BitVec,
    /// `SORT_ARRAY`
    Array,
    /// `SORT_FUN`
    Fun,
    /// `SORT_UNINTERPRETED`
    Uninterpreted,
}

impl SortKind {
    /// All kinds.
    pub const ALL: &'static [SortKind] = &[
        SortKind::Bool,
        SortKind::BitVec,
        SortKind::Array,
        SortKind::Fun,
        SortKind::Uninterpreted,
    ];

    /// The key under which traces name this kind.
    pub const fn key(self) -> &'static str {
        match self {
            SortKind::Bool => "SORT_BOOL",
            SortKind::BitVec => "SORT_BV",
            SortKind::Array => "SORT_ARRAY",
            SortKind::Fun => "SORT_FUN",
            SortKind::Uninterpreted => "SORT_UNINTERPRETED",
        }
    }
}

impl<S> SortShape<S> {
    /// The head.
    pub const fn kind(&self) -> SortKind {
        match self {
            SortShape::Bool => SortKind::Bool,
            SortShape::BitVec(_) => SortKind::BitVec,
            SortShape::Array(..) => SortKind::Array,
            SortShape::Fun(..) => SortKind::Fun,
            SortShape::Uninterpreted(_) => SortKind::Uninterpreted,
        }
    }

    /// The same shape over other children.
    pub fn try_map<T, E>(
        &self,
        mut child: impl FnMut(&S) -> Result<T, E>,
    ) -> Result<SortShape<T>, E> {
        Ok(match self {
            SortShape::Bool => SortShape::Bool,
            SortShape::BitVec(width) => SortShape::BitVec(*width),
            SortShape::Array(index, element) => SortShape::Array(child(index)?, child(element)?),
            SortShape::Fun(domain, codomain) => SortShape::Fun(
                domain.iter().map(&mut child).collect::<Result<_, _>>()?,
                child(codomain)?,
            ),
            SortShape::Uninterpreted(name) => SortShape::Uninterpreted(name.clone()),
        })
    }
}

impl Sort {
    /// A sort of this shape.
    pub fn new(shape: SortShape<Sort>) -> Sort {
        Sort(Arc::new(shape))
    }

    /// `Bool`
    pub fn bool() -> Sort {
        Sort::new(SortShape::Bool)
    }

    /// `(_ BitVec width)`
    pub fn bit_vec(width: u32) -> Sort {
        Sort::new(SortShape::BitVec(width))
    }

    /// `(Array index element)`
    pub fn array(index: Sort, element: Sort) -> Sort {
        Sort::new(SortShape::Array(index, element))
    }

    /// The sort of functions from `domain` to `codomain`.
    pub fn fun(domain: impl Into<Vec<Sort>>, codomain: Sort) -> Sort {
        Sort::new(SortShape::Fun(domain.into(), codomain))
    }

    /// A declared sort.
    pub fn uninterpreted(name: &str) -> Sort {
        Sort::new(SortShape::Uninterpreted(name.into()))
    }

    /// The top level of this sort.
    pub fn shape(&self) -> &SortShape<Sort> {
        &self.0
    }

    /// The head of this sort.
    pub fn kind(&self) -> SortKind {
        self.0.kind()
    }

    /// The width, if this is a bit-vector sort.
    pub fn width(&self) -> Option<u32> {
        match self.shape() {
            SortShape::BitVec(width) => Some(*width),
            _ => None,
        }
    }
}

impl fmt::Display for Sort {
    /// As SMT-LIB writes it; a function sort in the `->` form of SMT-LIB 2.7.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape() {
            SortShape::Bool => f.write_str("Bool"),
            SortShape::BitVec(width) => write!(f, "(_ BitVec {width})"),
            SortShape::Array(index, element) => write!(f, "(Array {index} {element})"),
            SortShape::Fun(domain, codomain) => {
                f.write_str("(->")?;
                for sort in domain {
                    write!(f, " {sort}")?;
                }
                write!(f, " {codomain})")
            }
            SortShape::Uninterpreted(name) => f.write_str(name),
        }
    }
}

impl fmt::Debug for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
