//! Sorts: their shape, which is shared by structural sorts and by calls that refer to sorts by handle.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

use num_bigint::BigUint;

use crate::hash::QuickHasher;
use crate::{Datatype, KindSet};

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
#[derive(Clone)]
pub struct Sort(Shared);

/// Frequent sorts are there once and for all: they are neither allocated nor counted.
#[derive(Clone)]
enum Shared {
    Static(&'static Node),
    Counted(Arc<Node>),
}

/// A sort, with what is often asked of it.
struct Node {
    shape: SortShape<Sort>,
    /// Equal sorts have equal digests.
    digest: u64,
    /// The kind of the shape: it is asked for more often than all the rest.
    kind: SortKind,
    /// The kinds of this sort and of all its parts.
    kinds: KindSet,
    /// The number of its parts, itself included; as many as can be counted if there are more.
    parts: u32,
    /// How many levels there are.
    depth: u32,
}

impl Node {
    /// A sort without parts.
    const fn leaf(shape: SortShape<Sort>, digest: QuickHasher) -> Node {
        let kind = shape.kind();
        let kinds = KindSet::of(kind);
        Node { shape, digest: digest.digest(), kind, kinds, parts: 1, depth: 1 }
    }

    fn new(shape: SortShape<Sort>) -> Node {
        let kind = shape.kind();
        let mut hasher = start(kind);
        hasher = match &shape {
            SortShape::BitVec(width) => hasher.with((*width).into()),
            SortShape::FloatingPoint(exponent, significand) => {
                hasher.with((*exponent).into()).with((*significand).into())
            }
            SortShape::FiniteField(order) => order.iter_u64_digits().fold(hasher, |h, n| h.with(n)),
            SortShape::Uninterpreted(name) => hasher.with_text(name),
            SortShape::Datatype(datatype, _) => hasher.with_text(datatype.name()),
            _ => hasher,
        };
        let (mut kinds, mut parts, mut depth) = (KindSet::of(kind), 1u32, 0);
        for child in shape.children() {
            let child = child.node();
            hasher = hasher.with(child.digest);
            kinds = kinds.union(child.kinds);
            parts = parts.saturating_add(child.parts);
            depth = depth.max(child.depth);
        }
        let digest = hasher.digest();
        Node { shape, digest, kind, kinds, parts, depth: depth.saturating_add(1) }
    }
}

const fn start(kind: SortKind) -> QuickHasher {
    QuickHasher::new().with(kind as u64 + 1)
}

macro_rules! plain {
    ($name:ident $kind:ident) => {
        static $name: Node = Node::leaf(SortShape::$kind, start(SortKind::$kind));
    };
}

plain!(BOOL Bool);
plain!(INT Int);
plain!(REAL Real);
plain!(ROUNDING_MODE RoundingMode);
plain!(STRING String);
plain!(REG_LAN RegLan);

/// Bit-vectors up to this width are there once and for all.
const FREQUENT_WIDTHS: u32 = 256;

static BIT_VECS: LazyLock<Box<[Node]>> = LazyLock::new(|| {
    (0..=FREQUENT_WIDTHS).map(|width| Node::new(SortShape::BitVec(width))).collect()
});

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
    pub fn children(&self) -> impl Iterator<Item = &S> + Clone {
        use std::slice::from_ref;
        let (first, last): (&[S], &[S]) = match self {
            SortShape::Bool
            | SortShape::Int
            | SortShape::Real
            | SortShape::BitVec(_)
            | SortShape::FloatingPoint(..)
            | SortShape::RoundingMode
            | SortShape::String
            | SortShape::RegLan
            | SortShape::FiniteField(_)
            | SortShape::Uninterpreted(_) => (&[], &[]),
            SortShape::Seq(element) | SortShape::Set(element) | SortShape::Bag(element) => {
                (from_ref(element), &[])
            }
            SortShape::Array(a, b) | SortShape::MatchCase(a, b) => (from_ref(a), from_ref(b)),
            SortShape::Tuple(children) | SortShape::Datatype(_, children) => (children, &[]),
            SortShape::Fun(domain, codomain) => (domain, from_ref(codomain)),
        };
        first.iter().chain(last)
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
        let plain = match &shape {
            SortShape::Bool => Some(&BOOL),
            SortShape::Int => Some(&INT),
            SortShape::Real => Some(&REAL),
            SortShape::RoundingMode => Some(&ROUNDING_MODE),
            SortShape::String => Some(&STRING),
            SortShape::RegLan => Some(&REG_LAN),
            SortShape::BitVec(width) => BIT_VECS.get(*width as usize),
            _ => None,
        };
        Sort(match plain {
            Some(node) => Shared::Static(node),
            None => Shared::Counted(Arc::new(Node::new(shape))),
        })
    }

