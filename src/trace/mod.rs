//! Traces: calls to a solver as data, their text, and the checker.
//!
//! The text is a superset of what the original Murxla writes. A call is a line `SEED action argument…`; its reply
//! follows on lines of their own: `return …`, `rejected "…"`, `skipped "…"`, `broken "…"`, and behind them what an
//! oracle found wrong, `violated "ORACLE" "…"`, with lines `#| …` of proof. All of these are optional. A line `#? ORACLE` above a call says that
//! this oracle asked for it. Names such as `t12` and `s3` stand for whatever the call returns when it is executed, so a
//! trace from which calls were cut is still a trace. Lines that begin with `#` are comments; those that begin with `#!`
//! are the header.

mod applied;
mod call;
pub mod check;
mod header;
mod lex;
mod line;
mod literal;
mod name;
mod name_table;
pub mod own_action;
mod quote;
mod read;
mod read_args;
mod read_datatypes;
mod read_error;
mod read_reply;
mod write;

pub use applied::{Applied, Operator};
pub(crate) use call::PREPARATION;
pub use call::{Action, Call, CallArg, Recorded, Trace, Violated};
pub(crate) use header::FORMAT;
pub use header::Header;
pub use line::Line;
pub(crate) use literal::LiteralTail;
pub use literal::WrittenLiteral;
pub use name::{Name, SortName, TermName};
pub(crate) use name_table::NameTable;
pub use read::{Lines, read};
pub(crate) use read_datatypes::DEEPEST_FIELD;
pub(crate) use read_error::ReadError;
use write::PROOF;
pub use write::write_call;
pub(crate) use write::{write_asked_by, write_line, write_reply, write_returned, write_violated};

/// Solvers whose own actions and operators begin with their name, in the original's traces and in ours.
pub const SOLVER_PREFIXES: &[&str] = &[
    "z3",
    "cvc5",
    "bitwuzla",
    "yices",
    "boolector",
    "btor",
    "smtlib",
    "smt2",
    "mock",
    "mathsat",
    "opensmt",
];

/// The solver whose own action or operator this is, by its prefix.
pub fn owner(key: &str) -> Option<&str> {
    let (prefix, rest) = key.split_once('-')?;
    (SOLVER_PREFIXES.contains(&prefix) && !rest.is_empty()).then_some(prefix)
}
