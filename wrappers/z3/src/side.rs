//! Checks on the side: formulas asked of a solver object of their own, with little effort, so that what an engine says can
//! be compared with it.

use std::ffi::c_uint;

use murxla_api::{Answer, SolverError};

use crate::context::{Context, Counted, counted};
use crate::ffi::{self, Z3_ast, Z3_lbool, Z3_model, Z3_params, Z3_solver, call};

/// The effort of a check on the side, in Z3's own units: well below a second.
pub(crate) const EFFORT: c_uint = 200_000;

/// What a check said. `None` if Z3 refused it.
pub(crate) fn answer_of(
    context: &Context,
    result: Z3_lbool,
) -> Result<Option<Answer>, SolverError> {
    match (context.check(), result) {
        (Ok(()), ffi::Z3_L_TRUE) => Ok(Some(Answer::Sat)),
        (Ok(()), ffi::Z3_L_FALSE) => Ok(Some(Answer::Unsat)),
        (Ok(()), ffi::Z3_L_UNDEF) => Ok(Some(Answer::Unknown)),
        (Ok(()), other) => Err(SolverError::Broken(format!("the answer {other}"))),
        (Err(_), _) => Ok(None),
    }
}

/// The answer of a check that gives up soon; `None` if Z3 refuses it.
pub(crate) fn check_briefly(
    solver: &Counted<'_, Z3_solver>,
) -> Result<Option<Answer>, SolverError> {
    let context = solver.context;
    let params = context.brief()?;
    call!(Z3_solver_set_params(context.raw, solver.raw, params.raw));
    context.check()?;
    let result = call!(Z3_solver_check(context.raw, solver.raw));
    answer_of(context, result)
}

impl Context {
    /// No parameters.
    pub(crate) fn params(&self) -> Result<Counted<'_, Z3_params>, SolverError> {
        let made = call!(Z3_mk_params(self.raw));
        Ok(counted!(self, made, Z3_params_inc_ref, Z3_params_dec_ref))
    }

    /// The parameter that bounds the effort of whatever takes it.
    pub(crate) fn brief(&self) -> Result<Counted<'_, Z3_params>, SolverError> {
        let params = self.params()?;
        params.bound_effort()?;
        Ok(params)
    }

    /// Bounds the effort of all that has no bound of its own, such as a tactic; or takes the bound away.
    pub(crate) fn bound_all(&self, bound: bool) -> Result<(), SolverError> {
        let effort = if bound { EFFORT } else { 0 };
        let value = crate::context::c_string(&effort.to_string())?;
        call!(Z3_update_param_value(self.raw, c"rlimit".as_ptr(), value.as_ptr()));
        self.check()
    }

    /// A plain solver object that has these formulas.
    pub(crate) fn solver_of(
        &self,
        formulas: &[Z3_ast],
    ) -> Result<Counted<'_, Z3_solver>, SolverError> {
        let made = call!(Z3_mk_simple_solver(self.raw));
        let solver = counted!(self, made, Z3_solver_inc_ref, Z3_solver_dec_ref);
        for formula in formulas {
            call!(Z3_solver_assert(self.raw, solver.raw, *formula));
            self.check()?;
        }
        Ok(solver)
    }

    /// Whether the formulas can be true together, as a plain solver object says with little effort.
    pub(crate) fn brief_answer(&self, formulas: &[Z3_ast]) -> Result<Option<Answer>, SolverError> {
        check_briefly(&self.solver_of(formulas)?)
    }

    /// The model of the last check of a solver object.
    pub(crate) fn model_of(
        &self,
        solver: &Counted<'_, Z3_solver>,
    ) -> Result<Counted<'_, Z3_model>, SolverError> {
        let made = call!(Z3_solver_get_model(self.raw, solver.raw));
        Ok(counted!(self, made, Z3_model_inc_ref, Z3_model_dec_ref))
    }

    /// The value of a term in a model; `None` if Z3 does not evaluate it.
    pub(crate) fn value(
        &self,
        model: Z3_model,
        term: Z3_ast,
    ) -> Result<Option<Z3_ast>, SolverError> {
        let mut value = term;
        let complete = true;
        let evaluated = call!(Z3_model_eval(self.raw, model, term, complete, &mut value));
        self.check()?;
        if evaluated { self.keep(value).map(Some) } else { Ok(None) }
    }

    /// The truth value that a term is; `None` if it is none.
    pub(crate) fn truth(&self, term: Z3_ast) -> Result<Option<bool>, SolverError> {
        let value = call!(Z3_get_bool_value(self.raw, term));
        self.check()?;
        Ok(match value {
            ffi::Z3_L_TRUE => Some(true),
            ffi::Z3_L_FALSE => Some(false),
            _ => None,
        })
    }

    /// A term that says that two are different.
    pub(crate) fn differ(&self, one: Z3_ast, other: Z3_ast) -> Result<Z3_ast, SolverError> {
        let both = [one, other];
        let made = call!(Z3_mk_distinct(self.raw, 2, both.as_ptr()));
        self.keep(self.checked(made)?)
    }

    /// That a formula does not hold.
    pub(crate) fn negation(&self, formula: Z3_ast) -> Result<Z3_ast, SolverError> {
        let made = call!(Z3_mk_not(self.raw, formula));
        self.keep(self.checked(made)?)
    }

    /// A number of a sort.
    pub(crate) fn number(&self, text: &str, sort: ffi::Z3_sort) -> Result<Z3_ast, SolverError> {
        let text = crate::context::c_string(text)?;
        let made = call!(Z3_mk_numeral(self.raw, text.as_ptr(), sort));
        self.keep(self.checked(made)?)
    }
}

impl Counted<'_, Z3_params> {
    pub(crate) fn bound_effort(&self) -> Result<(), SolverError> {
        self.set_number("rlimit", EFFORT)
    }

    pub(crate) fn set_number(&self, name: &str, value: c_uint) -> Result<(), SolverError> {
        let symbol = self.context.symbol(name)?;
        call!(Z3_params_set_uint(self.context.raw, self.raw, symbol, value));
        self.context.check()
    }

    pub(crate) fn set_flag(&self, name: &str, value: bool) -> Result<(), SolverError> {
        let symbol = self.context.symbol(name)?;
        call!(Z3_params_set_bool(self.context.raw, self.raw, symbol, value));
        self.context.check()
    }

    pub(crate) fn set_word(&self, name: &str, value: &str) -> Result<(), SolverError> {
        let symbol = self.context.symbol(name)?;
        let value = self.context.symbol(value)?;
        call!(Z3_params_set_symbol(self.context.raw, self.raw, symbol, value));
        self.context.check()
    }
}
