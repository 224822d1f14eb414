//! How programs for cvc5's C API are written, for calls that are recorded.

use murxla_api::SolverError;
use murxla_native::record::{Helper, NativeApi};

use crate::ffi::functions::FUNCTIONS;
use crate::ffi::{self, call};

/// What is known of the API.
pub static NATIVE: NativeApi = NativeApi {
    functions: &[FUNCTIONS],
    table: include_str!("c_api.txt"),
    namers: &[("Cvc5Kind", "cvc5_kind_to_string", "")],
    headers: &["cvc5/c/cvc5.h"],
    link: "-lcvc5",
    variables: &[
        ("Cvc5TermManager", "tm"),
        ("Cvc5", "solver"),
        ("Cvc5Sort", "s#"),
        ("Cvc5Term", "t#"),
        ("Cvc5Op", "op#"),
        ("Cvc5Result", "result#"),
        ("Cvc5Datatype", "datatype#"),
        ("Cvc5DatatypeDecl", "declaration#"),
        ("Cvc5DatatypeConstructorDecl", "constructor_declaration#"),
        ("Cvc5DatatypeConstructor", "constructor#"),
        ("Cvc5DatatypeSelector", "selector#"),
    ],
    start: &[],
    telling: &[
        "cvc5_has_error",
        "cvc5_get_error_message",
        "cvc5_reset_error",
        "cvc5_*_to_string*",
        "cvc5_*_is_*",
        "cvc5_*_has_*",
        "cvc5_*_get_*",
        "cvc5_*_hash",
        "cvc5_*_compare",
        "cvc5_get_info",
        "cvc5_get_logic",
        "cvc5_get_option*",
        "cvc5_get_version",
        "cvc5_is_logic_set",
        "cvc5_stats_*",
    ],
    reading: &["cvc5_term_get_*_value"],
    error_codes: &["cvc5_has_error"],
    making: &["cvc5_mk_*", "cvc5_get_*_sort"],
    counting: &["cvc5_*_release", "cvc5_*_copy"],
    tidy_without: &["cvc5_*_release", "cvc5_*_copy"],
    tidy_instead: &[],
    before: &[],
    shown: &[
        ("cvc5_check_*", "puts(cvc5_result_to_string({r}));"),
        ("cvc5_get_value", "printf(\"value: %s\\n\", cvc5_term_to_string({r}));"),
    ],
    values: &[("cvc5_get_value", value)],
    check: "check();",
    callbacks: &[
        ("cvc5_add_plugin", 1, "&plugin"),
        ("cvc5_declare_oracle_fun", 5, "NULL"),
        ("cvc5_declare_oracle_fun", 6, "identity"),
    ],
    helpers: &[
        Helper {
            name: "check",
            text: "static void check(void)\n{\n  if (!cvc5_has_error()) return;\n  \
                   fprintf(stderr, \"cvc5 refuses: %s\\n\", cvc5_get_error_message());\n  \
                   cvc5_reset_error();\n{on_refusal}}\n",
        },
        Helper {
            name: "identity",
            text: "static Cvc5Term identity(size_t size, const Cvc5Term *args, void *state)\n{\n  \
                   (void)size;\n  (void)state;\n  return args[0];\n}\n",
        },
        Helper {
            name: "plugin",
            text: "static const char *name(void)\n{\n  return \"plugin\";\n}\n\n\
                   static Cvc5Plugin plugin = {.get_name = name};\n",
        },
    ],
};

/// The value that `cvc5_get_value` gave.
fn value(_: &[u64], result: u64) -> Option<String> {
    let printed = || -> Result<String, SolverError> {
        let shown = call!(cvc5_term_to_string(result as ffi::NativeTerm));
        // SAFETY: the library gave a C string.
        Ok(unsafe { ffi::text(shown) })
    };
    // After a refusal there is none.
    if result == 0 { None } else { printed().ok() }
}
