//! Sorts: making them, and reading their structure back.

use murxla_api::{SolverError, Sort, SortId, SortShape};

use crate::ffi::{self, NativeSort, call};
use crate::guard;
use crate::solver::Instance;

impl Instance {
    pub(crate) fn make_sort(&mut self, shape: &SortShape<SortId>) -> Result<SortId, SolverError> {
        let structure = self.sorts.structure(shape)?;
        if self.library.ends_process() {
            guard::sort(&self.library.profile, &structure)?;
        }
        let tm = self.tm;
        let native = match shape {
            SortShape::Bool => call!(cvc5_get_boolean_sort(tm)),
            SortShape::BitVec(width) => call!(cvc5_mk_bv_sort(tm, *width)),
            SortShape::Array(index, element) => {
                let (index, element) = (self.sorts.native(*index)?, self.sorts.native(*element)?);
                call!(cvc5_mk_array_sort(tm, index, element))
            }
            SortShape::Fun(domain, codomain) => {
                let is_predicate = *self.sorts.sort(*codomain)? == Sort::bool();
                let domain = self.sorts.natives(domain)?;
                let codomain = self.sorts.native(*codomain)?;
                if is_predicate && self.seed.pick(2) == 0 {
                    call!(cvc5_mk_predicate_sort(tm, domain.len(), domain.as_ptr()))
                } else {
                    call!(cvc5_mk_fun_sort(tm, domain.len(), domain.as_ptr(), codomain))
                }
            }
            SortShape::Uninterpreted(name) => self.make_uninterpreted_sort(name, &structure)?,
        };
        Ok(self.sorts.add(ffi::live(native, "sort")?, structure))
    }

    /// cvc5 makes a new sort at every call, also under the same name; a name is to mean one sort.
    fn make_uninterpreted_sort(
        &mut self,
        name: &str,
        structure: &Sort,
    ) -> Result<NativeSort, SolverError> {
        if let Some((known, _)) = self.sorts.iter().find(|(_, sort)| *sort == structure) {
            return Ok(call!(cvc5_sort_copy(known)));
        }
        let symbol = ffi::c_string(name)?;
        Ok(if self.seed.pick(2) == 0 {
            call!(cvc5_mk_uninterpreted_sort(self.tm, symbol.as_ptr()))
        } else {
            call!(cvc5_declare_sort(self.solver, symbol.as_ptr(), 0, true))
        })
    }

    /// The structure of a native sort, as the library tells it.
    pub(crate) fn read_sort(&self, native: NativeSort) -> Result<Sort, SolverError> {
        let native = ffi::live(native, "sort")?;
        let kind = call!(cvc5_sort_get_kind(native));
        Ok(match self.library.sort_kinds.name(kind) {
            "BOOLEAN_SORT" => Sort::bool(),
            "BITVECTOR_SORT" => Sort::bit_vec(call!(cvc5_sort_bv_get_size(native))),
            "ARRAY_SORT" => {
                let index = self.read_owned(call!(cvc5_sort_array_get_index_sort(native)))?;
                let element = self.read_owned(call!(cvc5_sort_array_get_element_sort(native)))?;
                Sort::array(index, element)
            }
            "FUNCTION_SORT" => {
                let mut count = 0;
                let domain = call!(cvc5_sort_fun_get_domain(native, &mut count));
                // SAFETY: the library gave that many sorts, valid until the next call of this function.
                let domain = unsafe { ffi::list(domain, count) };
                let domain: Vec<Sort> = domain
                    .into_iter()
                    .map(|sort| self.read_owned(sort))
                    .collect::<Result<_, _>>()?;
                let codomain = self.read_owned(call!(cvc5_sort_fun_get_codomain(native)))?;
                Sort::fun(domain, codomain)
            }
            // Version 1.2 has no kind for uninterpreted sorts, but tells them.
            _ if call!(cvc5_sort_is_uninterpreted_sort(native)) => {
                let name = call!(cvc5_sort_get_symbol(native));
                // SAFETY: the library gave a C string.
                let name = unsafe { ffi::text(name) };
                Sort::uninterpreted(&name)
            }
            other => {
                let shown = call!(cvc5_sort_to_string(native));
                // SAFETY: the library gave a C string.
                let shown = unsafe { ffi::text(shown) };
                return Err(SolverError::Broken(format!(
                    "cvc5 told of a sort that was never made: {shown} (kind {kind}, {other})"
                )));
            }
        })
    }

    /// Reads a sort whose handle was given to us, and gives the handle back.
    pub(crate) fn read_owned(&self, native: NativeSort) -> Result<Sort, SolverError> {
        let structure = self.read_sort(native)?;
        call!(cvc5_sort_release(native));
        Ok(structure)
    }
}
