//! What a run has made so far: sorts, and terms by sort with their free variables.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use murxla_api::{Sort, SortKind};

use crate::rng::Rng;
use crate::trace::{SortName, TermName};

/// A term that was made.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) name: TermName,
    pub(super) sort: Sort,
    /// Its free variables, in order.
    pub(super) free: Rc<[TermName]>,
    /// Whether it is a value.
    pub(super) literal: bool,
}

impl Term {
    /// Whether it may be asserted: no variable is free in it.
    pub(super) fn is_closed(&self) -> bool {
        self.free.is_empty()
    }
}

/// A term, with how often it was used.
struct Stored {
    term: Term,
    uses: u64,
}

struct SortEntry {
    sort: Sort,
    names: Vec<SortName>,
    terms: Vec<Stored>,
}

/// Which terms are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    Any,
    /// Without free variables.
    Closed,
    /// With free variables.
    Open,
    Literal,
}

impl Which {
    fn holds(self, term: &Term) -> bool {
        match self {
            Which::Any => true,
            Which::Closed => term.is_closed(),
            Which::Open => !term.is_closed(),
            Which::Literal => term.literal,
        }
    }
}

/// Sorts and terms.
#[derive(Default)]
pub(super) struct Database {
    entries: Vec<SortEntry>,
    places: BTreeMap<Sort, usize>,
    /// Sorts that the solver did not take.
    refused: BTreeSet<Sort>,
    /// Variables that are not bound yet.
    open: Vec<Term>,
    inputs: usize,
}

/// A fresh term is this much likelier than one that was used often.
const FRESH: u64 = 64;

impl Database {
    /// A sort that was made.
    pub(super) fn add_sort(&mut self, sort: Sort, name: SortName) {
        let place = *self.places.entry(sort.clone()).or_insert(self.entries.len());
        match self.entries.get_mut(place) {
            Some(entry) => entry.names.push(name),
            None => self.entries.push(SortEntry { sort, names: vec![name], terms: Vec::new() }),
        }
    }

    pub(super) fn refuse_sort(&mut self, sort: &Sort) {
        self.refused.insert(sort.clone());
    }

    pub(super) fn is_refused(&self, sort: &Sort) -> bool {
        self.refused.contains(sort)
    }

    /// A name of the sort, if it was made.
    pub(super) fn sort_name(&self, sort: &Sort, rng: &mut Rng) -> Option<SortName> {
        let entry = &self.entries[*self.places.get(sort)?];
        rng.pick(&entry.names).copied()
    }

    pub(super) fn sort_count(&self) -> usize {
        self.entries.len()
    }

    /// All sorts, in the order in which they were made.
    pub(super) fn sorts(&self) -> impl Iterator<Item = &Sort> {
        self.entries.iter().map(|entry| &entry.sort)
    }

    /// Sorts of one kind.
    pub(super) fn sorts_of_kind(&self, kind: SortKind) -> Vec<&Sort> {
        self.sorts().filter(|sort| sort.kind() == kind).collect()
    }

    /// Sorts of which there are such terms.
    pub(super) fn inhabited(&self, which: Which) -> Vec<&Sort> {
        let inhabited = self
            .entries
            .iter()
            .filter(|entry| entry.terms.iter().any(|stored| which.holds(&stored.term)));
        inhabited.map(|entry| &entry.sort).collect()
    }

    /// A term that was made. Its sort may be one that no call named: then nothing else can be made of it.
    pub(super) fn add_term(&mut self, term: Term) {
        let place = *self.places.entry(term.sort.clone()).or_insert(self.entries.len());
        if place == self.entries.len() {
            let sort = term.sort.clone();
            self.entries.push(SortEntry { sort, names: Vec::new(), terms: Vec::new() });
        }
        self.entries[place].terms.push(Stored { term, uses: 0 });
    }

    pub(super) fn add_input(&mut self, term: Term) {
        self.inputs += 1;
        self.add_term(term);
    }

    pub(super) fn add_variable(&mut self, variable: Term) {
        self.open.push(variable.clone());
        self.add_term(variable);
    }

    pub(super) fn has_inputs(&self) -> bool {
        self.inputs > 0
    }

    pub(super) fn has(&self, sort: &Sort, which: Which) -> bool {
        let entry = self.places.get(sort).and_then(|place| self.entries.get(*place));
        entry.is_some_and(|entry| entry.terms.iter().any(|stored| which.holds(&stored.term)))
    }

    pub(super) fn has_terms(&self) -> bool {
        self.entries.iter().any(|entry| !entry.terms.is_empty())
    }

    /// Picks a term of the sort; those that were used seldom are likelier.
    pub(super) fn pick(&mut self, rng: &mut Rng, sort: &Sort, which: Which) -> Option<Term> {
        let entry = self.entries.get_mut(*self.places.get(sort)?)?;
        let weight = |stored: &Stored| match which.holds(&stored.term) {
            true => (FRESH / (1 + stored.uses)).max(1),
            false => 0,
        };
        let chosen = rng.weighted(entry.terms.iter().map(weight))?;
        let stored = entry.terms.get_mut(chosen)?;
        stored.uses += 1;
        Some(stored.term.clone())
    }

    /// Variables that are not bound yet.
    pub(super) fn open(&self) -> &[Term] {
        &self.open
    }

    /// These variables are bound now: all in which they are free can be used no more.
    pub(super) fn close(&mut self, bound: &[TermName]) {
        self.open.retain(|variable| !bound.contains(&variable.name));
        for entry in &mut self.entries {
            let uses_none = |stored: &Stored| !stored.term.free.iter().any(|v| bound.contains(v));
            entry.terms.retain(uses_none);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Seed, Stream};

    fn term(name: u32, free: &[u32]) -> Term {
        let free = free.iter().map(|name| TermName(*name)).collect();
        Term { name: TermName(name), sort: Sort::bool(), free, literal: false }
    }

    #[test]
    fn closing_a_variable_takes_its_terms_along() {
        let mut database = Database::default();
        let mut rng = Seed(1).generator(Stream::Model);
        database.add_sort(Sort::bool(), SortName(1));
        database.add_variable(term(1, &[1]));
        database.add_variable(term(2, &[2]));
        database.add_term(term(3, &[1, 2]));
        assert!(database.pick(&mut rng, &Sort::bool(), Which::Closed).is_none());
        database.close(&[TermName(1)]);
        assert_eq!(database.open().len(), 1);
        let left = database.pick(&mut rng, &Sort::bool(), Which::Any).map(|term| term.name);
        assert_eq!(left, Some(TermName(2)));
        database.close(&[TermName(2)]);
        assert!(!database.has_terms());
    }

    #[test]
    fn terms_that_were_used_are_picked_less() {
        let mut database = Database::default();
        let mut rng = Seed(1).generator(Stream::Model);
        database.add_term(term(1, &[]));
        for _ in 0..100 {
            database.pick(&mut rng, &Sort::bool(), Which::Any);
        }
        database.add_term(term(2, &[]));
        let picked = database.pick(&mut rng, &Sort::bool(), Which::Any).map(|term| term.name);
        assert_eq!(picked, Some(TermName(2)));
    }
}
