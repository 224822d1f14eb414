//! The sorts and terms that a run has made so far, terms by sort and with their free variables.

use std::ops::Deref;
use std::rc::Rc;

use murxla_api::{KindSet, QuickSet, Sort, SortKind};

use super::sort_table::SortTable;
use crate::rng::Rng;
use crate::trace::{SortName, TermName};

/// Variables, in order. Mostly there are none, which costs nothing: an empty list is never counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables(Option<Rc<[TermName]>>);

impl Variables {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

impl Deref for Variables {
    type Target = [TermName];

    fn deref(&self) -> &[TermName] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl From<&[TermName]> for Variables {
    fn from(names: &[TermName]) -> Variables {
        Variables((!names.is_empty()).then(|| names.into()))
    }
}

impl FromIterator<TermName> for Variables {
    fn from_iter<I: IntoIterator<Item = TermName>>(names: I) -> Variables {
        let names: Vec<TermName> = names.into_iter().collect();
        names.as_slice().into()
    }
}

/// A term that was made.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) name: TermName,
    pub(super) sort: Sort,
    /// Its free variables, in order.
    pub(super) free: Variables,
    /// Whether it is a value.
    pub(super) literal: bool,
}

impl Term {
    /// Whether it may be asserted: no variable is free in it.
    pub(super) fn is_closed(&self) -> bool {
        self.free.is_empty()
    }
}

/// A term, with how often it was used and how likely it is to be used again.
struct Stored {
    term: Term,
    uses: u64,
    /// The weight before it was used.
    fresh: u64,
    weight: u64,
}

struct SortEntry {
    sort: Sort,
    names: Vec<SortName>,
    terms: Vec<Stored>,
    /// The sums of the weights of so many of them each, as a [block](BLOCK) has; empty until one is picked of [many](MANY).
    blocks: Vec<u64>,
    /// The sums of so many blocks each; there are as long as there are blocks.
    groups: Vec<u64>,
    /// The sum of their weights.
    weight: u64,
    /// The sum of the weights of those without free variables.
    closed_weight: u64,
    /// How many of the terms have no free variables.
    closed: u32,
    /// How many of the terms are values.
    literals: u32,
}

/// For so many terms there is room as soon as there is one.
const ROOM: usize = 16;

/// Of more terms one is found in three steps, by the sums of the weights of so many each, and of so many blocks each.
const MANY: usize = 16;
const BLOCK: usize = 8;
const GROUP: usize = 8;

impl Default for SortEntry {
    fn default() -> SortEntry {
        let (names, terms) = (Vec::new(), Vec::new());
        SortEntry {
            sort: Sort::bool(),
            names,
            terms,
            blocks: Vec::new(),
            groups: Vec::new(),
            weight: 0,
            closed_weight: 0,
            closed: 0,
            literals: 0,
        }
    }
}

impl SortEntry {
    fn clear(&mut self) {
        self.sort = Sort::bool();
        self.names.clear();
        self.terms.clear();
        self.forget_sums();
        (self.weight, self.closed_weight) = (0, 0);
        (self.closed, self.literals) = (0, 0);
    }

    fn has(&self, which: Which) -> bool {
        match which {
            Which::Any => !self.terms.is_empty(),
            Which::Closed => self.closed > 0,
            Which::Open => self.terms.len() > self.closed as usize,
            Which::Literal => self.literals > 0,
        }
    }

    fn add(&mut self, term: &Term, fresh: u64) {
        if term.is_closed() {
            self.closed += 1;
            self.closed_weight += fresh;
        }
        self.literals += u32::from(term.literal);
        self.weight += fresh;
        if self.terms.capacity() == 0 {
            // Most sorts that have a term get several: the list is not moved for the first of them.
            self.terms.reserve(ROOM);
        }
        if !self.blocks.is_empty() {
            if self.terms.len().is_multiple_of(BLOCK) {
                if self.blocks.len().is_multiple_of(GROUP) {
                    self.groups.push(0);
                }
                self.blocks.push(0);
            }
            if let (Some(block), Some(group)) = (self.blocks.last_mut(), self.groups.last_mut()) {
                *block += fresh;
                *group += fresh;
            }
        }
        self.terms.push(Stored { term: term.clone(), uses: 0, fresh, weight: fresh });
    }

    /// The term on which this number below the sum of all weights falls.
    #[inline]
    fn at_weight(&mut self, number: u64) -> Option<usize> {
        match self.terms.len() > MANY {
            true => self.at_weight_of_many(number),
            false => place_of(number, self.terms.iter().map(|stored| stored.weight)),
        }
    }

