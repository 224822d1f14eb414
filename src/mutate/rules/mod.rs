//! Rules as data: two terms with variables, and what holds between them.
//!
//! A rule file is a list of s-expressions. `(rule NAME (VARIABLES…) LEFT RIGHT)` says that both sides are equal, whatever the
//! variables stand for; `(implies …)` that the second formula follows from the first; `(over …)` and `(under …)` are the same
//! of an atom and its approximation. What they have in common is written down in docs/techniques.md.

mod building;
mod datatypes;
mod forms;
mod matching;
mod number;
mod reading;
mod samples;
mod typing;
mod values;
mod verify;

pub use datatypes::datatype_rules;
pub use forms::{Pattern, Relation, Rule, Side, SortForm, VariableForm, Written};
pub use number::{Condition, Number, Numbers};
pub use reading::{RuleError, read_rules};
pub use values::{Kept, Values};
pub use verify::{Checked, Effort, Instance, instances, verify};

pub(super) use building::{Builder, Filling, is_linear};
pub(super) use matching::{Binding, binding_of, matching};
