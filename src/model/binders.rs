//! Draws quantifiers, lambdas and comprehensions: terms that bind variables.

use murxla_api::{ActionKind, Binder, Demand, Sort, binder_sort};

use super::database::{Term, Variables, Which};
use super::generator::Generator;
use super::offer::Applicable;
use super::swarm::theory_of;
use super::terms::{Wish, free_of};
use crate::oracle::Feedback;
use crate::trace::{Applied, CallArg, Operator, TermName};

/// No variable has this name: what is said to have it free is never closed, so never asserted.
const NEVER_BOUND: TermName = TermName(0);

impl Generator<'_> {
    /// A term of this binder over some of the open variables, or over new ones.
    pub(super) fn bind(&mut self, binder: Binder, wanted: Option<&Sort>) -> Option<Term> {
        let formula = Sort::bool();
        let body_sort = match (binder, wanted) {
            (Binder::Forall | Binder::Exists, Some(wanted)) if *wanted != formula => return None,
            (Binder::Lambda | Binder::Witness | Binder::Comprehension, Some(_)) => return None,
            (Binder::Lambda, None) => None,
            _ => Some(&formula),
        };
        let body = self.open_body(body_sort)?;
        let mut bodies = vec![body.clone()];
        if binder == Binder::Comprehension {
            bodies.push(self.comprehended(&body)?);
        }
        let bound = self.choose_bound(binder, &bodies)?;
        let names: Vec<TermName> = bound.iter().map(|variable| variable.name).collect();
        let sorts = |terms: &[Term]| terms.iter().map(|term| term.sort.clone()).collect::<Vec<_>>();
        let sort = binder_sort(binder, &sorts(&bound), &sorts(&bodies)).ok()?;
        if !self.drawer(None).allows(&sort) {
            return None;
        }
        let pattern = match binder {
            Binder::Forall | Binder::Exists => self.draw_pattern(&names),
            _ => Vec::new(),
        };
        // What is free in a pattern is free in the whole.
        let inside = [bodies.as_slice(), &pattern].concat();
        let pattern: Vec<TermName> = pattern.iter().map(|term| term.name).collect();
        let patterns = if pattern.is_empty() { Vec::new() } else { vec![pattern] };
        let args: Vec<TermName> = bound.iter().chain(&bodies).map(|term| term.name).collect();
        let applied =
            Applied { patterns, ..Applied::plain(Operator::Binder(binder), sort.kind(), args) };
        let only_made = Demand::OnlyMade(theory_of(binder));
        let barred = self.target.profile.demands().any(|demand| demand == only_made);
        let bar = barred.then_some(NEVER_BOUND);
        let inside = free_of(&inside);
        let open = inside.iter().copied().filter(|name| !names.contains(name));
        let mut free: Vec<TermName> = bar.into_iter().chain(open).collect();
        free.dedup();
        let free: Variables = free.as_slice().into();
        let args = [CallArg::Applied(Box::new(applied))];
        let made = self.make_named(ActionKind::MkTerm, args, &sort);
        match made {
            Ok(name) => {
                self.database.close(&names);
                let term = Term { name, sort, free, literal: false };
                self.database.add_term(&term);
                Some(term)
            }
            Err(feedback) => {
                if feedback == Feedback::Unsupported {
                    self.swarm.drop(Applicable::Binder(binder));
                }
                None
            }
        }
    }

    /// A term with free variables of this sort, or of any.
    fn open_body(&mut self, wanted: Option<&Sort>) -> Option<Term> {
        let known = match wanted {
            Some(sort) => self.database.find(sort),
            None => self.database.pick_place(&mut self.rng, Which::Open),
        };
        if let Some(place) = known
            && let Some(term) = self.database.pick_at(&mut self.rng, place, Which::Open)
        {
            return Some(term);
        }
        use murxla_api::Draw;
        let sort = self.drawer(None).sort();
        let variable = self.make_variable(&sort)?;
        let body = self.grow(&variable, wanted)?;
        wanted.is_none_or(|wanted| *wanted == body.sort).then_some(body)
    }

    /// A term in which this one occurs, and which is of the wanted sort if one was found.
    pub(super) fn grow(&mut self, from: &Term, wanted: Option<&Sort>) -> Option<Term> {
        let mut body = from.clone();
        for _ in 0..self.few(self.numbers.body_terms) {
            let wish = Wish { sort: None, argument: Some(&body), depth: 1 };
            match self.make_term(wish) {
                Some(term) if term.sort.is_first_class() => body = term,
                _ => break,
            }
        }
        match wanted {
            Some(sort) if *sort != body.sort => {
                self.make_term(Wish { sort: Some(sort), argument: Some(&body), depth: 1 })
            }
            _ => Some(body),
        }
    }

    /// The elements of a comprehension: the variable, or something made of it.
    fn comprehended(&mut self, condition: &Term) -> Option<Term> {
        let open = self.database.open().iter();
        let occur = open.filter(|variable| condition.free.contains(&variable.name));
        let variable = self.rng.pick_of(occur)?.clone();
        if self.rng.chance(1, 2) {
            return Some(variable);
        }
        self.grow(&variable, None)
    }

    /// Variables to bind: some of those that occur, seldom one that does not.
    fn choose_bound(&mut self, binder: Binder, bodies: &[Term]) -> Option<Vec<Term>> {
        let free = free_of(bodies);
        let (mut occur, mut others) = (Vec::new(), Vec::new());
        for variable in self.database.open() {
            match free.contains(&variable.name) {
                true => occur.push(variable.clone()),
                false => others.push(variable.clone()),
            }
        }
        let first = self.rng.below(occur.len() as u64) as usize;
        let mut bound = vec![occur.get(first)?.clone()];
        occur.remove(first);
        if binder == Binder::Witness {
            return Some(bound);
        }
        let most = self.numbers.bound_most as usize;
        for variable in occur {
            if bound.len() < most && self.rng.chance(2, 3) {
                bound.push(variable);
            }
        }
        // A variable that does not occur is legal, and a thing to be simplified.
        if bound.len() < most && self.rng.chance(1, 10) {
            bound.extend(self.rng.pick(&others).cloned());
        }
        Some(bound)
    }

    /// A hint for instantiation: terms in which all bound variables occur.
    fn draw_pattern(&mut self, bound: &[TermName]) -> Vec<Term> {
        if !self.rng.chance(self.numbers.patterns, 100) {
            return Vec::new();
        }
        let sorts: Vec<Sort> = self.database.inhabited(Which::Open).cloned().collect();
        let mut pattern = Vec::new();
        for _ in 0..self.few(2) {
            let Some(sort) = self.rng.pick(&sorts) else { break };
            let Some(term) = self.database.pick(&mut self.rng, sort, Which::Open) else { break };
            // A pattern is an application that holds all that is bound; formulas may have connectives, which
            // solvers refuse there.
            let holds_all = bound.iter().all(|name| term.free.contains(name));
            if holds_all && !bound.contains(&term.name) && term.sort != Sort::bool() {
                pattern.push(term);
            }
        }
        pattern
    }
}
