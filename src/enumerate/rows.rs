//! Rows: the values of a term under all assignments of the constants of a space.
//!
//! An operator is a table over the numbers of its arguments' values, filled by its meaning: once, if there are few arguments,
//! or as they come.

use murxla_api::meaning::{Arg, Call, NothingKnown, Unknown, apply};
use murxla_api::{Binder, QuickMap};

use super::domains::Domain;
use super::space::Space;

/// The values of a term, by their numbers, one for each assignment.
pub type Row = Vec<u16>;

/// There is no value, or it cannot be told.
pub const UNKNOWN: u16 = u16::MAX;

/// A table has at most so many entries.
const MOST_ENTRIES: usize = 1 << 18;

/// What an operator gives.
enum Table {
    /// For each number of values, with one more for what is not known.
    Dense(Vec<u16>),
    /// As far as it was asked for.
    Memo(QuickMap<Vec<u16>, u16>),
}

/// A constant: its sort, and how it is read from the number of an assignment.
#[derive(Clone, Copy, Debug)]
struct Coordinate {
    size: usize,
    stride: usize,
}

/// The values of terms of a space.
#[derive(Default)]
pub struct Values {
    domains: Vec<Domain>,
    tables: Vec<Table>,
    /// By sort and number of the constant.
    constants: Vec<Vec<Coordinate>>,
    assignments: usize,
}

impl Values {
    /// The values for a space; `None` if there are more than `most` assignments.
    pub fn new(space: &Space, most: usize) -> Option<Values> {
        let domains: Vec<Domain> = space.sorts.iter().map(Domain::new).collect();
        let mut assignments = 1usize;
        let mut constants = Vec::new();
        for (sort, domain) in space.sorts.iter().zip(&domains) {
            let mut list = Vec::new();
            for _ in 0..sort.constants {
                list.push(Coordinate { size: domain.tried, stride: assignments });
                assignments = assignments.checked_mul(domain.tried.max(1))?;
            }
            constants.push(list);
        }
        if assignments > most {
            return None;
        }
        let mut values = Values { domains, tables: Vec::new(), constants, assignments };
        for number in 0..space.heads.len() {
            let table = values.table(space, number);
            values.tables.push(table);
        }
        Some(values)
    }

    /// How many assignments there are.
    pub fn assignments(&self) -> usize {
        self.assignments
    }

    /// Whether all values of all constants are tried.
    pub fn are_complete(&self) -> bool {
        let tried =
            |(list, domain): (&Vec<Coordinate>, &Domain)| list.is_empty() || domain.complete;
        self.constants.iter().zip(&self.domains).all(tried)
    }

    /// The value with a number.
    pub fn datum(&self, sort: usize, number: u16) -> Option<&murxla_api::meaning::Datum> {
        self.domains[sort].values.get(usize::from(number))
    }

    /// The number of a value.
    pub fn number(&mut self, sort: usize, datum: &murxla_api::meaning::Datum) -> u16 {
        self.domains[sort].number(datum)
    }

    /// How many values of a sort are known.
    pub fn size(&self, sort: usize) -> usize {
        self.domains[sort].values.len()
    }

    /// The number of the value that a constant has in an assignment.
    pub fn constant_in(&self, sort: usize, constant: usize, assignment: usize) -> u16 {
        let Coordinate { size, stride } = self.constants[sort][constant];
        (assignment / stride % size) as u16
    }

    /// The assignments in which these constants have all their values, and the others the first.
    pub(super) fn assignments_of(&self, constants: &[(usize, usize)]) -> Vec<usize> {
        let mut found = vec![0];
        for (sort, constant) in constants {
            let Coordinate { size, stride } = self.constants[*sort][*constant];
            found = (0..size)
                .flat_map(|value| found.iter().map(move |one| one + value * stride))
                .collect();
        }
        found
    }

    /// The row of a constant.
    pub(super) fn constant(&self, sort: usize, constant: usize) -> Row {
        (0..self.assignments).map(|one| self.constant_in(sort, constant, one)).collect()
    }

    /// The row of something that has one value.
    pub(super) fn literal(&self, number: u16) -> Row {
        vec![number; self.assignments]
    }

    /// Where a row over the constants `own` (sort and number) is read if other constants, `named`, stand for them.
    pub(super) fn places(&self, own: &[(usize, usize)], named: &[(usize, usize)]) -> Vec<u32> {
        let mut places = vec![0u32; self.assignments];
        for ((sort, own), (_, named)) in own.iter().zip(named) {
            let (from, to) = (self.constants[*sort][*named], self.constants[*sort][*own]);
            for (assignment, place) in places.iter_mut().enumerate() {
                *place += (assignment / from.stride % from.size * to.stride) as u32;
            }
        }
        places
    }

