//! The table from the names of a trace to the solver's handles.

use murxla_api::{QuickMap, Solver, SolverError, Sort, SortId, SortShape, TermId};

use crate::trace::check::Context;
use crate::trace::{Name, NameTable, SortName, TermName};

/// Handles by name. What is bound here is defined in the context, too.
#[derive(Default)]
pub(super) struct Handles {
    sorts: NameTable<SortId>,
    terms: NameTable<TermId>,
    /// The first name of each term, by its handle.
    names: NameTable<TermName>,
    /// Handles of sorts that have no name.
    made: QuickMap<Sort, SortId>,
}

#[cold]
fn unbound(name: Name) -> SolverError {
    SolverError::Broken(format!("{name} has no handle"))
}

impl Handles {
    pub(super) fn bind_sort(&mut self, name: SortName, id: SortId) {
        self.sorts.add(name.0, id);
    }

    #[inline]
    pub(super) fn bind_term(&mut self, name: TermName, id: TermId) {
        self.terms.add(name.0, id);
        self.names.add(id.0, name);
    }

    pub(super) fn name(&self, id: TermId) -> Option<TermName> {
        self.names.get(id.0).copied()
    }

    #[inline]
    pub(super) fn term(&self, name: TermName) -> Result<TermId, SolverError> {
        match self.terms.get(name.0) {
            Some(id) => Ok(*id),
            None => Err(unbound(Name::Term(name))),
        }
    }

    pub(super) fn terms(&self, names: &[TermName]) -> Result<Vec<TermId>, SolverError> {
        let mut terms = Vec::with_capacity(names.len());
        for name in names {
            terms.push(self.term(*name)?);
        }
        Ok(terms)
    }

    /// The handle of a sort. The sort of a term gets a name in a trace without a call that makes it; it is made
    /// when it is first needed.
    #[inline]
    pub(super) fn sort(
        &mut self,
        name: SortName,
        context: &Context,
        solver: &mut dyn Solver,
    ) -> Result<SortId, SolverError> {
        match self.sorts.get(name.0) {
            Some(id) => Ok(*id),
            None => self.make_named(name, context, solver),
        }
    }

    #[inline(never)]
    fn make_named(
        &mut self,
        name: SortName,
        context: &Context,
        solver: &mut dyn Solver,
    ) -> Result<SortId, SolverError> {
        let Ok(Some(sort)) = context.sort(name) else { return Err(unbound(Name::Sort(name))) };
        let id = self.make(sort, context, solver)?;
        self.sorts.add(name.0, id);
        Ok(id)
    }

    /// As deep as the sort, which the context limits.
    fn make(
        &mut self,
        sort: &Sort,
        context: &Context,
        solver: &mut dyn Solver,
    ) -> Result<SortId, SolverError> {
        if let Some(id) = self.made.get(sort) {
            return Ok(*id);
        }
        // Sorts without a name are rare, so those with one are not kept by what they are.
        let named = self.sorts.iter().find(|(name, _)| {
            let known = context.sort(SortName(*name));
            known.is_ok_and(|known| known == Some(sort))
        });
        if let Some((_, id)) = named {
            return Ok(*id);
        }
        let id = match sort.shape() {
            SortShape::Datatype(datatype, args) if !args.is_empty() => {
                let plain = self.make(&Sort::datatype(datatype.clone(), []), context, solver)?;
                let args: Result<Vec<SortId>, SolverError> =
                    args.iter().map(|arg| self.make(arg, context, solver)).collect();
                solver.mk_instance(plain, &args?)?
            }
            SortShape::Datatype(..) | SortShape::Uninterpreted(_) | SortShape::MatchCase(..) => {
                return Err(SolverError::Unsupported(format!("{sort} without its declaration")));
            }
            shape => {
                let shape = shape.try_map(|part| self.make(part, context, solver))?;
                solver.mk_sort(&shape)?
            }
        };
        self.made.insert(sort.clone(), id);
        Ok(id)
    }
}
