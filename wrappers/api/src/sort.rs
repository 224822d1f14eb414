//! Sorts: their shape, which is shared by structural sorts and by calls that refer to sorts by handle.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigUint;

use crate::Datatype;

/// One level of a sort, over children of type `S`: [`Sort`] for structural sorts,
/// [`SortId`](crate::SortId) for the call that makes one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SortShape<S> {
    /// `Bool`
    Bool,
    /// `Int`
    Int,
    /// `Real`
    Real,
    /// `(_ BitVec n)`, n ≥ 1
    BitVec(u32),
    /// `(_ FloatingPoint e s)`: widths of exponent and significand (with the hidden bit), both ≥ 2
    FloatingPoint(u32, u32),
    /// `RoundingMode`
    RoundingMode,
    /// `String`
    String,
    /// `RegLan`
    RegLan,
    /// `(_ FiniteField p)` for a prime p
    FiniteField(Arc<BigUint>),
    /// `(Array index element)`
    Array(S, S),
    /// `(Seq element)`
    Seq(S),
    /// `(Set element)`
    Set(S),
    /// `(Bag element)`
    Bag(S),
    /// `(Tuple …)`; the empty one is `UnitTuple`
    Tuple(Vec<S>),
    /// A function from one or more domain sorts to a codomain.
    Fun(Vec<S>, S),
    /// A sort declared by name, of arity 0.
    Uninterpreted(Arc<str>),
    /// A datatype with the sorts for its parameters. A parametric one without sorts is not yet a sort of
    /// terms: it must be instantiated.
    Datatype(Datatype, Vec<S>),
    /// A case of a `match` over the first sort with a body of the second. No sort of SMT-LIB: solvers and
    /// traces build cases as terms, which only `match` takes.
    MatchCase(S, S),
}

/// A structural sort. Cheap to clone; equality is structural.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sort(Arc<SortShape<Sort>>);

