//! Parts: the terms of which larger ones are made, each class of equal ones once.

use std::rc::Rc;

use murxla_api::{QuickMap, QuickSet};

use super::joining::permuted;
use super::kinds::{Kind, Kinds, own_names, permutations};
use super::rows::{Row, UNKNOWN, Values};
use super::space::Space;
use super::term::{Shape, Slot, Top, Tree, VARIABLES, Whole};

/// A part.
pub(super) struct Part {
    pub(super) sort: usize,
    pub(super) kind: u32,
    pub(super) shape: Shape,
    /// How many quantifiers are nested in it.
    pub(super) height: u8,
    /// Its values, under the names of its kind.
    pub(super) row: Row,
}

/// All parts so far.
pub(super) struct Parts {
    pub(super) list: Vec<Part>,
    pub(super) kinds: Kinds,
    /// Whether terms that are equal on all values are told apart.
    all_shapes: bool,
    /// The operators whose two arguments can be exchanged.
    commutative: QuickSet<u32>,
    /// The values of parts under all names, by sort.
    seen: QuickSet<(usize, u128)>,
    places: QuickMap<u128, Rc<[u32]>>,
}

impl Parts {
    pub(super) fn new(space: &Space, all_shapes: bool) -> Parts {
        let heads = space.heads.iter().enumerate().filter(|(_, head)| head.commutative);
        Parts {
            commutative: heads.map(|(number, _)| number as u32).collect(),
            list: Vec::new(),
            kinds: Kinds::default(),
            all_shapes,
            seen: QuickSet::default(),
            places: QuickMap::default(),
        }
    }

    pub(super) fn kind(&self, part: u32) -> &Kind {
        self.kinds.get(self.list[part as usize].kind)
    }

    /// A constant or literal, which is always there.
    pub(super) fn add_leaf(
        &mut self,
        space: &Space,
        values: &mut Values,
        sort: usize,
        shape: Shape,
    ) -> Option<u32> {
        let (slots, row) = match &shape {
            Shape::Constant => (vec![sort as u8], values.constant(sort, 0)),
            Shape::Literal(number) => {
                let (sort_of, literal) =
                    (&space.sorts[sort].sort, &space.sorts[sort].literals[*number]);
                let datum = murxla_api::meaning::Datum::of_literal(literal, sort_of);
                let number = datum.map_or(UNKNOWN, |datum| values.number(sort, &datum));
                (Vec::new(), values.literal(number))
            }
            Shape::Apply { head, .. } => (Vec::new(), values.applied(space, *head as usize, &[])),
            Shape::Bind { .. } => return None,
        };
        self.add(space, values, sort, shape, slots, row)
    }

    /// A term as a part, if it is not equal to one that is there already.
    pub(super) fn add_whole(
        &mut self,
        space: &Space,
        values: &mut Values,
        whole: &Whole,
    ) -> Option<u32> {
        let row = self.row(space, values, whole);
        let mut slots: Vec<(u8, u8)> = Vec::new();
        let mut see = |parts: &Parts, part: u32, names: &[u8]| {
            for (sort, name) in parts.kind(part).slots.iter().zip(names) {
                if *name < VARIABLES && !slots.contains(&(*sort, *name)) {
                    slots.push((*sort, *name));
                }
            }
        };
        match &whole.tree {
            Top::Leaf { .. } => return None,
            Top::Apply { args, .. } => {
                args.iter().for_each(|(part, names)| see(self, *part, names))
            }
            Top::Bind { part, names, .. } => see(self, *part, names),
        }
        let depends = |(sort, name): &(u8, u8)| {
            self.all_shapes || values.depends(&row, usize::from(*sort), usize::from(*name))
        };
        let unclear = row.contains(&UNKNOWN);
        let kept: Vec<(u8, u8)> =
            slots.into_iter().filter(|slot| unclear || depends(slot)).collect();
        let slot_of = |sort: u8, name: u8| match kept.iter().position(|one| *one == (sort, name)) {
            _ if name >= VARIABLES => Slot::Bound,
            Some(place) => Slot::Own(place as u8),
            None => Slot::Any,
        };
        let inside = |part: u32, names: &[u8]| -> Vec<Slot> {
            self.kind(part)
                .slots
                .iter()
                .zip(names)
                .map(|(sort, name)| slot_of(*sort, *name))
                .collect()
        };
        let shape = match &whole.tree {
            Top::Apply { head, args } => {
                let args = args.iter().map(|(part, names)| (*part, inside(*part, names))).collect();
                Shape::Apply { head: *head, args }
            }
            Top::Bind { binder, part, names } => {
                Shape::Bind { binder: *binder, part: *part, slots: inside(*part, names) }
            }
            Top::Leaf { .. } => return None,
        };
        let sorts: Vec<u8> = kept.iter().map(|(sort, _)| *sort).collect();
        let old: Vec<(usize, usize)> =
            kept.iter().map(|(sort, name)| (usize::from(*sort), usize::from(*name))).collect();
        let new = own_names(&sorts);
        let row = match old == new {
            true => row,
            false => values.places(&old, &new).iter().map(|place| row[*place as usize]).collect(),
        };
        self.add(space, values, whole.sort, shape, sorts, row)
    }

