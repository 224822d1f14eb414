//! The declarations of Yices' C API, and the one way to call them.
//!
//! The bindings declare enums as integers, so a number that only another version of the library knows is
//! an unexpected value and not undefined behaviour.

#[path = "bindings.rs"]
#[allow(
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    dead_code,
    missing_docs,
    clippy::all
)]
mod bindings;

#[path = "functions.rs"]
mod functions;

/// Functions that the header declares only to those who include GMP's.
mod number_functions {
    murxla_native::functions! { yices_val_get_mpq }

    #[allow(clashing_extern_declarations)]
    unsafe extern "C" {
        pub fn yices_val_get_mpq(
            model: *mut super::model_t,
            value: *const super::yval_t,
            number: *mut crate::gmp::Rational,
        ) -> i32;
    }
}

pub use bindings::*;
pub use functions::FUNCTIONS;
pub use number_functions::{FUNCTIONS as NUMBER_FUNCTIONS, yices_val_get_mpq};

/// One slot for each function, under the function's name.
pub mod slot {
    pub use super::functions::slot::*;
    pub use super::number_functions::slot::*;
}

/// Calls a function of the C API, or returns `Unsupported` if the library lacks it. All calls go through
/// here, one by one.
macro_rules! call {
    ($name:ident($($arg:expr),* $(,)?)) => {{
        $crate::ffi::slot::$name.require(stringify!($name))?;
        // SAFETY: the function is there; native objects are owned by the one who passes them and alive;
        // terms and types are numbers that Yices checks; buffers have the size that Yices was told.
        #[allow(clippy::macro_metavars_in_unsafe)]
        unsafe { $crate::ffi::$name($($arg),*) }
    }};
}
pub(crate) use call;
