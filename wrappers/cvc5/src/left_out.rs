//! Functions of the C API that are not called on purpose, with the reasons.

use murxla_api::LeftOut;

/// All of them.
pub(crate) const LEFT_OUT: &[LeftOut] = &[
    LeftOut {
        functions: &["cvc5_close_output", "cvc5_get_output"],
        reason: "they name a file to which cvc5 writes",
    },
    LeftOut {
        functions: &["cvc5_parser_set_file_input"],
        reason: "it reads a file; those that read text are called",
    },
];
