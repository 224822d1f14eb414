//! Makes quantifiers and lambdas, by each of the two ways that Z3's API has: of constants, or of numbers of bound
//! variables.

use std::ffi::c_uint;

use murxla_api::{Binder, SolverError, TermId};

use crate::ffi::{Z3_ast, Z3_pattern, Z3_sort, Z3_symbol, call};
use crate::solver::Z3Solver;
use crate::terms::Native;
use crate::variables::Variable;

/// What is bound in the parts of a binder: the terms that stand there for variables.
struct Bound<'a> {
    variables: &'a [Variable],
    stand_ins: Vec<Z3_ast>,
    /// Whether these are numbers of bound variables; else they are constants.
    are_numbers: bool,
}

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
        let variables = self.variables(vars)?;
        let body = self.plain_term(*body)?;
        match binder {
            Binder::Forall | Binder::Exists => {
                let made = self.quantifier(binder == Binder::Forall, &variables, patterns, body)?;
                self.add_term(made)
            }
            Binder::Lambda => {
                let lambda = self.lambda(&variables, body)?;
                Ok(self.terms.add(Native::Lambda(lambda)))
            }
            Binder::Witness | Binder::Comprehension => {
                Err(SolverError::Unsupported(format!("the binder {} (Z3 has none)", binder.key())))
            }
        }
    }

    /// The seed says by which way variables are bound.
    fn bound<'a>(&mut self, variables: &'a [Variable]) -> Result<Bound<'a>, SolverError> {
        let are_numbers = self.seed.pick(2) == 0;
        let stand_ins = match are_numbers {
            true => self.bound_indices(variables)?,
            false => self.named_constants(variables)?,
        };
        Ok(Bound { variables, stand_ins, are_numbers })
    }

    pub(crate) fn lambda(
        &mut self,
        variables: &[Variable],
        body: Z3_ast,
    ) -> Result<Z3_ast, SolverError> {
        let bound = self.bound(variables)?;
        let body = self.with_variables_replaced(body, variables, &bound.stand_ins)?;
        let (raw, count) = (self.context.raw, variables.len() as c_uint);
        let made = if bound.are_numbers {
            let (sorts, names) = sorts_and_names(variables);
            call!(Z3_mk_lambda(raw, count, sorts.as_ptr(), names.as_ptr(), body))
        } else {
            let constants = self.as_apps(&bound.stand_ins)?;
            call!(Z3_mk_lambda_const(raw, count, constants.as_ptr(), body))
        };
        self.context.keep(self.context.checked(made)?)
    }

    fn patterns(
        &self,
        patterns: &[Vec<TermId>],
        bound: &Bound<'_>,
    ) -> Result<Vec<Z3_pattern>, SolverError> {
        let context = &self.context;
        let mut hints = Vec::new();
        for pattern in patterns {
            let mut terms = self.plain_terms(pattern)?;
            for term in &mut terms {
                *term = self.with_variables_replaced(*term, bound.variables, &bound.stand_ins)?;
            }
            let made = call!(Z3_mk_pattern(context.raw, terms.len() as c_uint, terms.as_ptr()));
            let pattern = context.checked(made)?;
            let ast = call!(Z3_pattern_to_ast(context.raw, pattern));
            context.keep(context.checked(ast)?)?;
            hints.push(pattern);
        }
        Ok(hints)
    }

    /// A quantifier, in one of several ways that mean the same.
    fn quantifier(
        &mut self,
        forall: bool,
        variables: &[Variable],
        patterns: &[Vec<TermId>],
        body: Z3_ast,
    ) -> Result<Option<Z3_ast>, SolverError> {
        let bound = self.bound(variables)?;
        let body = self.with_variables_replaced(body, variables, &bound.stand_ins)?;
        let hints = self.patterns(patterns, &bound)?;
        if bound.are_numbers {
            return self.quantifier_of_numbers(forall, variables, &hints, body);
        }
        let constants = self.as_apps(&bound.stand_ins)?;
        let raw = self.context.raw;
        let (vars, hint_count) = (constants.len() as c_uint, hints.len() as c_uint);
        let (bound, hints) = (constants.as_ptr(), hints.as_ptr());
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

    fn quantifier_of_numbers(
        &mut self,
        forall: bool,
        variables: &[Variable],
        hints: &[Z3_pattern],
        body: Z3_ast,
    ) -> Result<Option<Z3_ast>, SolverError> {
        let raw = self.context.raw;
        let (sorts, names) = sorts_and_names(variables);
        let (vars, hint_count) = (variables.len() as c_uint, hints.len() as c_uint);
        let (sorts, names, hints) = (sorts.as_ptr(), names.as_ptr(), hints.as_ptr());
        Ok(match (self.seed.pick(3), forall) {
            (0, true) => call!(Z3_mk_forall(raw, 0, hint_count, hints, vars, sorts, names, body)),
            (0, false) => call!(Z3_mk_exists(raw, 0, hint_count, hints, vars, sorts, names, body)),
            (1, _) => {
                let name = self.context.symbol("quantifier")?;
                call!(Z3_mk_quantifier_ex(
                    raw,
                    forall,
                    0,
                    name,
                    name,
                    hint_count,
                    hints,
                    0,
                    std::ptr::null(),
                    vars,
                    sorts,
                    names,
                    body
                ))
            }
            _ => {
                call!(Z3_mk_quantifier(raw, forall, 0, hint_count, hints, vars, sorts, names, body))
            }
        })
    }
}

fn sorts_and_names(variables: &[Variable]) -> (Vec<Z3_sort>, Vec<Z3_symbol>) {
    variables.iter().map(|variable| (variable.sort, variable.name)).unzip()
}
