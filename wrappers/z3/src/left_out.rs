//! Functions of the C API that are not called on purpose, with the reasons.

use murxla_api::LeftOut;

/// All of them.
pub(crate) const LEFT_OUT: &[LeftOut] = &[
    LeftOut {
        functions: &[
            "Z3_fixedpoint_from_file",
            "Z3_optimize_from_file",
            "Z3_parse_smtlib2_file",
            "Z3_solver_from_file",
        ],
        reason: "they read files; those that read text are called",
    },
    LeftOut {
        functions: &["Z3_append_log", "Z3_close_log", "Z3_open_log"],
        reason: "they write a log of calls to a file",
    },
    LeftOut {
        functions: &["Z3_disable_trace", "Z3_enable_trace"],
        reason: "traces are there in debug builds of Z3 alone, and go to a file",
    },
    LeftOut {
        functions: &["Z3_enable_concurrent_dec_ref"],
        reason: "it is for programs that give back references in several threads",
    },
    LeftOut {
        functions: &["Z3_finalize_memory", "Z3_reset_memory"],
        reason: "they free what the library made at load: nothing can be called any more",
    },
    LeftOut {
        functions: &["Z3_mk_context"],
        reason: "contexts that count no references are for old programs; the other kind is made",
    },
    LeftOut { functions: &["Z3_set_error"], reason: "it reports an error that did not happen" },
    LeftOut {
        functions: &["Z3_set_proof_check_callback"],
        reason: "it is called for scripts alone, and what it reports is for a reader",
    },
    LeftOut {
        functions: &[
            "Z3_fixedpoint_init",
            "Z3_fixedpoint_set_reduce_app_callback",
            "Z3_fixedpoint_set_reduce_assign_callback",
        ],
        reason: "they make relations of a client's own, with callbacks that must implement all of them",
    },
    LeftOut {
        functions: &["Z3_get_relation_arity", "Z3_get_relation_column"],
        reason: "they read sorts of relations, which the C API does not make",
    },
    LeftOut {
        functions: &["Z3_get_numeral_rational", "Z3_mk_bvmsb"],
        reason: "one takes a type of C++, and no header declares the other",
    },
];
