//! Boolector's dialect: what its front end writes in another way.

use murxla_api::smtlib::{Dialect, LogicStyle, OptionStyle, STANDARD, Spelling};
use murxla_api::{Binder, SortKind};

use crate::own::OWN;
use crate::terminator::TERMINATE_AFTER;

/// Boolector's dialect.
pub(crate) static DIALECT: Dialect = Dialect {
    own: OWN,
    operators: &[
        ("OP_BV_NEGO", Spelling::None),
        ("OP_BV_UADDO", Spelling::None),
        ("OP_BV_SADDO", Spelling::None),
        ("OP_BV_UMULO", Spelling::None),
        ("OP_BV_SMULO", Spelling::None),
        ("OP_BV_USUBO", Spelling::None),
        ("OP_BV_SSUBO", Spelling::None),
        ("OP_BV_SDIVO", Spelling::None),
        // The API alone has them.
        ("btor-OP_DEC", Spelling::None),
        ("btor-OP_INC", Spelling::None),
        ("btor-OP_REDXOR", Spelling::None),
        // Its parser dies of them: `traces/found/boolector-parser-ext-rotate.c`.
        ("btor-OP_ROL", Spelling::None),
        ("btor-OP_ROR", Spelling::None),
    ],
    no_binders: &[Binder::Lambda, Binder::Witness, Binder::Comprehension],
    patterns: false,
    no_sorts: &[SortKind::Tuple, SortKind::Datatype, SortKind::Uninterpreted],
    higher_order: false,
    lacks: &["get-assertions", "define-fun-rec", "get-unsat-core", "reset", "reset-assertions"],
    literal_assumptions: false,
    logic: LogicStyle {
        known: &["ABV", "BV", "QF_ABV", "QF_AUFBV", "QF_BV", "QF_UFBV", "UFBV"],
        ..STANDARD.logic
    },
    options: OptionStyle { prefix: Some(""), api_only: &[TERMINATE_AFTER], ..STANDARD.options },
    ..STANDARD
};
