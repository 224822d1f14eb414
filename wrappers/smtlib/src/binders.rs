//! Writes what binds variables: quantifiers, definitions, `let`.

use std::fmt::Write;

use murxla_api::{Binder, SolverError, Sort, SortKind, TermId, binder_sort};

use crate::solver::{SmtlibSolver, rejected, unsupported};
use crate::terms::Made;

impl SmtlibSolver {
    pub(crate) fn bind(
        &mut self,
        binder: Binder,
        vars: &[TermId],
        patterns: &[Vec<TermId>],
        bodies: &[TermId],
    ) -> Result<TermId, SolverError> {
        if !self.known.profile.binders.contains(&binder) {
            return unsupported(format!("the binder {}", binder.key()));
        }
        let sort = binder_sort(binder, &self.term_sorts(vars)?, &self.term_sorts(bodies)?);
        let sort = sort.or_else(rejected)?;
        let &[body] = bodies else { return unsupported("a binder with two bodies") };
        let written = self.known.commands.patterns && binder != Binder::Lambda;
        let patterns = if written { patterns.to_vec() } else { Vec::new() };
        let mut free = self.terms.free(&patterns.concat());
        free.extend(self.terms.free(&[body]));
        free.retain(|var| !vars.contains(var));
        self.keep(sort, Made::Bound(binder, vars.to_vec(), patterns, body), free)
    }

    pub(crate) fn define(
        &mut self,
        name: &str,
        vars: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        let domain = self.term_sorts(vars)?;
        let codomain = self.term(body)?.sort.clone();
        if codomain.kind() == SortKind::Fun {
            return unsupported("a function whose result is a function");
        }
        if self.terms.free(&[body]).iter().any(|var| !vars.contains(var)) {
            return rejected("the body has other free variables");
        }
        let text = self.text(body)?;
        let symbol = self.names.take_like(name);
        let mut command = format!("(define-fun {symbol} (");
        self.terms.write_vars(&mut command, vars, self.known.dialect);
        let _ = write!(command, ") {} {text})", self.sort_text(&codomain));
        self.declare(&command)?;
        let sort = if domain.is_empty() { codomain } else { Sort::fun(domain, codomain) };
        Ok(self.terms.add_symbol(sort, symbol, false))
    }

    pub(crate) fn bind_values(
        &mut self,
        vars: &[TermId],
        values: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        if self.term_sorts(vars)? != self.term_sorts(values)? {
            return rejected("a variable and its value have the same sort");
        }
        let sort = self.term(body)?.sort.clone();
        let has_functions = self.term_sorts(values)?.iter().any(|s| s.kind() == SortKind::Fun);
        if has_functions && !self.known.file.higher_order {
            return unsupported("a function as a value of let");
        }
        let mut free = self.terms.free(&[body]);
        free.retain(|var| !vars.contains(var));
        free.extend(self.terms.free(values));
        self.keep(sort, Made::Let(vars.to_vec(), values.to_vec(), body), free)
    }
}