    #[inline(never)]
    fn at_weight_of_many(&mut self, mut number: u64) -> Option<usize> {
        if self.blocks.is_empty() {
            let blocks = self.terms.chunks(BLOCK);
            self.blocks.extend(blocks.map(|some| some.iter().map(|one| one.weight).sum::<u64>()));
            self.groups.extend(self.blocks.chunks(GROUP).map(|some| some.iter().sum::<u64>()));
        }
        let group = skip_sums(&mut number, &self.groups)?;
        let block = group * GROUP + skip_sums(&mut number, self.blocks.get(group * GROUP..)?)?;
        let first = block * BLOCK;
        let weights = self.terms[first..].iter().map(|stored| stored.weight);
        Some(first + place_of(number, weights)?)
    }

    /// The weights are others, and many.
    fn forget_sums(&mut self) {
        self.blocks.clear();
        self.groups.clear();
    }

    /// The weight of the term at this place is less by so much.
    #[inline]
    fn lessen(&mut self, place: usize, less: u64) {
        self.weight -= less;
        if let Some(block) = self.blocks.get_mut(place / BLOCK)
            && let Some(group) = self.groups.get_mut(place / (BLOCK * GROUP))
        {
            *block -= less;
            *group -= less;
        }
    }

    /// Forgets the terms in which one of these variables is free, and tells how many.
    fn forget(&mut self, bound: &[TermName]) -> usize {
        // Values have no variables.
        if !self.has(Which::Open) {
            return 0;
        }
        let before = self.terms.len();
        let uses_none = |stored: &Stored| !stored.term.free.iter().any(|v| bound.contains(v));
        let mut lost = 0;
        self.terms.retain(|stored| {
            let stays = uses_none(stored);
            lost += if stays { 0 } else { stored.weight };
            stays
        });
        self.weight -= lost;
        if self.terms.len() < before {
            self.forget_sums();
        }
        before - self.terms.len()
    }
}

/// The place of the sum within which a number falls; takes those before it away from the number.
#[inline]
fn skip_sums(number: &mut u64, sums: &[u64]) -> Option<usize> {
    for (place, sum) in sums.iter().enumerate() {
        if *number < *sum {
            return Some(place);
        }
        *number -= *sum;
    }
    None
}

/// Where a number below the sum of all weights falls.
#[inline]
fn place_of(mut number: u64, weights: impl Iterator<Item = u64>) -> Option<usize> {
    weights.enumerate().find_map(|(place, weight)| {
        if number < weight {
            return Some(place);
        }
        number -= weight;
        None
    })
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
    places: SortTable,
    /// The places of the sorts of each kind.
    of_kind: [Vec<usize>; SortKind::ALL.len()],
    /// The place of the formulas.
    formulas: Option<usize>,
    /// The sorts that terms can have, in the order of the entries.
    first_class: Vec<Sort>,
    /// The places of those of which there are terms, in order.
    inhabited: Vec<usize>,
    /// The places of those of which there are terms with free variables.
    with_open: Vec<usize>,
    /// Sorts that the solver did not take.
    refused: QuickSet<Sort>,
    /// Variables that are not bound yet.
    open: Vec<Term>,
    /// How many terms there are.
    terms: usize,
    inputs: usize,
    /// Entries of earlier runs, which are empty, for their memory.
    spare: Vec<SortEntry>,
}

/// A fresh term is this much likelier than one that was used often.
const FRESH: u64 = 64;
/// The same of a constant.
const FRESH_INPUT: u64 = 24;
/// The same of a value.
const FRESH_LITERAL: u64 = 8;
/// The same of a term that is known to have always the same value.
const FRESH_CONSTANT: u64 = 2;

impl Database {
    /// Forgets everything, keeping memory for the next run.
    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.of_kind.iter_mut().for_each(Vec::clear);
        self.formulas = None;
        self.first_class.clear();
        self.inhabited.clear();
        self.with_open.clear();
        self.refused.clear();
        self.open.clear();
        (self.terms, self.inputs) = (0, 0);
        self.entries.iter_mut().for_each(SortEntry::clear);
        self.spare.append(&mut self.entries);
    }

    /// A sort that was made.
    pub(super) fn add_sort(&mut self, sort: Sort, name: SortName) {
        let place = self.place(&sort);
        self.entries[place].names.push(name);
    }

