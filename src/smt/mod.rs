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

pub use check::{CheckError, CheckProblem, check};
pub use convert::{ScriptError, script_text, script_trace};
pub use from_calls::{Assertion, Check, FromCalls};
pub use graph::{BindError, Graph};
pub use import::{ImportError, Imported, Omitted, import};
pub use node::{
    Attribute, Head, Meaning, Node, OpRow, Opaque, Symbol, SymbolDef, Term, Variable, VariableDef,
};
pub use parse::{ParseError, ParseProblem, parse};
pub use position::Position;
pub use prepare::Prepared;
pub use print::{PrintError, print, print_what_can_be};
pub use read::{ReadError, read};
pub use rewrite::{BoundVariables, RewriteError};
pub use script::{Command, Definition, Script};
pub use sexpr::{Commands, Items, Kind, Sexpr};
pub use source::{source_header, source_text};
