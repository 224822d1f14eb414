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

/// Functions that the header declares only to those who include GMP's, and those that are newer than the declarations.
mod number_functions {
    use super::{context_t, model_t, param_t, smt_status_t, term_t, yval_t};
    use crate::gmp::{Integer, Rational};

    murxla_native::functions! {
        yices_bvconst_mpz
        yices_check_context_with_model_and_hint
        yices_get_mpq_value
        yices_get_mpz_value
        yices_mcsat_set_fixed_var_order
        yices_mcsat_set_initial_var_order
        yices_model_set_bv_mpz
        yices_model_set_mpq
        yices_model_set_mpz
        yices_mpq
        yices_mpz
        yices_poly_mpq
        yices_poly_mpz
        yices_rational_const_value
        yices_sum_component
        yices_val_get_mpq
        yices_val_get_mpz
    }

    #[allow(clashing_extern_declarations)]
    unsafe extern "C" {
        pub fn yices_bvconst_mpz(width: u32, number: *const Integer) -> term_t;
        pub fn yices_check_context_with_model_and_hint(
            context: *mut context_t,
            parameters: *const param_t,
            model: *mut model_t,
            count: u32,
            terms: *const term_t,
            assumed: u32,
        ) -> smt_status_t;
        pub fn yices_get_mpq_value(model: *mut model_t, term: term_t, number: *mut Rational)
        -> i32;
        pub fn yices_get_mpz_value(model: *mut model_t, term: term_t, number: *mut Integer) -> i32;
        pub fn yices_mcsat_set_fixed_var_order(
            context: *mut context_t,
            count: u32,
            terms: *const term_t,
        ) -> smt_status_t;
        pub fn yices_mcsat_set_initial_var_order(
            context: *mut context_t,
            count: u32,
            terms: *const term_t,
        ) -> smt_status_t;
        pub fn yices_model_set_bv_mpz(
            model: *mut model_t,
            term: term_t,
            number: *const Integer,
        ) -> i32;
        pub fn yices_model_set_mpq(
            model: *mut model_t,
            term: term_t,
            number: *const Rational,
        ) -> i32;
        pub fn yices_model_set_mpz(
            model: *mut model_t,
            term: term_t,
            number: *const Integer,
        ) -> i32;
        pub fn yices_mpq(number: *const Rational) -> term_t;
        pub fn yices_mpz(number: *const Integer) -> term_t;
        pub fn yices_poly_mpq(count: u32, factors: *const Rational, terms: *const term_t)
        -> term_t;
        pub fn yices_poly_mpz(count: u32, factors: *const Integer, terms: *const term_t) -> term_t;
        pub fn yices_rational_const_value(term: term_t, number: *mut Rational) -> i32;
        pub fn yices_sum_component(
            sum: term_t,
            place: i32,
            factor: *mut Rational,
            term: *mut term_t,
        ) -> i32;
        pub fn yices_val_get_mpq(
            model: *mut model_t,
            value: *const yval_t,
            number: *mut Rational,
        ) -> i32;
        pub fn yices_val_get_mpz(
            model: *mut model_t,
            value: *const yval_t,
            number: *mut Integer,
        ) -> i32;
    }
}

pub use bindings::*;
pub use functions::FUNCTIONS;
pub use number_functions::{
    FUNCTIONS as NUMBER_FUNCTIONS, yices_bvconst_mpz, yices_check_context_with_model_and_hint,
    yices_get_mpq_value, yices_get_mpz_value, yices_mcsat_set_fixed_var_order,
    yices_mcsat_set_initial_var_order, yices_model_set_bv_mpz, yices_model_set_mpq,
    yices_model_set_mpz, yices_mpq, yices_mpz, yices_poly_mpq, yices_poly_mpz,
    yices_rational_const_value, yices_sum_component, yices_val_get_mpq, yices_val_get_mpz,
};

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
