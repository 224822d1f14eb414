//! Asks Yices for all that it tells of a term and its parts.

use std::ffi::CStr;

use murxla_api::{SolverError, inspect, mismatch};
use num_bigint::BigInt;

use crate::error::{Refusal, count, done, owned_text, term, type_of};
use crate::ffi::{call, term_constructor, term_t};
use crate::gmp::{Integer, Rational};
use crate::text_stream::{Nowhere, printed_by};
use crate::vector::TermVector;

/// A name that no run gives.
const NAME: &CStr = c"murxla-term";

/// The size of what is printed.
const WIDTH: u32 = 80;
const HEIGHT: u32 = 100;

/// The greatest number of terms that are looked at, so that a large term does not take long.
const MOST: usize = 50;

/// Walks over a term and the terms below it.
pub fn walk(root: term_t) -> Result<(), SolverError> {
    let mut rest = vec![root];
    let mut seen = Vec::new();
    while let Some(next) = rest.pop()
        && seen.len() < MOST
    {
        if !seen.contains(&next) {
            seen.push(next);
            rest.extend(look_at(next)?);
        }
    }
    owned_text(call!(yices_term_to_string(root, WIDTH, HEIGHT, 0)))?;
    print(root)
}

/// A term printed to a stream is what is told as text; a list of terms is printed, too.
fn print(root: term_t) -> Result<(), SolverError> {
    let told = owned_text(call!(yices_term_to_string(root, WIDTH, HEIGHT, 0)))?;
    let printed = printed_by(|stream| done(call!(yices_pp_term(stream, root, WIDTH, HEIGHT, 0))))?;
    inspect("yices_pp_term", "its text and that of to_string", told.trim(), printed.trim())?;
    let (terms, nowhere) = ([root, root], Nowhere::open()?);
    let (all, number) = (terms.as_ptr(), nowhere.number());
    printed_by(|stream| done(call!(yices_pp_term_array(stream, 2, all, WIDTH, HEIGHT, 0, 1))))?;
    done(call!(yices_pp_term_fd(number, root, WIDTH, HEIGHT, 0)))?;
    done(call!(yices_pp_term_array_fd(number, 2, all, WIDTH, HEIGHT, 0, 0)))
}

/// A constant has the value that it was made of, and is the only one of this value.
fn constant(native: term_t, constructor: i32) -> Result<(), SolverError> {
    match constructor {
        term_constructor::YICES_BOOL_CONSTANT => {
            let mut value = -1;
            done(call!(yices_bool_const_value(native, &mut value)))?;
            let again = if value != 0 { call!(yices_true()) } else { call!(yices_false()) };
            inspect("yices_bool_const_value", "the constant of it", native, again)
        }
        term_constructor::YICES_ARITH_CONSTANT => {
            let mut value = Rational::one()?;
            done(call!(yices_rational_const_value(native, &mut value)))?;
            let again = call!(yices_mpq(&value));
            inspect("yices_rational_const_value", "the constant of it", native, again)?;
            let known = value.value()?;
            if known.is_integer() {
                let again = call!(yices_mpz(&Integer::of(&known.to_integer())?));
                inspect("yices_mpz", "the constant of the same number", native, again)?;
            }
            Ok(())
        }
        term_constructor::YICES_BV_CONSTANT => {
            let width = call!(yices_term_bitsize(native));
            let mut bits = vec![0; width as usize];
            done(call!(yices_bv_const_value(native, bits.as_mut_ptr())))?;
            let again = call!(yices_bvconst_from_array(width, bits.as_ptr()));
            inspect("yices_bv_const_value", "the constant of it", native, again)?;
            let mut number = BigInt::ZERO;
            for (place, bit) in bits.iter().enumerate() {
                number.set_bit(place as u64, *bit != 0);
            }
            let again = call!(yices_bvconst_mpz(width, &Integer::of(&number)?));
            inspect("yices_bvconst_mpz", "the constant of the same number", native, again)
        }
        _ => Ok(()),
    }
}

/// The terms of a sum, without the constant.
pub fn parts_of_sum(sum: term_t) -> Result<Vec<term_t>, SolverError> {
    let is_bit_vector = call!(yices_term_is_bvsum(sum)) != 0;
    let mut parts = Vec::new();
    for place in 0..call!(yices_term_num_children(sum)) {
        let mut part = 0;
        if is_bit_vector {
            let mut bits = vec![0; call!(yices_term_bitsize(sum)) as usize];
            done(call!(yices_bvsum_component(sum, place, bits.as_mut_ptr(), &mut part)))?;
        } else {
            let mut factor = Rational::one()?;
            done(call!(yices_sum_component(sum, place, &mut factor, &mut part)))?;
        }
        // A constant part is a coefficient without a term.
        if part >= 0 {
            parts.push(part);
        }
    }
    Ok(parts)
}

/// A sum is that of its parts.
fn sum_again(sum: term_t) -> Result<(), SolverError> {
    let (mut factors, mut terms) = (Vec::new(), Vec::new());
    for place in 0..call!(yices_term_num_children(sum)) {
        let (mut factor, mut part) = (Rational::one()?, 0);
        done(call!(yices_sum_component(sum, place, &mut factor, &mut part)))?;
        factors.push(factor);
        terms.push(if part < 0 { term(call!(yices_int32(1)))? } else { part });
    }
    let length = count(terms.len())?;
    let again = call!(yices_poly_mpq(length, factors.as_ptr(), terms.as_ptr()));
    inspect("yices_sum_component", "the sum of all", sum, again)?;
    let known: Vec<_> = factors.iter().map(Rational::value).collect::<Result<_, _>>()?;
    if known.iter().all(|factor| factor.is_integer()) {
        let numbers: Vec<Integer> = known
            .iter()
            .map(|factor| Integer::of(&factor.to_integer()))
            .collect::<Result<_, _>>()?;
        let again = call!(yices_poly_mpz(length, numbers.as_ptr(), terms.as_ptr()));
        inspect("yices_poly_mpz", "the sum of all", sum, again)?;
    }
    Ok(())
}

