//! The wrapper of cvc5.
//!
//! The declarations come from `cvc5-sys`; the library is bound at run time. Kinds are known by name: which
//! number a kind has is read from the library, so one binary serves several versions. Since 1.4 a refused
//! call is reported through an error state of the thread; older versions end the process, and there
//! `guard` keeps the most likely refusals away from the library.

mod actions;
mod binders;
mod collections;
mod datatypes;
mod definitions;
mod demands;
mod dialect;
mod ffi;
mod guard;
mod kinds;
mod lambda;
mod left_out;
mod library;
mod limits;
mod literals;
mod members;
mod memory_file;
mod model;
mod native;
mod options;
mod own;
mod own_meaning;
mod parser_ffi;
mod requirements;
mod scope;
mod separation;
mod side;
mod solver;
mod sorts;
mod spoiled;
mod substitution;
mod table;
mod terms;
mod values;

use std::path::Path;

use murxla_api::smtlib::Dialect;
use murxla_api::{ActionDef, Library, LoadError, Op, Wrapper};
use murxla_native::OnceLibrary;

/// cvc5, as the registry knows it.
pub struct Cvc5Wrapper;

pub use native::NATIVE;

/// The wrapper of cvc5.
pub static WRAPPER: Cvc5Wrapper = Cvc5Wrapper;

static LIBRARY: OnceLibrary<library::Cvc5Library> = OnceLibrary::new();

impl Wrapper for Cvc5Wrapper {
    fn name(&self) -> &'static str {
        "cvc5"
    }

    fn title(&self) -> &'static str {
        "cvc5"
    }

    fn dialect(&self) -> &'static Dialect {
        &dialect::DIALECT
    }

    fn own_operators(&self) -> &'static [Op] {
        own::OWN
    }

    fn own_actions(&self) -> &'static [ActionDef] {
        actions::extension().actions
    }

    fn load(&self, path: &Path) -> Result<&'static dyn Library, LoadError> {
        LIBRARY.load(path, library::Cvc5Library::load)
    }
}
