//! Yices's dialect: what its front end writes in another way.

use murxla_api::smtlib::{Dialect, LogicStyle, OptionStyle, STANDARD, Spelling};
use murxla_api::{Binder, SortKind};

use crate::demands::LOGICS;
use crate::own::OWN;

/// Yices's dialect.
pub(crate) static DIALECT: Dialect = Dialect {
    own: OWN,
    operators: &[
        ("OP_INT_ABS", Spelling::None),
        ("OP_REAL_ABS", Spelling::None),
        ("OP_BV_REDAND", Spelling::None),
        ("OP_BV_REDOR", Spelling::None),
        ("OP_BV_NEGO", Spelling::None),
        ("OP_BV_UADDO", Spelling::None),
        ("OP_BV_SADDO", Spelling::None),
        ("OP_BV_UMULO", Spelling::None),
        ("OP_BV_SMULO", Spelling::None),
        ("OP_BV_USUBO", Spelling::None),
        ("OP_BV_SSUBO", Spelling::None),
        ("OP_BV_SDIVO", Spelling::None),
        // Lambdas and tuples are for the API alone.
        ("OP_CONST_ARRAY", Spelling::None),
    ],
    no_binders: &[Binder::Lambda, Binder::Witness, Binder::Comprehension],
    patterns: false,
    no_sorts: &[SortKind::Tuple, SortKind::Datatype],
    higher_order: false,
    lacks: &["get-assertions", "define-fun-rec"],
    literal_assumptions: true,
    logic: LogicStyle {
        known: LOGICS,
        needs_integers: &["OP_REAL_IS_INT", "OP_REAL_TO_INT", "OP_INT_TO_REAL"],
        // MCSAT.
        nonlinear_apart: true,
        ..STANDARD.logic
    },
    options: OptionStyle {
        prefix: Some("yices-"),
        api_only: &[
            "arith-fragment",
            "arith-solver",
            "array-solver",
            "assert-ite-bounds",
            "break-symmetries",
            "bv-solver",
            "eager-arith-lemmas",
            "mode",
            "model-interpolation",
            "optimistic-final-check",
            "solver-type",
            "trace",
            "uf-solver",
        ],
        largest_number: i32::MAX as u64,
        cores_with_assumptions: false,
        ..STANDARD.options
    },
    ..STANDARD
};
