//! SMT-LIB: scripts as data.
//!
//! A [`Script`] is a list of commands over a [`Graph`] of typed terms, on the same operator rows as everything else.

mod graph;
mod import;
mod node;
mod script;
mod source;

pub use graph::{BindError, Graph};
pub use import::{Imported, Omitted, import};
pub use node::{Attribute, Head, Node, OpRow, Symbol, SymbolDef, Term, Variable, VariableDef};
pub use script::{Command, Definition, Script};
pub use source::{source_header, source_text};
