//! Makes binders: quantifiers with patterns, functions, witnesses and comprehensions.

use murxla_api::{Binder, SolverError, Sort, TermId, binder_sort};

use crate::ffi::{NativeTerm, call};
use crate::guard;
use crate::requirements;
use crate::solver::Instance;

/// Why witnesses are not offered, though there is a kind for them.
pub(crate) const NO_WITNESS: &str =
    "cvc5 makes witness terms, but ends the process when one is asserted";

/// The kind of a binder, if it is offered.
pub(crate) const fn kind(binder: Binder) -> Option<&'static str> {
    match binder {
        Binder::Forall => Some("FORALL"),
        Binder::Exists => Some("EXISTS"),
        Binder::Lambda => Some("LAMBDA"),
        Binder::Comprehension => Some("SET_COMPREHENSION"),
        Binder::Witness => None,
    }
}

impl Instance {
    pub(crate) fn make_binder(
        &mut self,
        binder: Binder,
        vars: &[TermId],
        patterns: &[Vec<TermId>],
        bodies: &[TermId],
    ) -> Result<TermId, SolverError> {
        let is_quantifier = matches!(binder, Binder::Forall | Binder::Exists);
        if !patterns.is_empty() && !is_quantifier {
            return Err(SolverError::Rejected(format!("{} takes no patterns", binder.key())));
        }
        let Some(kind) = kind(binder) else {
            return Err(SolverError::Unsupported(NO_WITNESS.to_owned()));
        };
        let kind = self.library.kinds.require(kind)?;
        let list_kind = self.library.kinds.require("VARIABLE_LIST")?;
        let vars = self.terms.natives(vars)?;
        let natives = self.terms.natives(bodies)?;
        let patterns = patterns
            .iter()
            .map(|pattern| self.terms.natives(pattern))
            .collect::<Result<Vec<_>, _>>()?;
        if self.library.ends_process() {
            self.guard_binder(binder, &vars, &patterns, bodies)?;
        }
        let mut owned = Vec::new();
        let built = (|| {
            let list = self.apply_kind(list_kind, &vars)?;
            owned.push(list);
            let mut children = vec![list];
            children.extend(natives);
            if !patterns.is_empty() {
                let pattern_kind = self.library.kinds.require("INST_PATTERN")?;
                for pattern in &patterns {
                    owned.push(self.apply_kind(pattern_kind, pattern)?);
                }
                let all = self.library.kinds.require("INST_PATTERN_LIST")?;
                let hints = self.apply_kind(all, owned.get(1..).unwrap_or_default())?;
                owned.push(hints);
                children.push(hints);
            }
            self.apply_kind(kind, &children)
        })();
        self.release(&owned)?;
        self.add_term(built?)
    }

    fn guard_binder(
        &self,
        binder: Binder,
        vars: &[NativeTerm],
        patterns: &[Vec<NativeTerm>],
        bodies: &[TermId],
    ) -> Result<(), SolverError> {
        for (place, var) in vars.iter().enumerate() {
            guard::need(self.is_variable(*var)?, "a binder binds variables only")?;
            let again = vars.get(..place).unwrap_or_default().contains(var);
            guard::need(!again, "a binder binds a variable once")?;
        }
        guard::need(patterns.iter().all(|one| !one.is_empty()), "a pattern needs a term")?;
        let var_sorts =
            vars.iter().map(|var| self.sort_of_native(*var)).collect::<Result<Vec<Sort>, _>>()?;
        let body_sorts =
            bodies.iter().map(|body| self.sort_of_term(*body)).collect::<Result<Vec<Sort>, _>>()?;
        match binder_sort(binder, &var_sorts, &body_sorts) {
            Ok(_) if binder == Binder::Comprehension => {
                self.conduct.setting(Some(requirements::EXTENDED_SETS))
            }
            Ok(sort) => guard::sort(&self.library.profile, &sort),
            Err(error) => guard::need(false, &error),
        }
    }

    pub(crate) fn is_variable(&self, term: NativeTerm) -> Result<bool, SolverError> {
        let kind = call!(cvc5_term_get_kind(term));
        Ok(self.library.kinds.name(kind) == "VARIABLE")
    }
}
