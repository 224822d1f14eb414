//! Reads a whole model.

use murxla_api::{Reply, SolverError};

use crate::context::{Counted, counted, text};
use crate::ffi::{Z3_func_decl, Z3_model, call};
use crate::solver::Z3Solver;

impl Z3Solver {
    /// The model of the last check.
    pub(crate) fn model(&self) -> Result<Counted<'_, Z3_model>, SolverError> {
        if !self.standard.models {
            return Err(SolverError::Rejected("produce-models is off".to_owned()));
        }
        let made = call!(Z3_solver_get_model(self.context.raw, self.raw));
        Ok(counted!(&self.context, made, Z3_model_inc_ref, Z3_model_dec_ref))
    }

    /// Reads all that the model has, in an order that the seed says.
    pub(crate) fn print_model(&mut self) -> Result<Reply, SolverError> {
        let first = self.seed.pick(PARTS);
        let evaluate = self.seed.pick(2) == 0;
        let reader = ModelReader { solver: self, model: self.model()?, evaluate };
        for step in 0..PARTS {
            match (first + step) % PARTS {
                0 => reader.print()?,
                1 => reader.constants()?,
                2 => reader.functions()?,
                _ => reader.sorts()?,
            }
        }
        Ok(Reply::Done)
    }
}

/// The number of things that a model has: its text, constants, functions, sorts.
const PARTS: usize = 4;

/// Through Z3's API a model is a list of constants, functions and uninterpreted sorts.
struct ModelReader<'a> {
    solver: &'a Z3Solver,
    model: Counted<'a, Z3_model>,
    /// Whether constants are evaluated, too.
    evaluate: bool,
}

impl ModelReader<'_> {
    fn print(&self) -> Result<(), SolverError> {
        let context = &self.solver.context;
        text(call!(Z3_model_to_string(context.raw, self.model.raw)));
        context.check()
    }

    fn constants(&self) -> Result<(), SolverError> {
        let (context, model) = (&self.solver.context, self.model.raw);
        let raw = context.raw;
        let count = call!(Z3_model_get_num_consts(raw, model));
        context.check()?;
        for position in 0..count {
            let constant = call!(Z3_model_get_const_decl(raw, model, position));
            let constant = self.solver.keep_function(constant)?;
            if !call!(Z3_model_has_interp(raw, model, constant)) {
                continue;
            }
            let value = call!(Z3_model_get_const_interp(raw, model, constant));
            context.check()?;
            if let Some(value) = value {
                context.print(value)?;
            }
            if self.evaluate {
                let made = call!(Z3_mk_app(raw, constant, 0, std::ptr::null()));
                let mut value = context.keep(context.checked(made)?)?;
                let complete = false;
                if call!(Z3_model_eval(raw, model, value, complete, &mut value)) {
                    context.print(context.keep(value)?)?;
                }
                context.check()?;
            }
        }
        Ok(())
    }

    fn functions(&self) -> Result<(), SolverError> {
        let (context, model) = (&self.solver.context, self.model.raw);
        let count = call!(Z3_model_get_num_funcs(context.raw, model));
        context.check()?;
        for position in 0..count {
            let function = call!(Z3_model_get_func_decl(context.raw, model, position));
            self.function(self.solver.keep_function(function)?)?;
        }
        Ok(())
    }

    fn function(&self, function: Z3_func_decl) -> Result<(), SolverError> {
        let (context, model) = (&self.solver.context, self.model.raw);
        let raw = context.raw;
        let made = call!(Z3_model_get_func_interp(raw, model, function));
        let interpretation =
            counted!(context, made, Z3_func_interp_inc_ref, Z3_func_interp_dec_ref);
        let arity = call!(Z3_func_interp_get_arity(raw, interpretation.raw));
        let count = call!(Z3_func_interp_get_num_entries(raw, interpretation.raw));
        context.check()?;
        for position in 0..count {
            let made = call!(Z3_func_interp_get_entry(raw, interpretation.raw, position));
            let entry = counted!(context, made, Z3_func_entry_inc_ref, Z3_func_entry_dec_ref);
            let found = call!(Z3_func_entry_get_num_args(raw, entry.raw));
            context.check()?;
            if found != arity {
                return Err(SolverError::Broken(format!(
                    "an entry of {found} arguments in a function of {arity}"
                )));
            }
            for place in 0..found {
                let arg = call!(Z3_func_entry_get_arg(raw, entry.raw, place));
                context.print(context.checked(arg)?)?;
            }
            let value = call!(Z3_func_entry_get_value(raw, entry.raw));
            context.print(context.checked(value)?)?;
        }
        // A partial function has none.
        let otherwise = call!(Z3_func_interp_get_else(raw, interpretation.raw));
        context.check()?;
        match otherwise {
            Some(otherwise) => context.print(otherwise).map(drop),
            None => Ok(()),
        }
    }

    fn sorts(&self) -> Result<(), SolverError> {
        let (context, model) = (&self.solver.context, self.model.raw);
        let count = call!(Z3_model_get_num_sorts(context.raw, model));
        context.check()?;
        for position in 0..count {
            let sort = call!(Z3_model_get_sort(context.raw, model, position));
            let sort = self.solver.keep_sort(sort)?;
            let universe = call!(Z3_model_get_sort_universe(context.raw, model, sort));
            for element in context.vector(universe)?.elements()? {
                context.print(element)?;
            }
        }
        Ok(())
    }
}
