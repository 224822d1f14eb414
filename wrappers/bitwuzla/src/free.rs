//! Which variables are free in a term. Bitwuzla crashes on a check when a formula with free variables was
//! asserted, so the wrapper has to know.

use std::collections::BTreeSet;
use std::rc::Rc;

use murxla_api::{SolverError, TermId};

use crate::errors::rejected;

/// The variables of each term that are not bound, by the variables' ids.
#[derive(Default)]
pub(crate) struct FreeVariables {
    /// `None` for the many terms that are closed.
    of_term: Vec<Option<Rc<BTreeSet<TermId>>>>,
}

impl FreeVariables {
    fn of(&self, term: TermId) -> Option<&Rc<BTreeSet<TermId>>> {
        self.of_term.get(term.0 as usize)?.as_ref()
    }

    fn set(&mut self, term: TermId, free: Option<Rc<BTreeSet<TermId>>>) {
        let place = term.0 as usize;
        if self.of_term.len() <= place {
            self.of_term.resize(place + 1, None);
        }
        self.of_term[place] = free;
    }

    /// A variable was made.
    pub(crate) fn variable(&mut self, variable: TermId) {
        self.set(variable, Some(Rc::new(BTreeSet::from([variable]))));
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

    /// A term was made that binds `variables` in `body`.
    pub(crate) fn binder(&mut self, term: TermId, variables: &[TermId], body: TermId) {
        let Some(free) = self.of(body) else { return };
        let rest: BTreeSet<TermId> =
            free.iter().filter(|variable| !variables.contains(variable)).copied().collect();
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
    }
}
