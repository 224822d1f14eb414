//! The declarations of Z3's C API, and the one way to call them.

use std::ffi::{c_int, c_uint, c_void};

pub use z3_sys::*;

#[path = "functions.rs"]
mod functions;

pub use functions::{FUNCTIONS, slot};

/// An error handler that takes the code as a number.
pub type ErrorHandler = unsafe extern "C" fn(context: Z3_context, code: c_uint);

// z3-sys gives these functions Rust enums, for which a number that another version of the library
// returns is undefined behaviour. The same symbols with plain numbers:
#[allow(clashing_extern_declarations, missing_docs)]
unsafe extern "C" {
    pub fn Z3_get_error_code(context: Z3_context) -> c_uint;
    pub fn Z3_get_error_msg(context: Z3_context, code: c_uint) -> Z3_string;
    pub fn Z3_set_error_handler(context: Z3_context, handler: Option<ErrorHandler>);
    pub fn Z3_get_sort_kind(context: Z3_context, sort: Z3_sort) -> c_uint;
    pub fn Z3_get_decl_kind(context: Z3_context, declaration: Z3_func_decl) -> c_uint;
    pub fn Z3_get_ast_kind(context: Z3_context, ast: Z3_ast) -> c_uint;
    pub fn Z3_get_symbol_kind(context: Z3_context, symbol: Z3_symbol) -> c_uint;
    pub fn Z3_get_decl_parameter_kind(
        context: Z3_context,
        declaration: Z3_func_decl,
        position: c_uint,
    ) -> c_uint;
    pub fn Z3_goal_precision(context: Z3_context, goal: Z3_goal) -> c_uint;
    pub fn Z3_set_ast_print_mode(context: Z3_context, mode: c_uint);
    pub fn Z3_param_descrs_get_kind(
        context: Z3_context,
        descriptions: Z3_param_descrs,
        name: Z3_symbol,
    ) -> c_uint;
}

/// A number of Z3's real closed fields. Zero is NULL, so z3-sys cannot pass it.
pub type RcfNumber = *mut c_void;

