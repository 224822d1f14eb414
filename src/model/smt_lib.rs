//! The rows that SMT-LIB 2.7 has, for `--smt-lib`.

use murxla_api::{ActionKind, Binder, Op, SortKind, Theory};

/// Whether the theory is one of SMT-LIB.
pub(super) fn has_theory(theory: Theory) -> bool {
    matches!(
        theory,
        Theory::Core
            | Theory::Ints
            | Theory::Reals
            | Theory::BitVectors
            | Theory::FloatingPoint
            | Theory::Arrays
            | Theory::Functions
            | Theory::Strings
            | Theory::Datatypes
            | Theory::Quantifiers
    )
}

/// Operators that solvers have in theories of SMT-LIB although SMT-LIB has them not.
const EXTENSIONS: &[&str] = &[
    "OP_INT_POW",
    "OP_REAL_POW",
    "OP_REAL_ABS",
    "OP_BV_REDAND",
    "OP_BV_REDOR",
    "OP_FP_TO_IEEE_BV",
    "OP_CONST_ARRAY",
    "OP_DT_APPLY_UPDATER",
    "OP_TUPLE",
    "OP_TUPLE_SELECT",
    "OP_TUPLE_UPDATE",
    "OP_DT_TUPLE_PROJECT",
];

/// Whether the operator is one of SMT-LIB.
pub(super) fn has_operator(op: &Op) -> bool {
    has_theory(op.theory) && !EXTENSIONS.contains(&op.key)
}

/// Whether the binder is one of SMT-LIB.
pub(super) fn has_binder(binder: Binder) -> bool {
    matches!(binder, Binder::Forall | Binder::Exists | Binder::Lambda)
}

/// Whether sorts of this kind are of SMT-LIB.
pub(super) fn has_kind(kind: SortKind) -> bool {
    !matches!(
        kind,
        SortKind::Tuple | SortKind::Set | SortKind::Bag | SortKind::Seq | SortKind::FiniteField
    )
}

/// Whether the action is a command of SMT-LIB, or makes something that is written there.
pub(super) fn has_action(kind: ActionKind) -> bool {
    !matches!(kind, ActionKind::Simplify | ActionKind::TermGetChildren | ActionKind::Own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extensions_are_operators() {
        for key in EXTENSIONS {
            assert!(murxla_api::theory::operator(key).is_some(), "{key}");
        }
    }
}
