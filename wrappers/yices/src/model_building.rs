//! Models that are made value by value: what was set is what is told.

use murxla_api::{CallSeed, SolverError, inspect};
use num_bigint::BigInt;
use num_rational::BigRational;

use crate::context::free_model;
use crate::error::{Refusal, count, done, refused, term};
use crate::ffi::{call, model_t, term_t};
use crate::gmp::{Integer, Rational};

/// Numbers at the borders of the getters' sizes.
const NUMBERS: [i64; 7] = [0, 1, -1, i32::MAX as i64, i32::MIN as i64, i64::MAX, -(1 << 40)];

/// Makes a model of these symbols, each set once in one of the ways of the API, and reads it.
pub fn build(symbols: &[term_t], seed: &mut CallSeed) -> Result<(), SolverError> {
    let model = call!(yices_new_model());
    if model.is_null() {
        return Err(refused());
    }
    let built = fill(model, symbols, seed);
    free_model(model)?;
    built
}

fn fill(model: *mut model_t, symbols: &[term_t], seed: &mut CallSeed) -> Result<(), SolverError> {
    let mut equations = Vec::new();
    for symbol in symbols {
        let value = if call!(yices_term_is_bool(*symbol)) != 0 {
            set_bool(model, *symbol, seed)?
        } else if call!(yices_term_is_bitvector(*symbol)) != 0 {
            set_bits(model, *symbol, seed)?
        } else if call!(yices_term_is_arithmetic(*symbol)) != 0 {
            set_number(model, *symbol, seed)?
        } else {
            continue;
        };
        let again = call!(yices_model_set_bool(model, *symbol, 1));
        Refusal::take()?;
        inspect("yices_model_set_bool", "a symbol that has a value", -1, again)?;
        let told = term(call!(yices_get_value_as_term(model, *symbol)))?;
        inspect("yices_get_value_as_term", "the value that was set", value, told)?;
        equations.push(term(call!(yices_eq(*symbol, value)))?);
    }
    let length = count(equations.len())?;
    let holds = call!(yices_formulas_true_in_model(model, length, equations.as_ptr()));
    inspect("yices_formulas_true_in_model", "symbols equal what was set", 1, holds)
}

fn set_bool(
    model: *mut model_t,
    symbol: term_t,
    seed: &mut CallSeed,
) -> Result<term_t, SolverError> {
    let value = seed.pick(2) == 0;
    done(call!(yices_model_set_bool(model, symbol, value.into())))?;
    term(if value { call!(yices_true()) } else { call!(yices_false()) })
}

/// Sets a bit-vector, and gives the value as a term; numbers are cut off or extended by their sign.
fn set_bits(
    model: *mut model_t,
    symbol: term_t,
    seed: &mut CallSeed,
) -> Result<term_t, SolverError> {
    let width = call!(yices_term_bitsize(symbol));
    let number = NUMBERS[seed.pick(NUMBERS.len())];
    let small = number as i32;
    let (result, value) = match seed.pick(6) {
        0 => (
            call!(yices_model_set_bv_int32(model, symbol, small)),
            call!(yices_bvconst_int32(width, small)),
        ),
        1 => (
            call!(yices_model_set_bv_int64(model, symbol, number)),
            call!(yices_bvconst_int64(width, number)),
        ),
        2 => (
            call!(yices_model_set_bv_uint32(model, symbol, small as u32)),
            call!(yices_bvconst_uint32(width, small as u32)),
        ),
        3 => (
            call!(yices_model_set_bv_uint64(model, symbol, number as u64)),
            call!(yices_bvconst_uint64(width, number as u64)),
        ),
        4 => {
            let whole = Integer::of(&BigInt::from(number))?;
            (
                call!(yices_model_set_bv_mpz(model, symbol, &whole)),
                call!(yices_bvconst_mpz(width, &whole)),
            )
        }
        _ => {
            let bits: Vec<i32> = (0..width).map(|_| seed.pick(2) as i32).collect();
            (
                call!(yices_model_set_bv_from_array(model, symbol, width, bits.as_ptr())),
                call!(yices_bvconst_from_array(width, bits.as_ptr())),
            )
        }
    };
    done(result)?;
    term(value)
}

/// Sets a number, and gives the value as a term.
fn set_number(
    model: *mut model_t,
    symbol: term_t,
    seed: &mut CallSeed,
) -> Result<term_t, SolverError> {
    let number = NUMBERS[seed.pick(NUMBERS.len())];
    let small = number as i32;
    // An integer takes no fraction.
    let below: u32 =
        if call!(yices_term_is_int(symbol)) != 0 { 1 } else { 1 + seed.pick(9) as u32 };
    let (result, value) = match seed.pick(6) {
        0 => (call!(yices_model_set_int32(model, symbol, small)), call!(yices_int32(small))),
        1 => (call!(yices_model_set_int64(model, symbol, number)), call!(yices_int64(number))),
        2 => (
            call!(yices_model_set_rational32(model, symbol, small, below)),
            call!(yices_rational32(small, below)),
        ),
        3 => (
            call!(yices_model_set_rational64(model, symbol, number, below.into())),
            call!(yices_rational64(number, below.into())),
        ),
        4 => {
            let whole = Integer::of(&BigInt::from(number))?;
            (call!(yices_model_set_mpz(model, symbol, &whole)), call!(yices_mpz(&whole)))
        }
        _ => {
            let fraction = BigRational::new(BigInt::from(number), BigInt::from(below));
            let fraction = Rational::of(&fraction)?;
            (call!(yices_model_set_mpq(model, symbol, &fraction)), call!(yices_mpq(&fraction)))
        }
    };
    done(result)?;
    term(value)
}
