//! Patterns: argument and result sorts of an operator, with variables for sorts and numbers.

use std::fmt;

use crate::{Sort, SortKind, SortShape};

/// A number in a pattern: a bit width or an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Num {
    /// A variable by number, with the least value it can have.
    Var(u8, u32),
    /// A fixed number.
    Const(u32),
    /// A sum.
    Add(&'static Num, &'static Num),
    /// A difference.
    Sub(&'static Num, &'static Num),
    /// A product.
    Mul(&'static Num, &'static Num),
}

/// A sort with variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortPattern {
    /// `Bool`
    Bool,
    /// `Int`
    Int,
    /// `Real`
    Real,
    /// `RoundingMode`
    RoundingMode,
    /// `String`
    String,
    /// `RegLan`
    RegLan,
    /// `(_ BitVec n)`
    BitVec(Num),
    /// `(_ FloatingPoint e s)`
    FloatingPoint(Num, Num),
    /// `(Array index element)`
    Array(&'static SortPattern, &'static SortPattern),
    /// `(Seq element)`
    Seq(&'static SortPattern),
    /// `(Set element)`
    Set(&'static SortPattern),
    /// `(Bag element)`
    Bag(&'static SortPattern),
    /// A function.
    Fun(&'static [SortPattern], &'static SortPattern),
    /// A variable by number: any sort that may stand where any sort may
    /// ([`Sort::is_first_class`](crate::Sort::is_first_class)).
    Any(u8),
    /// A variable by number: any sort of one kind.
    OfKind(SortKind, u8),
}

/// A condition on the numbers of an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// The first is at most the second.
    AtMost(Num, Num),
    /// The first is less than the second.
    Less(Num, Num),
}

/// The typing of an operator by patterns, in its smallest arity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The indices, as in `(_ extract i j)`; each is a variable.
    pub indices: &'static [Num],
    /// Sorts given explicitly, as in `(as const S)`.
    pub sorts: &'static [SortPattern],
    /// The arguments.
    pub args: &'static [SortPattern],
    /// The result.
    pub result: SortPattern,
    /// What the numbers must fulfil.
    pub constraints: &'static [Constraint],
}

const VARIABLES: usize = 4;

/// What the variables of a signature stand for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bindings {
    pub(crate) sorts: [Option<Sort>; VARIABLES],
    pub(crate) numbers: [Option<u64>; VARIABLES],
}

/// Decides between several solutions of an equation; `None` means that there must be just one.
pub(crate) type Choose<'a> = &'a mut dyn FnMut(u64, u64) -> Option<u64>;

impl Num {
    /// The value, if all variables are bound and the value is not negative.
    pub(crate) fn value(&self, bindings: &Bindings) -> Option<u64> {
        match *self {
            Num::Var(index, _) => bindings.numbers[index as usize],
            Num::Const(number) => Some(number.into()),
            Num::Add(a, b) => a.value(bindings)?.checked_add(b.value(bindings)?),
            Num::Sub(a, b) => a.value(bindings)?.checked_sub(b.value(bindings)?),
            Num::Mul(a, b) => a.value(bindings)?.checked_mul(b.value(bindings)?),
        }
    }

    /// The least value that this can have, as far as the variables' own minima tell.
    pub(crate) fn least(&self) -> u64 {
        match *self {
            Num::Var(_, least) | Num::Const(least) => least.into(),
            Num::Add(a, b) => a.least() + b.least(),
            Num::Sub(..) => 0,
            Num::Mul(a, b) => a.least() * b.least(),
        }
    }

    /// Binds the free variables so that this has the value `target`.
    pub(crate) fn solve(&self, target: u64, bindings: &mut Bindings, choose: Choose<'_>) -> bool {
        if let Some(value) = self.value(bindings) {
            return value == target;
        }
        match *self {
            Num::Var(index, least) => {
                bindings.numbers[index as usize] = Some(target);
                target >= least.into()
            }
            Num::Const(number) => target == u64::from(number),
            Num::Add(a, b) => {
                let (known, open) = match (a.value(bindings), b.value(bindings)) {
                    (Some(known), _) => (known, b),
                    (_, Some(known)) => (known, a),
                    (None, None) => {
                        let Some(most) = target.checked_sub(b.least()) else {
                            return false;
                        };
                        let Some(drawn) = choose(a.least(), most) else {
                            return false;
                        };
                        if !a.solve(drawn, bindings, choose) {
                            return false;
                        }
                        (drawn, b)
                    }
                };
                match target.checked_sub(known) {
                    Some(rest) => open.solve(rest, bindings, choose),
                    None => false,
                }
            }
            Num::Sub(a, b) => match (a.value(bindings), b.value(bindings)) {
                (Some(known), _) => match known.checked_sub(target) {
                    Some(rest) => b.solve(rest, bindings, choose),
                    None => false,
                },
                (None, Some(known)) => a.solve(target + known, bindings, choose),
                (None, None) => {
                    let Some(drawn) = choose(b.least(), u64::from(u32::MAX)) else {
                        return false;
                    };
                    b.solve(drawn, bindings, choose) && a.solve(target + drawn, bindings, choose)
                }
            },
            Num::Mul(a, b) => {
                let (known, open) = match (a.value(bindings), b.value(bindings)) {
                    (Some(known), _) => (known, b),
                    (_, Some(known)) => (known, a),
                    (None, None) => {
                        let divisors: Vec<u64> = (1..=target)
                            .filter(|divisor| target.is_multiple_of(*divisor))
                            .collect();
                        let Some(last) = (divisors.len() as u64).checked_sub(1) else {
                            return false;
                        };
                        let Some(drawn) = choose(0, last) else {
                            return false;
                        };
                        let divisor = divisors[drawn as usize];
                        if !a.solve(divisor, bindings, choose) {
                            return false;
                        }
                        (divisor, b)
                    }
                };
                known != 0
                    && target.is_multiple_of(known)
                    && open.solve(target / known, bindings, choose)
            }
        }
    }
}

