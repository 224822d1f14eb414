//! The numbers of kinds, read from the library: Z3 renumbers them now and then, and tells no names.

use std::collections::HashMap;
use std::ffi::c_uint;
use std::sync::Arc;

use murxla_api::{
    Application, Draw, Hole, SolverError, Sort, SortId, SortShape, TermId, draw_application, theory,
};

use crate::ffi::{self, Z3_sort, call};
use crate::solver::Z3Solver;
use crate::table::{ROWS, Row};
use crate::terms::{Native, NativeSort};

/// Kinds of sorts.
#[derive(Clone, Debug)]
pub(crate) struct SortKinds {
    pub(crate) bool: c_uint,
    pub(crate) bit_vec: c_uint,
    pub(crate) array: c_uint,
    pub(crate) uninterpreted: c_uint,
}

/// What was read from the library at load.
#[derive(Clone)]
pub(crate) struct Kinds {
    pub(crate) sorts: SortKinds,
    /// The rows that this library can serve, by key.
    pub(crate) rows: HashMap<&'static str, &'static Row>,
    /// The kind of a term made by a row, by the row's key.
    pub(crate) terms: HashMap<&'static str, c_uint>,
    pub(crate) holes: Vec<Hole>,
    pub(crate) renumbered: usize,
}

impl Kinds {
    /// The kind of terms that this operator makes, if it is known.
    pub(crate) fn of(&self, key: &str) -> Option<c_uint> {
        self.terms.get(key).copied()
    }

    pub(crate) fn checked(&self) -> usize {
        self.terms.len() + 4
    }

    /// Builds a sort of each kind and a term of each operator, and reads their kinds back.
    pub(crate) fn read() -> Result<Kinds, SolverError> {
        let mut kinds = Kinds {
            sorts: SortKinds {
                bool: ffi::SortKind::Bool as c_uint,
                bit_vec: ffi::SortKind::Bv as c_uint,
                array: ffi::SortKind::Array as c_uint,
                uninterpreted: ffi::SortKind::Uninterpreted as c_uint,
            },
            rows: HashMap::new(),
            terms: HashMap::new(),
            holes: Vec::new(),
            renumbered: 0,
        };
        for row in ROWS {
            let missing: Vec<&str> = row.missing().collect();
            if missing.is_empty() {
                kinds.rows.insert(row.key, row);
            } else {
                kinds.holes.push(Hole {
                    what: row.key.to_owned(),
                    reason: format!("the library has no {}", missing.join(", ")),
                });
            }
        }
        let declared = kinds.sorts.clone();
        kinds.read_sorts()?;
        for (read, declared) in [
            (kinds.sorts.bool, declared.bool),
            (kinds.sorts.bit_vec, declared.bit_vec),
            (kinds.sorts.array, declared.array),
            (kinds.sorts.uninterpreted, declared.uninterpreted),
        ] {
            kinds.renumbered += usize::from(read != declared);
        }
        kinds.read_terms()?;
        Ok(kinds)
    }

    fn read_sorts(&mut self) -> Result<(), SolverError> {
        let mut solver = Z3Solver::with_kinds(Arc::new(self.clone()))?;
        let mut kind_of = |shape: SortShape<SortId>| -> Result<(SortId, c_uint), SolverError> {
            let id = solver.make_sort(&shape)?;
            let NativeSort::Sort(native) = solver.sorts.native(id)? else {
                return Err(SolverError::Broken("a plain sort that is a function sort".to_owned()));
            };
            Ok((id, read_sort_kind(&solver, native)?))
        };
        let (bool, kind) = kind_of(SortShape::Bool)?;
        self.sorts.bool = kind;
        self.sorts.bit_vec = kind_of(SortShape::BitVec(8))?.1;
        self.sorts.array = kind_of(SortShape::Array(bool, bool))?.1;
        self.sorts.uninterpreted = kind_of(SortShape::Uninterpreted("U".into()))?.1;
        Ok(())
    }

    fn read_terms(&mut self) -> Result<(), SolverError> {
        let mut solver = Z3Solver::with_kinds(Arc::new(self.clone()))?;
        for row in ROWS {
            if !self.rows.contains_key(row.key) {
                continue;
            }
            match read_term_kind(&mut solver, row.key) {
                Ok(kind) => {
                    let declared = row.kind.map(|kind| kind as c_uint);
                    self.renumbered += usize::from(declared.is_some_and(|number| number != kind));
                    self.terms.insert(row.key, kind);
                }
                Err(error) => {
                    self.rows.remove(row.key);
                    self.holes.push(Hole {
                        what: row.key.to_owned(),
                        reason: format!("a well-sorted application fails: {error}"),
                    });
                }
            }
        }
        Ok(())
    }
}

fn read_sort_kind(solver: &Z3Solver, sort: Z3_sort) -> Result<c_uint, SolverError> {
    let kind = call!(Z3_get_sort_kind(solver.context.raw, sort));
    solver.context.check()?;
    Ok(kind)
}

/// Draws the plainest application: all widths 8, all sorts bit-vectors.
struct Plainest;

impl Draw for Plainest {
    fn below(&mut self, _: u64) -> u64 {
        0
    }

    fn sort(&mut self) -> Sort {
        Sort::bit_vec(8)
    }

    fn width(&mut self) -> u32 {
        8
    }

    fn max_width(&self) -> u32 {
        64
    }
}

fn read_term_kind(solver: &mut Z3Solver, key: &str) -> Result<c_uint, SolverError> {
    let op = theory::operator(key)
        .ok_or_else(|| SolverError::Broken(format!("{key} is no operator")))?;
    let drawn = draw_application(op, 2, None, &mut Plainest)
        .ok_or_else(|| SolverError::Broken(format!("no application of {key} can be drawn")))?;
    let mut args: Vec<TermId> = Vec::new();
    for (position, sort) in drawn.args.iter().enumerate() {
        let sort = make_structure(solver, sort)?;
        args.push(solver.make_const(sort, &format!("{key}{position}"))?);
    }
    let mut sorts = Vec::new();
    for sort in &drawn.sorts {
        sorts.push(make_structure(solver, sort)?);
    }
    let application =
        Application { op, sorts: &sorts, names: &[], indices: &drawn.indices, args: &args };
    let term = solver.make_term(&application)?;
    let sort = solver.read_sort_of(term)?;
    if sort != drawn.result {
        return Err(SolverError::Broken(format!("it has sort {sort} instead of {}", drawn.result)));
    }
    let Native::Term(term) = solver.terms.native(term)? else {
        return Err(SolverError::Broken("an application that is a function".to_owned()));
    };
    solver.decl_kind(term)?.ok_or_else(|| SolverError::Broken("a term without a kind".to_owned()))
}

fn make_structure(solver: &mut Z3Solver, sort: &Sort) -> Result<SortId, SolverError> {
    let shape = sort.shape().try_map(|child| make_structure(solver, child))?;
    solver.make_sort(&shape)
}
