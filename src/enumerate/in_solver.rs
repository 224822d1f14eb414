//! Terms of a space in an instance of a solver, each part made once.

use std::sync::Arc;

use murxla_api::{
    Application, Binder, Literal, Op, QuickMap, Solver, SolverError, Sort, SortId, SortShape,
    TermId,
};

use super::in_graph::constant_name;
use super::space::Space;
use super::term::{Tree, VARIABLES};

/// What an instance was given so far.
#[derive(Default)]
pub(super) struct Made {
    sorts: Vec<SortId>,
    known_sorts: QuickMap<Sort, SortId>,
    constants: Vec<Vec<TermId>>,
    literals: Vec<Vec<Option<TermId>>>,
    values: QuickMap<(usize, Literal), TermId>,
    variables: QuickMap<(usize, usize), TermId>,
    parts: QuickMap<(u32, u128), TermId>,
}

impl Made {
    /// Makes the sorts and constants of a space.
    pub(super) fn new(space: &Space, solver: &mut dyn Solver) -> Result<Made, SolverError> {
        let mut made = Made::default();
        for (number, one) in space.sorts.iter().enumerate() {
            let id = made.sort(&one.sort, solver)?;
            made.sorts.push(id);
            let constants: Result<Vec<TermId>, SolverError> = (0..one.constants)
                .map(|constant| solver.mk_const(id, &constant_name(number, constant)))
                .collect();
            made.constants.push(constants?);
            made.literals.push(vec![None; one.literals.len()]);
        }
        Ok(made)
    }

    fn sort(&mut self, sort: &Sort, solver: &mut dyn Solver) -> Result<SortId, SolverError> {
        if let Some(id) = self.known_sorts.get(sort) {
            return Ok(*id);
        }
        let id = match sort.shape() {
            SortShape::Datatype(datatype, _) => {
                let mut part = |sort: &Sort| self.sort(sort, solver);
                let definition = datatype.definition().try_map(&mut part)?;
                let ids = solver.mk_datatypes(&[definition])?;
                ids.first().copied().ok_or_else(|| SolverError::Broken("no datatype".to_owned()))?
            }
            shape => {
                let shape = shape.try_map(|part| self.sort(part, solver))?;
                solver.mk_sort(&shape)?
            }
        };
        self.known_sorts.insert(sort.clone(), id);
        Ok(id)
    }

    /// All constants, with the numbers of their sorts.
    pub(super) fn constants(&self) -> impl Iterator<Item = (usize, TermId)> {
        let lists = self.constants.iter().enumerate();
        lists.flat_map(|(sort, list)| list.iter().map(move |one| (sort, *one)))
    }
}

/// An instance, where terms are made.
pub(super) struct InSolver<'s> {
    pub(super) solver: &'s mut dyn Solver,
    pub(super) made: &'s mut Made,
    pub(super) space: &'s Space,
}

fn packed(names: &[u8]) -> u128 {
    names.iter().fold(1, |all, name| all << 8 | u128::from(*name))
}

impl Tree for InSolver<'_> {
    type Term = TermId;
    type Error = SolverError;

    fn known(&self, part: u32, names: &[u8]) -> Option<TermId> {
        self.made.parts.get(&(part, packed(names))).copied()
    }

    fn keep(&mut self, part: u32, names: &[u8], term: TermId) {
        // What has a variable is a part of one quantifier only.
        if names.iter().any(|name| *name >= VARIABLES) {
            return;
        }
        self.made.parts.insert((part, packed(names)), term);
    }

    fn constant(&mut self, sort: usize, number: usize) -> Result<TermId, SolverError> {
        Ok(self.made.constants[sort][number])
    }

    fn variable(&mut self, sort: usize, depth: usize) -> Result<TermId, SolverError> {
        if let Some(known) = self.made.variables.get(&(sort, depth)) {
            return Ok(*known);
        }
        let made = self.solver.mk_var(self.made.sorts[sort], &format!("v{sort}.{depth}"))?;
        self.made.variables.insert((sort, depth), made);
        Ok(made)
    }

    fn literal(&mut self, sort: usize, number: usize) -> Result<TermId, SolverError> {
        if let Some(known) = self.made.literals[sort][number] {
            return Ok(known);
        }
        let literal = &self.space.sorts[sort].literals[number];
        let made = self.solver.mk_value(self.made.sorts[sort], literal)?;
        self.made.literals[sort][number] = Some(made);
        Ok(made)
    }

    fn value(&mut self, sort: usize, literal: &Literal) -> Result<TermId, SolverError> {
        if let Some(known) = self.made.values.get(&(sort, literal.clone())) {
            return Ok(*known);
        }
        let made = self.solver.mk_value(self.made.sorts[sort], literal)?;
        self.made.values.insert((sort, literal.clone()), made);
        Ok(made)
    }

    fn operator(&mut self, op: &'static Op, args: &[TermId]) -> Result<TermId, SolverError> {
        self.solver.mk_term(&Application { op, sorts: &[], names: &[], indices: &[], args })
    }

    fn apply(&mut self, head: usize, args: &[TermId]) -> Result<TermId, SolverError> {
        let head = &self.space.heads[head].head;
        let (op, indices) = (head.op(), &*head.indices);
        if head.sorts.is_empty() && head.names.is_empty() {
            return self.solver.mk_term(&Application { op, sorts: &[], names: &[], indices, args });
        }
        let mut sorts = Vec::with_capacity(head.sorts.len());
        for sort in &head.sorts {
            sorts.push(self.made.sort(sort, self.solver)?);
        }
        let names: Vec<&str> = head.names.iter().map(|name: &Arc<str>| &**name).collect();
        self.solver.mk_term(&Application { op, sorts: &sorts, names: &names, indices, args })
    }

    fn bind(
        &mut self,
        binder: Binder,
        sort: usize,
        depth: usize,
        body: TermId,
    ) -> Result<TermId, SolverError> {
        let variable = self.variable(sort, depth)?;
        // A variable is bound once: the next one is another.
        self.made.variables.remove(&(sort, depth));
        self.solver.mk_binder(binder, &[variable], &[], &[body])
    }
}
