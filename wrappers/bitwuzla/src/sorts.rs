//! Makes sorts, and reads them back.

use murxla_api::{SolverError, Sort, SortKind, SortShape};

use crate::errors::{present, rejected};
use crate::ffi::{
    BitwuzlaSort, BitwuzlaTerm, BitwuzlaTermManager, c_string, call, copy_array, text,
};
use crate::handles::OwnedSort;

/// The formats of IEEE 754, to which Bitwuzla is restricted unless it was built with `--fpexp`.
pub(crate) const STANDARD_FORMATS: &[(u32, u32)] = &[(5, 11), (8, 24), (11, 53), (15, 113)];

/// The widest exponent of any build.
pub(crate) const WIDEST_EXPONENT: u32 = 62;

/// Which floating-point formats the loaded library has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Formats {
    /// Those of IEEE 754.
    Standard,
    /// All.
    Any,
}

impl Formats {
    /// Asks the library for a format that is not of IEEE 754.
    pub(crate) fn read(manager: *mut BitwuzlaTermManager) -> Result<Formats, SolverError> {
        match mk_fp_sort(manager, 3, 4) {
            Ok(_) => Ok(Formats::Any),
            Err(SolverError::Rejected(_) | SolverError::Unsupported(_)) => Ok(Formats::Standard),
            Err(error) => Err(error),
        }
    }

    /// Refuses a format that no sort can have.
    pub(crate) fn require(self, exponent: u32, significand: u32) -> Result<(), SolverError> {
        let has = match self {
            Formats::Standard => STANDARD_FORMATS.contains(&(exponent, significand)),
            Formats::Any => (2..=WIDEST_EXPONENT).contains(&exponent) && significand >= 2,
        };
        if has {
            return Ok(());
        }
        rejected(format!(
            "this library has no floating-point format with {exponent} bits of exponent and \
             {significand} of significand"
        ))
    }
}

/// Why Bitwuzla has no sorts of this kind; `None`: it has.
pub(crate) const fn lacking(kind: SortKind) -> Option<&'static str> {
    match kind {
        SortKind::Bool
        | SortKind::BitVec
        | SortKind::FloatingPoint
        | SortKind::RoundingMode
        | SortKind::Array
        | SortKind::Fun
        | SortKind::Uninterpreted => None,
        SortKind::Int => Some("Bitwuzla has no integers"),
        SortKind::Real => Some("Bitwuzla has no reals"),
        SortKind::String | SortKind::RegLan => Some("Bitwuzla has no strings"),
        SortKind::FiniteField => Some("Bitwuzla has no finite fields"),
        SortKind::Seq => Some("Bitwuzla has no sequences"),
        SortKind::Set => Some("Bitwuzla has no sets"),
        SortKind::Bag => Some("Bitwuzla has no bags"),
        SortKind::Tuple => Some("Bitwuzla has no tuples"),
        SortKind::Datatype | SortKind::MatchCase => Some("Bitwuzla has no datatypes"),
    }
}

/// A floating-point sort, released when the owner goes out of scope.
pub(crate) fn mk_fp_sort(
    manager: *mut BitwuzlaTermManager,
    exponent: u32,
    significand: u32,
) -> Result<OwnedSort, SolverError> {
    let sort = call!(bitwuzla_mk_fp_sort(manager, exponent.into(), significand.into()));
    present(sort, "bitwuzla_mk_fp_sort").map(OwnedSort)
}

/// A bit-vector sort, released when the owner goes out of scope.
pub(crate) fn mk_bv_sort(
    manager: *mut BitwuzlaTermManager,
    width: usize,
) -> Result<OwnedSort, SolverError> {
    let sort = call!(bitwuzla_mk_bv_sort(manager, width as u64));
    present(sort, "bitwuzla_mk_bv_sort").map(OwnedSort)
}

