//! Enumeration: all small terms over a few sorts, numbered, each with its values under all assignments.
//!
//! * [`SPACES`] are the spaces, as data: theories, sorts, and how many constants of each sort there are;
//! * [`Space`] is one of them for a solver: sorts, literals, and operators at these sorts;
//! * [`Terms`] numbers its terms: by size, without copies, and gives the term with a number;
//! * [`Values`] are the values of terms under all assignments of the constants.

mod domains;
mod heads;
mod in_graph;
mod joining;
mod kinds;
mod literals;
mod numbering;
mod parts;
mod rows;
mod space;
mod spaces;
mod term;
#[cfg(test)]
mod tests;

pub use in_graph::InGraph;
pub use numbering::{Terms, TooMany};
pub use rows::{Row, UNKNOWN, Values};
pub use space::{Limits, Space, SpaceError};
pub use spaces::SPACES;
pub use term::{Tree, Whole};
