//! Recursive functions, and the children of terms.

use std::ffi::c_uint;

use murxla_api::{SolverError, SortId, SortShape, TermId};

use crate::ffi::{Z3_ast, Z3_func_decl, Z3_sort, call};
use crate::solver::Z3Solver;
use crate::sorts::NativeSort;
use crate::terms::Native;

/// A function that may call itself.
pub(crate) struct Definition {
    name: String,
    domain: Vec<Z3_sort>,
    range: Z3_sort,
    function: Z3_func_decl,
    has_body: bool,
}

impl Z3Solver {
    /// A function whose body comes later.
    pub(crate) fn declare_recursive(
        &mut self,
        sort: SortId,
        name: &str,
    ) -> Result<TermId, SolverError> {
        if self.sorts.native(sort)? != NativeSort::Function {
            return Err(SolverError::Rejected("only a function can call itself".to_owned()));
        }
        let SortShape::Fun(domain, codomain) = self.sorts.sort(sort)?.shape() else {
            return Err(SolverError::Broken("a function sort without parts".to_owned()));
        };
        let domain = domain.iter().map(|sort| self.find_sort(sort)).collect::<Result<_, _>>()?;
        let range = self.find_sort(codomain)?;
        let function = self.declare_definition(name, domain, range)?;
        Ok(self.terms.add(Native::Function(function)))
    }

    pub(crate) fn define_recursive(
        &mut self,
        function: TermId,
        vars: &[TermId],
        body: TermId,
    ) -> Result<(), SolverError> {
        let refuse = |why: &str| Err(SolverError::Rejected(format!("murxla refuses it: {why}")));
        let Native::Function(function) = self.terms.native(function)? else {
            return refuse("the term is no function");
        };
        let args = self.plain_terms(vars)?;
        let body = self.plain_term(body)?;
        let Some(definition) = self.definitions.iter().find(|known| known.function == function)
        else {
            return refuse("the function was not declared as one that may call itself");
        };
        if definition.has_body {
            return refuse("the function has a definition already");
        }
        let sorts: Vec<Z3_sort> =
            args.iter().map(|arg| self.native_sort_of(*arg)).collect::<Result<_, _>>()?;
        if sorts != definition.domain || self.native_sort_of(body)? != definition.range {
            return refuse("the function was declared with another sort");
        }
        self.add_body(function, args, body)
    }

    /// Whether a function that may call itself is declared, but not yet defined.
    pub(crate) fn lacks_a_definition(&self) -> bool {
        self.definitions.iter().any(|definition| !definition.has_body)
    }

    pub(crate) fn declare_definition(
        &mut self,
        name: &str,
        domain: Vec<Z3_sort>,
        range: Z3_sort,
    ) -> Result<Z3_func_decl, SolverError> {
        let is_known = |name: &str| {
            let mut known = self.definitions.iter();
            known.any(|one| one.name == name && one.domain == domain && one.range == range)
        };
        // A definition can come again, after `pop` for one. Z3 would give the same function and drop what it was before.
        let mut name = name.to_owned();
        while is_known(&name) {
            name.push('!');
        }
        let symbol = self.context.symbol(&name)?;
        let (raw, count) = (self.context.raw, domain.len() as c_uint);
        let made = call!(Z3_mk_rec_func_decl(raw, symbol, count, domain.as_ptr(), range));
        let function = self.keep_function(made)?;
        self.definitions.push(Definition { name, domain, range, function, has_body: false });
        Ok(function)
    }

    pub(crate) fn add_body(
        &mut self,
        function: Z3_func_decl,
        mut args: Vec<Z3_ast>,
        body: Z3_ast,
    ) -> Result<(), SolverError> {
        let (raw, count) = (self.context.raw, args.len() as c_uint);
        call!(Z3_add_rec_def(raw, function, count, args.as_mut_ptr(), body));
        self.context.check()?;
        let known = self.definitions.iter_mut().find(|known| known.function == function);
        if let Some(definition) = known {
            definition.has_body = true;
        }
        Ok(())
    }

    pub(crate) fn native_sort_of(&self, term: Z3_ast) -> Result<Z3_sort, SolverError> {
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
