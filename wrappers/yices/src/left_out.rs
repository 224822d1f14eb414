//! Functions of the C API that are not called on purpose, with the reasons.

use murxla_api::LeftOut;

/// All of them.
pub(crate) const LEFT_OUT: &[LeftOut] = &[
    LeftOut {
        functions: &["yices_set_out_of_mem_callback"],
        reason: "global to the process, and its callback must not return",
    },
    LeftOut {
        functions: &[
            "yices_get_algebraic_number_value",
            "yices_model_set_algebraic_number",
            "yices_val_get_algebraic_number",
        ],
        reason: "it takes an object of libpoly, which the library holds and does not export",
    },
];
