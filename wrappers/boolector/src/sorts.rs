//! Makes sorts, and reads them back.

use murxla_api::{SolverError, Sort, SortKind, SortShape};

use crate::errors::{present, rejected};
use crate::ffi::{BoolectorSort, Btor, Node, call};
use crate::handles::release_sort;

/// Why Boolector has no sorts of this kind; `None`: it has.
pub(crate) const fn lacking(kind: SortKind) -> Option<&'static str> {
    match kind {
        SortKind::Bool | SortKind::BitVec | SortKind::Array | SortKind::Fun => None,
        SortKind::FloatingPoint | SortKind::RoundingMode => {
            Some("Boolector has no floating-point numbers")
        }
        SortKind::Uninterpreted => Some("Boolector's API has no sorts of the user"),
        SortKind::Int => Some("Boolector has no integers"),
        SortKind::Real => Some("Boolector has no reals"),
        SortKind::String | SortKind::RegLan => Some("Boolector has no strings"),
        SortKind::FiniteField => Some("Boolector has no finite fields"),
        SortKind::Seq => Some("Boolector has no sequences"),
        SortKind::Set => Some("Boolector has no sets"),
        SortKind::Bag => Some("Boolector has no bags"),
        SortKind::Tuple => Some("Boolector has no tuples"),
        SortKind::Datatype | SortKind::MatchCase => Some("Boolector has no datatypes"),
    }
}

/// A sort over native sorts.
pub(crate) fn mk_sort(
    btor: *mut Btor,
    shape: &SortShape<BoolectorSort>,
    structure: &Sort,
) -> Result<BoolectorSort, SolverError> {
    if let Some(reason) = lacking(structure.kind()) {
        return Err(SolverError::Unsupported(format!("sort {structure}: {reason}")));
    }
    if is_deep(structure) {
        return rejected(format!("{structure}: arrays and functions are over bit-vectors only"));
    }
    let sort = match shape {
        SortShape::Bool => call!(boolector_bool_sort(btor)),
        SortShape::BitVec(width) => call!(boolector_bitvec_sort(btor, *width)),
        SortShape::Array(index, element) => call!(boolector_array_sort(btor, *index, *element)),
        SortShape::Fun(domain, codomain) => {
            let arity = domain.len() as u32;
            let first = domain.as_ptr().cast_mut();
            call!(boolector_fun_sort(btor, first, arity, *codomain))
        }
        other => {
            return Err(SolverError::Unsupported(format!(
                "Boolector has no {}",
                other.kind().key()
            )));
        }
    };
    present(sort, "making a sort")
}

/// A sort by its structure.
pub(crate) fn sort_from(btor: *mut Btor, structure: &Sort) -> Result<BoolectorSort, SolverError> {
    let natives = structure.shape().try_map(|part| sort_from(btor, part))?;
    let sort = mk_sort(btor, &natives, structure);
    // The sort holds its parts.
    for part in natives.children() {
        release_sort(btor, *part)?;
    }
    sort
}

/// What a node tells of its sort: a function is told by its arity, and the widths of its parameters are not told at all.
pub(crate) enum Told {
    /// All of it.
    Sort(Sort),
    /// A function of this native sort, with so many parameters.
    Function(BoolectorSort, u32),
}

/// The sort of a node.
pub(crate) fn told(btor: *mut Btor, node: Node) -> Result<Told, SolverError> {
    let sort = present(call!(boolector_get_sort(btor, node)), "boolector_get_sort")?;
    if call!(boolector_is_bitvec_sort(btor, sort)) {
        return Ok(Told::Sort(Sort::bit_vec(call!(boolector_get_width(btor, node)))));
    }
    if call!(boolector_is_array(btor, node)) {
        let index = Sort::bit_vec(call!(boolector_get_index_width(btor, node)));
        let element = Sort::bit_vec(call!(boolector_get_width(btor, node)));
        return Ok(Told::Sort(Sort::array(index, element)));
    }
    Ok(Told::Function(sort, call!(boolector_get_fun_arity(btor, node))))
}

/// Whether an array or a function is a part of the sort.
fn is_deep(sort: &Sort) -> bool {
    let is_deep = |part: &Sort| matches!(part.kind(), SortKind::Array | SortKind::Fun);
    sort.shape().children().any(is_deep)
}
