//! Substitution in terms and sorts. cvc5 substitutes without regard to binders: a variable is replaced where it is
//! bound, too, and what is put in may be caught by a binder. So binders are renamed apart before.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use murxla_api::{SolverError, SortId, TermId};

use crate::ffi::{self, NativeSort, NativeTerm, call};
use crate::guard;
use crate::solver::Instance;

/// A set of variables by cvc5's own numbers of terms.
type Variables = Rc<BTreeSet<u64>>;

/// Handles that a walk over a term holds; each is given back when the walk is over.
#[derive(Default)]
struct Walk {
    owned: Vec<NativeTerm>,
    children: HashMap<u64, Vec<NativeTerm>>,
}

impl Walk {
    /// The children of a term, asked for once.
    fn children(
        &mut self,
        instance: &Instance,
        term: NativeTerm,
    ) -> Result<&[NativeTerm], SolverError> {
        let id = call!(cvc5_term_get_id(term));
        if !self.children.contains_key(&id) {
            let children = instance.children(term)?;
            self.owned.extend(&children);
            self.children.insert(id, children);
        }
        Ok(self.children.get(&id).map_or(&[], Vec::as_slice))
    }
}

/// Whether a kind binds the variables in its first child.
fn binds(kind: &str) -> bool {
    matches!(
        kind,
        "FORALL" | "EXISTS" | "LAMBDA" | "WITNESS" | "SET_COMPREHENSION" | "MATCH_BIND_CASE"
    )
}

impl Instance {
    pub(crate) fn make_let(
        &mut self,
        vars: &[TermId],
        values: &[TermId],
        body: TermId,
    ) -> Result<TermId, SolverError> {
        let keys = self.terms.natives(vars)?;
        for key in &keys {
            if !self.is_variable(*key)? {
                return Err(SolverError::Rejected("let replaces variables only".to_owned()));
            }
        }
        let case_of = self.cases.get(&body).cloned();
        let replaced = self.substituted(body, &keys, values)?;
        if let Some(matched) = case_of {
            self.cases.insert(replaced, matched);
        }
        Ok(replaced)
    }

    pub(crate) fn substitute(
        &mut self,
        term: TermId,
        from: &[TermId],
        to: &[TermId],
    ) -> Result<TermId, SolverError> {
        let keys = self.terms.natives(from)?;
        self.substituted(term, &keys, to)
    }

    fn substituted(
        &mut self,
        term: TermId,
        keys: &[NativeTerm],
        values: &[TermId],
    ) -> Result<TermId, SolverError> {
        let native = self.terms.native(term)?;
        let values = self.terms.natives(values)?;
        // The API takes one number for both lists.
        if keys.len() != values.len() {
            return Err(SolverError::Rejected(
                "as many replacements as terms are needed".to_owned(),
            ));
        }
        if self.library.ends_process() {
            for (key, value) in keys.iter().zip(&values) {
                let same = self.sort_of_native(*key)? == self.sort_of_native(*value)?;
                guard::need(same, "a term is replaced by one of its sort")?;
            }
        }
        let mut walk = Walk::default();
        let replaced = self.rename_apart(native, keys, &values, &mut walk).and_then(|apart| {
            let single = self.seed.pick(2) == 0;
            self.replace(apart, keys, &values, single)
        });
        self.release(&walk.owned)?;
        self.add_term(replaced?)
    }

    /// All keys replaced at once, in one of the ways that the API has.
    fn replace(
        &self,
        term: NativeTerm,
        keys: &[NativeTerm],
        values: &[NativeTerm],
        single: bool,
    ) -> Result<NativeTerm, SolverError> {
        let replaced = match (keys, values) {
            ([key], [value]) if single => call!(cvc5_term_substitute_term(term, *key, *value)),
            _ => {
                let (count, keys) = (keys.len(), keys.as_ptr());
                call!(cvc5_term_substitute_terms(term, count, keys, values.as_ptr()))
            }
        };
        ffi::live(replaced, "term")
    }

    /// The term with other variables at binders where a key or a value has one of them free.
    fn rename_apart(
        &self,
        term: NativeTerm,
        keys: &[NativeTerm],
        values: &[NativeTerm],
        walk: &mut Walk,
    ) -> Result<NativeTerm, SolverError> {
        let mut free = BTreeSet::new();
        for root in keys.iter().chain(values) {
            free.extend(self.free_variables(*root, walk)?.iter().copied());
        }
        let mut current = term;
        while let Some((binder, caught)) = self.find_binder(current, &free, walk)? {
            let mut fresh = Vec::new();
            for variable in &caught {
                fresh.push(self.fresh_like(*variable)?);
            }
            walk.owned.extend(&fresh);
            // It binds them, so all of them in it are meant.
            let renamed = self.replace(binder, &caught, &fresh, false)?;
            walk.owned.push(renamed);
            current = self.replace(current, &[binder], &[renamed], true)?;
            walk.owned.push(current);
        }
        Ok(current)
    }

