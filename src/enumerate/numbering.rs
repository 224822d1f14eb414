//! The numbering of the terms of a space: by size, operator, and the sizes and kinds of arguments.
//!
//! Terms of one operator whose arguments come from the same lists of parts are a cell; how many a cell has is computed, so that
//! the term with a number is found without those before it.

use std::ops::Range;
use std::rc::Rc;

use murxla_api::{Binder, QuickMap};
use thiserror::Error;

use super::heads::Place;
use super::joining::{Joining, joinings};
use super::parts::Parts;
use super::rows::{Row, Values};
use super::space::Space;
use super::term::{Shape, Top, Tree, VARIABLES, Whole};

/// Why the terms of a space cannot be numbered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TooMany {
    /// Assignments.
    #[error("the constants have more than {0} assignments; take fewer constants (--constants)")]
    Assignments(usize),
    /// Parts.
    #[error(
        "there are more than {0} different terms of up to {1} operators to make larger ones of; take a smaller --size"
    )]
    Parts(usize, usize),
    /// Sequences.
    #[error("there are too many sequences; take fewer commands (--sequences) or --formulas")]
    Sequences,
}

/// So many assignments are tried.
const MOST_ASSIGNMENTS: usize = 1 << 13;

/// So many bytes may the values of all parts take.
const MOST_BYTES: usize = 1 << 30;

/// Parts of one sort, size and kind.
struct List {
    size: usize,
    kind: u32,
    parts: Vec<u32>,
}

/// What the terms of a cell are applications of.
#[derive(Clone, Copy)]
enum Head {
    Leaf,
    Operator(u32),
    Binder(Binder),
}

/// Terms of one form.
struct Cell {
    head: Head,
    sort: usize,
    size: usize,
    lists: Vec<usize>,
    joinings: Rc<[Joining]>,
    /// How a part is joined with itself, if the two arguments come from one list and can be exchanged.
    diagonal: Option<Rc<[Joining]>>,
    /// The numbers of its terms.
    numbers: Range<u64>,
}

/// The terms of a space.
pub struct Terms {
    space: Space,
    values: Values,
    parts: Parts,
    lists: Vec<List>,
    /// By sort and size.
    by_size: Vec<Vec<Vec<usize>>>,
    literal_lists: Vec<Vec<usize>>,
    constant_lists: Vec<Vec<usize>>,
    cells: Vec<Cell>,
    /// How many terms of each size are asked.
    sizes: Vec<u64>,
    joined: QuickMap<(Vec<u32>, bool), Rc<[Joining]>>,
}

impl Terms {
    /// The terms of up to `size` operators. `all_shapes`: also those of parts that are equal on all values.
    pub fn new(space: Space, size: usize, all_shapes: bool) -> Result<Terms, TooMany> {
        let values = Values::new(&space, MOST_ASSIGNMENTS);
        let values = values.ok_or(TooMany::Assignments(MOST_ASSIGNMENTS))?;
        let (sorts, parts) = (space.sorts.len(), Parts::new(&space, all_shapes));
        let mut terms = Terms {
            space,
            values,
            parts,
            lists: Vec::new(),
            by_size: vec![vec![Vec::new(); size + 1]; sorts],
            literal_lists: vec![Vec::new(); sorts],
            constant_lists: vec![Vec::new(); sorts],
            cells: Vec::new(),
            sizes: Vec::new(),
            joined: QuickMap::default(),
        };
        terms.add_leaves();
        terms.sizes.push(terms.cells.last().map_or(0, |cell| cell.numbers.end));
        for size in 1..=size {
            let before = terms.cells.len();
            terms.add_cells(size);
            if size < terms.by_size[0].len() - 1 {
                terms.make_parts(before, size)?;
            }
            // What is only a part is not asked.
            let asked: Vec<Cell> = terms.cells.drain(before..).collect();
            let start = terms.count();
            for mut cell in asked.into_iter().filter(|cell| terms.space.is_asked(cell.sort)) {
                let (start, count) = (terms.count(), cell.numbers.end - cell.numbers.start);
                cell.numbers = start..start + count;
                terms.cells.push(cell);
            }
            terms.sizes.push(terms.count() - start);
        }
        Ok(terms)
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.cells.last().map_or(0, |cell| cell.numbers.end)
    }

    /// How many there are of each size.
    pub fn by_size(&self) -> &[u64] {
        &self.sizes
    }

    /// How many different parts they are made of.
    pub fn part_count(&self) -> usize {
        self.parts.list.len()
    }

