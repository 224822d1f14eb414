//! The profile: a solver's capabilities, as data.

use std::fmt;

use crate::{
    ActionDef, Binder, Demand, Demands, Extension, Op, QuickSet, Sort, SortKind, SortShape,
    SpecialValue, Theory, theory,
};

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
    /// `Int` is reported for real terms whose value is an integer.
    IntIsReal,
    /// `(Set E)` is reported as `(Array E Bool)`.
    SetIsArray,
    /// `(Tuple …)` is reported as a datatype.
    TupleIsDatatype,
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
    /// The element of a sequence.
    SeqElement,
    /// The element of a set.
    SetElement,
    /// The element of a bag.
    BagElement,
    /// An element of a tuple.
    TupleElement,
    /// A field of a datatype, or a sort for its parameter.
    Field,
}

/// What a solver does not take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortLimitRule {
    /// Sorts of this kind at this place.
    Not(SortPosition, SortKind),
    /// Bit-vectors wider than this.
    WiderThan(u32),
    /// Sorts of this kind anywhere.
    Never(SortKind),
    /// Floating-point formats with an exponent narrower than the first or wider than the second number.
    ExponentOutside(u32, u32),
    /// Floating-point formats with a significand (hidden bit included) narrower than the first or wider than
    /// the second number.
    SignificandOutside(u32, u32),
    /// Floating-point formats, by the widths of exponent and significand, other than these.
    FormatNotIn(&'static [(u32, u32)]),
    /// Finite fields whose order has more bits than this.
    FieldWiderThan(u64),
}

impl SortLimitRule {
    /// The kind of the sorts that it is about.
    const fn kind(self) -> SortKind {
        match self {
            SortLimitRule::Not(position, _) => position.kind(),
            SortLimitRule::WiderThan(_) => SortKind::BitVec,
            SortLimitRule::Never(kind) => kind,
            SortLimitRule::ExponentOutside(..)
            | SortLimitRule::SignificandOutside(..)
            | SortLimitRule::FormatNotIn(_) => SortKind::FloatingPoint,
            SortLimitRule::FieldWiderThan(_) => SortKind::FiniteField,
        }
    }

    /// Whether it is about this sort itself.
    fn hits(self, sort: &Sort) -> bool {
        match (self, sort.shape()) {
            (SortLimitRule::WiderThan(most), SortShape::BitVec(width)) => *width > most,
            (SortLimitRule::Never(kind), _) => sort.kind() == kind,
            (SortLimitRule::ExponentOutside(least, most), SortShape::FloatingPoint(width, _))
            | (
                SortLimitRule::SignificandOutside(least, most),
                SortShape::FloatingPoint(_, width),
            ) => !(least..=most).contains(width),
            (
                SortLimitRule::FormatNotIn(formats),
                SortShape::FloatingPoint(exponent, significand),
            ) => !formats.contains(&(*exponent, *significand)),
            (SortLimitRule::FieldWiderThan(most), SortShape::FiniteField(modulus)) => {
                modulus.bits() > most
            }
            (SortLimitRule::Not(position, kind), _) if position.kind() == sort.kind() => {
                position.parts(sort).iter().any(|part| part.kind() == kind)
            }
            _ => false,
        }
    }

    /// Whether it is about this sort or a part of it.
    #[inline]
    fn hits_part_of(self, sort: &Sort) -> bool {
        sort.kinds().contains(self.kind()) && self.hits_somewhere_in(sort)
    }

    #[inline(never)]
    fn hits_somewhere_in(self, sort: &Sort) -> bool {
        self.hits(sort) || sort.shape().children().any(|part| self.hits_part_of(part))
    }
}

impl fmt::Display for SortLimitRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SortLimitRule::WiderThan(most) => write!(f, "bit-vectors wider than {most}"),
            SortLimitRule::Never(kind) => write!(f, "{}", kind.key()),
            SortLimitRule::ExponentOutside(least, most) => {
                write!(f, "exponents narrower than {least} or wider than {most}")
            }
            SortLimitRule::SignificandOutside(least, most) => {
                write!(f, "significands narrower than {least} or wider than {most}")
            }
            SortLimitRule::FormatNotIn(formats) => {
                f.write_str("floating-point formats other than")?;
                formats.iter().try_for_each(|(exponent, significand)| {
                    write!(f, " ({exponent}, {significand})")
                })
            }
            SortLimitRule::FieldWiderThan(most) => write!(f, "fields of more than {most} bits"),
            SortLimitRule::Not(position, kind) => {
                let place = match position {
                    SortPosition::ArrayIndex => "the index of an array",
                    SortPosition::ArrayElement => "the element of an array",
                    SortPosition::Domain => "an argument of a function",
                    SortPosition::Codomain => "the result of a function",
                    SortPosition::SeqElement => "the element of a sequence",
                    SortPosition::SetElement => "the element of a set",
                    SortPosition::BagElement => "the element of a bag",
                    SortPosition::TupleElement => "an element of a tuple",
                    SortPosition::Field => "a field of a datatype",
                };
                write!(f, "{} as {place}", kind.key())
            }
        }
    }
}

impl SortPosition {
    /// The parts of a sort at this place.
    /// The kind of the sorts that have it.
    const fn kind(self) -> SortKind {
        match self {
            SortPosition::ArrayIndex | SortPosition::ArrayElement => SortKind::Array,
            SortPosition::Domain | SortPosition::Codomain => SortKind::Fun,
            SortPosition::SeqElement => SortKind::Seq,
            SortPosition::SetElement => SortKind::Set,
            SortPosition::BagElement => SortKind::Bag,
            SortPosition::TupleElement => SortKind::Tuple,
            SortPosition::Field => SortKind::Datatype,
        }
    }