    /// A variable of the same sort with another name, so that the two are told apart when printed.
    fn fresh_like(&self, variable: NativeTerm) -> Result<NativeTerm, SolverError> {
        let name = match call!(cvc5_term_has_symbol(variable)) {
            true => {
                let symbol = call!(cvc5_term_get_symbol(variable));
                // SAFETY: the library gave a C string.
                unsafe { ffi::text(symbol) }
            }
            false => "v".to_owned(),
        };
        let name = ffi::c_string(&format!("{name}!"))?;
        let sort = ffi::live(call!(cvc5_term_get_sort(variable)), "sort")?;
        let fresh = call!(cvc5_mk_var(self.tm, sort, name.as_ptr()));
        call!(cvc5_sort_release(sort));
        ffi::live(fresh, "variable")
    }

    /// A binder inside of `term` that binds some of `variables`, with these.
    fn find_binder(
        &self,
        term: NativeTerm,
        variables: &BTreeSet<u64>,
        walk: &mut Walk,
    ) -> Result<Option<(NativeTerm, Vec<NativeTerm>)>, SolverError> {
        if variables.is_empty() {
            return Ok(None);
        }
        let mut seen = HashSet::new();
        let mut stack = vec![term];
        while let Some(current) = stack.pop() {
            if !seen.insert(call!(cvc5_term_get_id(current))) {
                continue;
            }
            let children = walk.children(self, current)?.to_vec();
            if binds(self.kind_name(current)?)
                && let Some(list) = children.first()
            {
                let mut caught = walk.children(self, *list)?.to_vec();
                let mut ids = Vec::new();
                for variable in &caught {
                    ids.push(call!(cvc5_term_get_id(*variable)));
                }
                let mut ids = ids.into_iter();
                caught.retain(|_| ids.next().is_some_and(|id| variables.contains(&id)));
                if !caught.is_empty() {
                    return Ok(Some((current, caught)));
                }
            }
            stack.extend(children);
        }
        Ok(None)
    }

    /// The variables that are free in a term.
    fn free_variables(&self, root: NativeTerm, walk: &mut Walk) -> Result<Variables, SolverError> {
        let mut found: HashMap<u64, Variables> = HashMap::new();
        let mut stack = vec![(root, false)];
        while let Some((current, children_done)) = stack.pop() {
            let id = call!(cvc5_term_get_id(current));
            if found.contains_key(&id) {
                continue;
            }
            let children = walk.children(self, current)?.to_vec();
            if !children_done {
                stack.push((current, true));
                stack.extend(children.into_iter().map(|child| (child, false)));
                continue;
            }
            let mut free = BTreeSet::new();
            let mut bound = None;
            for child in &children {
                let child = found.get(&call!(cvc5_term_get_id(*child)));
                bound = bound.or(child);
                free.extend(child.into_iter().flat_map(|set| set.iter().copied()));
            }
            match self.kind_name(current)? {
                "VARIABLE" => _ = free.insert(id),
                kind if binds(kind) => {
                    free.retain(|variable| bound.is_none_or(|bound| !bound.contains(variable)));
                }
                _ => {}
            }
            found.insert(id, Rc::new(free));
        }
        Ok(found.remove(&call!(cvc5_term_get_id(root))).unwrap_or_default())
    }

    /// Sorts in a sort replaced at once; the result is printed to nowhere, since the action gives no sort.
    pub(crate) fn substitute_sorts(
        &mut self,
        sort: SortId,
        from: &[SortId],
        to: &[SortId],
    ) -> Result<(), SolverError> {
        if from.len() != to.len() {
            return Err(SolverError::Rejected(
                "as many replacements as sorts are needed".to_owned(),
            ));
        }
        if self.library.ends_process() {
            for id in to {
                let simple = self.sorts.sort(*id)?.is_first_class();
                guard::need(simple, "a sort is replaced by one that terms can have")?;
            }
        }
        let sort = self.sorts.native(sort)?;
        let (from, to) = (self.sorts.natives(from)?, self.sorts.natives(to)?);
        let single = self.seed.pick(2) == 0;
        let replaced = match (from.as_slice(), to.as_slice()) {
            ([from], [to]) if single => call!(cvc5_sort_substitute(sort, *from, *to)),
            _ => {
                let (count, from, to) = (from.len(), from.as_ptr(), to.as_ptr());
                call!(cvc5_sort_substitute_sorts(sort, count, from, to))
            }
        };
        self.read_and_release(ffi::live(replaced, "sort")?)
    }

    fn read_and_release(&self, sort: NativeSort) -> Result<(), SolverError> {
        call!(cvc5_sort_to_string(sort));
        call!(cvc5_sort_hash(sort));
        call!(cvc5_sort_release(sort));
        Ok(())
    }
}
