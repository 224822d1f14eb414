//! The text of SMT-LIB: symbols, sorts, literals, applications.
//!
//! What solvers write in different ways is data: a [`Dialect`], which the solver's crate gives.

mod dialect;
mod form;
mod literal;
mod sort;
mod symbol;

pub use dialect::{
    Dialect, FunctionStyle, HIGHER_ORDER_PREFIX, LogicStyle, OptionStyle, STANDARD, Spelling,
};
pub use form::{Form, NoText, form, tester_with_sorts};
pub use literal::write_literal;
pub use sort::{SortText, write_sort};
pub use symbol::{SymbolText, can_be_written, is_reserved, is_simple};
