//! Defined functions, and taking terms apart.

use std::ffi::c_uint;

use murxla_api::{SolverError, TermId};

use crate::ffi::{Z3_ast, Z3_sort, call};
use crate::solver::Z3Solver;
use crate::terms::Native;

impl Z3Solver {
    /// Z3's API has definitions only for functions that may be recursive.
    pub(crate) fn make_definition(
        &mut self,
        name: &str,
        vars: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        let context = &self.context;
        let symbol = context.symbol(name)?;
        let mut args = self.plain_terms(vars)?;
        let body = self.plain_term(body)?;
        let domain: Vec<Z3_sort> =
            args.iter().map(|arg| self.native_sort_of(*arg)).collect::<Result<_, _>>()?;
        let range = self.native_sort_of(body)?;
        let count = args.len() as c_uint;
        let made = call!(Z3_mk_rec_func_decl(context.raw, symbol, count, domain.as_ptr(), range));
        let function = self.keep_function(made)?;
        call!(Z3_add_rec_def(context.raw, function, count, args.as_mut_ptr(), body));
        context.check()?;
        if count == 0 {
            let made = call!(Z3_mk_app(context.raw, function, 0, std::ptr::null()));
            return self.add_term(made);
        }
        Ok(self.terms.add(Native::Function(function)))
    }

    fn native_sort_of(&self, term: Z3_ast) -> Result<Z3_sort, SolverError> {
        let sort = call!(Z3_get_sort(self.context.raw, term));
        self.context.checked(sort)
    }

    pub(crate) fn children_of(&mut self, term: TermId) -> Result<Vec<TermId>, SolverError> {
        // Z3 takes anything for an application that it is asked to; a quantifier is none.
        let children = match self.terms.native(term)? {
            Native::Term(term) if self.decl_kind(term)?.is_some() => self.children(term)?,
            _ => Vec::new(),
        };
        children.into_iter().map(|child| self.add_term(Some(child))).collect()
    }
}