#[allow(clashing_extern_declarations, missing_docs)]
unsafe extern "C" {
    pub fn Z3_rcf_del(c: Z3_context, a: RcfNumber);
    pub fn Z3_rcf_mk_rational(c: Z3_context, val: Z3_string) -> RcfNumber;
    pub fn Z3_rcf_mk_small_int(c: Z3_context, val: c_int) -> RcfNumber;
    pub fn Z3_rcf_mk_pi(c: Z3_context) -> RcfNumber;
    pub fn Z3_rcf_mk_e(c: Z3_context) -> RcfNumber;
    pub fn Z3_rcf_mk_infinitesimal(c: Z3_context) -> RcfNumber;
    pub fn Z3_rcf_mk_roots(
        c: Z3_context,
        n: c_uint,
        a: *const RcfNumber,
        roots: *mut RcfNumber,
    ) -> c_uint;
    pub fn Z3_rcf_add(c: Z3_context, a: RcfNumber, b: RcfNumber) -> RcfNumber;
    pub fn Z3_rcf_sub(c: Z3_context, a: RcfNumber, b: RcfNumber) -> RcfNumber;
    pub fn Z3_rcf_mul(c: Z3_context, a: RcfNumber, b: RcfNumber) -> RcfNumber;
    pub fn Z3_rcf_div(c: Z3_context, a: RcfNumber, b: RcfNumber) -> RcfNumber;
    pub fn Z3_rcf_neg(c: Z3_context, a: RcfNumber) -> RcfNumber;
    pub fn Z3_rcf_inv(c: Z3_context, a: RcfNumber) -> RcfNumber;
    pub fn Z3_rcf_power(c: Z3_context, a: RcfNumber, k: c_uint) -> RcfNumber;
    pub fn Z3_rcf_lt(c: Z3_context, a: RcfNumber, b: RcfNumber) -> bool;
    pub fn Z3_rcf_gt(c: Z3_context, a: RcfNumber, b: RcfNumber) -> bool;
    pub fn Z3_rcf_le(c: Z3_context, a: RcfNumber, b: RcfNumber) -> bool;
    pub fn Z3_rcf_ge(c: Z3_context, a: RcfNumber, b: RcfNumber) -> bool;
    pub fn Z3_rcf_eq(c: Z3_context, a: RcfNumber, b: RcfNumber) -> bool;
    pub fn Z3_rcf_neq(c: Z3_context, a: RcfNumber, b: RcfNumber) -> bool;
    pub fn Z3_rcf_num_to_string(
        c: Z3_context,
        a: RcfNumber,
        compact: bool,
        html: bool,
    ) -> Z3_string;
    pub fn Z3_rcf_num_to_decimal_string(c: Z3_context, a: RcfNumber, prec: c_uint) -> Z3_string;
    pub fn Z3_rcf_get_numerator_denominator(
        c: Z3_context,
        a: RcfNumber,
        n: *mut RcfNumber,
        d: *mut RcfNumber,
    );
    pub fn Z3_rcf_is_rational(c: Z3_context, a: RcfNumber) -> bool;
    pub fn Z3_rcf_is_algebraic(c: Z3_context, a: RcfNumber) -> bool;
    pub fn Z3_rcf_is_infinitesimal(c: Z3_context, a: RcfNumber) -> bool;
    pub fn Z3_rcf_is_transcendental(c: Z3_context, a: RcfNumber) -> bool;
    pub fn Z3_rcf_extension_index(c: Z3_context, a: RcfNumber) -> c_uint;
    pub fn Z3_rcf_transcendental_name(c: Z3_context, a: RcfNumber) -> Option<Z3_symbol>;
    pub fn Z3_rcf_infinitesimal_name(c: Z3_context, a: RcfNumber) -> Option<Z3_symbol>;
    pub fn Z3_rcf_num_coefficients(c: Z3_context, a: RcfNumber) -> c_uint;
    pub fn Z3_rcf_coefficient(c: Z3_context, a: RcfNumber, i: c_uint) -> RcfNumber;
    pub fn Z3_rcf_interval(
        c: Z3_context,
        a: RcfNumber,
        lower_is_inf: *mut bool,
        lower_is_open: *mut bool,
        lower: *mut RcfNumber,
        upper_is_inf: *mut bool,
        upper_is_open: *mut bool,
        upper: *mut RcfNumber,
    ) -> c_int;
    pub fn Z3_rcf_num_sign_conditions(c: Z3_context, a: RcfNumber) -> c_uint;
    pub fn Z3_rcf_sign_condition_sign(c: Z3_context, a: RcfNumber, i: c_uint) -> c_int;
    pub fn Z3_rcf_num_sign_condition_coefficients(c: Z3_context, a: RcfNumber, i: c_uint)
    -> c_uint;
    pub fn Z3_rcf_sign_condition_coefficient(
        c: Z3_context,
        a: RcfNumber,
        i: c_uint,
        j: c_uint,
    ) -> RcfNumber;
}

/// Calls a function of the C API, or returns `Unsupported` if the library lacks it. All calls go through
/// here, one by one.
macro_rules! call {
    ($name:ident($($arg:expr),* $(,)?)) => {{
        $crate::ffi::slot::$name.require(stringify!($name))?;
        // SAFETY: the function is there; contexts and handles are alive, because an instance owns its
        // context and keeps a reference to every handle that it gave out.
        #[allow(clippy::macro_metavars_in_unsafe)]
        unsafe { $crate::ffi::$name($($arg),*) }
    }};
}
pub(crate) use call;

#[cfg(test)]
mod tests {
    use super::FUNCTIONS;

    /// A name that does not exist would only show as a hole on every library.
    #[test]
    fn the_functions_are_those_of_one_api() {
        assert!(FUNCTIONS.iter().all(|function| function.name.starts_with("Z3_")));
        assert!(FUNCTIONS.is_sorted_by(|a, b| a.name < b.name), "sorted, none twice");
    }
}
