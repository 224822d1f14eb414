//! Functions of the C API that are not called on purpose, with the reasons.

use murxla_api::LeftOut;

/// All of them.
pub(crate) const LEFT_OUT: &[LeftOut] = &[LeftOut {
    functions: &["bitwuzla_set_option_string"],
    reason: "the only options that are texts name files that are written: write-aiger, write-cnf",
}];