impl SortPattern {
    /// Whether every sort of this pattern is made anew, unless a known one is taken.
    pub(crate) fn is_made_anew(&self) -> bool {
        matches!(
            self,
            SortPattern::FloatingPoint(..)
                | SortPattern::Array(..)
                | SortPattern::Seq(_)
                | SortPattern::Set(_)
                | SortPattern::Bag(_)
                | SortPattern::Fun(..)
        )
    }

    /// Whether every array, sequence, set or bag fits: its parts are variables that stand for nothing yet.
    pub(crate) fn is_free_collection(&self, bindings: &Bindings) -> bool {
        let is_free = |part: &SortPattern| match part {
            SortPattern::Any(variable) => bindings.sorts[*variable as usize].is_none(),
            _ => false,
        };
        match self {
            SortPattern::Array(index, element) => {
                index != element && is_free(index) && is_free(element)
            }
            SortPattern::Seq(part) | SortPattern::Set(part) | SortPattern::Bag(part) => {
                is_free(part)
            }
            _ => false,
        }
    }

    /// Whether the head of the sort fits this pattern.
    pub(crate) fn fits_head(&self, sort: &Sort) -> bool {
        match self.kind() {
            Some(kind) => kind == sort.kind(),
            None => sort.is_first_class(),
        }
    }

    /// The kind of all sorts that fit; `None` if there are several.
    pub const fn kind(&self) -> Option<SortKind> {
        Some(match self {
            SortPattern::Bool => SortKind::Bool,
            SortPattern::Int => SortKind::Int,
            SortPattern::Real => SortKind::Real,
            SortPattern::RoundingMode => SortKind::RoundingMode,
            SortPattern::String => SortKind::String,
            SortPattern::RegLan => SortKind::RegLan,
            SortPattern::BitVec(_) => SortKind::BitVec,
            SortPattern::FloatingPoint(..) => SortKind::FloatingPoint,
            SortPattern::Array(..) => SortKind::Array,
            SortPattern::Seq(_) => SortKind::Seq,
            SortPattern::Set(_) => SortKind::Set,
            SortPattern::Bag(_) => SortKind::Bag,
            SortPattern::Fun(..) => SortKind::Fun,
            SortPattern::OfKind(kind, _) => *kind,
            SortPattern::Any(_) => return None,
        })
    }

    /// Binds the free variables so that this pattern becomes `sort`.
    pub(crate) fn unify(&self, sort: &Sort, bindings: &mut Bindings, choose: Choose<'_>) -> bool {
        match (*self, sort.shape()) {
            (SortPattern::Bool, SortShape::Bool)
            | (SortPattern::Int, SortShape::Int)
            | (SortPattern::Real, SortShape::Real)
            | (SortPattern::RoundingMode, SortShape::RoundingMode)
            | (SortPattern::String, SortShape::String)
            | (SortPattern::RegLan, SortShape::RegLan) => true,
            (SortPattern::BitVec(number), SortShape::BitVec(width)) => {
                number.solve((*width).into(), bindings, choose)
            }
            (SortPattern::FloatingPoint(e, s), SortShape::FloatingPoint(exponent, significand)) => {
                e.solve((*exponent).into(), bindings, choose)
                    && s.solve((*significand).into(), bindings, choose)
            }
            (SortPattern::Array(index, element), SortShape::Array(index_sort, element_sort)) => {
                index.unify(index_sort, bindings, choose)
                    && element.unify(element_sort, bindings, choose)
            }
            (SortPattern::Seq(element), SortShape::Seq(sort))
            | (SortPattern::Set(element), SortShape::Set(sort))
            | (SortPattern::Bag(element), SortShape::Bag(sort)) => {
                element.unify(sort, bindings, choose)
            }
            (SortPattern::Fun(domain, codomain), SortShape::Fun(sorts, sort)) => {
                domain.len() == sorts.len()
                    && domain
                        .iter()
                        .zip(sorts)
                        .all(|(pattern, sort)| pattern.unify(sort, bindings, choose))
                    && codomain.unify(sort, bindings, choose)
            }
            (SortPattern::Any(variable), _) => {
                sort.is_first_class() && bindings.bind_sort(variable, sort)
            }
            (SortPattern::OfKind(kind, variable), _) => {
                sort.kind() == kind && bindings.bind_sort(variable, sort)
            }
            _ => false,
        }
    }

