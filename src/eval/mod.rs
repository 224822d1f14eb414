//! What terms mean under an assignment, by the meanings of the operator rows alone, without any solver.

mod as_array;
mod asserted;
mod assignment;
mod columns;
mod domain;
mod evaluator;
mod explain;
mod frame;
mod from_value;
mod model;
mod old_strings;
mod truth;

pub use asserted::asserted;
pub use assignment::Assignment;
pub use columns::{Columns, MOST_COLUMNS, Truths};
pub use evaluator::{Evaluator, Known};
pub use explain::explain;
pub use from_value::datum_of_value;
pub use model::{ModelError, with_model};
pub use truth::{Truth, truth};

#[cfg(test)]
mod tests;
