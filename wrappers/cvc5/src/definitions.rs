//! Defined functions, simplification, and the children of terms.

use murxla_api::{SolverError, SortId, SortShape, TermId};

use crate::ffi::{self, NativeTerm, call};
use crate::solver::Instance;

impl Instance {
    pub(crate) fn make_definition(
        &mut self,
        name: &str,
        vars: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        self.require_definitions()?;
        self.declare_heap()?;
        let symbol = ffi::c_string(name)?;
        let vars = self.terms.natives(vars)?;
        let body = self.terms.native(body)?;
        let sort = call!(cvc5_term_get_sort(body));
        let (count, vars) = (vars.len(), vars.as_ptr());
        let global = true;
        let made = self.define(symbol.as_ptr(), count, vars, sort, body, global);
        call!(cvc5_sort_release(sort));
        let function = self.add_term(made?)?;
        self.was_defined();
        Ok(function)
    }

    /// A definition is an assertion of cvc5's own, and fixes the options and the logic.
    fn was_defined(&mut self) {
        self.asserts_by_itself = true;
        self.conduct.started = true;
    }

    fn require_definitions(&self) -> Result<(), SolverError> {
        match self.library.ends_process() {
            false => Ok(()),
            true => Err(SolverError::Unsupported(
                "the definition of a function: this version of cvc5 ends the process if it refuses it"
                    .to_owned(),
            )),
        }
    }

    /// A function that may call itself is a constant first.
    pub(crate) fn declare_recursive(
        &mut self,
        sort: SortId,
        name: &str,
    ) -> Result<TermId, SolverError> {
        self.require_definitions()?;
        match self.sorts.sort(sort)?.shape() {
            SortShape::Fun(..) => self.make_const(sort, name),
            _ => Err(SolverError::Rejected("only a function can call itself".to_owned())),
        }
    }

    /// Defines such a function for all levels, as the one of a group or by itself.
    pub(crate) fn define_recursive(
        &mut self,
        function: TermId,
        vars: &[TermId],
        body: TermId,
    ) -> Result<(), SolverError> {
        self.require_definitions()?;
        self.declare_heap()?;
        let function = self.terms.native(function)?;
        let vars = self.terms.natives(vars)?;
        let body = self.terms.native(body)?;
        let global = true;
        let (solver, mut count) = (self.solver, vars.len());
        if self.seed.pick(2) == 0 {
            let mut vars = vars.as_ptr();
            call!(cvc5_define_funs_rec(solver, 1, &function, &mut count, &mut vars, &body, global));
        } else {
            let defined = call!(cvc5_define_fun_rec_from_const(
                solver,
                function,
                count,
                vars.as_ptr(),
                body,
                global
            ));
            self.release(&[ffi::live(defined, "function")?])?;
        }
        self.was_defined();
        Ok(())
    }

    /// What cvc5 makes of a term: by itself, or also by the equations that it has solved among the assertions.
    pub(crate) fn simplified(
        &mut self,
        term: TermId,
        by_assertions: bool,
    ) -> Result<TermId, SolverError> {
        if self.cases.contains_key(&term) {
            return Err(SolverError::Rejected("a case is no term by itself".to_owned()));
        }
        let native = self.terms.native(term)?;
        if self.conduct.started {
            let solver = self.solver;
            let simplify = || Ok(call!(cvc5_simplify(solver, native, by_assertions)));
            let simpler = self.worked("simplify", simplify())?;
            return self.add_term(simpler);
        }
        // Simplifying fixes the options, the logic and the heap, which nothing has done so far.
        let aside = self.aside()?;
        let simplify = || -> Result<NativeTerm, SolverError> {
            Ok(call!(cvc5_simplify(aside, native, by_assertions)))
        };
        let simpler = simplify();
        call!(cvc5_delete(aside));
        self.add_term(simpler?)
    }

    fn define(
        &self,
        symbol: *const std::ffi::c_char,
        count: usize,
        vars: *const NativeTerm,
        sort: ffi::NativeSort,
        body: NativeTerm,
        global: bool,
    ) -> Result<NativeTerm, SolverError> {
        Ok(call!(cvc5_define_fun(self.solver, symbol, count, vars, sort, body, global)))
    }

    pub(crate) fn children_of(&mut self, term: TermId) -> Result<Vec<TermId>, SolverError> {
        let children = self.children(self.terms.native(term)?)?;
        children.into_iter().map(|child| self.add_term(child)).collect()
    }
}
