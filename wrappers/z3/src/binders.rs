//! Quantifiers and lambdas.

use std::ffi::c_uint;

use murxla_api::{Binder, SolverError, TermId};

use crate::ffi::{Z3_app, Z3_ast, Z3_pattern, call};
use crate::solver::Z3Solver;
use crate::terms::Native;

impl Z3Solver {
    pub(crate) fn make_binder(
        &mut self,
        binder: Binder,
        vars: &[TermId],
        patterns: &[Vec<TermId>],
        bodies: &[TermId],
    ) -> Result<TermId, SolverError> {
        let ([body], false) = (bodies, vars.is_empty()) else {
            return Err(SolverError::Unsupported(format!(
                "{} with {} variables and {} bodies",
                binder.key(),
                vars.len(),
                bodies.len()
            )));
        };
        let context = &self.context;
        let mut bound = Vec::new();
        for var in self.plain_terms(vars)? {
            let app = call!(Z3_to_app(context.raw, var));
            bound.push(context.checked(app)?);
        }
        let body = self.plain_term(*body)?;
        match binder {
            Binder::Forall | Binder::Exists => {
                let hints = self.patterns(patterns)?;
                let made = self.quantifier(binder == Binder::Forall, &bound, &hints, body)?;
                self.add_term(made)
            }
            Binder::Lambda => {
                let count = bound.len() as c_uint;
                let made = call!(Z3_mk_lambda_const(context.raw, count, bound.as_ptr(), body));
                let lambda = context.keep(context.checked(made)?)?;
                Ok(self.terms.add(Native::Lambda(lambda)))
            }
            Binder::Witness | Binder::Comprehension => {
                Err(SolverError::Unsupported(format!("the binder {} (Z3 has none)", binder.key())))
            }
        }
    }

    fn patterns(&self, patterns: &[Vec<TermId>]) -> Result<Vec<Z3_pattern>, SolverError> {
        let context = &self.context;
        let mut hints = Vec::new();
        for pattern in patterns {
            let terms = self.plain_terms(pattern)?;
            let made = call!(Z3_mk_pattern(context.raw, terms.len() as c_uint, terms.as_ptr()));
            let pattern = context.checked(made)?;
            let ast = call!(Z3_pattern_to_ast(context.raw, pattern));
            context.keep(context.checked(ast)?)?;
            hints.push(pattern);
        }
        Ok(hints)
    }

    /// A quantifier, in one of three ways that mean the same.
    fn quantifier(
        &mut self,
        forall: bool,
        bound: &[Z3_app],
        hints: &[Z3_pattern],
        body: Z3_ast,
    ) -> Result<Option<Z3_ast>, SolverError> {
        let raw = self.context.raw;
        let (vars, hint_count) = (bound.len() as c_uint, hints.len() as c_uint);
        let (bound, hints) = (bound.as_ptr(), hints.as_ptr());
        Ok(match (self.seed.pick(3), forall) {
            (0, true) => call!(Z3_mk_forall_const(raw, 0, vars, bound, hint_count, hints, body)),
            (0, false) => call!(Z3_mk_exists_const(raw, 0, vars, bound, hint_count, hints, body)),
            (1, _) => {
                let name = self.context.symbol("quantifier")?;
                call!(Z3_mk_quantifier_const_ex(
                    raw,
                    forall,
                    0,
                    name,
                    name,
                    vars,
                    bound,
                    hint_count,
                    hints,
                    0,
                    std::ptr::null(),
                    body
                ))
            }
            _ => {
                call!(Z3_mk_quantifier_const(raw, forall, 0, vars, bound, hint_count, hints, body))
            }
        })
    }
}
