//! Variables: constants with names that nothing else has, until a binder takes them.

use std::ffi::{c_int, c_uint};

use murxla_api::{SolverError, SortId, TermId};

use crate::ffi::{Z3_app, Z3_ast, Z3_sort, Z3_symbol, call};
use crate::solver::Z3Solver;
use crate::sorts::NativeSort;
use crate::terms::Native;

/// A variable that is to be bound.
#[derive(Clone, Copy)]
pub(crate) struct Variable {
    /// The constant that stands for it in terms.
    pub(crate) constant: Z3_ast,
    pub(crate) sort: Z3_sort,
    /// What it is called.
    pub(crate) name: Z3_symbol,
}

impl Z3Solver {
    /// To Z3 constants of one name and sort are one constant, and binders take constants by that. So a variable gets a
    /// number for a name: nothing that is called by a text is bound with it, and no other variable.
    pub(crate) fn make_variable(
        &mut self,
        sort: SortId,
        name: &str,
    ) -> Result<TermId, SolverError> {
        if self.sorts.native(sort)? == NativeSort::Function {
            // No binder of Z3 takes it.
            return self.make_const(sort, name);
        }
        let variable = self.new_variable(self.plain_sort(sort)?, name)?;
        Ok(self.terms.add(Native::Term(variable.constant)))
    }

    pub(crate) fn new_variable(
        &mut self,
        sort: Z3_sort,
        name: &str,
    ) -> Result<Variable, SolverError> {
        let raw = self.context.raw;
        let name = self.context.symbol(name)?;
        // 0 is the symbol without characters.
        let number = c_int::try_from(self.variables.len() + 1);
        let number =
            number.map_err(|_| SolverError::Unsupported("so many variables".to_owned()))?;
        let unique = call!(Z3_mk_int_symbol(raw, number));
        let made = call!(Z3_mk_const(raw, self.context.checked(unique)?, sort));
        let constant = self.context.keep(self.context.checked(made)?)?;
        let variable = Variable { constant, sort, name };
        self.variables.insert(constant, variable);
        Ok(variable)
    }

    /// The variables behind ids.
    pub(crate) fn variables(&self, ids: &[TermId]) -> Result<Vec<Variable>, SolverError> {
        let find = |constant: Z3_ast| {
            self.variables.get(&constant).copied().ok_or_else(|| {
                SolverError::Rejected("murxla refuses it: only variables can be bound".to_owned())
            })
        };
        ids.iter().map(|id| find(self.plain_term(*id)?)).collect()
    }

    /// The variables as Z3 numbers bound ones: the last has the number 0.
    pub(crate) fn bound_indices(&self, variables: &[Variable]) -> Result<Vec<Z3_ast>, SolverError> {
        let raw = self.context.raw;
        let mut bound = Vec::new();
        for (variable, index) in variables.iter().zip((0..variables.len()).rev()) {
            let made = call!(Z3_mk_bound(raw, index as c_uint, variable.sort));
            bound.push(self.context.keep(self.context.checked(made)?)?);
        }
        Ok(bound)
    }

    /// For each variable the constant that has its name, so that the name is seen in what Z3 prints; the variable itself
    /// where that constant is another one.
    pub(crate) fn named_constants(
        &self,
        variables: &[Variable],
    ) -> Result<Vec<Z3_ast>, SolverError> {
        let raw = self.context.raw;
        let mut named = Vec::new();
        for variable in variables {
            let made = call!(Z3_mk_const(raw, variable.name, variable.sort));
            let constant = self.context.keep(self.context.checked(made)?)?;
            let is_another = self.constants.contains(&constant) || named.contains(&constant);
            named.push(if is_another { variable.constant } else { constant });
        }
        Ok(named)
    }

    /// The term with others in place of variables, all at once. Z3 counts the binders above each place.
    pub(crate) fn with_variables_replaced(
        &self,
        term: Z3_ast,
        variables: &[Variable],
        others: &[Z3_ast],
    ) -> Result<Z3_ast, SolverError> {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        // Of a variable that is there twice the last one counts.
        for (variable, other) in variables.iter().zip(others).rev() {
            if variable.constant != *other && !from.contains(&variable.constant) {
                from.push(variable.constant);
                to.push(*other);
            }
        }
        if from.is_empty() {
            return Ok(term);
        }
        let (raw, count) = (self.context.raw, from.len() as c_uint);
        let made = call!(Z3_substitute(raw, term, count, from.as_ptr(), to.as_ptr()));
        self.context.keep(self.context.checked(made)?)
    }

    /// Constants as binders want them.
    pub(crate) fn as_apps(&self, constants: &[Z3_ast]) -> Result<Vec<Z3_app>, SolverError> {
        let mut apps = Vec::new();
        for constant in constants {
            let app = call!(Z3_to_app(self.context.raw, *constant));
            apps.push(self.context.checked(app)?);
        }
        Ok(apps)
    }
}
