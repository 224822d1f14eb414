//! Terms that Z3 rewrites: simplified, or with parts replaced.

use std::ffi::c_uint;

use murxla_api::{SolverError, TermId};

use crate::context::{Counted, counted};
use crate::ffi::{Z3_app, Z3_ast, Z3_params, call};
use crate::options;
use crate::solver::Z3Solver;
use crate::terms::Native;

impl Z3Solver {
    pub(crate) fn simplified(&mut self, term: TermId) -> Result<TermId, SolverError> {
        let native = self.rewritable(term)?;
        let raw = self.context.raw;
        let made = if self.seed.pick(2) == 0 {
            call!(Z3_simplify(raw, native))
        } else {
            let params = self.simplifier_parameters()?;
            call!(Z3_simplify_ex(raw, native, params.raw))
        };
        self.add_rewritten(term, made)
    }

    /// Up to three switches of the simplifier, thrown.
    fn simplifier_parameters(&mut self) -> Result<Counted<'_, Z3_params>, SolverError> {
        let Z3Solver { context, seed, .. } = self;
        let switches = options::simplifier_switches(context)?;
        let made = call!(Z3_mk_params(context.raw));
        let params = counted!(context, made, Z3_params_inc_ref, Z3_params_dec_ref);
        for _ in 0..seed.pick(4) {
            if let Some(name) = switches.get(seed.pick(switches.len().max(1))) {
                let symbol = context.symbol(name)?;
                call!(Z3_params_set_bool(context.raw, params.raw, symbol, seed.pick(2) == 0));
                context.check()?;
            }
        }
        Ok(params)
    }

    /// Variables are constants until they are bound, and a bound one has no name any more: nothing is captured.
    pub(crate) fn replace_variables(
        &mut self,
        vars: &[TermId],
        values: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        let (from, to) = (self.plain_terms(vars)?, self.plain_terms(values)?);
        let is_twice = |(place, var): (usize, &Z3_ast)| from[..place].contains(var);
        let native = self.rewritable(body)?;
        if self.seed.pick(2) == 0 || from.is_empty() || from.iter().enumerate().any(is_twice) {
            return self.replace(body, &from, &to);
        }
        self.require_partners(&from, &to)?;
        let made = self.open_binder(&from, to, native)?;
        self.add_rewritten(body, made)
    }

    /// Binds the variables and gives their values to the bound ones.
    fn open_binder(
        &self,
        vars: &[Z3_ast],
        mut values: Vec<Z3_ast>,
        body: Z3_ast,
    ) -> Result<Option<Z3_ast>, SolverError> {
        let raw = self.context.raw;
        let mut bound: Vec<Z3_app> = Vec::new();
        for var in vars {
            let app = call!(Z3_to_app(raw, *var));
            bound.push(self.context.checked(app)?);
        }
        let count = bound.len() as c_uint;
        let lambda = call!(Z3_mk_lambda_const(raw, count, bound.as_ptr(), body));
        let lambda = self.context.keep(self.context.checked(lambda)?)?;
        let opened = call!(Z3_get_quantifier_body(raw, lambda));
        let opened = self.context.checked(opened)?;
        // The last variable of a binder has the number 0.
        values.reverse();
        Ok(call!(Z3_substitute_vars(raw, opened, count, values.as_ptr())))
    }

    /// The term with other terms in place of some, all at once.
    pub(crate) fn substituted(
        &mut self,
        term: TermId,
        from: &[TermId],
        to: &[TermId],
    ) -> Result<TermId, SolverError> {
        let (from, to) = (self.plain_terms(from)?, self.plain_terms(to)?);
        self.replace(term, &from, &to)
    }

    fn replace(
        &mut self,
        term: TermId,
        from: &[Z3_ast],
        to: &[Z3_ast],
    ) -> Result<TermId, SolverError> {
        self.require_partners(from, to)?;
        let native = self.rewritable(term)?;
        let count = from.len() as c_uint;
        let raw = self.context.raw;
        let made = call!(Z3_substitute(raw, native, count, from.as_ptr(), to.as_ptr()));
        self.add_rewritten(term, made)
    }

    pub(crate) fn require_partners(
        &self,
        from: &[Z3_ast],
        to: &[Z3_ast],
    ) -> Result<(), SolverError> {
        let refuse = |why: &str| Err(SolverError::Rejected(format!("murxla refuses it: {why}")));
        if from.len() != to.len() {
            return refuse("as many terms are needed as are to be replaced");
        }
        for (old, new) in from.iter().zip(to) {
            if self.native_sort_of(*old)? != self.native_sort_of(*new)? {
                return refuse("a term is replaced by one of the same sort");
            }
        }
        Ok(())
    }

    fn rewritable(&self, term: TermId) -> Result<Z3_ast, SolverError> {
        match self.terms.native(term)? {
            Native::Term(native) | Native::Lambda(native) => Ok(native),
            Native::Function(_) | Native::Macro(_) => {
                Err(SolverError::Unsupported("a function to rewrite (it is no term)".to_owned()))
            }
        }
    }

    fn add_rewritten(
        &mut self,
        original: TermId,
        made: Option<Z3_ast>,
    ) -> Result<TermId, SolverError> {
        let native = self.context.keep(self.context.checked(made)?)?;
        let is_function = matches!(self.terms.native(original)?, Native::Lambda(_));
        let kept = if is_function { Native::Lambda(native) } else { Native::Term(native) };
        Ok(self.terms.add(kept))
    }
}
