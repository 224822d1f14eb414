//! Calls of a library's C API, written down while they are made, so that they can become a C program.
//!
//! While nothing is recorded a call is one jump through its slot. To record, the slots are made to lead to stubs
//! ([`start`]): a call then goes through `trampoline`, which hands its registers to `recorder` before and after; what they mean
//! is told by the functions' declarations, which each wrapper has as a table ([`CApi`]). So every call is seen, however it was
//! made, and the wrappers know nothing of it.

mod c_api;
mod memory;
mod recorder;
mod style;
mod trampoline;
mod value;

pub use c_api::{CApi, CType, Class, Parameter, Signature};
use recorder::start;
pub use recorder::{Namer, Sink, left, mark};
pub use style::{Helper, NativeApi, ValueText, matches};
pub use value::{Value, Written};
