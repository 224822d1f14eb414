//! Operators that take more than one call, or arguments in another form than ours.

use murxla_api::{CallSeed, SolverError};

use crate::error::{count, term};
use crate::ffi::{call, term_t};
use crate::form::Built;

/// A function and its arguments.
pub fn apply(args: &[term_t]) -> Built {
    let Some((function, args)) = args.split_first() else {
        return Err(SolverError::Rejected("an application needs a function".to_owned()));
    };
    let length = count(args.len())?;
    term(call!(yices_application(*function, length, args.as_ptr())))
}

/// A function, its arguments, and the new value there.
pub fn update(args: &[term_t]) -> Built {
    let [function, args @ .., value] = args else {
        return Err(SolverError::Rejected("an update needs a function and a value".to_owned()));
    };
    let length = count(args.len())?;
    term(call!(yices_update(*function, length, args.as_ptr(), *value)))
}

/// Whether a positive number divides the argument.
pub fn divisible(arg: term_t, divisor: u32) -> Built {
    let divisor = positive(divisor)?;
    term(call!(yices_divides_atom(divisor, arg)))
}

/// The same by the remainder.
pub fn has_no_remainder(arg: term_t, divisor: u32) -> Built {
    let divisor = positive(divisor)?;
    let remainder = term(call!(yices_imod(arg, divisor)))?;
    term(call!(yices_arith_eq0_atom(remainder)))
}

fn positive(divisor: u32) -> Built {
    if divisor == 0 {
        return Err(SolverError::Rejected("a divisor must be positive".to_owned()));
    }
    term(call!(yices_int64(divisor.into())))
}

/// An integer is a real number in Yices, so this is the argument itself.
pub fn as_real(arg: term_t) -> Built {
    if call!(yices_term_is_int(arg)) == 0 {
        return Err(SolverError::Rejected("the argument is no integer".to_owned()));
    }
    Ok(arg)
}

/// Yices counts from 1.
fn place(index: u32) -> Result<u32, SolverError> {
    index.checked_add(1).ok_or_else(|| SolverError::Rejected(format!("{index} is too large")))
}

/// An element of a tuple, counted from 0.
pub fn select(tuple: term_t, index: u32) -> Built {
    let place = place(index)?;
    term(call!(yices_select(place, tuple)))
}

/// A tuple with another element at a place that is counted from 0.
pub fn tuple_update(tuple: term_t, element: term_t, index: u32) -> Built {
    let place = place(index)?;
    term(call!(yices_tuple_update(tuple, place, element)))
}

/// A coefficient, often a small one.
fn coefficient(seed: &mut CallSeed) -> i64 {
    let random = seed.pick(usize::MAX) as i64;
    match seed.pick(3) {
        0 => random % 10,
        1 => i64::from(random as i32),
        _ => random,
    }
}

/// Coefficients of this type, which keeps their low bits.
fn coefficients<T>(args: &[term_t], seed: &mut CallSeed, narrow: fn(i64) -> T) -> Vec<T> {
    args.iter().map(|_| narrow(coefficient(seed))).collect()
}

/// A sum with integers as coefficients.
pub fn poly_int32(args: &[term_t], seed: &mut CallSeed) -> Built {
    let (length, factors) = (count(args.len())?, coefficients(args, seed, |n| n as i32));
    term(call!(yices_poly_int32(length, factors.as_ptr(), args.as_ptr())))
}

/// A sum with integers as coefficients.
pub fn poly_int64(args: &[term_t], seed: &mut CallSeed) -> Built {
    let (length, factors) = (count(args.len())?, coefficients(args, seed, |n| n));
    term(call!(yices_poly_int64(length, factors.as_ptr(), args.as_ptr())))
}

/// A sum with rational numbers as coefficients.
pub fn poly_rational32(args: &[term_t], seed: &mut CallSeed) -> Built {
    let (length, above) = (count(args.len())?, coefficients(args, seed, |n| n as i32));
    let below = coefficients(args, seed, |n| (n as u32).max(1));
    term(call!(yices_poly_rational32(length, above.as_ptr(), below.as_ptr(), args.as_ptr())))
}

/// A sum with rational numbers as coefficients.
pub fn poly_rational64(args: &[term_t], seed: &mut CallSeed) -> Built {
    let (length, above) = (count(args.len())?, coefficients(args, seed, |n| n));
    let below = coefficients(args, seed, |n| n.unsigned_abs().max(1));
    term(call!(yices_poly_rational64(length, above.as_ptr(), below.as_ptr(), args.as_ptr())))
}
