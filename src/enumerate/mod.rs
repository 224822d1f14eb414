//! Enumeration: all small terms over a few sorts, numbered, each with its values under all assignments.
//!
//! * [`SPACES`] are the spaces, as data: theories, sorts, and how many constants of each sort there are;
//! * [`Space`] is one of them for a solver: sorts, literals, and operators at these sorts;
//! * [`Terms`] numbers its terms: by size, without copies, and gives the term with a number;
//! * [`Values`] are the values of terms under all assignments of the constants.

mod at_values;
mod classes;
mod domains;
mod formulas;
mod heads;
mod in_graph;
mod in_solver;
mod joining;
mod judge;
mod kinds;
mod literals;
mod numbering;
mod parts;
mod questions;
mod rows;
mod scripts;
mod sequences;
mod settings;
mod sifter;
mod space;
mod spaces;
mod term;
#[cfg(test)]
mod tests;

pub use classes::classes_of;
pub use formulas::formula;
pub use in_graph::InGraph;
pub use judge::Judge;
pub use numbering::{Terms, TooMany};
pub use questions::{Form, Other, Question, Way};
pub use rows::{Row, UNKNOWN, Values};
pub use scripts::{Doubt, Scripts};
pub use sequences::{Commands, Sequences, Step};
pub use settings::{Enumeration, EnumerationError, Numbers, THOROUGH, shard};
pub use sifter::{Note, Sifter};
pub use space::{Limits, Space, SpaceError};
pub use spaces::SPACES;
pub use term::{Tree, Whole};
