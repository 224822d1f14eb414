//! Z3 through its C API, bound at run time.

mod actions;
mod assertions;
mod binders;
mod context;
mod datatypes;
mod definitions;
mod demands;
mod ffi;
mod form;
mod information;
mod inspect;
mod kinds;
mod library;
mod literals;
mod members;
mod model;
mod options;
mod other_context;
mod own;
mod probe;
mod profile;
mod rewriting;
mod scalars;
mod solver;
mod sorts;
mod table;
mod terms;
mod values;

use std::path::Path;

use murxla_api::{Library, LoadError, Wrapper};
use murxla_native::OnceLibrary;

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

    fn own_operators(&self) -> &'static [murxla_api::Op] {
        own::OWN
    }

    fn load(&self, path: &Path) -> Result<&'static dyn Library, LoadError> {
        LIBRARY.load(path, library::Z3Library::load)
    }
}
