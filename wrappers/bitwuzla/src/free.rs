//! Free variables of a term. Bitwuzla crashes on a check when a formula with free variables was asserted, so the
//! wrapper has to know.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use murxla_api::{SolverError, TermId};

use crate::errors::rejected;
use crate::ffi::BitwuzlaTerm;

/// The variables of each term that are not bound, by the variables' ids.
#[derive(Default)]
pub(crate) struct FreeVariables {
    /// `None` for the many terms that are closed.
    of_term: Vec<Option<Rc<BTreeSet<TermId>>>>,
    /// The variables by their native handles.
    ids: HashMap<BitwuzlaTerm, TermId>,
}

impl FreeVariables {
    fn of(&self, term: TermId) -> Option<&Rc<BTreeSet<TermId>>> {
        self.of_term.get(term.0 as usize)?.as_ref()
    }

    fn of_all<'a>(&'a self, terms: &'a [TermId]) -> impl Iterator<Item = TermId> + 'a {
        terms.iter().filter_map(|term| self.of(*term)).flat_map(|free| free.iter().copied())
    }

    fn set(&mut self, term: TermId, free: Option<Rc<BTreeSet<TermId>>>) {
        let place = term.0 as usize;
        if self.of_term.len() <= place {
            self.of_term.resize(place + 1, None);
        }
        self.of_term[place] = free;
    }

    /// A variable was made.
    pub(crate) fn variable(&mut self, variable: TermId, native: BitwuzlaTerm) {
        self.ids.insert(native, variable);
        self.set(variable, Some(Rc::new(BTreeSet::from([variable]))));
    }

    /// The variable with this native handle.
    pub(crate) fn id_of(&self, native: BitwuzlaTerm) -> Option<TermId> {
        self.ids.get(&native).copied()
    }

    /// A term was taken out of another one; these are its free variables.
    pub(crate) fn child(&mut self, term: TermId, free: BTreeSet<TermId>) {
        if !free.is_empty() {
            self.set(term, Some(Rc::new(free)));
        }
    }

    /// A term was made of `arguments`.
    pub(crate) fn application(&mut self, term: TermId, arguments: &[TermId]) {
        let mut open = arguments.iter().filter_map(|argument| self.of(*argument));
        let free = match (open.next(), open.next()) {
            (None, _) => return,
            (Some(only), None) => Rc::clone(only),
            (Some(first), Some(second)) => {
                let mut all: BTreeSet<TermId> = first.union(second).copied().collect();
                open.for_each(|other| all.extend(other.iter().copied()));
                Rc::new(all)
            }
        };
        self.set(term, Some(free));
    }

    /// A term was made that binds `variables` in `bodies`.
    pub(crate) fn binder(&mut self, term: TermId, variables: &[TermId], bodies: &[TermId]) {
        // A variable that was taken out of a term has another id than the one it was made with.
        let bound: BTreeSet<TermId> = self.of_all(variables).collect();
        let rest: BTreeSet<TermId> =
            self.of_all(bodies).filter(|variable| !bound.contains(variable)).collect();
        if !rest.is_empty() {
            self.set(term, Some(Rc::new(rest)));
        }
    }

    /// Refuses a term with free variables.
    pub(crate) fn require_closed(&self, term: TermId, what: &str) -> Result<(), SolverError> {
        match self.of(term) {
            Some(_) => rejected(format!("{what} has a free variable")),
            None => Ok(()),
        }
    }

    /// All terms are gone.
    pub(crate) fn clear(&mut self) {
        self.of_term.clear();
        self.ids.clear();
    }
}