    fn add(
        &mut self,
        space: &Space,
        values: &Values,
        sort: usize,
        shape: Shape,
        slots: Vec<u8>,
        row: Row,
    ) -> Option<u32> {
        let comparable = !self.all_shapes && !row.contains(&UNKNOWN);
        if comparable && self.seen.contains(&(sort, digest(&row))) {
            return None;
        }
        let own = own_names(&slots);
        let symmetries = permutations(&slots).into_iter().filter(|permutation| {
            match (self.all_shapes, comparable) {
                (true, _) => self.is_same_shape(&shape, permutation),
                (false, true) => {
                    let named = permuted_names(&own, permutation);
                    let places = values.places(&own, &named);
                    places.iter().zip(&row).all(|(place, value)| row[*place as usize] == *value)
                }
                // Nothing is known of it: the identity alone.
                (false, false) => {
                    permutation.iter().enumerate().all(|(at, to)| at == usize::from(*to))
                }
            }
        });
        let symmetries = symmetries.collect();
        if comparable {
            for named in all_names(&slots, space) {
                let places = values.places(&own, &named);
                let renamed: Row = places.iter().map(|place| row[*place as usize]).collect();
                self.seen.insert((sort, digest(&renamed)));
            }
        }
        let kind = self.kinds.number(Kind { slots, symmetries });
        let height = match &shape {
            Shape::Constant | Shape::Literal(_) => 0,
            Shape::Apply { args, .. } => {
                args.iter().map(|(part, _)| self.list[*part as usize].height).max().unwrap_or(0)
            }
            Shape::Bind { part, .. } => self.list[*part as usize].height + 1,
        };
        self.list.push(Part { sort, kind, shape, height, row });
        Some(self.list.len() as u32 - 1)
    }

    /// Whether a shape is the same when its constants change places, if arguments of commutative operators have no order.
    fn is_same_shape(&self, shape: &Shape, permutation: &[u8]) -> bool {
        let moved = |slot: &Slot| match slot {
            Slot::Own(place) => Slot::Own(permutation[usize::from(*place)]),
            other => *other,
        };
        let least = |part: u32, slots: &[Slot]| -> Vec<Slot> {
            let symmetries = self.kind(part).symmetries.iter();
            let all = symmetries.map(|one| one.iter().map(|at| slots[usize::from(*at)]).collect());
            all.min().unwrap_or_default()
        };
        let form = |moved: &dyn Fn(&Slot) -> Slot| match shape {
            Shape::Constant | Shape::Literal(_) => Vec::new(),
            Shape::Apply { args, .. } => {
                let one = |(part, slots): &(u32, Vec<Slot>)| {
                    let slots: Vec<Slot> = slots.iter().map(moved).collect();
                    (*part, least(*part, &slots))
                };
                let mut args: Vec<(u32, Vec<Slot>)> = args.iter().map(one).collect();
                // Only parts that are the same can be exchanged: others have their order.
                if self.is_commutative(shape) {
                    args.sort();
                }
                args
            }
            Shape::Bind { part, slots, .. } => {
                let slots: Vec<Slot> = slots.iter().map(moved).collect();
                vec![(*part, least(*part, &slots))]
            }
        };
        form(&moved) == form(&|slot: &Slot| *slot)
    }

