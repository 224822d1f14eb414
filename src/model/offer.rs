//! An operator or `match` that can be drawn, with the facts by which most are ruled out before they are tried.

use murxla_api::{Binder, Heads, KindSet, Op, SortKind, Theory};

/// What can be applied to terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Applicable {
    Op(&'static Op),
    Binder(Binder),
    /// A `match` with its cases, which are made together.
    Match,
}

impl Applicable {
    /// The key of its operator.
    pub(super) fn key(self) -> &'static str {
        match self {
            Applicable::Op(op) => op.key,
            Applicable::Binder(binder) => binder.key(),
            Applicable::Match => "OP_DT_MATCH",
        }
    }
}

/// Something that can be applied.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offer {
    pub(super) applicable: Applicable,
    /// Which kinds of sorts can stand where. Most of what is drawn does not fit what is wished for, and is told by
    /// this alone.
    pub(super) heads: Heads,
    /// What is known of an operator.
    pub(super) traits: Traits,
}

/// What is known of an operator, so that most need not be looked at closely.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Traits {
    /// There is but one sort to draw.
    pub(super) uniform: bool,
    /// Any terms of the right sorts are taken as arguments, whatever the run.
    pub(super) plain: bool,
    /// A solver seldom finds arguments of it without search.
    pub(super) hard: bool,
}

/// All that can be applied of a theory.
pub(super) struct TheoryOffers<'a> {
    pub(super) theory: Theory,
    pub(super) list: Vec<&'a Offer>,
    /// Those that make questions hard.
    pub(super) hard: Vec<&'a Offer>,
    /// Kinds of sorts that can stand in one of them.
    pub(super) heads: Heads,
}

impl<'a> TheoryOffers<'a> {
    pub(super) fn new(theory: Theory, room: usize) -> TheoryOffers<'a> {
        let none = Heads { result: KindSet::default(), args: KindSet::default() };
        TheoryOffers { theory, list: Vec::with_capacity(room), hard: Vec::new(), heads: none }
    }

    pub(super) fn add(&mut self, offer: &'a Offer) {
        self.heads.result = self.heads.result.union(offer.heads.result);
        self.heads.args = self.heads.args.union(offer.heads.args);
        self.list.push(offer);
        if offer.traits.hard {
            self.hard.push(offer);
        }
    }
}

/// Whether something with these heads may have sorts of all the wished kinds.
#[inline]
pub(super) fn may(heads: &Heads, wished: Heads) -> bool {
    wished.result.is_subset(heads.result) && wished.args.is_subset(heads.args)
}

impl Offer {
    /// No wished argument is put into a `match`.
    pub(super) fn of_match() -> Offer {
        let heads = Heads { result: KindSet::ALL, args: KindSet::default() };
        Offer { applicable: Applicable::Match, heads, traits: Traits::default() }
    }

    /// No wished argument is put into a binder.
    pub(super) fn of_binder(binder: Binder) -> Offer {
        let result = match binder {
            Binder::Forall | Binder::Exists => KindSet::of(SortKind::Bool),
            Binder::Lambda => KindSet::of(SortKind::Fun),
            Binder::Comprehension => KindSet::of(SortKind::Set),
            Binder::Witness => KindSet::ALL,
        };
        let heads = Heads { result, args: KindSet::default() };
        Offer { applicable: Applicable::Binder(binder), heads, traits: Traits::default() }
    }
}