    /// The space.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The values of terms.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The values of terms, to which new ones may be added.
    pub fn values_mut(&mut self) -> &mut Values {
        &mut self.values
    }

    /// Has something done with the values while terms are looked at.
    pub(super) fn with_values<T>(&mut self, done: impl FnOnce(&Terms, &mut Values) -> T) -> T {
        let mut values = std::mem::take(&mut self.values);
        let result = done(self, &mut values);
        self.values = values;
        result
    }

    /// The values of a term, under all assignments.
    pub fn row(&mut self, whole: &Whole) -> Row {
        self.parts.row(&self.space, &mut self.values, whole)
    }

    /// Makes a term elsewhere.
    pub fn build<T: Tree>(&self, tree: &mut T, whole: &Whole) -> Result<T::Term, T::Error> {
        self.parts.build_whole(tree, whole)
    }

    /// The size of the term with a number.
    pub fn size(&self, number: u64) -> Option<usize> {
        self.cell(number).map(|cell| cell.size)
    }

    /// The constants on which the values of a term depend, by sort and number, in this order.
    pub(super) fn constants_of(&self, whole: &Whole) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let mut see = |part: u32, names: &[u8]| {
            for (sort, name) in self.parts.kind(part).slots.iter().zip(names) {
                if *name < VARIABLES {
                    found.push((usize::from(*sort), usize::from(*name)));
                }
            }
        };
        match &whole.tree {
            Top::Leaf { part, names } | Top::Bind { part, names, .. } => see(*part, names),
            Top::Apply { args, .. } => args.iter().for_each(|(part, names)| see(*part, names)),
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// One term of each operator.
    pub(super) fn samples(&self) -> Vec<Whole> {
        let mut seen = vec![false; self.space.heads.len() + 3];
        let mut found = Vec::new();
        for cell in &self.cells {
            let place = match cell.head {
                Head::Leaf => self.space.heads.len(),
                Head::Binder(binder) => {
                    self.space.heads.len() + 1 + usize::from(binder == Binder::Exists)
                }
                Head::Operator(head) => head as usize,
            };
            if !std::mem::replace(&mut seen[place], true) {
                found.push(self.in_cell(cell, 0));
            }
        }
        found
    }

    fn cell(&self, number: u64) -> Option<&Cell> {
        let place = self.cells.partition_point(|cell| cell.numbers.end <= number);
        self.cells.get(place)
    }

    /// The term with a number.
    pub fn term(&self, number: u64) -> Option<Whole> {
        let cell = self.cell(number)?;
        Some(self.in_cell(cell, number - cell.numbers.start))
    }

    fn add_leaves(&mut self) {
        for sort in 0..self.space.sorts.len() {
            let mut shapes = Vec::new();
            if self.space.sorts[sort].constants > 0 {
                shapes.push(Shape::Constant);
            }
            shapes.extend((0..self.space.sorts[sort].literals.len()).map(Shape::Literal));
            let nullary = self
                .space
                .heads
                .iter()
                .enumerate()
                .filter(|(_, head)| head.args.is_empty() && head.result == sort);
            let nullary =
                nullary.map(|(head, _)| Shape::Apply { head: head as u32, args: Vec::new() });
            shapes.extend(nullary);
            for shape in shapes {
                let (is_literal, is_constant) =
                    (matches!(shape, Shape::Literal(_)), matches!(shape, Shape::Constant));
                let added = self.parts.add_leaf(&self.space, &mut self.values, sort, shape);
                let Some(part) = added else { continue };
                let list = self.list_for(sort, 0, part);
                // A list of its own for each: which of them may stand at a place differs.
                if is_literal && !self.literal_lists[sort].contains(&list) {
                    self.literal_lists[sort].push(list);
                }
                if is_constant {
                    self.constant_lists[sort].push(list);
                }
            }
        }
        for sort in 0..self.space.sorts.len() {
            if !self.space.is_asked(sort) {
                continue;
            }
            for list in self.by_size[sort][0].clone() {
                let kinds = vec![self.lists[list].kind];
                let joinings = self.joinings(&kinds, false);
                let count = self.lists[list].parts.len() as u64 * joinings.len() as u64;
                let start = self.count();
                self.cells.push(Cell {
                    head: Head::Leaf,
                    sort,
                    size: 0,
                    lists: vec![list],
                    joinings,
                    diagonal: None,
                    numbers: start..start + count,
                });
            }
        }
    }

    /// Adds a part to the list of its sort, size and kind; gives the list.
    fn list_for(&mut self, sort: usize, size: usize, part: u32) -> usize {
        let kind = self.parts.list[part as usize].kind;
        // Operators without arguments have the kind of literals, but are none.
        let is_literal =
            |part: u32| matches!(self.parts.list[part as usize].shape, Shape::Literal(_));
        let known = self.by_size[sort][size].iter().copied().find(|list| {
            let list = &self.lists[*list];
            list.kind == kind && is_literal(list.parts[0]) == is_literal(part)
        });
        match known {
            Some(list) => {
                self.lists[list].parts.push(part);
                list
            }
            None => {
                self.parts.prepare(&self.space, &self.values, kind);
                self.lists.push(List { size, kind, parts: vec![part] });
                self.by_size[sort][size].push(self.lists.len() - 1);
                self.lists.len() - 1
            }
        }
    }

    fn joinings(&mut self, kinds: &[u32], exchanged: bool) -> Rc<[Joining]> {
        let key = (kinds.to_vec(), exchanged);
        if let Some(known) = self.joined.get(&key) {
            return Rc::clone(known);
        }
        let constants: Vec<usize> = self.space.sorts.iter().map(|sort| sort.constants).collect();
        let of: Vec<_> = kinds.iter().map(|kind| self.parts.kinds.get(*kind)).collect();
        let found: Rc<[Joining]> = joinings(&of, &constants, exchanged).into();
        self.joined.insert(key, Rc::clone(&found));
        found
    }

    /// The cells of terms of a size; their numbers are provisional.
    fn add_cells(&mut self, size: usize) {
        for head in 0..self.space.heads.len() {
            let arity = self.space.heads[head].args.len();
            if arity == 0 {
                continue;
            }
            let mut choices: Vec<Vec<usize>> = vec![Vec::new()];
            for place in 0..arity {
                let lists = self.lists_at(head, place, size);
                let longer = |chosen: &Vec<usize>| {
                    let used: usize = chosen.iter().map(|list| self.lists[*list].size).sum();
                    let last = place + 1 == arity;
                    let fits = |list: &&usize| {
                        let sum = used + self.lists[**list].size;
                        if last { sum + 1 == size } else { sum < size }
                    };
                    let chosen = chosen.clone();
                    let more: Vec<usize> = lists.iter().filter(fits).copied().collect();
                    more.into_iter().map(move |list| [chosen.as_slice(), &[list]].concat())
                };
                choices = choices.iter().flat_map(longer).collect();
            }
            if self.space.heads[head].commutative {
                choices.retain(|lists| lists[0] <= lists[1]);
            }
            for lists in choices {
                self.add_cell(head, size, lists);
            }
        }
        let Some(bool_sort) =
            self.space.sorts.iter().position(|one| one.sort == murxla_api::Sort::bool())
        else {
            return;
        };
        for binder in self.space.binders.clone() {
            for list in self.by_size[bool_sort][size - 1].clone() {
                let kind = self.parts.kinds.get(self.lists[list].kind);
                // Functions are not bound.
                let first_class = |place: &u8| {
                    let sort = usize::from(kind.slots[usize::from(*place)]);
                    self.space.is_asked(sort)
                };
                let bound: Rc<[Joining]> = kind
                    .orbits()
                    .into_iter()
                    .filter(first_class)
                    .map(|one| vec![vec![one]])
                    .collect();
                let count = bound.len() as u64 * self.lists[list].parts.len() as u64;
                self.push_cell(
                    Head::Binder(binder),
                    bool_sort,
                    size,
                    vec![list],
                    bound,
                    None,
                    count,
                );
            }
        }
    }

    /// The lists of parts that may stand at a place of an operator.
    fn lists_at(&self, head: usize, place: usize, size: usize) -> Vec<usize> {
        let (sort, at) = (self.space.heads[head].args[place], self.space.heads[head].places[place]);
        match at {
            Place::Literal => self.literal_lists[sort].clone(),
            Place::Constant => self.constant_lists[sort].clone(),
            Place::Any => self.by_size[sort][..size].concat(),
        }
    }

    fn add_cell(&mut self, head: usize, size: usize, lists: Vec<usize>) {
        let kinds: Vec<u32> = lists.iter().map(|list| self.lists[*list].kind).collect();
        let joinings = self.joinings(&kinds, false);
        let lengths = lists.iter().map(|list| self.lists[*list].parts.len() as u64);
        let exchanged = self.space.heads[head].commutative && lists[0] == lists[1];
        let (diagonal, count) = match exchanged {
            true => {
                let diagonal = self.joinings(&kinds, true);
                let parts = self.lists[lists[0]].parts.len() as u64;
                let pairs = parts * (parts - 1) / 2;
                let count = pairs * joinings.len() as u64 + parts * diagonal.len() as u64;
                (Some(diagonal), count)
            }
            false => (None, lengths.product::<u64>() * joinings.len() as u64),
        };
        let sort = self.space.heads[head].result;
        self.push_cell(Head::Operator(head as u32), sort, size, lists, joinings, diagonal, count);
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of a cell")]
    fn push_cell(
        &mut self,
        head: Head,
        sort: usize,
        size: usize,
        lists: Vec<usize>,
        joinings: Rc<[Joining]>,
        diagonal: Option<Rc<[Joining]>>,
        count: u64,
    ) {
        if count > 0 {
            self.cells.push(Cell {
                head,
                sort,
                size,
                lists,
                joinings,
                diagonal,
                numbers: 0..count,
            });
        }
    }

    /// Makes parts of all terms of the cells from `first` on.
    fn make_parts(&mut self, first: usize, size: usize) -> Result<(), TooMany> {
        let most = MOST_BYTES / (2 * self.values.assignments() + 200);
        for place in first..self.cells.len() {
            let count = self.cells[place].numbers.end;
            for number in 0..count {
                let whole = self.in_cell(&self.cells[place], number);
                let added = self.parts.add_whole(&self.space, &mut self.values, &whole);
                if let Some(part) = added {
                    self.list_for(whole.sort, size, part);
                    if self.parts.list.len() > most {
                        return Err(TooMany::Parts(most, size));
                    }
                }
            }
        }
        Ok(())
    }

    /// The term of a cell with a number inside of it.
    fn in_cell(&self, cell: &Cell, number: u64) -> Whole {
        let Cell { head, lists, joinings, diagonal, sort, .. } = cell;
        let parts_of = |place: usize| self.lists[lists[place]].parts.as_slice();
        let (chosen, names) = match diagonal {
            Some(diagonal) => {
                let parts = parts_of(0);
                let (count, ways) = (parts.len() as u64, joinings.len() as u64);
                let off = count * (count - 1) / 2 * ways;
                match number.checked_sub(off) {
                    None => {
                        let (low, high) = pair(number / ways);
                        let names = &joinings[(number % ways) as usize];
                        (vec![parts[low as usize], parts[high as usize]], names)
                    }
                    Some(rest) => {
                        let ways = diagonal.len() as u64;
                        let part = parts[(rest / ways) as usize];
                        (vec![part, part], &diagonal[(rest % ways) as usize])
                    }
                }
            }
            None => {
                let ways = joinings.len() as u64;
                let names = &joinings[(number % ways) as usize];
                let mut rest = number / ways;
                let mut chosen = vec![0; lists.len()];
                for place in (0..lists.len()).rev() {
                    let parts = parts_of(place);
                    chosen[place] = parts[(rest % parts.len() as u64) as usize];
                    rest /= parts.len() as u64;
                }
                (chosen, names)
            }
        };
        let tree = match head {
            Head::Leaf => Top::Leaf { part: chosen[0], names: names[0].clone() },
            Head::Operator(head) => Top::Apply {
                head: *head,
                args: chosen.into_iter().zip(names.iter().cloned()).collect(),
            },
            Head::Binder(binder) => {
                let part = chosen[0];
                let place = usize::from(names[0][0]);
                Top::Bind { binder: *binder, part, names: self.names_around(part, place) }
            }
        };
        Whole { sort: *sort, tree }
    }

    /// The names of the constants of a part of which one is bound: the others are named in the order of use.
    fn names_around(&self, part: u32, bound: usize) -> Vec<u8> {
        let slots = &self.parts.kind(part).slots;
        let mut used = vec![0u8; self.space.sorts.len()];
        let name = |(place, sort): (usize, &u8)| {
            if place == bound {
                return VARIABLES + self.parts.list[part as usize].height;
            }
            let next = &mut used[usize::from(*sort)];
            *next += 1;
            *next - 1
        };
        slots.iter().enumerate().map(name).collect()
    }
}

/// The pair with a number, among (0, 1), (0, 2), (1, 2), (0, 3) …
fn pair(number: u64) -> (u64, u64) {
    let mut high = ((1.0 + (1.0 + 8.0 * number as f64).sqrt()) / 2.0) as u64;
    while high * (high - 1) / 2 > number {
        high -= 1;
    }
    while (high + 1) * high / 2 <= number {
        high += 1;
    }
    (number - high * (high - 1) / 2, high)
}
