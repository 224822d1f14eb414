//! Substitution. Bitwuzla substitutes without regard to binders: a quantifier whose variable is replaced vanishes,
//! and what is put in may be caught by a binder. So binders are renamed apart before.

use std::collections::{BTreeSet, HashSet};

use murxla_api::{SolverError, TermId};

use crate::children::{children, free_variables};
use crate::errors::{present, rejected};
use crate::ffi::{BitwuzlaTerm, c_string, call, text};
use crate::handles::{OwnedSort, OwnedTerm};
use crate::kinds::Kinds;
use crate::solver::BitwuzlaSolver;

impl BitwuzlaSolver {
    /// The term with all of `from` replaced at once.
    pub(crate) fn substitute(
        &mut self,
        term: TermId,
        from: &[TermId],
        to: &[TermId],
    ) -> Result<TermId, SolverError> {
        let native = self.terms.native(term)?;
        let (keys, values) = (self.terms.natives(from)?, self.terms.natives(to)?);
        // The API takes one number for both lists.
        if keys.len() != values.len() {
            return rejected("as many replacements as terms are needed");
        }
        let apart = self.rename_apart(native, &keys, &values)?;
        let start = apart.as_ref().map_or(native, |owner| owner.0);
        let many = self.seed.pick(2) == 0;
        let replaced = replace(start, keys, values, many)?;
        self.add_open(replaced)
    }

    /// To Bitwuzla a variable belongs to one binder: where two of them bind it, one inside of the other, it gives wrong
    /// answers. So variables that were bound before are replaced by others, in the bodies, too; what they are made of lives
    /// as long as what is returned.
    pub(crate) fn bind_others(
        &self,
        variables: &mut [BitwuzlaTerm],
        bodies: &mut [BitwuzlaTerm],
    ) -> Result<Vec<OwnedTerm>, SolverError> {
        let again: BTreeSet<BitwuzlaTerm> =
            variables.iter().copied().filter(|variable| self.bound.contains(variable)).collect();
        if again.is_empty() {
            return Ok(Vec::new());
        }
        let keys: Vec<BitwuzlaTerm> = again.into_iter().collect();
        let mut owners: Vec<OwnedTerm> =
            keys.iter().map(|variable| self.fresh_like(*variable)).collect::<Result<_, _>>()?;
        let fresh: Vec<BitwuzlaTerm> = owners.iter().map(|owner| owner.0).collect();
        for variable in variables {
            if let Some(place) = keys.iter().position(|key| key == variable) {
                *variable = fresh[place];
            }
        }
        for body in bodies {
            let apart = self.rename_apart(*body, &keys, &fresh)?;
            let start = apart.as_ref().map_or(*body, |owner| owner.0);
            let replaced = replace(start, keys.clone(), fresh.clone(), false)?;
            *body = replaced.0;
            owners.push(replaced);
        }
        Ok(owners)
    }

    /// The term with other variables at binders where a key or a value has one of them free; `None` if there is no
    /// such binder.
    fn rename_apart(
        &self,
        term: BitwuzlaTerm,
        keys: &[BitwuzlaTerm],
        values: &[BitwuzlaTerm],
    ) -> Result<Option<OwnedTerm>, SolverError> {
        let kinds = &self.knowledge.kinds;
        let mut free = BTreeSet::new();
        for root in keys.iter().chain(values) {
            free.extend(free_variables(kinds, *root)?.iter().copied());
        }
        let mut current: Option<OwnedTerm> = None;
        loop {
            let start = current.as_ref().map_or(term, |owner| owner.0);
            let Some((binder, caught)) = find_binder(kinds, start, &free)? else {
                return Ok(current);
            };
            let mut fresh = Vec::new();
            for variable in &caught {
                fresh.push(self.fresh_like(variable.0)?);
            }
            let natives = |owners: &[OwnedTerm]| owners.iter().map(|owner| owner.0).collect();
            // It binds them, so all of them in it are meant.
            let renamed = replace(binder.0, natives(&caught), natives(&fresh), true)?;
            current = Some(replace(start, vec![binder.0], vec![renamed.0], false)?);
        }
    }

    /// A variable of the same sort with another name, so that the two are told apart when printed.
    fn fresh_like(&self, variable: BitwuzlaTerm) -> Result<OwnedTerm, SolverError> {
        let name =
            text(call!(bitwuzla_term_get_symbol(variable))).unwrap_or_else(|| "v".to_owned());
        let name = c_string(&format!("{name}!"))?;
        let sort = OwnedSort(present(call!(bitwuzla_term_get_sort(variable)), "the sort")?);
        let fresh = call!(bitwuzla_mk_var(self.native.manager, sort.0, name.as_ptr()));
        present(fresh, "bitwuzla_mk_var").map(OwnedTerm)
    }
}

/// All keys replaced at once, in one of the ways that the API has.
pub(crate) fn replace(
    term: BitwuzlaTerm,
    mut keys: Vec<BitwuzlaTerm>,
    mut values: Vec<BitwuzlaTerm>,
    many: bool,
) -> Result<OwnedTerm, SolverError> {
    let (count, keys, values) = (keys.len(), keys.as_mut_ptr(), values.as_mut_ptr());
    if !many {
        let replaced = call!(bitwuzla_substitute_term(term, count, keys, values));
        return present(replaced, "bitwuzla_substitute_term").map(OwnedTerm);
    }
    let mut terms = [term];
    call!(bitwuzla_substitute_terms(1, terms.as_mut_ptr(), count, keys, values));
    let [replaced] = terms;
    present(replaced, "bitwuzla_substitute_terms").map(OwnedTerm)
}

/// A binder inside of `term` that binds some of `variables`, with these.
fn find_binder(
    kinds: &Kinds,
    term: BitwuzlaTerm,
    variables: &BTreeSet<BitwuzlaTerm>,
) -> Result<Option<(OwnedTerm, Vec<OwnedTerm>)>, SolverError> {
    if variables.is_empty() {
        return Ok(None);
    }
    let copy = present(call!(bitwuzla_term_copy(term)), "bitwuzla_term_copy")?;
    // A term that is alive has one address, so `owners` keeps all that was seen.
    let mut owners = Vec::new();
    let mut seen = HashSet::new();
    let mut stack = vec![OwnedTerm(copy)];
    while let Some(current) = stack.pop() {
        if !seen.insert(current.0) {
            continue;
        }
        let mut below = children(current.0)?;
        let kind = kinds.name(call!(bitwuzla_term_get_kind(current.0)));
        if matches!(kind, "FORALL" | "EXISTS" | "LAMBDA")
            && below.split_last().is_some_and(|(_, bound)| {
                bound.iter().any(|variable| variables.contains(&variable.0))
            })
        {
            below.pop();
            below.retain(|variable| variables.contains(&variable.0));
            return Ok(Some((current, below)));
        }
        stack.append(&mut below);
        owners.push(current);
    }
    Ok(None)
}
