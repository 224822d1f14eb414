//! Settings that cvc5 needs before it solves a problem with certain terms. A library that reports errors as values says
//! it itself; one that ends the process must not see such a term without the setting.

use murxla_api::{Op, Sort, SortShape};

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    /// An option that must be on.
    Option(&'static str),
    /// A logic whose name begins with `HO_`.
    HigherOrder,
}

/// Sets of everything, complements and comprehensions.
pub(crate) const EXTENDED_SETS: Setting = Setting::Option("sets-exp");

/// Operators that need a setting whatever their arguments are.
const BY_OPERATOR: &[(&str, Setting)] = &[
    ("OP_SET_COMPLEMENT", EXTENDED_SETS),
    ("OP_CONST_ARRAY", Setting::Option("arrays-exp")),
    ("cvc5-OP_ARRAY_EQ_RANGE", Setting::Option("arrays-exp")),
    ("cvc5-OP_ARRAY_EQ_RANGE_OF", Setting::Option("arrays-exp")),
    ("OP_REL_PROJECT", Setting::HigherOrder),
    ("OP_TABLE_PROJECT", Setting::HigherOrder),
];

/// What an application needs.
pub(crate) fn of_application(op: &Op, args: &[Sort]) -> Option<Setting> {
    let is_function = |sort: &Sort| matches!(sort.shape(), SortShape::Fun(..));
    let named = BY_OPERATOR.iter().find(|(key, _)| *key == op.key);
    match named {
        Some((_, setting)) => Some(*setting),
        None if op.key != "OP_UF_APPLY" && args.iter().any(is_function) => {
            Some(Setting::HigherOrder)
        }
        None => None,
    }
}

/// What a sort needs.
pub(crate) fn of_sort(sort: &Sort) -> Option<Setting> {
    match sort.shape() {
        SortShape::FloatingPoint(8, 24) | SortShape::FloatingPoint(11, 53) => None,
        SortShape::FloatingPoint(..) => Some(Setting::Option("fp-exp")),
        _ => None,
    }
}
