//! Defined functions, and taking terms apart.

use murxla_api::{SolverError, TermId};

use crate::ffi::{self, call};
use crate::solver::Instance;

impl Instance {
    pub(crate) fn make_definition(
        &mut self,
        name: &str,
        vars: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        if self.library.ends_process() {
            return Err(SolverError::Unsupported(
                "the definition of a function: this version of cvc5 ends the process if it refuses it"
                    .to_owned(),
            ));
        }
        let symbol = ffi::c_string(name)?;
        let vars = self.terms.natives(vars)?;
        let body = self.terms.native(body)?;
        let sort = call!(cvc5_term_get_sort(body));
        let (count, vars) = (vars.len(), vars.as_ptr());
        let global = true;
        let made = self.define(symbol.as_ptr(), count, vars, sort, body, global);
        call!(cvc5_sort_release(sort));
        let function = self.add_term(made?)?;
        self.has_definitions = true;
        Ok(function)
    }

    fn define(
        &self,
        symbol: *const std::ffi::c_char,
        count: usize,
        vars: *const ffi::NativeTerm,
        sort: ffi::NativeSort,
        body: ffi::NativeTerm,
        global: bool,
    ) -> Result<ffi::NativeTerm, SolverError> {
        Ok(call!(cvc5_define_fun(self.solver, symbol, count, vars, sort, body, global)))
    }

    pub(crate) fn children_of(&mut self, term: TermId) -> Result<Vec<TermId>, SolverError> {
        let children = self.children(self.terms.native(term)?)?;
        children.into_iter().map(|child| self.add_term(child)).collect()
    }
}
