//! How programs for Boolector's C API are written, for calls that are recorded.

use murxla_native::record::{Helper, NativeApi};

use crate::ffi::functions::FUNCTIONS;
use crate::ffi::text;

/// What is known of the API.
pub static NATIVE: NativeApi = NativeApi {
    functions: &[FUNCTIONS],
    table: include_str!("c_api.txt"),
    namers: &[],
    headers: &["boolector.h"],
    link: "-lboolector",
    variables: &[
        ("Btor", "btor#"),
        ("BoolectorAnonymous", "s#"),
        ("BoolectorNode", "t#"),
        ("BoolectorNodeMap", "map#"),
        ("BtorMC", "mc#"),
    ],
    start: &[],
    telling: &[
        "boolector_get_*",
        "boolector_is_*",
        "boolector_has_opt",
        "boolector_first_opt",
        "boolector_next_opt",
        "boolector_version",
        "boolector_copyright",
        "boolector_git_id",
        "boolector_fun_get_*",
        "boolector_fun_sort_check",
        "boolector_bitvec_sort_get_width",
        "boolector_failed",
        "boolector_free_*",
        "boolector_match_node*",
        "boolector_dump_*",
    ],
    reading: &["boolector_bv_assignment", "boolector_get_bits"],
    error_codes: &[],
    making: &[
        "boolector_*_sort",
        "boolector_var",
        "boolector_array",
        "boolector_uf",
        "boolector_param",
        "boolector_const*",
        "boolector_true",
        "boolector_false",
        "boolector_zero",
        "boolector_one*",
        "boolector_*_signed",
        "boolector_int",
        "boolector_unsigned_int",
    ],
    counting: &["boolector_release", "boolector_release_sort", "boolector_copy*"],
    tidy_without: &["boolector_release", "boolector_release_sort", "boolector_copy"],
    tidy_instead: &[],
    before: &[("boolector_*sat", "patience = {patience};")],
    shown: &[
        ("boolector_sat", "answer({r});"),
        ("boolector_limited_sat", "answer({r});"),
        ("boolector_bv_assignment", "printf(\"value: %s\\n\", {r});"),
        ("boolector_get_bits", "printf(\"value: %s\\n\", {r});"),
    ],
    values: &[("boolector_bv_assignment", value), ("boolector_get_bits", value)],
    check: "",
    callbacks: &[
        ("boolector_set_abort", 0, "refused"),
        ("boolector_set_term", 1, "give_up"),
        ("boolector_set_term", 2, "&patience"),
    ],
    helpers: &[
        Helper {
            name: "refused",
            // It must not return, so what is refused ends the program.
            text: "static void refused(const char *message)\n{\n  \
                   fprintf(stderr, \"%s\", message);\n  exit(3);\n}\n",
        },
        Helper {
            name: "give_up",
            text: "static uint64_t patience = {patience};\n\n\
                   /* Boolector asks this now and then whether a check is to be given up. */\n\
                   static int32_t give_up(void *state)\n{\n  uint64_t *left = state;\n  \
                   if (*left == 0) return 1;\n  --*left;\n  return 0;\n}\n",
        },
        Helper {
            name: "answer",
            text: "static void answer(int result)\n{\n  \
                   puts(result == 10 ? \"sat\" : result == 20 ? \"unsat\" : \"unknown\");\n}\n",
        },
    ],
};

/// The digits of a value.
fn value(_: &[u64], result: u64) -> Option<String> {
    text(result as *const std::ffi::c_char)
}
