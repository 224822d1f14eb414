//! The numbers of kinds, read from the library: Z3 renumbers them now and then, and tells no names.

use std::collections::BTreeMap;
use std::ffi::c_uint;
use std::sync::Arc;

use murxla_api::{Hole, QuickMap, SolverError, SortKind, SpecialValue};

use crate::ffi;
use crate::own::OWN;
use crate::probe;
use crate::solver::Z3Solver;
use crate::table::{ROWS, Row};

/// Operators that the standard leaves open at some places.
const PARTIAL: &[&str] = &[
    "OP_DT_APPLY_SEL",
    "OP_FP_MAX",
    "OP_FP_MIN",
    "OP_FP_TO_REAL",
    "OP_FP_TO_SBV",
    "OP_FP_TO_UBV",
    "OP_INT_DIV",
    "OP_INT_IS_DIV",
    "OP_INT_MOD",
    "OP_INT_POW",
    "OP_REAL_DIV",
    "OP_REAL_POW",
    "OP_SEQ_NTH",
    "OP_SET_CHOOSE",
    "OP_TUPLE_SELECT",
    "OP_TUPLE_UPDATE",
];

/// The kinds of sorts that Z3 has, as our declarations number them. Strings are sequences to it, and finite
/// sets have no kind of their own.
const SORT_KINDS: &[(SortKind, ffi::SortKind)] = &[
    (SortKind::Bool, ffi::SortKind::Bool),
    (SortKind::Int, ffi::SortKind::Int),
    (SortKind::Real, ffi::SortKind::Real),
    (SortKind::BitVec, ffi::SortKind::Bv),
    (SortKind::FloatingPoint, ffi::SortKind::FloatingPoint),
    (SortKind::RoundingMode, ffi::SortKind::RoundingMode),
    (SortKind::RegLan, ffi::SortKind::Re),
    (SortKind::Array, ffi::SortKind::Array),
    (SortKind::Seq, ffi::SortKind::Seq),
    (SortKind::Datatype, ffi::SortKind::Datatype),
    (SortKind::Uninterpreted, ffi::SortKind::Uninterpreted),
    (SortKind::FiniteField, ffi::SortKind::FiniteField),
];

/// What was read from the library at load.
#[derive(Clone, Default)]
pub(crate) struct Kinds {
    sorts: QuickMap<c_uint, SortKind>,
    /// The rows that this library can serve, by key.
    pub(crate) rows: QuickMap<&'static str, &'static Row>,
    /// The kind of a term made by a row, by the row's key.
    terms: QuickMap<&'static str, c_uint>,
    /// The kind of a special value, for those that the library can make.
    special: BTreeMap<SpecialValue, c_uint>,
    /// Kinds of sorts that the library cannot make, and why.
    pub(crate) absent: Vec<SortKind>,
    pub(crate) holes: Vec<Hole>,
    pub(crate) renumbered: usize,
}

impl Kinds {
    /// The kind of terms that this operator makes, if it is known.
    pub(crate) fn of(&self, key: &str) -> Option<c_uint> {
        self.terms.get(key).copied()
    }

    /// Whether a model may leave open what such a term is.
    pub(crate) fn is_partial(&self, kind: c_uint) -> bool {
        PARTIAL.iter().any(|key| self.of(key) == Some(kind))
    }

    /// The kind of a special value, if the library has it.
    pub(crate) fn of_special(&self, special: SpecialValue) -> Option<c_uint> {
        self.special.get(&special).copied()
    }

    /// The special values that the library has.
    pub(crate) fn special_values(&self) -> Vec<SpecialValue> {
        self.special.keys().copied().collect()
    }

    /// What a sort of this kind is.
    pub(crate) fn sort_kind(&self, number: c_uint) -> Option<SortKind> {
        self.sorts.get(&number).copied()
    }

    pub(crate) fn checked(&self) -> usize {
        self.terms.len() + self.sorts.len() + self.special.len()
    }

    /// Builds a sort of each kind, each special value and a term of each operator, and reads their kinds
    /// back.
    pub(crate) fn read() -> Result<Kinds, SolverError> {
        let mut kinds = Kinds::default();
        for row in ROWS {
            let missing: Vec<&str> = row.missing().collect();
            if missing.is_empty() {
                kinds.rows.insert(row.key, row);
            } else {
                kinds.hole(row.key, format!("the library has no {}", missing.join(", ")));
            }
        }
        kinds.read_sorts()?;
        kinds.read_special_values()?;
        kinds.read_terms()?;
        Ok(kinds)
    }

    fn hole(&mut self, what: &str, reason: String) {
        self.holes.push(Hole { what: what.to_owned(), reason });
    }

    fn read_sorts(&mut self) -> Result<(), SolverError> {
        let mut solver = Z3Solver::with_kinds(Arc::new(self.clone()))?;
        for (kind, declared) in SORT_KINDS {
            match probe::sort_kind(&mut solver, *kind) {
                Ok(number) => {
                    self.renumbered += usize::from(number != *declared as c_uint);
                    self.sorts.insert(number, *kind);
                }
                Err(SolverError::Unsupported(_)) => self.absent.push(*kind),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn read_special_values(&mut self) -> Result<(), SolverError> {
        let mut solver = Z3Solver::with_kinds(Arc::new(self.clone()))?;
        for special in SpecialValue::ALL {
            match probe::special_value_kind(&mut solver, *special) {
                Ok(kind) => {
                    self.special.insert(*special, kind);
                }
                Err(error) => self.hole(special.key(), format!("it cannot be made: {error}")),
            }
        }
        Ok(())
    }

    fn read_terms(&mut self) -> Result<(), SolverError> {
        let mut solver = Z3Solver::with_kinds(Arc::new(self.clone()))?;
        let plain = probe::Plainest::new(&mut solver)?;
        for row in ROWS {
            if !self.rows.contains_key(row.key) {
                continue;
            }
            match probe::term_kind(&mut solver, &plain, OWN, row.key) {
                Ok(kind) => {
                    let declared = row.kind.map(|kind| kind as c_uint);
                    self.renumbered += usize::from(declared.is_some_and(|number| number != kind));
                    self.terms.insert(row.key, kind);
                }
                Err(error) => {
                    self.rows.remove(row.key);
                    self.hole(row.key, format!("a well-sorted application fails: {error}"));
                }
            }
        }
        Ok(())
    }
}
