//! Reads the model as a whole, and the list of assertions.

use murxla_api::{SolverError, SortShape, TermId};

use crate::ffi::{self, NativeSort, NativeTerm, call};
use crate::solver::Instance;

/// How a model is blocked, as the API counts the ways.
const BY_LITERALS: u32 = 0;
const BY_VALUES: u32 = 1;

impl Instance {
    /// Reads all that the model has in every way that the API has, and prints it to nowhere.
    pub(crate) fn print_model(&mut self) -> Result<(), SolverError> {
        if self.library.ends_process() {
            self.conduct.value()?;
        }
        let sorts = self.declared_sorts();
        let (sort_count, constant_count) = (sorts.len(), self.constants.len());
        call!(cvc5_get_model(
            self.solver,
            sort_count,
            sorts.as_ptr(),
            constant_count,
            self.constants.as_ptr()
        ));
        for sort in sorts {
            let mut count = 0;
            let elements = call!(cvc5_get_model_domain_elements(self.solver, sort, &mut count));
            // SAFETY: the library gave that many terms, valid until the next call of this function.
            let elements = unsafe { ffi::list(elements, count) };
            self.print_and_release(&elements)?;
        }
        for constant in &self.constants {
            let value = ffi::live(call!(cvc5_get_value(self.solver, *constant)), "value")?;
            self.print_and_release(&[value])?;
        }
        if self.heap.is_declared() {
            let heap = ffi::live(call!(cvc5_get_value_sep_heap(self.solver)), "heap")?;
            let nil = ffi::live(call!(cvc5_get_value_sep_nil(self.solver)), "nil")?;
            self.print_and_release(&[heap, nil])?;
        }
        Ok(())
    }

    /// Uninterpreted sorts, each once. cvc5 shares them, and so does the table of sorts.
    fn declared_sorts(&self) -> Vec<NativeSort> {
        let mut names = Vec::new();
        let mut sorts = Vec::new();
        for (native, sort) in self.sorts.iter() {
            if let SortShape::Uninterpreted(name) = sort.shape()
                && !names.contains(&name)
            {
                names.push(name);
                sorts.push(native);
            }
        }
        sorts
    }

    fn print_and_release(&self, terms: &[NativeTerm]) -> Result<(), SolverError> {
        for term in terms {
            call!(cvc5_term_to_string(*term));
        }
        self.release(terms)
    }

    /// What is asserted, as far as it is what was given: cvc5 lists definitions and blocked models, too.
    pub(crate) fn listed_assertions(&mut self) -> Result<Vec<TermId>, SolverError> {
        // The question would fix the options, the logic and the heap, which nothing has done so far.
        if !self.conduct.started {
            return Ok(Vec::new());
        }
        let mut count = 0;
        let listed = call!(cvc5_get_assertions(self.solver, &mut count));
        // SAFETY: the library gave that many terms, valid until the next call of this function.
        let listed = unsafe { ffi::list(listed, count) };
        let mut left = self.native_ids(self.assertions.formulas())?;
        let mut ids = Vec::new();
        for term in &listed {
            let number = call!(cvc5_term_get_id(ffi::live(*term, "assertion")?));
            // What was asserted twice is listed twice.
            if let Some(place) = left.iter().position(|(_, known)| *known == number) {
                ids.push(left.remove(place).0);
            }
        }
        self.release(&listed)?;
        Ok(ids)
    }

    /// Excludes the model of the last check.
    pub(crate) fn block_model(&mut self, by_literals: bool) -> Result<(), SolverError> {
        if self.library.ends_process() {
            self.conduct.value()?;
        }
        let mode = if by_literals { BY_LITERALS } else { BY_VALUES };
        call!(cvc5_block_model(self.solver, mode));
        self.model_was_blocked();
        Ok(())
    }

    /// Excludes the values that some terms have in the model of the last check.
    pub(crate) fn block_values(&mut self, terms: &[TermId]) -> Result<(), SolverError> {
        if self.library.ends_process() {
            self.conduct.value()?;
        }
        let terms = self.terms.natives(terms)?;
        call!(cvc5_block_model_values(self.solver, terms.len(), terms.as_ptr()));
        self.model_was_blocked();
        Ok(())
    }

    /// cvc5 asserted a clause that is nobody else's.
    fn model_was_blocked(&mut self) {
        self.asserts_by_itself = true;
        self.conduct.changed();
    }
}