    #[inline]
    fn node(&self) -> &Node {
        match &self.0 {
            Shared::Static(node) => node,
            Shared::Counted(node) => node,
        }
    }

    /// `Bool`
    #[inline]
    pub fn bool() -> Sort {
        Sort(Shared::Static(&BOOL))
    }

    /// `Int`
    #[inline]
    pub fn int() -> Sort {
        Sort(Shared::Static(&INT))
    }

    /// `Real`
    pub fn real() -> Sort {
        Sort(Shared::Static(&REAL))
    }

    /// `String`
    pub fn string() -> Sort {
        Sort(Shared::Static(&STRING))
    }

    /// `RegLan`
    pub fn reg_lan() -> Sort {
        Sort(Shared::Static(&REG_LAN))
    }

    /// `RoundingMode`
    pub fn rounding_mode() -> Sort {
        Sort(Shared::Static(&ROUNDING_MODE))
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
    #[inline]
    pub fn shape(&self) -> &SortShape<Sort> {
        &self.node().shape
    }

    /// The head of this sort.
    #[inline]
    pub fn kind(&self) -> SortKind {
        self.node().kind
    }

    /// A number for tables of sorts: equal sorts have equal ones.
    #[inline]
    pub fn digest(&self) -> u64 {
        self.node().digest
    }

    /// The kinds of this sort and of all its parts. The fields of a datatype are no parts of it.
    #[inline]
    pub fn kinds(&self) -> KindSet {
        self.node().kinds
    }

    /// How many sorts it is written with, itself included; `u32::MAX` if there are more.
    #[inline]
    pub fn parts(&self) -> u32 {
        self.node().parts
    }

    /// How many levels of sorts it has; a sort without parts has one.
    #[inline]
    pub fn depth(&self) -> u32 {
        self.node().depth
    }

    /// The width, if this is a bit-vector sort.
    #[inline]
    pub fn width(&self) -> Option<u32> {
        match self.shape() {
            SortShape::BitVec(width) => Some(*width),
            _ => None,
        }
    }

    /// Whether its values are numbers that an order goes with: integers, reals, bit-vectors.
    pub fn is_numeric(&self) -> bool {
        matches!(self.kind(), SortKind::Int | SortKind::Real | SortKind::BitVec)
    }

    /// Whether terms of this sort may stand where any sort may: not functions, regular expressions, cases,
    /// and parametric datatypes without sorts for their parameters.
    #[inline]
    pub fn is_first_class(&self) -> bool {
        match self.shape() {
            SortShape::Fun(..) | SortShape::RegLan | SortShape::MatchCase(..) => false,
            SortShape::Datatype(datatype, args) => datatype.definition().params.len() == args.len(),
            _ => true,
        }
    }
}

impl PartialEq for Sort {
    #[inline]
    fn eq(&self, other: &Sort) -> bool {
        let (a, b) = (self.node(), other.node());
        std::ptr::eq(a, b) || (a.digest == b.digest && same_shape(a, b))
    }
}

impl Eq for Sort {}

/// Seldom asked, so it need not be everywhere where sorts are compared.
#[inline(never)]
fn same_shape(a: &Node, b: &Node) -> bool {
    a.shape == b.shape
}

impl Hash for Sort {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.node().digest);
    }
}

impl PartialOrd for Sort {
    fn partial_cmp(&self, other: &Sort) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Sort {
    fn cmp(&self, other: &Sort) -> Ordering {
        let (a, b) = (self.node(), other.node());
        if std::ptr::eq(a, b) { Ordering::Equal } else { a.shape.cmp(&b.shape) }
    }
}

impl fmt::Debug for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
