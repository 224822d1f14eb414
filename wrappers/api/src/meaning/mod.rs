//! What operators mean: the values that the standard gives them.

pub mod float;