    /// The place of the sort's entry, if it is there.
    #[inline]
    pub(super) fn find(&self, sort: &Sort) -> Option<usize> {
        if sort.kind() == SortKind::Bool {
            return self.formulas;
        }
        self.places.get(sort, |place| &self.entries[place].sort)
    }

    /// The place of the sort's entry, which is made if it is not there.
    #[inline(always)]
    fn place(&mut self, sort: &Sort) -> usize {
        match self.find(sort) {
            Some(place) => place,
            None => self.add_entry(sort),
        }
    }

    #[inline(never)]
    fn add_entry(&mut self, sort: &Sort) -> usize {
        let place = self.entries.len();
        self.places.add(sort, |place| &self.entries[place].sort);
        self.of_kind[sort.kind() as usize].push(place);
        if sort.kind() == SortKind::Bool {
            self.formulas = Some(place);
        }
        let mut entry = self.spare.pop().unwrap_or_default();
        entry.sort = sort.clone();
        self.entries.push(entry);
        if sort.is_first_class() {
            self.first_class.push(sort.clone());
        }
        place
    }

    pub(super) fn refuse_sort(&mut self, sort: &Sort) {
        self.refused.insert(sort.clone());
    }

    #[inline]
    pub(super) fn is_refused(&self, sort: &Sort) -> bool {
        // Most solvers refuse none.
        !self.refused.is_empty() && self.is_among_refused(sort)
    }

    #[inline(never)]
    fn is_among_refused(&self, sort: &Sort) -> bool {
        self.refused.contains(sort)
    }

    /// A name of the sort, if it was made.
    pub(super) fn sort_name(&self, sort: &Sort, rng: &mut Rng) -> Option<SortName> {
        let entry = &self.entries[self.find(sort)?];
        rng.pick(&entry.names).copied()
    }

    pub(super) fn sort_count(&self) -> usize {
        self.entries.len()
    }

    /// All sorts, in the order in which they were made.
    pub(super) fn sorts(&self) -> impl Iterator<Item = &Sort> + Clone {
        self.entries.iter().map(|entry| &entry.sort)
    }

    /// One of the sorts of this kind.
    pub(super) fn pick_of_kind(&self, rng: &mut Rng, kind: SortKind) -> Option<&Sort> {
        let place = *rng.pick(&self.of_kind[kind as usize])?;
        self.entries.get(place).map(|entry| &entry.sort)
    }

    /// One of the sorts of these kinds.
    pub(super) fn pick_of_kinds(&self, rng: &mut Rng, kinds: KindSet) -> Option<&Sort> {
        let lists = kinds.iter().map(|kind| &self.of_kind[kind as usize]);
        let count: usize = lists.clone().map(Vec::len).sum();
        let mut left = rng.below(count as u64) as usize;
        for list in lists {
            if let Some(place) = list.get(left) {
                return self.entries.get(*place).map(|entry| &entry.sort);
            }
            left -= list.len();
        }
        None
    }

    /// Sorts of this kind of which there are terms.
    pub(super) fn inhabited_of_kind(&self, kind: SortKind) -> impl Iterator<Item = &Sort> + Clone {
        let entries = self.of_kind[kind as usize].iter().map(|place| &self.entries[*place]);
        entries.filter(|entry| entry.has(Which::Any)).map(|entry| &entry.sort)
    }

    /// Sorts that terms can have.
    pub(super) fn first_class_sorts(&self) -> &[Sort] {
        &self.first_class
    }

    /// Sorts of which there are such terms.
    pub(super) fn inhabited(&self, which: Which) -> impl Iterator<Item = &Sort> + Clone {
        let inhabited = self.entries.iter().filter(move |entry| entry.has(which));
        inhabited.map(|entry| &entry.sort)
    }

    /// One of the first-class sorts of which there are terms.
    pub(super) fn pick_inhabited(&self, rng: &mut Rng) -> Option<&Sort> {
        let place = *rng.pick(&self.inhabited)?;
        self.entries.get(place).map(|entry| &entry.sort)
    }

    /// The place of one of the first-class sorts of which there are such terms.
    pub(super) fn pick_place(&self, rng: &mut Rng, which: Which) -> Option<usize> {
        if which == Which::Any {
            return rng.pick(&self.inhabited).copied();
        }
        let has = |place: &&usize| self.entries[**place].has(which);
        rng.pick_of(self.inhabited.iter().filter(has)).copied()
    }

