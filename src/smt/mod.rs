//! SMT-LIB: scripts as data.
//!
//! A [`Script`] is a list of commands over a [`Graph`] of typed terms, on the same operator rows as everything else.

mod build;
mod check;
mod convert;
mod defined;
pub mod export;
mod free;
mod from_calls;
mod graph;
mod import;
mod interned;
mod lex;
mod marks;
mod node;
mod number;
mod parse;
mod position;
mod prepare;
mod print;
mod read;
mod rewrite;
mod script;
mod sexpr;
mod source;
mod substitute;
mod texts;
mod write_sexpr;

pub(crate) use check::CheckError;
pub use check::check;
pub use convert::{script_text, script_trace};
pub use from_calls::{Assertion, Check, FromCalls};
pub(crate) use graph::BindError;
pub use graph::Graph;
pub(crate) use import::{ImportError, Imported};
pub use import::{import, import_planted};
pub use marks::Mark;
pub(crate) use node::{Attribute, Meaning, OpRow, SymbolDef, VariableDef};
pub use node::{Head, Node, Opaque, Symbol, Term, Variable};
pub(crate) use parse::ParseError;
pub use parse::parse;
pub(crate) use position::Position;
pub(crate) use prepare::Prepared;
pub(crate) use print::print_what_can_be;
pub use print::{Lasting, PrintError, Reprinter, print};
pub(crate) use read::ReadError;
pub use read::read;
pub(crate) use rewrite::{BoundVariables, RewriteError};
pub use script::{Command, Definition, Script};
pub use sexpr::{Commands, Kind, Sexpr};
pub(crate) use source::{source_header, source_text};
