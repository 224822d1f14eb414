//! Checks sorts: which there are, and how deep and large they may be.

use std::sync::Arc;

use murxla_api::{DatatypeDef, FieldSort, QuickMap, Sort, SortKind, SortShape};

use super::Problem;

/// Sorts may stand this deep in each other, and have this many parts: equality, printing and freeing of sorts
/// recurse, and a trace can double a sort with every line.
const DEEPEST: usize = 64;
const MOST_PARTS: usize = 4096;

/// Widths of floating-point numbers are added in many places; so their sum must be a number, too.
const WIDEST_FLOAT: u32 = 1 << 30;

/// How deep the datatypes declared so far are; other declared sorts are in it, too.
#[derive(Clone, Debug, Default)]
pub(super) struct Depths {
    by_name: QuickMap<Arc<str>, usize>,
    /// The largest of them.
    deepest: usize,
}

impl Depths {
    /// Whether a sort of this name was declared.
    pub(super) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    pub(super) fn add(&mut self, name: Arc<str>, depth: usize) {
        self.by_name.insert(name, depth);
        self.deepest = self.deepest.max(depth);
    }

    fn of(&self, name: &str) -> usize {
        self.by_name.get(name).copied().unwrap_or(0)
    }
}

/// An error unless the sort is legal, given that its parts are.
#[inline]
pub(super) fn require_legal(sort: &Sort, depths: &Depths) -> Result<(), Problem> {
    if is_plainly_legal(sort, depths) { Ok(()) } else { require_legal_by_parts(sort, depths) }
}

/// Whether the sort itself tells that it is legal, as most do: it would be even if all its parts were datatypes as
/// deep as the deepest one.
#[inline]
fn is_plainly_legal(sort: &Sort, depths: &Depths) -> bool {
    let shape_is_legal = match sort.shape() {
        SortShape::BitVec(width) => *width > 0,
        SortShape::FloatingPoint(..) | SortShape::FiniteField(_) | SortShape::Fun(..) => false,
        _ => true,
    };
    shape_is_legal
        && sort.depth() as usize + depths.deepest <= DEEPEST
        && sort.parts() as usize <= MOST_PARTS
}

/// The same for any sort.
#[inline(never)]
fn require_legal_by_parts(sort: &Sort, depths: &Depths) -> Result<(), Problem> {
    let no = |why: &str| Err(Problem::NoSuchSort(why.to_owned()));
    match sort.shape() {
        SortShape::BitVec(0) => return no("a bit-vector has at least one bit"),
        SortShape::FloatingPoint(exponent, significand)
            if !(2..=WIDEST_FLOAT).contains(exponent)
                || !(2..=WIDEST_FLOAT).contains(significand) =>
        {
            return no("exponent and significand have 2 to 2^30 bits");
        }
        SortShape::FiniteField(order) if order.bits() < 2 => {
            return no("a field has at least two elements");
        }
        SortShape::Fun(domain, _) if domain.is_empty() => {
            return no("a function has at least one argument");
        }
        _ => {}
    }
    // Most sorts hold no datatype; then the sort itself tells.
    if !sort.kinds().contains(SortKind::Datatype)
        && sort.depth() as usize <= DEEPEST
        && sort.parts() as usize <= MOST_PARTS
    {
        return Ok(());
    }
    let mut parts = 0;
    match depth(sort, depths, 0, &mut parts) {
        Some(_) => Ok(()),
        None => {
            no(&format!("sorts are at most {DEEPEST} deep and have at most {MOST_PARTS} parts"))
        }
    }
}

/// How deep the sort is, if that is not too deep.
fn depth(sort: &Sort, depths: &Depths, above: usize, parts: &mut usize) -> Option<usize> {
    *parts += 1;
    if above >= DEEPEST || *parts > MOST_PARTS {
        return None;
    }
    let mut deepest = match sort.shape() {
        SortShape::Datatype(datatype, _) => depths.of(datatype.name()),
        _ => 0,
    };
    for part in sort.shape().children() {
        deepest = deepest.max(depth(part, depths, above + 1, parts)?);
    }
    (above + deepest < DEEPEST).then_some(deepest + 1)
}

/// How deep the sorts in a field are. As deep as parts of fields stand in each other, which readers bound.
fn field_depth(field: &FieldSort<Sort>, depths: &Depths) -> usize {
    let of_sort = |sort| depth(sort, depths, 0, &mut 0).unwrap_or(DEEPEST);
    let parts = field.parts().into_iter().map(|part| field_depth(part, depths));
    let of_parts = parts.max().unwrap_or(0);
    match field {
        FieldSort::Sort(sort) => of_sort(sort),
        FieldSort::Param(_) | FieldSort::Member(..) => of_parts,
        FieldSort::Instance(generic, _) => of_sort(generic).max(of_parts + 1),
        FieldSort::Nested(_) => of_parts + 1,
    }
}

/// How deep a group of datatypes is, or what is wrong with it.
pub(super) fn group_depth(group: &[DatatypeDef<Sort>], depths: &Depths) -> Result<usize, Problem> {
    let mut deepest = 0;
    for (index, definition) in group.iter().enumerate() {
        let earlier = group.get(..index).unwrap_or_default();
        if earlier.iter().any(|other| other.name == definition.name) {
            return Err(Problem::Redeclared(definition.name.to_string()));
        }
        if definition.constructors.is_empty() {
            let why = format!("the datatype {} has no constructor", definition.name);
            return Err(Problem::NoSuchSort(why));
        }
        let fields = definition.constructors.iter().flat_map(|constructor| &constructor.fields);
        deepest = fields.map(|(_, field)| field_depth(field, depths)).fold(deepest, usize::max);
    }
    if deepest + 1 >= DEEPEST {
        return Err(Problem::NoSuchSort(format!("sorts are at most {DEEPEST} deep")));
    }
    Ok(deepest + 1)
}