    /// A term that was made. Its sort may be one that no call named: then nothing else can be made of it.
    pub(super) fn add_term(&mut self, term: &Term) {
        self.add_with(term, FRESH);
    }

    /// A term that was made and has always the same value.
    pub(super) fn add_constant(&mut self, term: &Term) {
        self.add_with(term, FRESH_CONSTANT);
    }

    fn add_with(&mut self, term: &Term, fresh: u64) {
        let place = self.place(&term.sort);
        let entry = &mut self.entries[place];
        if entry.terms.is_empty()
            && entry.sort.is_first_class()
            && let Err(at) = self.inhabited.binary_search(&place)
        {
            self.inhabited.insert(at, place);
        }
        if !term.is_closed() && !entry.has(Which::Open) {
            self.with_open.push(place);
        }
        entry.add(term, fresh);
        self.terms += 1;
    }

    pub(super) fn add_input(&mut self, term: &Term) {
        self.inputs += 1;
        self.add_with(term, if term.literal { FRESH_LITERAL } else { FRESH_INPUT });
    }

    pub(super) fn add_variable(&mut self, variable: &Term) {
        self.open.push(variable.clone());
        self.add_term(variable);
    }

    pub(super) fn has_inputs(&self) -> bool {
        self.inputs > 0
    }

    pub(super) fn has(&self, sort: &Sort, which: Which) -> bool {
        let entry = self.find(sort).and_then(|place| self.entries.get(place));
        entry.is_some_and(|entry| entry.has(which))
    }

    /// Whether there is a formula without free variables.
    pub(super) fn has_formula(&self) -> bool {
        let entry = self.formulas.and_then(|place| self.entries.get(place));
        entry.is_some_and(|entry| entry.has(Which::Closed))
    }

    pub(super) fn has_terms(&self) -> bool {
        self.terms > 0
    }

    /// Picks a term of the sort; those that were used seldom are likelier.
    pub(super) fn pick(&mut self, rng: &mut Rng, sort: &Sort, which: Which) -> Option<Term> {
        let place = self.find(sort)?;
        self.pick_at(rng, place, which)
    }

    /// The same where the place of the sort is known.
    pub(super) fn pick_at(&mut self, rng: &mut Rng, place: usize, which: Which) -> Option<Term> {
        let entry = self.entries.get_mut(place)?;
        let weight = |stored: &Stored| match which.holds(&stored.term) {
            true => stored.weight,
            false => 0,
        };
        let weights = entry.terms.iter().map(weight);
        // Mostly no variable is free in any of the terms.
        let all_are_closed = entry.closed as usize == entry.terms.len();
        let chosen = match which {
            Which::Closed if !all_are_closed => rng.weighted_of(entry.closed_weight, weights)?,
            Which::Any | Which::Closed => entry.at_weight(rng.below(entry.weight))?,
            Which::Open => rng.weighted_of(entry.weight - entry.closed_weight, weights)?,
            Which::Literal => rng.weighted(weights)?,
        };
        let stored = entry.terms.get_mut(chosen)?;
        stored.uses += 1;
        let weight = (stored.fresh / (1 + stored.uses)).max(1);
        let less = stored.weight - weight;
        stored.weight = weight;
        let term = stored.term.clone();
        if term.is_closed() {
            entry.closed_weight -= less;
        }
        entry.lessen(chosen, less);
        Some(term)
    }

    /// Variables that are not bound yet.
    pub(super) fn open(&self) -> &[Term] {
        &self.open
    }

    /// These variables are bound now: all in which they are free can be used no more.
    pub(super) fn close(&mut self, bound: &[TermName]) {
        self.open.retain(|variable| !bound.contains(&variable.name));
        let mut gone = 0;
        let entries = &mut self.entries;
        self.with_open.retain(|place| {
            gone += entries[*place].forget(bound);
            entries[*place].has(Which::Open)
        });
        if gone > 0 {
            self.terms -= gone;
            self.inhabited.retain(|place| !self.entries[*place].terms.is_empty());
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
        database.add_variable(&term(1, &[1]));
        database.add_variable(&term(2, &[2]));
        database.add_term(&term(3, &[1, 2]));
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
        database.add_term(&term(1, &[]));
        for _ in 0..100 {
            database.pick(&mut rng, &Sort::bool(), Which::Any);
        }
        database.add_term(&term(2, &[]));
        let picked = database.pick(&mut rng, &Sort::bool(), Which::Any).map(|term| term.name);
        assert_eq!(picked, Some(TermName(2)));
    }
}
