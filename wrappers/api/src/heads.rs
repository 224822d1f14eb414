//! The kinds of sorts that an operator can give and take, known before it is tried.

use crate::{KindSet, Num, Op, Signature, Sort, SortKind, SortPattern, Typing};

/// Kinds that can occur; what is not among them never does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heads {
    /// As the kind of the application itself.
    pub result: KindSet,
    /// As the kind of one of its arguments.
    pub args: KindSet,
}

impl Heads {
    /// Where everything can occur.
    pub const ANY: Heads = Heads { result: KindSet::ALL, args: KindSet::ALL };

    /// An application of one kind with arguments of such kinds.
    pub const fn new(result: SortKind, args: &[SortKind]) -> Heads {
        Heads { result: KindSet::of(result), args: KindSet::of_all(args) }
    }

    /// An application of one kind with any arguments.
    pub const fn giving(result: SortKind) -> Heads {
        Heads { result: KindSet::of(result), args: KindSet::ALL }
    }

    /// Any application, with arguments of such kinds.
    pub const fn taking(args: &[SortKind]) -> Heads {
        Heads { result: KindSet::ALL, args: KindSet::of_all(args) }
    }
}

impl Op {
    /// Which kinds can stand where.
    pub fn heads(&self) -> Heads {
        match &self.typing {
            Typing::Rule { heads, .. } => *heads,
            Typing::Pattern(signature) => Heads {
                result: signature.result.heads(),
                args: signature
                    .args
                    .iter()
                    .fold(KindSet::default(), |kinds, pattern| kinds.union(pattern.heads())),
            },
        }
    }

    /// The kinds without which there is no application, as far as is known.
    pub fn needed_kinds(&self) -> KindSet {
        match &self.typing {
            Typing::Rule { .. } => KindSet::default(),
            Typing::Pattern(Signature { sorts, args, result, .. }) => {
                let patterns = sorts.iter().chain(*args).chain([result]);
                patterns.fold(KindSet::default(), |kinds, pattern| kinds.union(pattern.needed()))
            }
        }
    }
}

impl Op {
    /// Whether all arguments have one sort, which is any of its kind, and the application has it, too, or one that
    /// is always the same. That holds for most operators.
    pub fn is_uniform(&self) -> bool {
        let Typing::Pattern(Signature { indices: [], sorts: [], args, result, constraints: [] }) =
            &self.typing
        else {
            return false;
        };
        let Some((first, rest)) = args.split_first() else { return false };
        first.is_any_of_its_kind()
            && rest.iter().all(|pattern| pattern == first)
            && (result == first || result.plain_sort().is_some())
    }
}

impl SortPattern {
    /// Whether all sorts of one kind fit, or all first-class ones.
    fn is_any_of_its_kind(&self) -> bool {
        let is_any = |pattern: &SortPattern| matches!(pattern, SortPattern::Any(_));
        match self {
            SortPattern::BitVec(Num::Var(_, 1)) | SortPattern::Any(_) => true,
            SortPattern::OfKind(..) => true,
            SortPattern::FloatingPoint(Num::Var(a, _), Num::Var(b, _)) => a != b,
            SortPattern::Array(a, b) => is_any(a) && is_any(b) && a != b,
            SortPattern::Seq(part) | SortPattern::Set(part) | SortPattern::Bag(part) => {
                is_any(part)
            }
            _ => self.plain_sort().is_some(),
        }
    }

    /// The sort, if there is just one and it has no parts.
    pub(crate) fn plain_sort(&self) -> Option<Sort> {
        Some(match self {
            SortPattern::Bool => Sort::bool(),
            SortPattern::Int => Sort::int(),
            SortPattern::Real => Sort::real(),
            SortPattern::RoundingMode => Sort::rounding_mode(),
            SortPattern::String => Sort::string(),
            SortPattern::RegLan => Sort::reg_lan(),
            _ => return None,
        })
    }

    /// The kinds of the sorts that fit.
    fn heads(&self) -> KindSet {
        self.kind().map_or(KindSet::ALL, KindSet::of)
    }

    /// The kinds that occur in every sort that fits.
    fn needed(&self) -> KindSet {
        let own = self.kind().map_or(KindSet::default(), KindSet::of);
        match self {
            SortPattern::Array(a, b) => own.union(a.needed()).union(b.needed()),
            SortPattern::Seq(a) | SortPattern::Set(a) | SortPattern::Bag(a) => {
                own.union(a.needed())
            }
            SortPattern::Fun(domain, codomain) => domain
                .iter()
                .fold(own.union(codomain.needed()), |kinds, pattern| kinds.union(pattern.needed())),
            _ => own,
        }
    }
}