/// What is printed is read as the same term. A term is named for it, since only names are read.
pub fn read_printed(native: term_t) -> Result<(), SolverError> {
    let known = call!(yices_get_term_name(native));
    if !known.is_null() {
        // SAFETY: Yices keeps the name with the term.
        let name = unsafe { CStr::from_ptr(known) }.to_string_lossy();
        // Names are any text: another one may be a number, or several words.
        let (letter, digits) = name.split_at_checked(1).unwrap_or_default();
        let is_word = letter.bytes().all(|byte| byte.is_ascii_alphabetic())
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        if letter.is_empty() || digits.is_empty() || !is_word {
            return Ok(());
        }
        return inspect(
            "yices_parse_term",
            "a term by its name",
            native,
            call!(yices_parse_term(known)),
        );
    }
    done(call!(yices_set_term_name(native, NAME.as_ptr())))?;
    let read = call!(yices_parse_term(NAME.as_ptr()));
    inspect("yices_parse_term", "a term by its name", native, read)?;
    let found = call!(yices_get_term_by_name(NAME.as_ptr()));
    inspect("yices_get_term_by_name", "a name that was set", native, found)?;
    done(call!(yices_clear_term_name(native)))?;
    let is_gone = call!(yices_get_term_name(native)).is_null();
    inspect("yices_clear_term_name", "there is no name", true, is_gone)
}

/// A text that is no term leaves an error, which is told in each way that there is.
pub fn read_nonsense() -> Result<(), SolverError> {
    let read = call!(yices_parse_term(c"(not-declared".as_ptr()));
    inspect("yices_parse_term", "nonsense is an error", -1, read)?;
    let code = call!(yices_error_code());
    let report = call!(yices_error_report());
    // SAFETY: Yices keeps one report in each thread, which is there until the thread ends.
    let reported = (!report.is_null()).then(|| unsafe { (*report).code });
    inspect("yices_error_report", "the code", Some(code), reported)?;
    let nowhere = Nowhere::open()?;
    call!(yices_print_error_fd(nowhere.number()));
    let printed = printed_by(|stream| {
        call!(yices_print_error(stream));
        Ok(())
    })?;
    let told = Refusal::take()?.message;
    inspect("yices_print_error", "its text and that of error_string", told.trim(), printed.trim())?;
    inspect("yices_clear_error", "there is none", 0, call!(yices_error_code()))?;
    call!(yices_is_thread_safe());
    inspect("yices_has_mcsat", "a truth value", true, call!(yices_has_mcsat()) >= 0)
}

/// All that can be asked of one term; gives the terms directly below it.
fn look_at(native: term_t) -> Result<Vec<term_t>, SolverError> {
    let tau = type_of(call!(yices_type_of_term(native)))?;
    owned_text(call!(yices_type_to_string(tau, WIDTH, HEIGHT, 0)))?;
    let constructor = call!(yices_term_constructor(native));
    constant(native, constructor)?;
    call!(yices_term_is_ground(native));
    call!(yices_term_is_scalar(native));
    call!(yices_term_is_real(native));
    call!(yices_get_term_name(native));
    let is_atomic = call!(yices_term_is_atomic(native)) != 0;
    let is_composite = call!(yices_term_is_composite(native)) != 0;
    let is_sum = call!(yices_term_is_sum(native)) != 0;
    let is_bit_vector_sum = call!(yices_term_is_bvsum(native)) != 0;
    let is_product = call!(yices_term_is_product(native)) != 0;
    let is_projection = call!(yices_term_is_projection(native)) != 0;
    let kinds = [is_atomic, is_composite, is_sum, is_bit_vector_sum, is_product, is_projection];
    if kinds.iter().filter(|holds| **holds).count() != 1 {
        return Err(mismatch(
            "yices_term_is_atomic",
            "a term is of one kind",
            "one of six",
            &format!("{kinds:?}"),
        ));
    }
    let size = call!(yices_term_num_children(native));
    if is_composite {
        return children(native, size);
    }
    if is_projection {
        done(call!(yices_proj_index(native)))?;
        return Ok(vec![term(call!(yices_proj_arg(native)))?]);
    }
    if is_sum || is_bit_vector_sum {
        if is_sum {
            sum_again(native)?;
        }
        return parts_of_sum(native);
    }
    let mut parts = Vec::new();
    if is_product {
        for place in 0..size {
            let (mut part, mut exponent) = (0, 0);
            done(call!(yices_product_component(native, place, &mut part, &mut exponent)))?;
            parts.push(part);
        }
    }
    Ok(parts)
}

/// The children, which are the same one by one and all at once.
fn children(native: term_t, size: i32) -> Result<Vec<term_t>, SolverError> {
    let mut all = Vec::new();
    for place in 0..size {
        all.push(term(call!(yices_term_child(native, place)))?);
    }
    let mut together = TermVector::new()?;
    done(call!(yices_term_children(native, &mut *together.0)))?;
    if together.terms() != all {
        return Err(mismatch(
            "yices_term_children",
            "the same as one by one",
            &format!("{all:?}"),
            &format!("{:?}", together.terms()),
        ));
    }
    Ok(all)
}