    /// Whether a row changes with a constant.
    pub(super) fn depends(&self, row: &[u16], sort: usize, constant: usize) -> bool {
        let Coordinate { size, stride } = self.constants[sort][constant];
        (0..self.assignments).any(|one| one / stride % size > 0 && row[one] != row[one - stride])
    }

    /// A quantifier over a constant of a formula.
    pub(super) fn bound(&self, binder: Binder, row: &[u16], sort: usize, constant: usize) -> Row {
        let Coordinate { size, stride } = self.constants[sort][constant];
        let decided = u16::from(binder == Binder::Exists);
        let complete = self.domains[sort].complete;
        let mut bound = vec![UNKNOWN; self.assignments];
        for (one, value) in bound.iter_mut().enumerate() {
            let first = one - one / stride % size * stride;
            let all = (0..size).map(|place| row[first + place * stride]);
            let (mut found, mut known) = (false, true);
            all.for_each(|one| {
                found |= one == decided;
                known &= one != UNKNOWN;
            });
            *value = match (found, known && complete) {
                (true, _) => decided,
                (false, true) => 1 - decided,
                (false, false) => UNKNOWN,
            };
        }
        bound
    }

    fn table(&mut self, space: &Space, number: usize) -> Table {
        let head = &space.heads[number];
        let sizes: Vec<usize> =
            head.args.iter().map(|sort| self.domains[*sort].values.len()).collect();
        let finite =
            head.args.iter().chain([&head.result]).all(|sort| self.domains[*sort].complete);
        let entries = sizes.iter().try_fold(1usize, |all, size| all.checked_mul(size + 1));
        match entries {
            Some(entries) if finite && entries <= MOST_ENTRIES => {
                let mut table = Vec::with_capacity(entries);
                let mut args = vec![0u16; sizes.len()];
                for entry in 0..entries {
                    let mut rest = entry;
                    for (place, size) in sizes.iter().enumerate().rev() {
                        let one = rest % (size + 1);
                        args[place] = if one == *size { UNKNOWN } else { one as u16 };
                        rest /= size + 1;
                    }
                    table.push(self.applied_once(space, number, &args));
                }
                Table::Dense(table)
            }
            _ => Table::Memo(QuickMap::default()),
        }
    }

    /// By the meaning of the row.
    pub(super) fn applied_once(&mut self, space: &Space, number: usize, args: &[u16]) -> u16 {
        let head = &space.heads[number];
        let unknown = Unknown::TooLarge("a value of the enumeration");
        let given: Vec<Arg<'_>> = head
            .args
            .iter()
            .zip(args)
            .map(|(sort, number)| {
                self.domains[*sort].values.get(usize::from(*number)).ok_or(&unknown)
            })
            .collect();
        let call = Call {
            op: head.head.op(),
            sorts: &head.head.sorts,
            names: &head.head.names,
            indices: &head.head.indices,
            result: &space.sorts[head.result].sort,
        };
        match apply(&call, &given, &NothingKnown) {
            Ok(value) => self.domains[head.result].number(&value),
            Err(_) => UNKNOWN,
        }
    }

    /// The row of an application to these rows.
    pub(super) fn applied(&mut self, space: &Space, number: usize, args: &[&[u16]]) -> Row {
        let mut table = std::mem::replace(&mut self.tables[number], Table::Dense(Vec::new()));
        let head = &space.heads[number];
        let row = match &mut table {
            Table::Dense(table) => {
                let size = |place: usize| self.domains[head.args[place]].values.len();
                match args {
                    [] => vec![table[0]; self.assignments],
                    [a] => {
                        let most = size(0);
                        a.iter().map(|a| table[usize::from(*a).min(most)]).collect()
                    }
                    [a, b] => {
                        let (first, second) = (size(0), size(1));
                        let at = |(a, b): (&u16, &u16)| {
                            let (a, b) = (usize::from(*a).min(first), usize::from(*b).min(second));
                            table[a * (second + 1) + b]
                        };
                        a.iter().zip(*b).map(at).collect()
                    }
                    many => (0..self.assignments)
                        .map(|one| {
                            let entry = many.iter().enumerate().fold(0, |entry, (place, row)| {
                                let most = size(place);
                                entry * (most + 1) + usize::from(row[one]).min(most)
                            });
                            table[entry]
                        })
                        .collect(),
                }
            }
            Table::Memo(memo) => {
                let mut row = Vec::with_capacity(self.assignments);
                let mut key = Vec::with_capacity(args.len());
                for one in 0..self.assignments {
                    key.clear();
                    key.extend(args.iter().map(|row| row[one]));
                    let value = match memo.get(&key) {
                        Some(value) => *value,
                        None => {
                            let value = self.applied_once(space, number, &key);
                            memo.insert(key.clone(), value);
                            value
                        }
                    };
                    row.push(value);
                }
                row
            }
        };
        self.tables[number] = table;
        row
    }
}