/// A sort over native sorts. Uninterpreted sorts are new with every call.
pub(crate) fn mk_sort(
    manager: *mut BitwuzlaTermManager,
    shape: &SortShape<BitwuzlaSort>,
    structure: &Sort,
) -> Result<BitwuzlaSort, SolverError> {
    if let Some(reason) = lacking(structure.kind()) {
        return Err(SolverError::Unsupported(format!("sort {structure}: {reason}")));
    }
    if has_function_inside(structure) {
        return rejected(format!(
            "{structure} has a function inside; Bitwuzla makes such a sort, but answers wrongly with it"
        ));
    }
    let sort = match shape {
        SortShape::Bool => call!(bitwuzla_mk_bool_sort(manager)),
        SortShape::BitVec(width) => call!(bitwuzla_mk_bv_sort(manager, (*width).into())),
        SortShape::FloatingPoint(exponent, significand) => {
            call!(bitwuzla_mk_fp_sort(manager, (*exponent).into(), (*significand).into()))
        }
        SortShape::RoundingMode => call!(bitwuzla_mk_rm_sort(manager)),
        SortShape::Array(index, element) => {
            call!(bitwuzla_mk_array_sort(manager, *index, *element))
        }
        SortShape::Fun(domain, codomain) => {
            let mut domain = domain.clone();
            let arity = domain.len() as u64;
            call!(bitwuzla_mk_fun_sort(manager, arity, domain.as_mut_ptr(), *codomain))
        }
        SortShape::Uninterpreted(name) => {
            let name = c_string(name)?;
            call!(bitwuzla_mk_uninterpreted_sort(manager, name.as_ptr()))
        }
        other => {
            return Err(SolverError::Unsupported(format!(
                "Bitwuzla has no {}",
                other.kind().key()
            )));
        }
    };
    present(sort, "making a sort")
}

/// The structure of a native sort.
pub(crate) fn structure(sort: BitwuzlaSort) -> Result<Sort, SolverError> {
    if call!(bitwuzla_sort_is_bool(sort)) {
        return Ok(Sort::bool());
    }
    if call!(bitwuzla_sort_is_bv(sort)) {
        return Ok(Sort::bit_vec(width(call!(bitwuzla_sort_bv_get_size(sort)))?));
    }
    if call!(bitwuzla_sort_is_fp(sort)) {
        let exponent = width(call!(bitwuzla_sort_fp_get_exp_size(sort)))?;
        let significand = width(call!(bitwuzla_sort_fp_get_sig_size(sort)))?;
        return Ok(Sort::floating_point(exponent, significand));
    }
    if call!(bitwuzla_sort_is_rm(sort)) {
        return Ok(Sort::rounding_mode());
    }
    if call!(bitwuzla_sort_is_array(sort)) {
        let index = OwnedSort(present(call!(bitwuzla_sort_array_get_index(sort)), "index sort")?);
        let element =
            OwnedSort(present(call!(bitwuzla_sort_array_get_element(sort)), "element sort")?);
        return Ok(Sort::array(structure(index.0)?, structure(element.0)?));
    }
    if call!(bitwuzla_sort_is_fun(sort)) {
        let mut size = 0;
        let domain = call!(bitwuzla_sort_fun_get_domain_sorts(sort, &mut size));
        let domain: Vec<OwnedSort> =
            copy_array(domain.cast_const(), size).into_iter().map(OwnedSort).collect();
        let codomain =
            OwnedSort(present(call!(bitwuzla_sort_fun_get_codomain(sort)), "codomain sort")?);
        let domain: Vec<Sort> =
            domain.iter().map(|sort| structure(sort.0)).collect::<Result<_, _>>()?;
        return Ok(Sort::fun(domain, structure(codomain.0)?));
    }
    if call!(bitwuzla_sort_is_uninterpreted(sort)) {
        let name = text(call!(bitwuzla_sort_get_uninterpreted_symbol(sort)));
        return Ok(Sort::uninterpreted(&name.unwrap_or_default()));
    }
    let printed = text(call!(bitwuzla_sort_to_string(sort))).unwrap_or_default();
    Err(SolverError::Unsupported(format!("sort {printed} is not known to this wrapper")))
}

/// The structure of the sort of a native term.
pub(crate) fn structure_of(term: BitwuzlaTerm) -> Result<Sort, SolverError> {
    let sort = OwnedSort(present(call!(bitwuzla_term_get_sort(term)), "bitwuzla_term_get_sort")?);
    structure(sort.0)
}

fn width(bits: u64) -> Result<u32, SolverError> {
    u32::try_from(bits)
        .map_err(|_| SolverError::Broken(format!("Bitwuzla made a sort of {bits} bits")))
}

fn has_function_inside(sort: &Sort) -> bool {
    let is_function = |sort: &Sort| sort.kind() == SortKind::Fun;
    match sort.shape() {
        SortShape::Array(index, element) => is_function(index) || is_function(element),
        SortShape::Fun(domain, codomain) => domain.iter().any(is_function) || is_function(codomain),
        _ => false,
    }
}
