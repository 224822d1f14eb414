//! Binding a solver's shared library at run time.
//!
//! A `-sys` crate (or bindgen) declares functions as if the library were linked. [`functions!`] defines
//! each of them as a jump through a slot, and [`bind`] fills the slots with the addresses found in the
//! library that is chosen at run time. A function that the library lacks leaves its slot empty;
//! [`Slot::require`] tells before a call.

mod elf;
mod fold;
mod load;
mod mapped;
pub mod record;
mod slot;
mod tables;

pub use elf::ElfFile;
pub use fold::fold_arguments;
pub use load::{Bound, Identity, OnceLibrary, bind};
pub use slot::{Function, MissingFunction, Slot};
pub use tables::{AssertionStack, SortTable, TermTable, ids_of};

#[doc(hidden)]
pub use std::arch::global_asm;
