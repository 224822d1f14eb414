//! The wrapper of Bitwuzla, over its C API.
//!
//! Bitwuzla's options are fixed when a native instance is made, so that is made by the first command that
//! needs one. It has no logic to set and is always incremental: `set-logic` and the option `incremental`
//! are accepted and change nothing. Patterns of quantifiers do not exist in its API and are left out.

mod actions;
mod children;
mod commands;
mod demands;
mod dialect;
mod errors;
mod ffi;
mod free;
mod handles;
mod inspect;
mod inspect_sort;
mod inspect_term;
mod interpolation;
mod kinds;
mod left_out;
mod library;
mod literals;
mod model;
mod native;
mod options;
mod own;
mod own_meaning;
mod parser;
mod profile;
mod rounding;
mod scope;
mod solver;
mod sorts;
mod substitution;
mod table;
mod terminator;
mod terms;
mod text_stream;
mod values;

use std::path::Path;

use murxla_api::smtlib::Dialect;
use murxla_api::{ActionDef, Library, LoadError, Op, Wrapper};
use murxla_native::OnceLibrary;

use crate::library::BitwuzlaLibrary;

static LIBRARY: OnceLibrary<BitwuzlaLibrary> = OnceLibrary::new();

pub use native::NATIVE;

/// The wrapper.
pub static WRAPPER: BitwuzlaWrapper = BitwuzlaWrapper;

/// What this crate offers to the registry.
pub struct BitwuzlaWrapper;

impl Wrapper for BitwuzlaWrapper {
    fn name(&self) -> &'static str {
        "bitwuzla"
    }

    fn title(&self) -> &'static str {
        "Bitwuzla"
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
        LIBRARY.load(path, BitwuzlaLibrary::load)
    }
}