    fn parts(self, sort: &Sort) -> Vec<Sort> {
        match (self, sort.shape()) {
            (SortPosition::ArrayIndex, SortShape::Array(index, _)) => vec![index.clone()],
            (SortPosition::ArrayElement, SortShape::Array(_, element))
            | (SortPosition::SeqElement, SortShape::Seq(element))
            | (SortPosition::SetElement, SortShape::Set(element))
            | (SortPosition::BagElement, SortShape::Bag(element)) => vec![element.clone()],
            (SortPosition::TupleElement, SortShape::Tuple(elements)) => elements.clone(),
            (SortPosition::Domain, SortShape::Fun(domain, _)) => domain.clone(),
            (SortPosition::Codomain, SortShape::Fun(_, codomain)) => vec![codomain.clone()],
            (SortPosition::Field, SortShape::Datatype(datatype, args)) => {
                let constructors = &datatype.definition().constructors;
                let fields = constructors.iter().flat_map(|constructor| &constructor.fields);
                let sorts = fields.filter_map(|(_, field)| datatype.field_sort(field, args));
                sorts.chain(args.iter().cloned()).collect()
            }
            _ => Vec::new(),
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
    pub operators: QuickSet<&'static str>,
    /// Theories that it has.
    pub theories: Vec<Theory>,
    /// Binders that it has.
    pub binders: Vec<Binder>,
    /// Special values that it has.
    pub special_values: Vec<SpecialValue>,
    /// Operators of its own, which its crate defines; `operators` holds their keys too.
    pub own_operators: &'static [Op],
    /// Actions, states and transitions of its own.
    pub extension: Extension,
    /// What it demands of a run.
    pub demands: Demands,
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

    /// The operator with this key: a base operator, or one of the solver's own.
    pub fn operator(&self, key: &str) -> Option<&'static Op> {
        theory::operator(key).or_else(|| self.own_operators.iter().find(|op| op.key == key))
    }

    /// The action of the solver's own with this name.
    pub fn own_action(&self, name: &str) -> Option<&'static ActionDef> {
        self.extension.actions.iter().find(|action| action.name == name)
    }

    /// What it demands.
    pub fn demands(&self) -> impl Iterator<Item = Demand> {
        self.demands.rows.iter().map(|row| row.demand)
    }

    /// Base operators that cannot be applied.
    pub fn unsupported(&self) -> impl Iterator<Item = &'static Op> {
        theory::operators().filter(|op| !self.supports(op))
    }

    /// What is left of it if only that is used which others have, too: nothing that is a solver's own, and what any of them
    /// refuses or demands is refused or demanded.
    pub fn in_common_with(&self, others: &[&Profile]) -> Profile {
        let mut common = self.clone();
        let (mut rows, mut holes) = (self.demands.rows.to_vec(), Vec::new());
        common.operators.retain(|key| theory::operator(key).is_some());
        for other in others {
            common.operators.retain(|key| other.operators.contains(key));
            common.theories.retain(|theory| other.theories.contains(theory));
            common.binders.retain(|binder| other.binders.contains(binder));
            common.special_values.retain(|value| other.special_values.contains(value));
            common.sort_limits.extend(other.sort_limits.iter().cloned());
            // Options and logics are each solver's own: a trace is prepared for them.
            rows.extend(
                other.demands.rows.iter().filter(|row| !row.demand.is_of_options_or_logics()),
            );
            holes.extend(other.holes.iter().cloned());
        }
        common.holes.extend(holes);
        common.demands.rows = Box::leak(rows.into_boxed_slice());
        (common.own_operators, common.extension) = (&[], Extension::default());
        common
    }

    /// The first limit that this sort or a part of it hits, if any.
    #[inline]
    pub fn limit_on(&self, sort: &Sort) -> Option<&SortLimit> {
        // Most sorts hit none: that is found out without a look at the parts that no rule is about.
        let hit = |limit: &SortLimit| limit.rule.hits_part_of(sort);
        if self.sort_limits.iter().any(hit) { self.first_limit_on(sort) } else { None }
    }

    #[cold]
    fn first_limit_on(&self, sort: &Sort) -> Option<&SortLimit> {
        let own = self.sort_limits.iter().find(|limit| limit.rule.hits(sort));
        own.or_else(|| sort.shape().children().find_map(|part| self.first_limit_on(part)))
    }

    /// Whether the solver may report `reported` for a term of sort `expected`.
    pub fn same_sort(&self, expected: &Sort, reported: &Sort) -> bool {
        expected == reported || self.erase(expected) == self.erase(reported)
    }

    fn erase(&self, sort: &Sort) -> Sort {
        let has = |erasure| self.erasures.contains(&erasure);
        let erased: Result<SortShape<Sort>, std::convert::Infallible> =
            sort.shape().try_map(|child| Ok(self.erase(child)));
        let Ok(erased) = erased;
        Sort::new(match erased {
            SortShape::Bool if has(Erasure::BoolIsBitVec1) => SortShape::BitVec(1),
            SortShape::Int if has(Erasure::IntIsReal) => SortShape::Real,
            SortShape::Set(element) if has(Erasure::SetIsArray) => {
                SortShape::Array(element, Sort::bool())
            }
            SortShape::Array(index, element) if has(Erasure::ArrayIsFunction) => {
                SortShape::Fun(vec![index], element)
            }
            other => other,
        })
    }
}
