//! The value of a term through every getter of the API: they must agree, and the model must know what it says.

use murxla_api::{SolverError, inspect, mismatch};
use num_rational::BigRational;
use num_traits::ToPrimitive;

use crate::error::{Refusal, count, done, refused, term, type_of};
use crate::ffi::{call, model_t, term_t, yval_t};
use crate::gmp::{Integer, Rational};
use crate::numbers::TagNumbers;
use crate::text_stream::{Nowhere, printed_by};
use crate::vector::TermVector;

/// The size of what is printed: enough for all.
const WIDTH: u32 = 10_000;
const HEIGHT: u32 = 1_000;

/// Reads the values of these terms in each way that there is.
pub fn read_in_each_way(
    model: *mut model_t,
    tags: TagNumbers,
    terms: &[term_t],
) -> Result<(), SolverError> {
    for native in terms {
        let mut value = yval_t { node_id: 0, node_tag: 0 };
        done(call!(yices_get_value(model, *native, &mut value)))?;
        if value.node_tag == tags.rational {
            number(model, *native, &value)?;
        } else if value.node_tag == tags.function {
            function(model, *native, &value)?;
        }
    }
    holds_what_it_says(model, terms)?;
    print(model, terms)
}

/// A rational number: each getter gives it, or says that it does not fit.
fn number(model: *mut model_t, native: term_t, value: &yval_t) -> Result<(), SolverError> {
    let mut whole = Rational::one()?;
    done(call!(yices_val_get_mpq(model, value, &mut whole)))?;
    let known = whole.value()?;
    let is_integer = call!(yices_val_is_integer(model, value));
    inspect("yices_val_is_integer", "the value", known.is_integer(), is_integer != 0)?;
    let mut direct = Rational::one()?;
    done(call!(yices_get_mpq_value(model, native, &mut direct)))?;
    inspect("yices_get_mpq_value", "against the node's value", &known, &direct.value()?)?;

    let integer = known.is_integer().then(|| known.to_integer());
    let (mut small, mut large) = (0, 0);
    let fits = call!(yices_get_int32_value(model, native, &mut small)) == 0;
    told(
        "yices_get_int32_value",
        integer.as_ref().and_then(ToPrimitive::to_i32),
        fits.then_some(small),
    )?;
    let fits = call!(yices_get_int64_value(model, native, &mut large)) == 0;
    told(
        "yices_get_int64_value",
        integer.as_ref().and_then(ToPrimitive::to_i64),
        fits.then_some(large),
    )?;
    let (mut above, mut below) = (0, 0);
    let fits = call!(yices_get_rational32_value(model, native, &mut above, &mut below)) == 0;
    let expected = known.numer().to_i32().zip(known.denom().to_u32());
    told("yices_get_rational32_value", expected, fits.then_some((above, below)))?;
    let (mut above, mut below) = (0, 0);
    let fits = call!(yices_get_rational64_value(model, native, &mut above, &mut below)) == 0;
    let expected = known.numer().to_i64().zip(known.denom().to_u64());
    told("yices_get_rational64_value", expected, fits.then_some((above, below)))?;
    if let Some(integer) = &integer {
        let mut told = Integer::one()?;
        done(call!(yices_val_get_mpz(model, value, &mut told)))?;
        inspect("yices_val_get_mpz", "against the rational", integer, &told.value())?;
        let mut told = Integer::one()?;
        done(call!(yices_get_mpz_value(model, native, &mut told)))?;
        inspect("yices_get_mpz_value", "against the rational", integer, &told.value())?;
    }
    let (mut about, mut again) = (0.0, 0.0);
    done(call!(yices_get_double_value(model, native, &mut about)))?;
    done(call!(yices_val_get_double(model, value, &mut again)))?;
    inspect("yices_val_get_double", "against that of the term", about.to_bits(), again.to_bits())?;
    match is_near(&known, about) {
        true => Ok(()),
        false => Err(mismatch(
            "yices_get_double_value",
            "near the rational number",
            &known.to_string(),
            &about.to_string(),
        )),
    }
}

/// Whether a floating-point number is one of the nearest of a rational number, or one of the next.
fn is_near(known: &BigRational, about: f64) -> bool {
    let Some(exact) = known.to_f64().filter(|exact| exact.is_finite()) else { return true };
    let distance = (exact - about).abs();
    distance <= exact.abs() * 1e-12 || distance <= f64::MIN_POSITIVE || !about.is_finite()
}

