//! Asks Yices for all that it tells of a term and its parts.

use murxla_api::SolverError;

use crate::error::{done, owned_text, term, type_of};
use crate::ffi::{call, term_t};
use crate::vector::TermVector;

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
    Ok(())
}

/// All that can be asked of one term; gives the terms directly below it.
fn look_at(native: term_t) -> Result<Vec<term_t>, SolverError> {
    let tau = type_of(call!(yices_type_of_term(native)))?;
    owned_text(call!(yices_type_to_string(tau, WIDTH, HEIGHT, 0)))?;
    call!(yices_term_constructor(native));
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
        return Err(SolverError::Broken(format!("a term is of several kinds or none: {kinds:?}")));
    }
    let size = call!(yices_term_num_children(native));
    if is_composite {
        return children(native, size);
    }
    if is_projection {
        done(call!(yices_proj_index(native)))?;
        return Ok(vec![term(call!(yices_proj_arg(native)))?]);
    }
    let mut parts = Vec::new();
    for place in 0..size {
        let mut part = 0;
        if is_product {
            let mut exponent = 0;
            done(call!(yices_product_component(native, place, &mut part, &mut exponent)))?;
        } else if is_bit_vector_sum {
            let mut bits = vec![0; call!(yices_term_bitsize(native)) as usize];
            done(call!(yices_bvsum_component(native, place, bits.as_mut_ptr(), &mut part)))?;
        } else {
            // The parts of a sum of numbers come as GMP's numbers.
            break;
        }
        // A constant part is a coefficient without a term.
        if part >= 0 {
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
    done(call!(yices_term_children(native, &mut together.0)))?;
    if together.terms() != all {
        return Err(SolverError::Broken("a term has two lists of children".to_owned()));
    }
    Ok(all)
}
