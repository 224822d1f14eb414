//! Z3's dialect: what its front end writes in another way.

use murxla_api::SortKind;
use murxla_api::smtlib::{Dialect, FunctionStyle, LogicStyle, OptionStyle, STANDARD, Spelling};

use Spelling::{FunctionIndex, Symbol};

use crate::own::OWN;

/// Z3's dialect.
pub(crate) static DIALECT: Dialect = Dialect {
    own: OWN,
    operators: &[
        ("OP_SET_MEMBER", Symbol("set.in")),
        ("OP_SET_CARD", Symbol("set.size")),
        ("OP_SET_INTERSECTION", Symbol("set.intersect")),
        ("OP_SET_MINUS", Symbol("set.difference")),
        ("z3-OP_ARRAY_MAP", FunctionIndex("map")),
        ("z3-OP_ARRAY_MAP2", FunctionIndex("map")),
        // Not all logics have `(_ as-array f)`, but all of them take functions for arrays.
        ("z3-OP_AS_ARRAY", Spelling::Argument),
        ("z3-OP_TRANSITIVE_CLOSURE", FunctionIndex("transitive-closure")),
        ("z3-OP_ARRAY_SET_EMPTY", Spelling::None),
        ("z3-OP_ARRAY_SET_FULL", Spelling::None),
        ("z3-OP_ARRAY_SET_ADD", Spelling::None),
        ("z3-OP_ARRAY_SET_DEL", Spelling::None),
        ("z3-OP_ARRAY_SET_MEMBER", Spelling::None),
        // The front end has the predicates of SMT-LIB, and of these only those of multiplication.
        ("z3-OP_BV_NEG_NO_OVERFLOW", Spelling::None),
        ("z3-OP_BV_UADD_NO_OVERFLOW", Spelling::None),
        ("z3-OP_BV_SADD_NO_OVERFLOW", Spelling::None),
        ("z3-OP_BV_SADD_NO_UNDERFLOW", Spelling::None),
        ("z3-OP_BV_USUB_NO_UNDERFLOW", Spelling::None),
        ("z3-OP_BV_SSUB_NO_UNDERFLOW", Spelling::None),
        ("z3-OP_BV_SSUB_NO_OVERFLOW", Spelling::None),
        ("z3-OP_BV_SDIV_NO_OVERFLOW", Spelling::None),
        ("OP_INT_IS_DIV", Spelling::None),
    ],
    sorts: &[(SortKind::Set, "FiniteSet")],
    functions: FunctionStyle::Arrays,
    update: "update-field",
    members_are_overloaded: false,
    binary: &["OP_STR_LT", "OP_STR_LE"],
    tuples: false,
    logic: LogicStyle { default: "", restricts: true, ..STANDARD.logic },
    options: OptionStyle {
        // The parameters of a solver object are not those of scripts, which name their module.
        prefix: None,
        ..STANDARD.options
    },
    ..STANDARD
};
