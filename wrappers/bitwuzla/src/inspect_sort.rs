//! What Bitwuzla tells of a sort, against what it was made of.

use murxla_api::{SolverError, Sort, SortId, SortKind, SortShape, inspect, mismatch};

use crate::errors::present;
use crate::ffi::{BitwuzlaSort, call, copy_array, text};
use crate::handles::OwnedSort;
use crate::parser::Parser;
use crate::solver::BitwuzlaSolver;
use crate::sorts::structure;
use crate::text_stream::printed_by;

impl BitwuzlaSolver {
    /// Asks for all that the API tells of a sort.
    pub(crate) fn inspect_sort(&mut self, sort: SortId) -> Result<(), SolverError> {
        let native = self.sorts.native(sort)?;
        let known = self.sorts.sort(sort)?.clone();
        inspect_native(native, &known)?;
        if !has_uninterpreted(&known) {
            let parser = Parser::new(self.native.manager, 2)?;
            let printed = text(call!(bitwuzla_sort_to_string(native))).unwrap_or_default();
            // Sorts of functions are not written.
            if known.kind() != SortKind::Fun {
                let read = parser.sort(&printed)?;
                inspect("bitwuzla_parser_parse_sort", "a printed sort", known, structure(read.0)?)?;
            }
        }
        Ok(())
    }
}

/// Whether a declared sort is in it.
pub(crate) fn has_uninterpreted(sort: &Sort) -> bool {
    sort.kind() == SortKind::Uninterpreted || sort.shape().children().any(has_uninterpreted)
}

fn inspect_native(sort: BitwuzlaSort, known: &Sort) -> Result<(), SolverError> {
    for (kind, function, holds) in [
        (SortKind::Bool, "bitwuzla_sort_is_bool", call!(bitwuzla_sort_is_bool(sort))),
        (SortKind::BitVec, "bitwuzla_sort_is_bv", call!(bitwuzla_sort_is_bv(sort))),
        (SortKind::FloatingPoint, "bitwuzla_sort_is_fp", call!(bitwuzla_sort_is_fp(sort))),
        (SortKind::RoundingMode, "bitwuzla_sort_is_rm", call!(bitwuzla_sort_is_rm(sort))),
        (SortKind::Array, "bitwuzla_sort_is_array", call!(bitwuzla_sort_is_array(sort))),
        (SortKind::Fun, "bitwuzla_sort_is_fun", call!(bitwuzla_sort_is_fun(sort))),
        (
            SortKind::Uninterpreted,
            "bitwuzla_sort_is_uninterpreted",
            call!(bitwuzla_sort_is_uninterpreted(sort)),
        ),
    ] {
        inspect(function, "the kind of a sort", known.kind() == kind, holds)?;
    }
    inspect("bitwuzla_sort_get_*", "the parts of a sort", known, &structure(sort)?)?;
    let copy = OwnedSort(present(call!(bitwuzla_sort_copy(sort)), "bitwuzla_sort_copy")?);
    let hashes = (call!(bitwuzla_sort_hash(sort)), call!(bitwuzla_sort_hash(copy.0)));
    inspect("bitwuzla_sort_hash", "the hash of a copy", hashes.0, hashes.1)?;
    let told = text(call!(bitwuzla_sort_to_string(sort))).unwrap_or_default();
    let printed = printed_by(|stream| {
        call!(bitwuzla_sort_print(sort, stream));
        Ok(())
    })?;
    inspect("bitwuzla_sort_print", "its text and that of to_string", told.trim(), printed.trim())?;
    match known.shape() {
        SortShape::Uninterpreted(name) => {
            let told = text(call!(bitwuzla_sort_get_uninterpreted_symbol(sort)));
            inspect(
                "bitwuzla_sort_get_uninterpreted_symbol",
                "its name",
                Some(&**name),
                told.as_deref(),
            )
        }
        SortShape::Array(index, element) => {
            let index_sort = present(call!(bitwuzla_sort_array_get_index(sort)), "index sort")?;
            let index_sort = OwnedSort(index_sort);
            inspect_native(index_sort.0, index)?;
            let element_sort = call!(bitwuzla_sort_array_get_element(sort));
            inspect_native(OwnedSort(present(element_sort, "element sort")?).0, element)
        }
        SortShape::Fun(domain, codomain) => {
            let arity = call!(bitwuzla_sort_fun_get_arity(sort));
            inspect("bitwuzla_sort_fun_get_arity", "the arity", domain.len() as u64, arity)?;
            let mut size = 0;
            let first = call!(bitwuzla_sort_fun_get_domain_sorts(sort, &mut size));
            let sorts: Vec<OwnedSort> =
                copy_array(first.cast_const(), size).into_iter().map(OwnedSort).collect();
            if sorts.len() != domain.len() {
                let lengths = [domain.len(), sorts.len()].map(|length| length.to_string());
                return Err(mismatch(
                    "bitwuzla_sort_fun_get_domain_sorts",
                    "how many sorts there are",
                    &lengths[0],
                    &lengths[1],
                ));
            }
            for (sort, known) in sorts.iter().zip(domain) {
                inspect_native(sort.0, known)?;
            }
            let result = present(call!(bitwuzla_sort_fun_get_codomain(sort)), "codomain sort")?;
            inspect_native(OwnedSort(result).0, codomain)
        }
        _ => Ok(()),
    }
}