/// What a getter told; nothing: it did not fit, of which Yices keeps an error.
fn told<T: PartialEq + std::fmt::Debug>(
    function: &'static str,
    expected: Option<T>,
    got: Option<T>,
) -> Result<(), SolverError> {
    if got.is_none() {
        Refusal::take()?;
    }
    inspect(function, "the number, if it fits", expected, got)
}

/// The type of a function, and the number of arguments of its entries.
fn function(model: *mut model_t, native: term_t, value: &yval_t) -> Result<(), SolverError> {
    let tau = type_of(call!(yices_type_of_term(native)))?;
    let told = type_of(call!(yices_val_function_type(model, value)))?;
    inspect("yices_val_function_type", "the type of the term", tau, told)?;
    let arity = call!(yices_val_function_arity(model, value));
    let known = call!(yices_type_num_children(tau)) - 1;
    inspect("yices_val_function_arity", "that of the type", known, arity as i32)?;
    let mut default = yval_t { node_id: 0, node_tag: 0 };
    let mut mappings = crate::values::ValueVector::new()?;
    done(call!(yices_val_expand_function(model, value, &mut default, mappings.native())))?;
    for mapping in mappings.values() {
        let told = call!(yices_val_mapping_arity(model, mapping));
        inspect("yices_val_mapping_arity", "that of the function", arity, told)?;
    }
    call!(yices_reset_yval_vector(mappings.native()));
    inspect("yices_reset_yval_vector", "it is empty then", 0, mappings.values().len())
}

/// Each term equals the term of its value in the model.
fn holds_what_it_says(model: *mut model_t, terms: &[term_t]) -> Result<(), SolverError> {
    let mut equations = Vec::new();
    for native in terms {
        let is_basic = call!(yices_term_is_bool(*native)) != 0
            || call!(yices_term_is_arithmetic(*native)) != 0
            || call!(yices_term_is_bitvector(*native)) != 0;
        if is_basic {
            let value = call!(yices_get_value_as_term(model, *native));
            // An algebraic number is no term.
            if value < 0 {
                Refusal::take()?;
                continue;
            }
            equations.push(term(call!(yices_eq(*native, value)))?);
        }
    }
    let length = count(equations.len())?;
    let told = call!(yices_formulas_true_in_model(model, length, equations.as_ptr()));
    if told < 0 {
        return Err(refused());
    }
    inspect("yices_formulas_true_in_model", "terms equal their values", 1, told)?;
    let mut support = TermVector::new()?;
    let (length, all) = (count(terms.len())?, terms.as_ptr());
    done(call!(yices_model_term_array_support(model, length, all, &mut *support.0)))?;
    let mut known: Vec<term_t> = Vec::new();
    for native in terms {
        let mut one = TermVector::new()?;
        done(call!(yices_model_term_support(model, *native, &mut *one.0)))?;
        known.extend(one.terms());
    }
    let mut together = support.terms().to_vec();
    for list in [&mut known, &mut together] {
        list.sort_unstable();
        list.dedup();
    }
    inspect("yices_model_term_array_support", "that of each together", known, together)?;
    call!(yices_reset_term_vector(&mut *support.0));
    inspect("yices_reset_term_vector", "it is empty then", 0, support.terms().len())
}

/// Prints the model and these values in each way that there is.
fn print(model: *mut model_t, terms: &[term_t]) -> Result<(), SolverError> {
    let (length, all) = (count(terms.len())?, terms.as_ptr());
    let nowhere = Nowhere::open()?;
    printed_by(|stream| done(call!(yices_pp_model(stream, model, WIDTH, HEIGHT, 0))))?;
    printed_by(|stream| {
        call!(yices_print_model(stream, model));
        Ok(())
    })?;
    printed_by(|stream| {
        done(call!(yices_pp_term_values(stream, model, length, all, WIDTH, HEIGHT, 0)))
    })?;
    let written =
        printed_by(|stream| done(call!(yices_print_term_values(stream, model, length, all))))?;
    let has_values = terms.is_empty() || !written.is_empty();
    inspect("yices_print_term_values", "there are some", true, has_values)?;
    done(call!(yices_print_term_values_fd(nowhere.number(), model, length, all)))
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;

    use super::*;

    fn rational(number: i64) -> BigRational {
        BigRational::from(BigInt::from(number))
    }

    #[test]
    fn near_is_within_rounding() {
        let third = BigRational::new(BigInt::from(1), BigInt::from(3));
        assert!(is_near(&third, 1.0 / 3.0) && !is_near(&third, 0.3333));
        assert!(is_near(&rational(0), 0.0) && !is_near(&rational(0), 1.0));
        assert!(is_near(&rational(-5), -5.0) && !is_near(&rational(-5), 5.0));
    }
}
