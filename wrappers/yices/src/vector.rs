//! Vectors of terms that Yices fills.

use std::ptr::null_mut;

use murxla_api::SolverError;

use crate::ffi::{call, term_t, term_vector_t};

/// A vector that Yices fills.
///
/// It stays at one address, from which it is known which calls are about it.
pub struct TermVector(pub Box<term_vector_t>);

impl TermVector {
    /// An empty one.
    pub fn new() -> Result<TermVector, SolverError> {
        let mut vector = Box::new(term_vector_t { capacity: 0, size: 0, data: null_mut() });
        call!(yices_init_term_vector(&mut *vector));
        Ok(TermVector(vector))
    }

    /// The terms in it.
    pub fn terms(&self) -> &[term_t] {
        if self.0.size == 0 || self.0.data.is_null() {
            return &[];
        }
        // SAFETY: Yices says that the vector holds `size` terms.
        unsafe { std::slice::from_raw_parts(self.0.data, self.0.size as usize) }
    }

    fn free(&mut self) -> Result<(), SolverError> {
        call!(yices_delete_term_vector(&mut *self.0));
        Ok(())
    }
}

impl Drop for TermVector {
    fn drop(&mut self) {
        // A function that frees is missing only if the one that makes is, too.
        let _ = self.free();
    }
}
