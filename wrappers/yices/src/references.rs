//! Reference counts of terms and types, and how many there are.

use murxla_api::{SolverError, inspect};

use crate::error::{done, type_of};
use crate::ffi::{call, term_t};

/// Counts a reference to each term and its type, and takes it back.
pub fn count_references(terms: &[term_t]) -> Result<(), SolverError> {
    let mut distinct = terms.to_vec();
    distinct.sort_unstable();
    // A term and its negation are one and the same to Yices, but for the last bit of the number.
    distinct.dedup_by_key(|native| *native >> 1);
    let before = (call!(yices_num_posref_terms()), call!(yices_num_posref_types()));
    let mut types = Vec::new();
    for native in &distinct {
        types.push(type_of(call!(yices_type_of_term(*native)))?);
        done(call!(yices_incref_term(*native)))?;
    }
    types.sort_unstable();
    types.dedup();
    for tau in &types {
        done(call!(yices_incref_type(*tau)))?;
    }
    let terms_now = call!(yices_num_posref_terms());
    let expected = before.0 + distinct.len() as u32;
    inspect("yices_num_posref_terms", "after new references", expected, terms_now)?;
    let types_now = call!(yices_num_posref_types());
    let expected = before.1 + types.len() as u32;
    inspect("yices_num_posref_types", "after new references", expected, types_now)?;
    let enough = call!(yices_num_terms()) >= terms_now;
    inspect("yices_num_terms", "at least those with references", true, enough)?;
    let enough = call!(yices_num_types()) >= types_now;
    inspect("yices_num_types", "at least those with references", true, enough)?;
    for native in &distinct {
        done(call!(yices_decref_term(*native)))?;
    }
    for tau in &types {
        done(call!(yices_decref_type(*tau)))?;
    }
    let after = (call!(yices_num_posref_terms()), call!(yices_num_posref_types()));
    inspect("yices_decref_term", "how many have references", before.0, after.0)?;
    inspect("yices_decref_type", "how many have references", before.1, after.1)
}
