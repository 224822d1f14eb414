//! The wrapper of Yices.
//!
//! Yices keeps one table of types and terms for the whole process; only contexts, configurations,
//! parameter records and models belong to an instance. When the last instance is dropped, or resets while
//! it is alone, the table is emptied, so that a run behaves as in a fresh process and memory does not grow.
//! Yices is not thread-safe: all instances must be used from one thread.

mod actions;
mod application;
mod builders;
mod context;
mod demands;
mod dialect;
mod error;
mod ffi;
mod form;
mod gmp;
mod information;
mod inspect_type;
mod left_out;
mod library;
mod literals;
mod model;
mod model_building;
mod native;
mod numbers;
mod options;
mod own;
mod own_meaning;
mod profile;
mod references;
mod scope;
mod session;
mod side_context;
mod solver;
mod sorts;
mod table;
mod terms;
mod text_stream;
mod value_getters;
mod values;
mod vector;

use std::path::Path;

use murxla_api::smtlib::Dialect;
use murxla_api::{ActionDef, Library, LoadError, Op, Wrapper};
use murxla_native::OnceLibrary;

use library::YicesLibrary;

static LIBRARY: OnceLibrary<YicesLibrary> = OnceLibrary::new();

/// Yices, as the registry knows it.
pub static WRAPPER: YicesWrapper = YicesWrapper;

pub use native::NATIVE;

/// The wrapper of Yices.
pub struct YicesWrapper;

impl Wrapper for YicesWrapper {
    fn name(&self) -> &'static str {
        "yices"
    }

    fn title(&self) -> &'static str {
        "Yices"
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
        LIBRARY.load(path, YicesLibrary::load)
    }
}