    /// The sort, if all variables are bound and every width is a legal one.
    pub(crate) fn sort(&self, bindings: &Bindings) -> Option<Sort> {
        let width = |number: Num, least: u32| {
            let width = u32::try_from(number.value(bindings)?).ok()?;
            (width >= least).then_some(width)
        };
        Some(match *self {
            SortPattern::Bool => Sort::bool(),
            SortPattern::Int => Sort::int(),
            SortPattern::Real => Sort::real(),
            SortPattern::RoundingMode => Sort::rounding_mode(),
            SortPattern::String => Sort::string(),
            SortPattern::RegLan => Sort::reg_lan(),
            SortPattern::BitVec(number) => Sort::bit_vec(width(number, 1)?),
            SortPattern::FloatingPoint(e, s) => Sort::floating_point(width(e, 2)?, width(s, 2)?),
            SortPattern::Array(index, element) => {
                Sort::array(index.sort(bindings)?, element.sort(bindings)?)
            }
            SortPattern::Seq(element) => Sort::seq(element.sort(bindings)?),
            SortPattern::Set(element) => Sort::set(element.sort(bindings)?),
            SortPattern::Bag(element) => Sort::bag(element.sort(bindings)?),
            SortPattern::Fun(domain, codomain) => {
                let domain: Option<Vec<Sort>> =
                    domain.iter().map(|pattern| pattern.sort(bindings)).collect();
                Sort::fun(domain?, codomain.sort(bindings)?)
            }
            SortPattern::Any(variable) | SortPattern::OfKind(_, variable) => {
                bindings.sorts[variable as usize].clone()?
            }
        })
    }
}

impl Bindings {
    /// Binds a variable, unless it is bound to another sort.
    fn bind_sort(&mut self, variable: u8, sort: &Sort) -> bool {
        self.sorts[variable as usize].get_or_insert_with(|| sort.clone()) == sort
    }
}

impl Constraint {
    /// Whether it holds; all variables are bound.
    pub(crate) fn holds(&self, bindings: &Bindings) -> bool {
        let (a, b, strict) = self.parts();
        match (a.value(bindings), b.value(bindings)) {
            (Some(a), Some(b)) => a < b || (a == b && !strict),
            _ => false,
        }
    }

    /// Both sides, and whether they must differ.
    pub(crate) fn parts(&self) -> (Num, Num, bool) {
        match *self {
            Constraint::AtMost(a, b) => (a, b, false),
            Constraint::Less(a, b) => (a, b, true),
        }
    }
}

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Num::Var(index, _) => write!(f, "{}", char::from(b'i' + index)),
            Num::Const(number) => write!(f, "{number}"),
            Num::Add(a, b) => write!(f, "{a}+{b}"),
            Num::Sub(a, b) => write!(f, "{a}-{b}"),
            Num::Mul(a, b) => write!(f, "{a}*{b}"),
        }
    }
}

impl fmt::Display for SortPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SortPattern::Bool => f.write_str("Bool"),
            SortPattern::Int => f.write_str("Int"),
            SortPattern::Real => f.write_str("Real"),
            SortPattern::RoundingMode => f.write_str("RoundingMode"),
            SortPattern::String => f.write_str("String"),
            SortPattern::RegLan => f.write_str("RegLan"),
            SortPattern::BitVec(number) => write!(f, "(_ BitVec {number})"),
            SortPattern::FloatingPoint(e, s) => write!(f, "(_ FloatingPoint {e} {s})"),
            SortPattern::Array(index, element) => write!(f, "(Array {index} {element})"),
            SortPattern::Seq(element) => write!(f, "(Seq {element})"),
            SortPattern::Set(element) => write!(f, "(Set {element})"),
            SortPattern::Bag(element) => write!(f, "(Bag {element})"),
            SortPattern::Fun(domain, codomain) => {
                f.write_str("(->")?;
                for pattern in *domain {
                    write!(f, " {pattern}")?;
                }
                write!(f, " {codomain})")
            }
            SortPattern::Any(variable) => write!(f, "{}", char::from(b'A' + variable)),
            SortPattern::OfKind(kind, variable) => {
                write!(f, "{}:{}", char::from(b'A' + variable), kind.key())
            }
        }
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, b, strict) = self.parts();
        write!(f, "{a} {} {b}", if strict { "<" } else { "≤" })
    }
}
