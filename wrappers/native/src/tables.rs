//! Tables that every wrapper keeps: the native handles behind ids, and which formulas are asserted.

use murxla_api::{Datatype, DatatypeDef, SolverError, Sort, SortId, SortShape, TermId};

/// The sorts that one instance made: native handle and structure.
pub struct SortTable<N> {
    rows: Vec<(N, Sort)>,
}

/// The terms that one instance made.
pub struct TermTable<N> {
    rows: Vec<N>,
}

/// The asserted formulas by level, so that a core given in native terms can be told in ids.
pub struct AssertionStack<N> {
    formulas: Vec<(TermId, N)>,
    levels: Vec<usize>,
}

impl<N: Copy> SortTable<N> {
    /// No sorts.
    pub const fn new() -> SortTable<N> {
        SortTable { rows: Vec::new() }
    }

    /// Remembers a sort under a fresh id.
    pub fn add(&mut self, native: N, sort: Sort) -> SortId {
        self.rows.push((native, sort));
        SortId((self.rows.len() - 1) as u32)
    }

    /// The native handle.
    pub fn native(&self, id: SortId) -> Result<N, SolverError> {
        self.row(id).map(|(native, _)| *native)
    }

    /// The structure.
    pub fn sort(&self, id: SortId) -> Result<&Sort, SolverError> {
        self.row(id).map(|(_, sort)| sort)
    }

    /// The structure of a sort that is about to be made.
    pub fn structure(&self, shape: &SortShape<SortId>) -> Result<Sort, SolverError> {
        shape.try_map(|id| self.sort(*id).cloned()).map(Sort::new)
    }

    /// The structure of datatypes that are about to be declared.
    pub fn datatypes(
        &self,
        definitions: &[DatatypeDef<SortId>],
    ) -> Result<Vec<Datatype>, SolverError> {
        let mut structures = Vec::new();
        for definition in definitions {
            structures.push(definition.try_map(&mut |id: &SortId| self.sort(*id).cloned())?);
        }
        Ok(Datatype::declare(structures))
    }

    /// The declared datatype with this name.
    pub fn datatype(&self, name: &str) -> Option<&Datatype> {
        self.rows.iter().find_map(|(_, sort)| match sort.shape() {
            SortShape::Datatype(datatype, _) if datatype.name() == name => Some(datatype),
            _ => None,
        })
    }

    /// The native handles of several sorts.
    pub fn natives(&self, ids: &[SortId]) -> Result<Vec<N>, SolverError> {
        ids.iter().map(|id| self.native(*id)).collect()
    }

    /// The structure of the first sort with a native handle for which `same` holds.
    pub fn find(&self, mut same: impl FnMut(N) -> bool) -> Option<&Sort> {
        self.rows.iter().find(|(native, _)| same(*native)).map(|(_, sort)| sort)
    }

    /// All sorts, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (N, &Sort)> {
        self.rows.iter().map(|(native, sort)| (*native, sort))
    }

    /// Forgets all sorts, giving their native handles.
    pub fn drain(&mut self) -> impl Iterator<Item = N> + '_ {
        self.rows.drain(..).map(|(native, _)| native)
    }

    fn row(&self, id: SortId) -> Result<&(N, Sort), SolverError> {
        self.rows.get(id.0 as usize).ok_or_else(|| {
            SolverError::Broken(format!("sort {} was not made since the last reset", id.0))
        })
    }
}

impl<N: Copy> TermTable<N> {
    /// No terms.
    pub const fn new() -> TermTable<N> {
        TermTable { rows: Vec::new() }
    }

    /// Remembers a term under a fresh id.
    pub fn add(&mut self, native: N) -> TermId {
        self.rows.push(native);
        TermId((self.rows.len() - 1) as u32)
    }

    /// The native handle.
    pub fn native(&self, id: TermId) -> Result<N, SolverError> {
        self.rows.get(id.0 as usize).copied().ok_or_else(|| {
            SolverError::Broken(format!("term {} was not made since the last reset", id.0))
        })
    }

    /// The native handles of several terms.
    pub fn natives(&self, ids: &[TermId]) -> Result<Vec<N>, SolverError> {
        ids.iter().map(|id| self.native(*id)).collect()
    }

    /// Forgets all terms, giving their native handles.
    pub fn drain(&mut self) -> impl Iterator<Item = N> + '_ {
        self.rows.drain(..)
    }
}

impl<N: Copy + PartialEq> AssertionStack<N> {
    /// Nothing asserted, no level open.
    pub const fn new() -> AssertionStack<N> {
        AssertionStack { formulas: Vec::new(), levels: Vec::new() }
    }

    /// A formula was asserted.
    pub fn assert(&mut self, id: TermId, native: N) {
        self.formulas.push((id, native));
    }

    /// Levels were opened.
    pub fn push(&mut self, levels: u32) {
        let height = self.formulas.len();
        self.levels.extend(std::iter::repeat_n(height, levels as usize));
    }

    /// Levels were closed.
    pub fn pop(&mut self, levels: u32) {
        for _ in 0..levels {
            if let Some(height) = self.levels.pop() {
                self.formulas.truncate(height);
            }
        }
    }

    /// The number of open levels.
    pub fn open_levels(&self) -> usize {
        self.levels.len()
    }

    /// The asserted formulas, oldest first.
    pub fn formulas(&self) -> &[(TermId, N)] {
        &self.formulas
    }

    /// Everything is gone.
    pub fn clear(&mut self) {
        self.formulas.clear();
        self.levels.clear();
    }
}

/// The ids of native terms among `known` formulas; a term that is none of them breaks the solver's contract.
pub fn ids_of<N: Copy + PartialEq>(
    known: &[(TermId, N)],
    natives: impl IntoIterator<Item = N>,
    what: &str,
) -> Result<Vec<TermId>, SolverError> {
    natives
        .into_iter()
        .map(|native| {
            known.iter().find(|(_, other)| *other == native).map(|(id, _)| *id).ok_or_else(|| {
                SolverError::Broken(format!("{what} contains a term that is none of those given"))
            })
        })
        .collect()
}

impl<N: Copy> Default for SortTable<N> {
    fn default() -> Self {
        SortTable::new()
    }
}

impl<N: Copy> Default for TermTable<N> {
    fn default() -> Self {
        TermTable::new()
    }
}

impl<N: Copy + PartialEq> Default for AssertionStack<N> {
    fn default() -> Self {
        AssertionStack::new()
    }
}
