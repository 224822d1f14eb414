//! C programs that do to a solver's library what a trace does: its developers need nothing of ours to see a failure.
//!
//! How the parts fit together:
//!
//! * [`record`] plays a trace in a child in which each call of the C API is written down (`murxla_native::record`);
//! * `steps` are these calls, with where each object comes from, and which calls matter;
//! * `program` writes them as a person would, in the words that the wrapper's crate has for its solver
//!   ([`NativeApi`](murxla_native::record::NativeApi)); `values` are arguments in C;
//! * [`reproduce`] chooses the tidiest program that shows the same;
//! * [`Repeated`] makes the same calls again, and tells how long that took;
//! * [`Tried`] compiles a program, with the solver's header or with declarations of what it calls, and compares how it ends.

mod best;
mod header;
mod program;
mod recording;
mod repeated;
mod steps;
mod tried;
mod values;

pub use best::{Reproducer, reproduce};
pub use program::{About, Detail, Program};
pub use recording::{Recording, record};
pub use repeated::Repeated;
pub use tried::{Shows, Tried, try_program};
