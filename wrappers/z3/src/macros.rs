//! Defined functions as macros: where one is applied stands its body, as in Z3's own front end.
//!
//! Z3's API has definitions only for functions that may be recursive, and its solvers for most logics ignore these.

use std::ffi::c_uint;

use murxla_api::{SolverError, TermId};

use crate::ffi::{Z3_ast, Z3_func_decl, Z3_sort, call};
use crate::solver::Z3Solver;
use crate::terms::Native;
use crate::variables::Variable;

/// A function that is defined by a term.
pub(crate) struct Macro {
    name: String,
    parameters: Vec<Variable>,
    body: Z3_ast,
    /// The body with numbers of bound variables for the parameters.
    template: Z3_ast,
    /// The function as a lambda, once it was one.
    lambda: Option<Z3_ast>,
    /// The function as one that Z3 knows by name, once that was asked for.
    declared: Option<Z3_func_decl>,
}

impl Z3Solver {
    pub(crate) fn make_definition(
        &mut self,
        name: &str,
        vars: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        let parameters = self.variables(vars)?;
        let body = self.plain_term(body)?;
        if parameters.is_empty() {
            return Ok(self.terms.add(Native::Term(body)));
        }
        let indices = self.bound_indices(&parameters)?;
        let template = self.with_variables_replaced(body, &parameters, &indices)?;
        let name = name.to_owned();
        self.macros.push(Macro { name, parameters, body, template, lambda: None, declared: None });
        Ok(self.terms.add(Native::Macro(self.macros.len() - 1)))
    }

    fn macro_at(&self, number: usize) -> Result<&Macro, SolverError> {
        let known = self.macros.get(number);
        known.ok_or_else(|| SolverError::Broken("a definition that was not made".to_owned()))
    }

    /// The body with arguments for parameters, by one of two ways. What Z3 shares stays shared.
    pub(crate) fn expand(&mut self, number: usize, args: &[Z3_ast]) -> Result<Z3_ast, SolverError> {
        let way = self.seed.pick(2);
        let known = self.macro_at(number)?;
        let constants: Vec<Z3_ast> = known.parameters.iter().map(|one| one.constant).collect();
        self.require_partners(&constants, args)?;
        if way == 0 {
            return self.with_variables_replaced(known.body, &known.parameters, args);
        }
        // The last variable has the number 0.
        let last_first: Vec<Z3_ast> = args.iter().rev().copied().collect();
        let (raw, count) = (self.context.raw, args.len() as c_uint);
        let made = call!(Z3_substitute_vars(raw, known.template, count, last_first.as_ptr()));
        self.context.keep(self.context.checked(made)?)
    }

    /// The function as a term of its own.
    pub(crate) fn macro_as_lambda(&mut self, number: usize) -> Result<Z3_ast, SolverError> {
        let known = self.macro_at(number)?;
        if let Some(lambda) = known.lambda {
            return Ok(lambda);
        }
        let (parameters, body) = (known.parameters.clone(), known.body);
        let lambda = self.lambda(&parameters, body)?;
        self.macros[number].lambda = Some(lambda);
        Ok(lambda)
    }

    /// The function where an array must stand. Z3 does more with a declared function than with a lambda, as long as it
    /// minds the definition.
    pub(crate) fn macro_as_array(&mut self, number: usize) -> Result<Z3_ast, SolverError> {
        if self.ignores_definitions {
            return self.macro_as_lambda(number);
        }
        let function = self.macro_as_declared(number)?;
        self.as_array(function)
    }

    /// The function on each element of arrays.
    pub(crate) fn map_macro(
        &mut self,
        number: usize,
        arrays: &[Z3_ast],
    ) -> Result<Z3_ast, SolverError> {
        let raw = self.context.raw;
        if !self.ignores_definitions {
            let function = self.macro_as_declared(number)?;
            let count = arrays.len() as c_uint;
            let made = call!(Z3_mk_map(raw, function, count, arrays.as_ptr()));
            return self.context.keep(self.context.checked(made)?);
        }
        let [first, ..] = arrays else {
            return Err(SolverError::Unsupported("a map of no arrays".to_owned()));
        };
        let sort = self.native_sort_of(*first)?;
        let index = call!(Z3_get_array_sort_domain(raw, sort));
        let index = self.new_variable(self.context.checked(index)?, "index")?;
        let mut elements = Vec::new();
        for array in arrays {
            let made = call!(Z3_mk_select(raw, *array, index.constant));
            elements.push(self.context.keep(self.context.checked(made)?)?);
        }
        let element = self.expand(number, &elements)?;
        self.lambda(&[index], element)
    }

    /// The function as one that is declared and has a definition.
    pub(crate) fn macro_as_declared(&mut self, number: usize) -> Result<Z3_func_decl, SolverError> {
        let known = self.macro_at(number)?;
        if let Some(function) = known.declared {
            return Ok(function);
        }
        let (name, body) = (known.name.clone(), known.body);
        let args: Vec<Z3_ast> = known.parameters.iter().map(|one| one.constant).collect();
        let domain: Vec<Z3_sort> = known.parameters.iter().map(|one| one.sort).collect();
        let function = self.declare_definition(&name, domain, self.native_sort_of(body)?)?;
        self.add_body(function, args, body)?;
        self.macros[number].declared = Some(function);
        Ok(function)
    }

    /// The sorts of a defined function: its parameters', and its body's.
    pub(crate) fn macro_sorts(
        &self,
        number: usize,
    ) -> Result<(Vec<Z3_sort>, Z3_sort), SolverError> {
        let known = self.macro_at(number)?;
        let domain = known.parameters.iter().map(|one| one.sort).collect();
        Ok((domain, self.native_sort_of(known.body)?))
    }
}
