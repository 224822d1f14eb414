//! Bitwuzla's dialect: what its front end writes in another way.

use murxla_api::smtlib::{Dialect, LogicStyle, OptionStyle, STANDARD, Spelling};
use murxla_api::{Binder, SortKind};

use crate::own::OWN;
use crate::terminator::TERMINATE_AFTER;

/// Bitwuzla's dialect.
pub(crate) static DIALECT: Dialect = Dialect {
    own: OWN,
    operators: &[("bitwuzla-OP_FP_TO_FP_FROM_REAL", Spelling::NumberLast("to_fp"))],
    no_binders: &[Binder::Lambda, Binder::Witness, Binder::Comprehension],
    patterns: false,
    no_sorts: &[SortKind::Tuple, SortKind::Datatype],
    higher_order: false,
    lacks: &["get-assertions", "define-fun-rec"],
    logic: LogicStyle { matters: false, ..STANDARD.logic },
    options: OptionStyle {
        words_are_strings: true,
        // Messages would come between the answers.
        api_only: &[TERMINATE_AFTER, "verbosity"],
        ..STANDARD.options
    },
    ..STANDARD
};
