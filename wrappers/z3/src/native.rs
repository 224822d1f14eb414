//! How programs for Z3's C API are written, for calls that are recorded.

use std::ptr::NonNull;

use murxla_api::SolverError;
use murxla_native::record::{Helper, NativeApi};

use crate::context::text;
use crate::ffi::{FUNCTIONS, Z3_ast, call};

/// What is known of the API.
pub static NATIVE: NativeApi = NativeApi {
    functions: &[FUNCTIONS],
    table: include_str!("c_api.txt"),
    namers: &[],
    headers: &["z3.h"],
    link: "-lz3",
    variables: &[
        ("Z3_config", "config"),
        ("Z3_context", "ctx"),
        ("Z3_solver", "solver"),
        ("Z3_model", "model#"),
        ("Z3_symbol", "name#"),
        ("Z3_sort", "s#"),
        ("Z3_ast", "t#"),
        ("Z3_app", "a#"),
        ("Z3_func_decl", "f#"),
        ("Z3_pattern", "pattern#"),
        ("Z3_constructor", "constructor#"),
        ("Z3_constructor_list", "constructors#"),
        ("Z3_ast_vector", "vector#"),
        ("Z3_params", "params#"),
        ("Z3_lbool", "result#"),
    ],
    start: &[],
    telling: &[
        "Z3_get_*",
        "Z3_is_*",
        "Z3_*_to_string",
        "Z3_*_get_*",
        "Z3_*_num_*",
        "Z3_*_size",
        "Z3_model_has_interp",
        "Z3_sort_to_ast",
        "Z3_func_decl_to_ast",
        "Z3_app_to_ast",
        "Z3_to_*",
        "Z3_algebraic_*",
        "Z3_query_constructor",
        "Z3_ast_map_contains",
        "Z3_ast_map_find",
    ],
    reading: &["Z3_get_bool_value", "Z3_get_numeral_*"],
    error_codes: &["Z3_get_error_code"],
    making: &["Z3_mk_*"],
    counting: &["Z3_*inc_ref", "Z3_*dec_ref", "Z3_del_constructor", "Z3_del_constructor_list"],
    tidy_without: &["Z3_inc_ref", "Z3_dec_ref"],
    tidy_instead: &[("Z3_mk_context_rc", "Z3_mk_context")],
    before: &[],
    shown: &[
        ("Z3_solver_check*", "answer({r});"),
        ("Z3_check_*", "answer({r});"),
        ("Z3_optimize_check", "answer({r});"),
        ("Z3_fixedpoint_query*", "answer({r});"),
        ("Z3_model_eval", "show({0}, {4*});"),
    ],
    values: &[("Z3_model_eval", value_in_model)],
    check: "",
    callbacks: &[("Z3_set_error_handler", 1, "refused")],
    helpers: &[
        Helper {
            name: "refused",
            text: "static void refused(Z3_context c, Z3_error_code code)\n{\n  \
                   fprintf(stderr, \"Z3 refuses: %s\\n\", Z3_get_error_msg(c, code));\n{on_refusal}}\n",
        },
        Helper {
            name: "answer",
            text: "static void answer(Z3_lbool answer)\n{\n  \
                   puts(answer == Z3_L_TRUE ? \"sat\" : answer == Z3_L_FALSE ? \"unsat\" : \"unknown\");\n}\n",
        },
        Helper {
            name: "show",
            text: "static void show(Z3_context c, Z3_ast value)\n{\n  \
                   printf(\"value: %s\\n\", value ? Z3_ast_to_string(c, value) : \"none\");\n}\n",
        },
    ],
};

/// The value that `Z3_model_eval` wrote to its last argument.
fn value_in_model(arguments: &[u64], _: u64) -> Option<String> {
    let context = NonNull::new(*arguments.first()? as *mut _)?;
    let place = *arguments.get(4)? as *const Option<Z3_ast>;
    if place.is_null() {
        return None;
    }
    // SAFETY: the caller of the function gave the place of a term.
    let value = unsafe { place.read() }?;
    let printed =
        || -> Result<String, SolverError> { Ok(text(call!(Z3_ast_to_string(context, value)))) };
    printed().ok()
}
