//! A candidate with the facts that passes ask for: sorts, users, where names are made.

use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;

use murxla_api::{Sort, SortShape, base_action};

use super::TraceCandidate;
use super::target_solver::TargetSolver;
use super::weight::PLAIN_SEED;
use crate::eval::Evaluator;
use crate::oracle::planted_assignment;
use crate::smt::FromCalls;
use crate::trace::check::{Context, Effect, OwnRows, TermFacts};
use crate::trace::{Applied, Call, CallArg, Name, SortName, TermName};

/// So many steps are made for the planted value of a term.
const STEPS: u64 = 100_000;

/// A candidate with what is known of its calls.
pub(super) struct Typed<'a> {
    pub(super) candidate: &'a TraceCandidate,
    /// What is known of the term that a call makes.
    facts: Vec<Option<TermFacts>>,
    /// The sorts that a call makes.
    sorts: Vec<Vec<Sort>>,
    /// The calls that use what a call makes.
    users: Vec<Vec<usize>>,
    made_by: BTreeMap<Name, usize>,
    fresh: Cell<u32>,
    /// The planted values of terms, by the calls that make them; none if no constant has one.
    planted: OnceCell<Vec<Option<Box<str>>>>,
}

impl<'a> Typed<'a> {
    pub(super) fn new(candidate: &'a TraceCandidate) -> Typed<'a> {
        let calls = &candidate.calls;
        let mut context = Context::default();
        let mut made_by: BTreeMap<Name, usize> = BTreeMap::new();
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); calls.len()];
        let (mut facts, mut sorts) = (Vec::new(), Vec::new());
        for (at, call) in calls.iter().enumerate() {
            for name in call.uses() {
                if let Some(maker) = made_by.get(&name)
                    && let Some(users) = users.get_mut(*maker)
                    && users.last() != Some(&at)
                {
                    users.push(at);
                }
            }
            let (mut fact, mut made) = (None, Vec::new());
            if let Ok(effect) = context.examine(call, candidate.target.own()) {
                match &effect {
                    Effect::Term(known) | Effect::RotatedTerm(known) => fact = Some(known.clone()),
                    Effect::Sorts(known) => made.clone_from(known),
                    _ => {}
                }
                context.commit(call, effect);
            }
            facts.push(fact);
            sorts.push(made);
            made_by.extend(call.rets.iter().map(|name| (*name, at)));
        }
        // Far from all names that are numbered without gaps.
        let fresh = Cell::new(u32::MAX / 2);
        let planted = OnceCell::new();
        Typed { candidate, facts, sorts, users, made_by, fresh, planted }
    }

    pub(super) fn target(&self) -> &'a TargetSolver {
        &self.candidate.target
    }

    /// The calls with their places.
    pub(super) fn calls(&self) -> impl DoubleEndedIterator<Item = (usize, &'a Call)> + use<'a> {
        self.candidate.calls.iter().enumerate()
    }

    pub(super) fn call(&self, at: usize) -> &'a Call {
        &self.candidate.calls[at]
    }

    pub(super) fn last(&self) -> usize {
        self.candidate.calls.len().saturating_sub(1)
    }

    /// Calls that use what this one makes.
    pub(super) fn users(&self, at: usize) -> &[usize] {
        self.users.get(at).map_or(&[], Vec::as_slice)
    }

    /// The call that makes what has this name.
    pub(super) fn maker(&self, name: impl Into<AnyName>) -> Option<usize> {
        self.made_by.get(&name.into().0).copied()
    }

    /// What is known of the term that a call makes.
    pub(super) fn facts(&self, at: usize) -> Option<&TermFacts> {
        self.facts.get(at)?.as_ref()
    }

    /// The sort of the term that a call makes.
    pub(super) fn sort_at(&self, at: usize) -> Option<&Sort> {
        self.facts(at)?.sort.as_ref()
    }

    /// The sort of a term.
    pub(super) fn sort_of(&self, term: TermName) -> Option<&Sort> {
        self.sort_at(self.maker(term)?)
    }

    /// The sorts that a call makes.
    pub(super) fn sorts_at(&self, at: usize) -> &[Sort] {
        self.sorts.get(at).map_or(&[], Vec::as_slice)
    }

    /// The sort with this name.
    pub(super) fn sort_named(&self, name: SortName) -> Option<&Sort> {
        let at = self.maker(name)?;
        let place = self.call(at).rets.iter().position(|ret| *ret == Name::Sort(name))?;
        self.sorts_at(at).get(place).or_else(|| self.sort_at(at))
    }

    /// The term that a call makes, and nothing else.
    pub(super) fn term_at(&self, at: usize) -> Option<TermName> {
        match self.call(at).rets.as_slice() {
            [Name::Term(term), ..] => Some(*term),
            _ => None,
        }
    }

    /// What a call applies, if it does.
    pub(super) fn applied_at(&self, at: usize) -> Option<&'a Applied> {
        match self.call(at).args.as_slice() {
            [CallArg::Applied(applied)] => Some(applied),
            _ => None,
        }
    }

    /// The value that the planted values of constants give to the term that a call makes, as traces write it.
    pub(super) fn planted_value(&self, at: usize) -> Option<Box<str>> {
        let values = self.planted.get_or_init(|| {
            let calls = &self.candidate.calls;
            if calls.iter().all(|call| call.planted.is_none()) {
                return Vec::new();
            }
            planted_values(calls, self.candidate.target.own())
        });
        values.get(at)?.clone()
    }

    /// A name that nothing has.
    pub(super) fn fresh_term(&self) -> TermName {
        self.fresh.set(self.fresh.get() + 1);
        TermName(self.fresh.get())
    }

    /// A symbol that no call names, by the place where it is needed.
    pub(super) fn fresh_symbol(&self, at: usize) -> String {
        let is_named = |symbol: &str| {
            let names = |arg: &CallArg| matches!(arg, CallArg::Text(text) if &**text == symbol);
            self.candidate.calls.iter().any(|call| call.args.iter().any(names))
        };
        let mut symbol = format!("x{at}");
        while is_named(&symbol) {
            symbol.push('_');
        }
        symbol
    }

    /// A name that nothing has.
    pub(super) fn fresh_sort(&self) -> SortName {
        SortName(self.fresh_term().0)
    }

    /// A name for a sort before a call: that of an earlier call, or of new ones, which are added to `before`.
    pub(super) fn name_of_sort(
        &self,
        sort: &Sort,
        at: usize,
        before: &mut Vec<Call>,
    ) -> Option<SortName> {
        for (place, call) in self.calls().take(at) {
            for (made, name) in self.sorts_at(place).iter().zip(&call.rets) {
                if let (true, Name::Sort(name)) = (made == sort, name) {
                    return Some(*name);
                }
            }
        }
        let made = before.iter().find_map(|call| match (call.args.as_slice(), &call.rets[..]) {
            // Only leaves are looked for among the new ones: a few sorts too many do no harm.
            ([CallArg::Shape(shape)], [Name::Sort(name)]) => {
                let leaf = sort.shape().try_map(|_| Err::<SortName, ()>(())).ok()?;
                (*shape == leaf).then_some(*name)
            }
            _ => None,
        });
        if made.is_some() {
            return made;
        }
        let shape = match sort.shape() {
            SortShape::Datatype(..) | SortShape::Uninterpreted(_) | SortShape::MatchCase(..) => {
                return None;
            }
            shape => shape.try_map(|part| self.name_of_sort(part, at, before).ok_or(())).ok()?,
        };
        let name = self.fresh_sort();
        let call = Call::new(PLAIN_SEED, base_action("mk-sort")?, vec![CallArg::Shape(shape)]);
        before.push(call.returning(vec![Name::Sort(name)]));
        Some(name)
    }

    /// The calls on which a call depends, through names, itself included.
    pub(super) fn cone(&self, at: usize) -> Vec<usize> {
        let mut inside = vec![false; at + 1];
        inside[at] = true;
        for place in (0..=at).rev() {
            if inside[place] {
                for name in self.call(place).uses() {
                    if let Some(maker) = self.maker(name) {
                        inside[maker] = true;
                    }
                }
            }
        }
        (0..=at).filter(|place| inside[*place]).collect()
    }
}

/// The values of the terms that calls make, under the planted values of constants.
fn planted_values(calls: &[Call], own: &dyn OwnRows) -> Vec<Option<Box<str>>> {
    let mut questions = FromCalls::new();
    calls.iter().for_each(|call| questions.add_done(call, own));
    let assignment = planted_assignment(&questions);
    let mut evaluator = Evaluator::new(questions.graph(), &assignment).with_budget(STEPS);
    let value = |call: &Call| {
        let made = call.rets.iter().find_map(|name| match name {
            Name::Term(name) => questions.term(*name),
            Name::Sort(_) => None,
        });
        evaluator.evaluate(made?).ok()?.to_notation().map(String::into_boxed_str)
    };
    calls.iter().map(value).collect()
}

/// A name of any kind, so that lookups take all of them.
pub(super) struct AnyName(Name);

impl From<Name> for AnyName {
    fn from(name: Name) -> AnyName {
        AnyName(name)
    }
}

impl From<TermName> for AnyName {
    fn from(name: TermName) -> AnyName {
        AnyName(Name::Term(name))
    }
}

impl From<SortName> for AnyName {
    fn from(name: SortName) -> AnyName {
        AnyName(Name::Sort(name))
    }
}
