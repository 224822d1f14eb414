//! The declarations of Z3's C API, and the one way to call them.

use std::ffi::c_uint;

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
    pub fn Z3_param_descrs_get_kind(
        context: Z3_context,
        descriptions: Z3_param_descrs,
        name: Z3_symbol,
    ) -> c_uint;
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