    fn is_commutative(&self, shape: &Shape) -> bool {
        matches!(shape, Shape::Apply { args, head } if args.len() == 2
            && self.commutative.contains(head))
    }

    /// The values of a part under these names.
    fn part_row<'p>(
        &'p self,
        values: &Values,
        part: u32,
        names: &[u8],
        room: &'p mut Row,
    ) -> &'p [u16] {
        let Part { row, kind, .. } = &self.list[part as usize];
        let slots = &self.kinds.get(*kind).slots;
        let own = own_names(slots);
        if own.iter().zip(names).all(|((_, own), name)| *own == usize::from(*name)) {
            return row;
        }
        let named: Vec<(usize, usize)> = slots
            .iter()
            .zip(names)
            .map(|(sort, name)| (usize::from(*sort), usize::from(*name)))
            .collect();
        match self.places.get(&packed(slots, names)) {
            Some(places) => room.extend(places.iter().map(|place| row[*place as usize])),
            None => {
                let places = values.places(&own, &named);
                room.extend(places.iter().map(|place| row[*place as usize]));
            }
        }
        room
    }

    /// Remembers how rows are read under all names that parts of this kind can have.
    pub(super) fn prepare(&mut self, space: &Space, values: &Values, kind: u32) {
        let slots = self.kinds.get(kind).slots.clone();
        let own = own_names(&slots);
        for named in all_names(&slots, space) {
            let names: Vec<u8> = named.iter().map(|(_, name)| *name as u8).collect();
            let key = packed(&slots, &names);
            self.places.entry(key).or_insert_with(|| values.places(&own, &named).into());
        }
    }

    /// The values of a term.
    pub(super) fn row(&self, space: &Space, values: &mut Values, whole: &Whole) -> Row {
        match &whole.tree {
            Top::Leaf { part, names } => {
                let mut room = Row::new();
                self.part_row(values, *part, names, &mut room).to_vec()
            }
            Top::Apply { head, args } => {
                let mut rooms = [Row::new(), Row::new(), Row::new(), Row::new()];
                let mut rows: Vec<&[u16]> = Vec::with_capacity(args.len());
                for ((part, names), room) in args.iter().zip(&mut rooms) {
                    rows.push(self.part_row(values, *part, names, room));
                }
                values.applied(space, *head as usize, &rows)
            }
            Top::Bind { binder, part, names } => {
                // The bound constant gets a name that is free, or its own: the others do not matter to the quantifier.
                let kind = self.kind(*part);
                let own = kind.own_names();
                let place = names.iter().position(|name| *name >= VARIABLES).unwrap_or(0);
                let (sort, constant) = own[place];
                let bound = values.bound(*binder, &self.list[*part as usize].row, sort, constant);
                let rest = |list: Vec<(usize, usize)>| -> Vec<(usize, usize)> {
                    list.into_iter()
                        .enumerate()
                        .filter(|(at, _)| *at != place)
                        .map(|(_, one)| one)
                        .collect()
                };
                let named = kind.slots.iter().zip(names);
                let named =
                    named.map(|(sort, name)| (usize::from(*sort), usize::from(*name))).collect();
                let places = values.places(&rest(own), &rest(named));
                places.iter().map(|place| bound[*place as usize]).collect()
            }
        }
    }

    /// Makes a part elsewhere.
    fn build<T: Tree>(&self, tree: &mut T, part: u32, names: &[u8]) -> Result<T::Term, T::Error> {
        if let Some(known) = tree.known(part, names) {
            return Ok(known);
        }
        let Part { sort, shape, .. } = &self.list[part as usize];
        let bound = match shape {
            Shape::Bind { part, .. } => VARIABLES + self.list[*part as usize].height,
            _ => VARIABLES,
        };
        let name = |slot: &Slot| match slot {
            Slot::Own(place) => names[usize::from(*place)],
            Slot::Any => 0,
            Slot::Bound => bound,
        };
        let term = match shape {
            Shape::Constant if names[0] >= VARIABLES => {
                tree.variable(*sort, usize::from(names[0] - VARIABLES))?
            }
            Shape::Constant => tree.constant(*sort, usize::from(names[0]))?,
            Shape::Literal(number) => tree.literal(*sort, *number)?,
            Shape::Apply { head, args } => {
                let mut terms = Vec::with_capacity(args.len());
                for (part, slots) in args {
                    let names: Vec<u8> = slots.iter().map(name).collect();
                    terms.push(self.build(tree, *part, &names)?);
                }
                tree.apply(*head as usize, &terms)?
            }
            Shape::Bind { binder, part, slots } => {
                let inner: Vec<u8> = slots.iter().map(name).collect();
                let place = slots.iter().position(|slot| *slot == Slot::Bound).unwrap_or(0);
                let sort = usize::from(self.kind(*part).slots[place]);
                let depth = usize::from(bound - VARIABLES);
                let body = self.build(tree, *part, &inner)?;
                tree.bind(*binder, sort, depth, body)?
            }
        };
        tree.keep(part, names, term);
        Ok(term)
    }

    /// Makes a term elsewhere.
    pub(super) fn build_whole<T: Tree>(
        &self,
        tree: &mut T,
        whole: &Whole,
    ) -> Result<T::Term, T::Error> {
        match &whole.tree {
            Top::Leaf { part, names } => self.build(tree, *part, names),
            Top::Apply { head, args } => {
                let mut terms = Vec::with_capacity(args.len());
                for (part, names) in args {
                    terms.push(self.build(tree, *part, names)?);
                }
                tree.apply(*head as usize, &terms)
            }
            Top::Bind { binder, part, names } => {
                let place = names.iter().position(|name| *name >= VARIABLES).unwrap_or(0);
                let sort = usize::from(self.kind(*part).slots[place]);
                let depth = usize::from(names[place] - VARIABLES);
                let body = self.build(tree, *part, names)?;
                tree.bind(*binder, sort, depth, body)
            }
        }
    }
}

