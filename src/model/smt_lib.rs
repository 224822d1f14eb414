//! The rows that SMT-LIB 2.7 has, for `--smt-lib`.

use murxla_api::{ActionKind, Binder, SortKind};

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
