//! How programs for Bitwuzla's C API are written, for calls that are recorded.

use murxla_api::SolverError;
use murxla_native::record::{Helper, NativeApi};

use crate::ffi::functions::FUNCTIONS;
use crate::ffi::{BitwuzlaTerm, call, text};

/// What is known of the API.
pub static NATIVE: NativeApi = NativeApi {
    functions: &[FUNCTIONS],
    table: include_str!("c_api.txt"),
    namers: &[],
    headers: &["bitwuzla/c/bitwuzla.h"],
    link: "-lbitwuzla",
    variables: &[
        ("BitwuzlaTermManager", "tm"),
        ("BitwuzlaOptions", "options"),
        ("Bitwuzla", "bitwuzla"),
        ("BitwuzlaSort", "s#"),
        ("BitwuzlaTerm", "t#"),
        ("BitwuzlaResult", "result#"),
    ],
    start: &[],
    telling: &[
        "bitwuzla_*_to_string*",
        "bitwuzla_*_get_*",
        "bitwuzla_*_is_*",
        "bitwuzla_get_option*",
        "bitwuzla_is_unsat_assumption",
        "bitwuzla_get_statistics",
        "bitwuzla_get_term_mgr",
        "bitwuzla_options_set_diagnostic_output_stream",
        "bitwuzla_version",
    ],
    reading: &["bitwuzla_term_value_get_*", "bitwuzla_term_is_true", "bitwuzla_term_is_false"],
    error_codes: &[],
    making: &["bitwuzla_mk_*"],
    counting: &["bitwuzla_term_release", "bitwuzla_sort_release", "bitwuzla_*_copy"],
    tidy_without: &["bitwuzla_*_release", "bitwuzla_*_copy"],
    tidy_instead: &[],
    before: &[
        ("bitwuzla_check_sat*", "patience = {patience};"),
        ("bitwuzla_simplify*", "patience = {patience};"),
    ],
    shown: &[
        ("bitwuzla_check_sat*", "puts(bitwuzla_result_to_string({r}));"),
        ("bitwuzla_get_value", "printf(\"value: %s\\n\", bitwuzla_term_to_string({r}));"),
    ],
    values: &[("bitwuzla_get_value", value)],
    check: "",
    callbacks: &[
        ("bitwuzla_set_abort_callback", 0, "refused"),
        ("bitwuzla_set_termination_callback", 1, "give_up"),
        ("bitwuzla_set_termination_callback", 2, "&patience"),
    ],
    helpers: &[
        Helper {
            name: "refused",
            text: "static void refused(const char *message)\n{\n  \
                   fprintf(stderr, \"%s\\n\", message);\n{on_refusal}}\n",
        },
        Helper {
            name: "give_up",
            text: "static uint64_t patience = {patience};\n\n\
                   /* Bitwuzla asks this now and then whether a check is to be given up. */\n\
                   static int32_t give_up(void *state)\n{\n  uint64_t *left = state;\n  \
                   if (*left == 0) return 1;\n  --*left;\n  return 0;\n}\n",
        },
    ],
};

/// The value that `bitwuzla_get_value` gave.
fn value(_: &[u64], result: u64) -> Option<String> {
    let printed = || -> Result<Option<String>, SolverError> {
        Ok(text(call!(bitwuzla_term_to_string(result as BitwuzlaTerm))))
    };
    // After a refusal there is none.
    if result == 0 { None } else { printed().ok().flatten() }
}
