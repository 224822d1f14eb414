//! SMT-LIB: scripts as data.
//!
//! A [`Script`] is a list of commands over a [`Graph`] of typed terms, on the same operator rows as everything else.

mod graph;
mod node;
mod script;

pub use graph::{BindError, Graph};
pub use node::{Attribute, Head, Node, OpRow, Symbol, SymbolDef, Term, Variable, VariableDef};
pub use script::{Command, Definition, Script};