macro_rules! sort_kinds {
    ($($(#[$doc:meta])* $kind:ident = $key:literal,)*) => {
        /// The head of a sort, with the keys that traces use.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum SortKind {
            $(#[doc = $key] $kind,)*
        }

        impl SortKind {
            /// All kinds.
            pub const ALL: &'static [SortKind] = &[$(SortKind::$kind),*];

            /// The key under which traces name this kind.
            pub const fn key(self) -> &'static str {
                match self {
                    $(SortKind::$kind => $key,)*
                }
            }

            /// The kind with this key.
            pub fn from_key(key: &str) -> Option<SortKind> {
                SortKind::ALL.iter().copied().find(|kind| kind.key() == key)
            }
        }
    };
}

sort_kinds! {
    Bool = "SORT_BOOL",
    Int = "SORT_INT",
    Real = "SORT_REAL",
    BitVec = "SORT_BV",
    FloatingPoint = "SORT_FP",
    RoundingMode = "SORT_RM",
    String = "SORT_STRING",
    RegLan = "SORT_REGLAN",
    FiniteField = "SORT_FF",
    Array = "SORT_ARRAY",
    Seq = "SORT_SEQ",
    Set = "SORT_SET",
    Bag = "SORT_BAG",
    Tuple = "SORT_TUPLE",
    Fun = "SORT_FUN",
    Uninterpreted = "SORT_UNINTERPRETED",
    Datatype = "SORT_DT",
    MatchCase = "SORT_MATCH_CASE",
}

impl<S> SortShape<S> {
    /// The head.
    pub const fn kind(&self) -> SortKind {
        match self {
            SortShape::Bool => SortKind::Bool,
            SortShape::Int => SortKind::Int,
            SortShape::Real => SortKind::Real,
            SortShape::BitVec(_) => SortKind::BitVec,
            SortShape::FloatingPoint(..) => SortKind::FloatingPoint,
            SortShape::RoundingMode => SortKind::RoundingMode,
            SortShape::String => SortKind::String,
            SortShape::RegLan => SortKind::RegLan,
            SortShape::FiniteField(_) => SortKind::FiniteField,
            SortShape::Array(..) => SortKind::Array,
            SortShape::Seq(_) => SortKind::Seq,
            SortShape::Set(_) => SortKind::Set,
            SortShape::Bag(_) => SortKind::Bag,
            SortShape::Tuple(_) => SortKind::Tuple,
            SortShape::Fun(..) => SortKind::Fun,
            SortShape::Uninterpreted(_) => SortKind::Uninterpreted,
            SortShape::Datatype(..) => SortKind::Datatype,
            SortShape::MatchCase(..) => SortKind::MatchCase,
        }
    }

    /// The children, from left to right.
    pub fn children(&self) -> Vec<&S> {
        match self {
            SortShape::Bool
            | SortShape::Int
            | SortShape::Real
            | SortShape::BitVec(_)
            | SortShape::FloatingPoint(..)
            | SortShape::RoundingMode
            | SortShape::String
            | SortShape::RegLan
            | SortShape::FiniteField(_)
            | SortShape::Uninterpreted(_) => Vec::new(),
            SortShape::Seq(element) | SortShape::Set(element) | SortShape::Bag(element) => {
                vec![element]
            }
            SortShape::Array(a, b) | SortShape::MatchCase(a, b) => vec![a, b],
            SortShape::Tuple(children) | SortShape::Datatype(_, children) => {
                children.iter().collect()
            }
            SortShape::Fun(domain, codomain) => domain.iter().chain([codomain]).collect(),
        }
    }

    /// The same shape over other children.
    pub fn try_map<T, E>(
        &self,
        mut child: impl FnMut(&S) -> Result<T, E>,
    ) -> Result<SortShape<T>, E> {
        Ok(match self {
            SortShape::Bool => SortShape::Bool,
            SortShape::Int => SortShape::Int,
            SortShape::Real => SortShape::Real,
            SortShape::BitVec(width) => SortShape::BitVec(*width),
            SortShape::FloatingPoint(exponent, significand) => {
                SortShape::FloatingPoint(*exponent, *significand)
            }
            SortShape::RoundingMode => SortShape::RoundingMode,
            SortShape::String => SortShape::String,
            SortShape::RegLan => SortShape::RegLan,
            SortShape::FiniteField(modulus) => SortShape::FiniteField(modulus.clone()),
            SortShape::Array(index, element) => SortShape::Array(child(index)?, child(element)?),
            SortShape::Seq(element) => SortShape::Seq(child(element)?),
            SortShape::Set(element) => SortShape::Set(child(element)?),
            SortShape::Bag(element) => SortShape::Bag(child(element)?),
            SortShape::Tuple(elements) => {
                SortShape::Tuple(elements.iter().map(&mut child).collect::<Result<_, _>>()?)
            }
            SortShape::Fun(domain, codomain) => SortShape::Fun(
                domain.iter().map(&mut child).collect::<Result<_, _>>()?,
                child(codomain)?,
            ),
            SortShape::Uninterpreted(name) => SortShape::Uninterpreted(name.clone()),
            SortShape::Datatype(datatype, args) => SortShape::Datatype(
                datatype.clone(),
                args.iter().map(&mut child).collect::<Result<_, _>>()?,
            ),
            SortShape::MatchCase(matched, body) => {
                SortShape::MatchCase(child(matched)?, child(body)?)
            }
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

    /// `Int`
    pub fn int() -> Sort {
        Sort::new(SortShape::Int)
    }

    /// `Real`
    pub fn real() -> Sort {
        Sort::new(SortShape::Real)
    }

    /// `String`
    pub fn string() -> Sort {
        Sort::new(SortShape::String)
    }

    /// `RegLan`
    pub fn reg_lan() -> Sort {
        Sort::new(SortShape::RegLan)
    }

    /// `RoundingMode`
    pub fn rounding_mode() -> Sort {
        Sort::new(SortShape::RoundingMode)
    }

    /// `(_ BitVec width)`
    pub fn bit_vec(width: u32) -> Sort {
        Sort::new(SortShape::BitVec(width))
    }

    /// `(_ FloatingPoint exponent significand)`
    pub fn floating_point(exponent: u32, significand: u32) -> Sort {
        Sort::new(SortShape::FloatingPoint(exponent, significand))
    }

    /// `(_ FiniteField modulus)`
    pub fn finite_field(modulus: BigUint) -> Sort {
        Sort::new(SortShape::FiniteField(Arc::new(modulus)))
    }

    /// `(Array index element)`
    pub fn array(index: Sort, element: Sort) -> Sort {
        Sort::new(SortShape::Array(index, element))
    }

    /// `(Seq element)`
    pub fn seq(element: Sort) -> Sort {
        Sort::new(SortShape::Seq(element))
    }

    /// `(Set element)`
    pub fn set(element: Sort) -> Sort {
        Sort::new(SortShape::Set(element))
    }

    /// `(Bag element)`
    pub fn bag(element: Sort) -> Sort {
        Sort::new(SortShape::Bag(element))
    }

    /// `(Tuple elements…)`
    pub fn tuple(elements: impl Into<Vec<Sort>>) -> Sort {
        Sort::new(SortShape::Tuple(elements.into()))
    }

    /// The sort of functions from `domain` to `codomain`.
    pub fn fun(domain: impl Into<Vec<Sort>>, codomain: Sort) -> Sort {
        Sort::new(SortShape::Fun(domain.into(), codomain))
    }

    /// A declared sort.
    pub fn uninterpreted(name: &str) -> Sort {
        Sort::new(SortShape::Uninterpreted(name.into()))
    }

    /// A datatype, with the sorts for its parameters.
    pub fn datatype(datatype: Datatype, args: impl Into<Vec<Sort>>) -> Sort {
        Sort::new(SortShape::Datatype(datatype, args.into()))
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

    /// Whether terms of this sort may stand where any sort may: not functions, regular expressions, cases,
    /// and parametric datatypes without sorts for their parameters.
    pub fn is_first_class(&self) -> bool {
        match self.shape() {
            SortShape::Fun(..) | SortShape::RegLan | SortShape::MatchCase(..) => false,
            SortShape::Datatype(datatype, args) => datatype.definition().params.len() == args.len(),
            _ => true,
        }
    }
}

impl fmt::Display for Sort {
    /// As SMT-LIB writes it; a function sort in the `->` form of SMT-LIB 2.7.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let applied = |f: &mut fmt::Formatter<'_>, head: &str| {
            write!(f, "({head}")?;
            for child in self.shape().children() {
                write!(f, " {child}")?;
            }
            f.write_str(")")
        };
        match self.shape() {
            SortShape::Bool => f.write_str("Bool"),
            SortShape::Int => f.write_str("Int"),
            SortShape::Real => f.write_str("Real"),
            SortShape::RoundingMode => f.write_str("RoundingMode"),
            SortShape::String => f.write_str("String"),
            SortShape::RegLan => f.write_str("RegLan"),
            SortShape::BitVec(width) => write!(f, "(_ BitVec {width})"),
            SortShape::FloatingPoint(exponent, significand) => {
                write!(f, "(_ FloatingPoint {exponent} {significand})")
            }
            SortShape::FiniteField(modulus) => write!(f, "(_ FiniteField {modulus})"),
            SortShape::Array(..) => applied(f, "Array"),
            SortShape::Seq(_) => applied(f, "Seq"),
            SortShape::Set(_) => applied(f, "Set"),
            SortShape::Bag(_) => applied(f, "Bag"),
            SortShape::Tuple(elements) if elements.is_empty() => f.write_str("UnitTuple"),
            SortShape::Tuple(_) => applied(f, "Tuple"),
            SortShape::Fun(..) => applied(f, "->"),
            SortShape::MatchCase(..) => applied(f, "MatchCase"),
            SortShape::Uninterpreted(name) => f.write_str(name),
            SortShape::Datatype(datatype, args) if args.is_empty() => f.write_str(datatype.name()),
            SortShape::Datatype(datatype, _) => applied(f, datatype.name()),
        }
    }
}

impl fmt::Debug for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
