//! `TraceCandidate`: a trace that is being reduced.

use murxla_api::ActionKind;

use super::engine::Candidate;
use super::names::{Renaming, renamed};
use super::needs::Needs;
use super::passes::options;
use super::target_solver::TargetSolver;
use super::weight;
use crate::trace::check::{Context, Effect};
use crate::trace::{Call, CallArg, Header, Name, SortName, TermName, Trace};

/// A trace in which every call makes sense, every name is made once, names are numbered without gaps, and nothing is
/// recorded of replies.
#[derive(Clone, Debug)]
pub struct TraceCandidate {
    /// Where it comes from.
    pub header: Header,
    /// The calls.
    pub calls: Vec<Call>,
    pub(super) target: TargetSolver,
}

impl TraceCandidate {
    /// The candidate that does the same as a trace does when it is played: calls that the player would skip because they
    /// make no sense are left out.
    pub fn new(trace: &Trace, mut target: TargetSolver) -> TraceCandidate {
        let mut context = Context::default();
        let mut numbering = Numbering::default();
        let mut calls = Vec::new();
        for call in &trace.calls {
            let Ok(effect) = context.examine(call, target.own()) else { continue };
            let mut renumbered = numbering.renumber(call);
            tell_kind(&mut renumbered, &effect);
            context.commit(call, effect);
            calls.push(renumbered);
        }
        target.enforces_needs = Needs::are_met_in(&calls, target.own());
        let calls = without_idle_sorts(calls);
        TraceCandidate { header: trace.header.clone(), calls, target }
    }

    /// The same candidate; whether calls whose needs are not met are no part of it, another one says.
    pub fn enforcing_needs(mut self, enforces: bool) -> TraceCandidate {
        self.target.enforces_needs = enforces;
        self
    }

    /// Whether calls whose needs are not met are no part of candidates that are made of this one.
    pub fn enforces_needs(&self) -> bool {
        self.target.enforces_needs
    }

    /// The same candidate without calls.
    pub fn empty(&self) -> TraceCandidate {
        TraceCandidate { calls: Vec::new(), ..self.clone() }
    }

    /// The first so many calls.
    pub fn cut(&self, calls: usize) -> TraceCandidate {
        TraceCandidate { calls: self.calls.iter().take(calls).cloned().collect(), ..self.clone() }
    }

    /// The trace.
    pub fn trace(&self) -> Trace {
        Trace { header: self.header.clone(), calls: self.calls.clone() }
    }
}

impl Candidate for TraceCandidate {
    fn text(&self) -> Vec<u8> {
        self.trace().to_text().into_bytes()
    }

    fn cost(&self) -> [u64; 2] {
        let weight = |call: &Call| weight::of(call) + options::weight(call, &self.target);
        [self.calls.len() as u64, self.calls.iter().map(weight).sum()]
    }
}

/// Gives names numbers without gaps, in the order in which they are made.
#[derive(Default)]
pub(super) struct Numbering {
    names: Renaming,
    sorts: u32,
    terms: u32,
}

impl Numbering {
    /// The call with new names, and without what is recorded of its reply. It must make sense after those before it.
    pub(super) fn renumber(&mut self, call: &Call) -> Call {
        let args = renamed(call, |name| self.names.once(name));
        if matches!(call.action.kind(), ActionKind::Delete | ActionKind::Reset) {
            // Names end with the instance; they are never used again for something else.
            self.names.clear();
        }
        let mut rets = Vec::with_capacity(call.rets.len());
        for name in &call.rets {
            let is_sort_of_term =
                matches!((call.rets.first(), name), (Some(Name::Term(_)), Name::Sort(_)));
            if is_sort_of_term && self.names.has(*name) {
                continue;
            }
            let new = match name {
                Name::Sort(_) => {
                    self.sorts += 1;
                    Name::Sort(SortName(self.sorts))
                }
                Name::Term(_) => {
                    self.terms += 1;
                    Name::Term(TermName(self.terms))
                }
            };
            // A name that is bound stays so.
            if !self.names.has(*name) {
                self.names.add(*name, new);
            }
            rets.push(new);
        }
        let (planted, promised) = (call.planted.clone(), call.promised.clone());
        let call = Call::of_action(call.seed, call.action.clone(), args).returning(rets);
        Call { planted, promised, ..call }
    }
}

/// A call that applies an operator tells the kind of what it makes, for whoever reads it.
pub(super) fn tell_kind(call: &mut Call, effect: &Effect) {
    if let ([CallArg::Applied(applied)], Effect::Term(facts) | Effect::RotatedTerm(facts)) =
        (call.args.as_mut_slice(), effect)
        && let (Some(sort), Some(_)) = (&facts.sort, applied.kind)
    {
        applied.kind = Some(sort.kind());
    }
}

/// Sorts that are named by the way where a term is made, and never used, have no name.
fn without_idle_sorts(calls: Vec<Call>) -> Vec<Call> {
    let by_the_way = |call: &Call| {
        matches!(call.rets.first(), Some(Name::Term(_)))
            && call.rets.iter().any(|name| matches!(name, Name::Sort(_)))
    };
    if !calls.iter().any(by_the_way) {
        return calls;
    }
    let used: std::collections::BTreeSet<Name> = calls.iter().flat_map(Call::uses).collect();
    let mut numbering = Numbering::default();
    calls
        .into_iter()
        .map(|mut call| {
            if by_the_way(&call) {
                call.rets.retain(|name| matches!(name, Name::Term(_)) || used.contains(name));
            }
            numbering.renumber(&call)
        })
        .collect()
}
