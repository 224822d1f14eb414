//! The wrapper of Z3, over its C API, bound at run time.

mod actions;
mod assertions;
mod binders;
mod context;
mod datatypes;
mod definitions;
mod demands;
mod dialect;
mod ffi;
mod form;
mod information;
mod inspect;
mod kinds;
mod left_out;
mod library;
mod literals;
mod macros;
mod members;
mod model;
mod native;
mod old_escapes;
mod options;
mod other_context;
mod own;
mod own_meaning;
mod parameters;
mod probe;
mod profile;
mod rewriting;
mod scalars;
mod scope;
mod side;
mod solver;
mod sorts;
mod table;
mod terms;
mod values;
mod variables;

use std::path::Path;

use murxla_api::smtlib::Dialect;
use murxla_api::{ActionDef, Library, LoadError, Op, Wrapper};
use murxla_native::OnceLibrary;

pub use native::NATIVE;

/// The wrapper of Z3.
pub struct Z3Wrapper;

/// The one wrapper of Z3.
pub static WRAPPER: Z3Wrapper = Z3Wrapper;

static LIBRARY: OnceLibrary<library::Z3Library> = OnceLibrary::new();

impl Wrapper for Z3Wrapper {
    fn name(&self) -> &'static str {
        "z3"
    }

    fn title(&self) -> &'static str {
        "Z3"
    }

    fn dialect(&self) -> &'static Dialect {
        &dialect::DIALECT
    }

    fn own_operators(&self) -> &'static [Op] {
        own::OWN
    }

    fn own_actions(&self) -> &'static [ActionDef] {
        actions::EXTENSION.actions
    }

    fn load(&self, path: &Path) -> Result<&'static dyn Library, LoadError> {
        LIBRARY.load(path, library::Z3Library::load)
    }
}