fn permuted_names(own: &[(usize, usize)], permutation: &[u8]) -> Vec<(usize, usize)> {
    let numbers: Vec<u8> = own.iter().map(|(_, name)| *name as u8).collect();
    let moved = permuted(&numbers, permutation);
    own.iter().zip(moved).map(|((sort, _), name)| (*sort, usize::from(name))).collect()
}

/// All names that constants of these sorts can have, no two the same.
fn all_names(slots: &[u8], space: &Space) -> Vec<Vec<(usize, usize)>> {
    let mut found = vec![Vec::new()];
    for sort in slots {
        let sort = usize::from(*sort);
        let longer = |list: &Vec<(usize, usize)>| {
            let list = list.clone();
            let names = (0..space.sorts[sort].constants).map(|name| (sort, name));
            let free: Vec<(usize, usize)> = names.filter(|one| !list.contains(one)).collect();
            free.into_iter().map(move |one| [list.as_slice(), &[one]].concat())
        };
        found = found.iter().flat_map(longer).collect();
    }
    found
}

/// Sorts and names in one number: there are at most 16 of them.
fn packed(slots: &[u8], names: &[u8]) -> u128 {
    let pairs = slots.iter().zip(names);
    pairs.fold(1, |all, (sort, name)| all << 8 | u128::from(sort << 4 | name & 15))
}

/// Two rows with the same digest are taken for the same.
pub(super) fn digest(row: &[u16]) -> u128 {
    let (mut a, mut b) = (0x9e37_79b9_7f4a_7c15u64, 0xc2b2_ae3d_27d4_eb4fu64);
    for value in row {
        a = (a.rotate_left(5) ^ u64::from(*value)).wrapping_mul(0x517c_c1b7_2722_0a95);
        b = (b.rotate_left(23) ^ u64::from(*value)).wrapping_mul(0x2545_f491_4f6c_dd1d);
    }
    u128::from(a ^ a >> 29) << 64 | u128::from(b ^ b >> 31)
}
