//! How programs for Yices' C API are written, for calls that are recorded.

use murxla_api::SolverError;
use murxla_native::record::{Helper, NativeApi};

use crate::error::owned_text;
use crate::ffi::{FUNCTIONS, NUMBER_FUNCTIONS, call, model_t, term_t};

/// What is known of the API.
pub static NATIVE: NativeApi = NativeApi {
    functions: &[FUNCTIONS, NUMBER_FUNCTIONS],
    table: include_str!("c_api.txt"),
    namers: &[],
    headers: &["yices.h"],
    link: "-lyices",
    variables: &[
        ("type_t", "tau#"),
        ("term_t", "t#"),
        ("ctx_config_t", "config"),
        ("context_t", "context"),
        ("param_t", "params"),
        ("model_t", "model#"),
        ("term_vector_t", "terms#"),
        ("type_vector_t", "types#"),
        ("yval_t", "value#"),
        ("smt_status_t", "status#"),
        ("yval_vector_t", "values#"),
    ],
    // The wrapper has done that when recording begins.
    start: &["yices_init();"],
    telling: &[
        "yices_error_*",
        "yices_clear_error",
        "yices_type_*",
        "yices_bvtype_size",
        "yices_scalar_type_card",
        "yices_term_*",
        "yices_*_to_string",
        "yices_proj_*",
        "yices_*_component",
        "yices_*_const_value",
        "yices_val_*",
        "yices_get_term_*",
        "yices_context_status",
        "yices_has_*",
        "yices_init_yval_vector",
        "yices_delete_yval_vector",
    ],
    reading: &["yices_val_get_*"],
    error_codes: &["yices_error_code"],
    making: &[
        "yices_*_type*",
        "yices_type_of_term",
        "yices_new_uninterpreted_term",
        "yices_new_variable",
        "yices_new_model",
        "yices_new_config",
        "yices_true",
        "yices_false",
        "yices_constant",
        "yices_bvconst_*",
        "yices_parse_*",
        "yices_int*",
        "yices_rational*",
    ],
    counting: &["yices_init_*_vector", "yices_delete_*_vector", "yices_free_*"],
    tidy_without: &[],
    tidy_instead: &[],
    before: &[],
    shown: &[
        ("yices_check_context*", "answer({r});"),
        ("yices_check_formula*", "answer({r});"),
        ("yices_get_value", "show({0}, {1});"),
        ("yices_get_bool_value", "show({0}, {1});"),
        ("yices_get_bv_value", "show({0}, {1});"),
        ("yices_formula_true_in_model", "printf(\"true in the model: %d\\n\", {r});"),
    ],
    values: &[
        ("yices_get_value", value),
        ("yices_get_bool_value", value),
        ("yices_get_bv_value", value),
    ],
    check: "check();",
    callbacks: &[],
    helpers: &[
        Helper {
            name: "check",
            text: "static void check(void)\n{\n  if (yices_error_code() == 0) return;\n  \
                   yices_print_error(stderr);\n  yices_clear_error();\n{on_refusal}}\n",
        },
        Helper {
            name: "answer",
            text: "/* The names of the numbers differ between versions. */\n\
                   static void answer(int status)\n{\n  \
                   puts(status == 3 ? \"sat\" : status == 4 ? \"unsat\" : \"unknown\");\n}\n",
        },
        Helper {
            name: "show",
            text: "static void show(model_t *model, term_t term)\n{\n  \
                   term_t value = yices_get_value_as_term(model, term);\n  \
                   printf(\"value: \");\n  fflush(stdout);\n  \
                   if (value < 0) puts(\"none as a term\");\n  \
                   else yices_pp_term(stdout, value, 1000, 1, 0);\n  yices_clear_error();\n}\n",
        },
    ],
};

/// The value of a term in a model, which are the first arguments; after a refusal there is none.
fn value(arguments: &[u64], result: u64) -> Option<String> {
    let (model, term) = (*arguments.first()?, *arguments.get(1)?);
    let printed = || -> Result<String, SolverError> {
        let value = call!(yices_get_value_as_term(model as *mut model_t, term as term_t));
        if value < 0 {
            call!(yices_clear_error());
            return Ok("none as a term".to_owned());
        }
        owned_text(call!(yices_term_to_string(value, 1000, 1, 0)))
    };
    if (result as i32) < 0 { None } else { printed().ok() }
}
