//! cvc5's dialect: what its front end writes in another way.

use murxla_api::smtlib::{
    Dialect, HIGHER_ORDER_PREFIX, LogicStyle, OptionStyle, STANDARD, Spelling,
};
use murxla_api::{Binder, SortKind};

use crate::own::OWN;

/// cvc5's dialect.
pub(crate) static DIALECT: Dialect = Dialect {
    own: OWN,
    operators: &[("cvc5-OP_BV_ULTBV", Spelling::None), ("cvc5-OP_BV_SLTBV", Spelling::None)],
    binary: &["OP_STR_LT", "OP_STR_LE", "cvc5-OP_INT_DIV_TOTAL", "cvc5-OP_REAL_DIV_TOTAL"],
    no_binders: &[Binder::Witness],
    // One of the level is looked at when it is made, one for all levels at the next check.
    global_definitions: true,
    // "Expected SYMBOL or LPAREN_TOK, got QUOTED_SYMBOL", where the standard has any symbol.
    patterns_without_bars: true,
    signed_elements: true,
    logic: LogicStyle {
        needs_integers: &["OP_REAL_IS_INT", "OP_REAL_TO_INT", "OP_INT_TO_REAL"],
        recursion_needs_quantifiers: true,
        higher_order_prefix: HIGHER_ORDER_PREFIX,
        ..STANDARD.logic
    },
    options: OptionStyle {
        incremental: true,
        strings: &["diagnostic-output-channel", "err", "in", "out", "regular-output-channel"],
        demanded: &[
            (SortKind::Array, "arrays-exp"),
            (SortKind::FloatingPoint, "fp-exp"),
            (SortKind::Set, "sets-exp"),
            (SortKind::Seq, "strings-exp"),
            (SortKind::String, "strings-exp"),
        ],
        ..STANDARD.options
    },
    ..STANDARD
};
