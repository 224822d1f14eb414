//! SMT-LIB: scripts as data.
//!
//! A [`Script`] is a list of commands over a [`Graph`] of typed terms, on the same operator rows as everything else.

pub mod export;
mod graph;
mod node;
mod print;
mod script;
mod substitute;

pub use graph::{BindError, Graph};
pub use node::{Attribute, Head, Node, Symbol, SymbolDef, Term, Variable, VariableDef};
pub use print::{PrintError, print, print_what_can_be};
pub use script::{Command, Definition, Script};
pub use substitute::SubstituteError;
