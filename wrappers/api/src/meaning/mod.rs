//! What operators mean: values, and the functions that the rows of operators name, one file per theory.
//!
//! By the standard alone, exactly, without any solver. What the standard leaves open is [`Unknown::Open`].

mod apply;
mod convert;
mod datum;
mod equality;
pub mod finite;
pub mod float;
mod limits;
mod notation;
pub mod regex;
pub mod table;
pub mod text;
mod unknown;
pub mod words;

pub(crate) mod arrays;
pub(crate) mod bags;
pub(crate) mod bit_vectors;
pub(crate) mod core;
pub(crate) mod datatypes;
pub(crate) mod finite_fields;
pub(crate) mod floating_point;
pub(crate) mod fractions;
pub(crate) mod functions;
pub(crate) mod integers;
pub(crate) mod languages;
pub(crate) mod reals;
pub(crate) mod relations;
pub(crate) mod sequences;
pub(crate) mod sets;
pub(crate) mod strings;

pub use apply::{Arg, Call, Interpretation, Meaning, NothingKnown, apply, same_as};
pub use datum::{Constructed, Datum, Element};
pub use equality::equal;
pub use languages::{Language, index_of};
pub use table::Table;
pub use unknown::{OpenCall, Unknown};

#[cfg(test)]
mod tests;
