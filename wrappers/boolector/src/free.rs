//! Free variables of terms.

use std::collections::BTreeSet;
use std::rc::Rc;

use murxla_api::TermId;

/// The variables of each term that are not bound, by their ids.
#[derive(Default)]
pub(crate) struct FreeVariables {
    /// `None` for the many terms that are closed.
    of_term: Vec<Option<Rc<BTreeSet<TermId>>>>,
}

impl FreeVariables {
    /// The free variables of a term; `None`: it has none.
    pub(crate) fn of(&self, term: TermId) -> Option<&Rc<BTreeSet<TermId>>> {
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

    /// A term was made that binds `variables` in `body`, and has `others` in it as well.
    pub(crate) fn binder(
        &mut self,
        term: TermId,
        variables: &[TermId],
        body: TermId,
        others: &[TermId],
    ) {
        let in_body = self.of(body).into_iter().flat_map(|free| free.iter());
        let in_body = in_body.filter(|variable| !variables.contains(variable));
        let in_others =
            others.iter().filter_map(|other| self.of(*other)).flat_map(|free| free.iter());
        let rest: BTreeSet<TermId> = in_body.chain(in_others).copied().collect();
        if !rest.is_empty() {
            self.set(term, Some(Rc::new(rest)));
        }
    }

    /// All terms are gone.
    pub(crate) fn clear(&mut self) {
        self.of_term.clear();
    }
}
