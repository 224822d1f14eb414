//! Sorts: made, declared, written.

use murxla_api::smtlib::{SortText, SymbolText, can_be_written};
use murxla_api::{Datatype, DatatypeDef, SolverError, Sort, SortId, SortShape};

use crate::datatypes;
use crate::solver::{SmtlibSolver, rejected, unsupported};

impl SmtlibSolver {
    pub(crate) fn sort(&self, id: SortId) -> Result<&Sort, SolverError> {
        let sort = self.sorts.get(id.0 as usize);
        sort.ok_or_else(|| SolverError::Broken(format!("sort {} was not made", id.0)))
    }

    pub(crate) fn sorts_of(&self, ids: &[SortId]) -> Result<Vec<Sort>, SolverError> {
        ids.iter().map(|id| self.sort(*id).cloned()).collect()
    }

    pub(crate) fn add_sort(&mut self, sort: Sort) -> Result<SortId, SolverError> {
        if let Some(limit) = self.known.profile.limit_on(&sort) {
            return unsupported(format!("the sort {sort}: {}", limit.reason));
        }
        self.sorts.push(sort);
        Ok(SortId((self.sorts.len() - 1) as u32))
    }

    pub(crate) fn sort_text(&self, sort: &Sort) -> String {
        SortText(sort, self.known.dialect).to_string()
    }

    pub(crate) fn make_sort(&mut self, shape: &SortShape<SortId>) -> Result<SortId, SolverError> {
        match shape {
            SortShape::BitVec(0) => return rejected("a bit-vector has at least one bit"),
            SortShape::Fun(domain, _) if domain.is_empty() => {
                return rejected("a function has at least one argument");
            }
            SortShape::FloatingPoint(0..2, _) | SortShape::FloatingPoint(_, 0..2) => {
                return rejected("exponent and significand have at least two bits");
            }
            SortShape::Datatype(..) | SortShape::MatchCase(..) => {
                return rejected("datatypes are declared, and cases have no sort to be made");
            }
            _ => {}
        }
        let sort = Sort::new(shape.try_map(|id| self.sort(*id).cloned())?);
        if let SortShape::Uninterpreted(name) = shape
            && !self.sort_names.iter().any(|known| **known == **name)
        {
            if !can_be_written(name) || name.is_empty() {
                return unsupported("a sort with a name that SMT-LIB cannot write");
            }
            self.declare(&format!("(declare-sort {} 0)", SymbolText(name)))?;
            self.sort_names.push(name.to_string());
        }
        self.add_sort(sort)
    }

    pub(crate) fn declare_datatypes(
        &mut self,
        definitions: &[DatatypeDef<SortId>],
    ) -> Result<Vec<SortId>, SolverError> {
        let mut group = Vec::new();
        for definition in definitions {
            group.push(definition.try_map(&mut |id: &SortId| self.sort(*id).cloned())?);
        }
        if !datatypes::is_well_founded(&group) {
            return rejected("a datatype has no finite value");
        }
        for name in group.iter().map(|definition| &*definition.name) {
            if !can_be_written(name) || self.sort_names.iter().any(|known| **known == *name) {
                return unsupported("a datatype with a name that is taken or cannot be written");
            }
        }
        for member in datatypes::members(&group).map(str::to_owned).collect::<Vec<_>>() {
            if !self.names.take(&member) {
                return unsupported(format!(
                    "the member {member} of a datatype: the name is taken"
                ));
            }
        }
        self.declare(&datatypes::declaration(&group, self.known.dialect))?;
        self.sort_names.extend(group.iter().map(|definition| definition.name.to_string()));
        let declared = Datatype::declare(group).into_iter();
        declared.map(|datatype| self.add_sort(Sort::datatype(datatype, []))).collect()
    }

    pub(crate) fn instantiate(
        &mut self,
        sort: SortId,
        args: &[SortId],
    ) -> Result<SortId, SolverError> {
        let SortShape::Datatype(datatype, have) = self.sort(sort)?.shape() else {
            return rejected("only a datatype has parameters");
        };
        if !have.is_empty() || datatype.definition().params.len() != args.len() {
            return rejected(format!("{} does not take {} sorts", datatype.name(), args.len()));
        }
        let datatype = datatype.clone();
        let sorts = self.sorts_of(args)?;
        self.add_sort(Sort::datatype(datatype, sorts))
    }
}
