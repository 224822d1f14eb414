//! Functions of the C API that are not called on purpose, with the reasons.

use murxla_api::LeftOut;

/// All of them.
pub(crate) const LEFT_OUT: &[LeftOut] = &[
    LeftOut {
        functions: &[
            "boolector_add_output",
            "boolector_chkclone",
            "boolector_get_btor_msg",
            "boolector_print_value_smt2",
            "boolector_set_btor_id",
            "boolector_var_mark_bool",
        ],
        reason: "no header declares it: it is for Boolector's own parsers",
    },
    LeftOut { functions: &["boolector_print_stats"], reason: "it prints on the standard output" },
];
