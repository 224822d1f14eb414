//! Reads a term of Z3 back: its sort, its declaration, its children.

use std::collections::HashSet;
use std::ffi::c_uint;

use murxla_api::{SolverError, Sort, TermId};

use crate::ffi::{Z3_ast, Z3_func_decl, call};
use crate::solver::Z3Solver;
use crate::terms::Native;

impl Z3Solver {
    pub(crate) fn read_sort_of(&self, term: TermId) -> Result<Sort, SolverError> {
        let context = &self.context;
        match self.terms.native(term)? {
            Native::Term(term) => self.sort_of_native(term).map(|(_, sort)| sort),
            Native::Lambda(term) => {
                let array = call!(Z3_get_sort(context.raw, term));
                let array = context.checked(array)?;
                let mut domain = Vec::new();
                // Once it is rewritten, a lambda may be another array.
                if !call!(Z3_is_app(context.raw, term)) {
                    let count = call!(Z3_get_quantifier_num_bound(context.raw, term));
                    context.check()?;
                    for position in 0..count {
                        let sort = call!(Z3_get_quantifier_bound_sort(context.raw, term, position));
                        domain.push(self.read_sort(context.checked(sort)?)?);
                    }
                } else {
                    let count = call!(Z3_get_array_arity(context.raw, array));
                    context.check()?;
                    for position in 0..count {
                        let sort = call!(Z3_get_array_sort_domain_n(context.raw, array, position));
                        domain.push(self.read_sort(context.checked(sort)?)?);
                    }
                }
                let codomain = call!(Z3_get_array_sort_range(context.raw, array));
                Ok(Sort::fun(domain, self.read_sort(context.checked(codomain)?)?))
            }
            Native::Macro(number) => {
                let (domain, codomain) = self.macro_sorts(number)?;
                let domain: Vec<Sort> = domain
                    .into_iter()
                    .map(|sort| self.read_sort(sort))
                    .collect::<Result<_, _>>()?;
                Ok(Sort::fun(domain, self.read_sort(codomain)?))
            }
            Native::Function(function) => {
                let count = call!(Z3_get_domain_size(context.raw, function));
                context.check()?;
                let mut domain = Vec::new();
                for position in 0..count {
                    let sort = call!(Z3_get_domain(context.raw, function, position));
                    domain.push(self.read_sort(context.checked(sort)?)?);
                }
                let codomain = call!(Z3_get_range(context.raw, function));
                Ok(Sort::fun(domain, self.read_sort(context.checked(codomain)?)?))
            }
        }
    }

    /// The declaration of an application; `None` if the term is none.
    pub(crate) fn declaration(&self, term: Z3_ast) -> Result<Option<Z3_func_decl>, SolverError> {
        let context = &self.context;
        let is_app = call!(Z3_is_app(context.raw, term));
        context.check()?;
        if !is_app {
            return Ok(None);
        }
        let app = call!(Z3_to_app(context.raw, term));
        let declaration = call!(Z3_get_app_decl(context.raw, context.checked(app)?));
        context.checked(declaration).map(Some)
    }

    /// Whether a formula has no binders, and no operator whose value a model may leave open.
    pub(crate) fn is_plain(&self, formula: Z3_ast) -> Result<bool, SolverError> {
        const MOST: usize = 400;
        let (mut seen, mut open) = (HashSet::new(), vec![formula]);
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            let Some(kind) = self.decl_kind(term)? else { return Ok(false) };
            if seen.len() > MOST || self.kinds.is_partial(kind) {
                return Ok(false);
            }
            open.extend(self.children(term)?);
        }
        Ok(true)
    }

    /// The kind of an application's declaration; `None` if the term is none.
    pub(crate) fn decl_kind(&self, term: Z3_ast) -> Result<Option<c_uint>, SolverError> {
        let Some(declaration) = self.declaration(term)? else { return Ok(None) };
        let kind = call!(Z3_get_decl_kind(self.context.raw, declaration));
        self.context.check()?;
        Ok(Some(kind))
    }

    pub(crate) fn child(&self, term: Z3_ast, position: c_uint) -> Result<Z3_ast, SolverError> {
        let context = &self.context;
        let app = call!(Z3_to_app(context.raw, term));
        let child = call!(Z3_get_app_arg(context.raw, context.checked(app)?, position));
        context.checked(child)
    }

    pub(crate) fn children(&self, term: Z3_ast) -> Result<Vec<Z3_ast>, SolverError> {
        let context = &self.context;
        let app = call!(Z3_to_app(context.raw, term));
        let count = call!(Z3_get_app_num_args(context.raw, context.checked(app)?));
        context.check()?;
        (0..count).map(|position| self.child(term, position)).collect()
    }
}
