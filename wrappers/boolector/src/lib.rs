//! The wrapper of Boolector, over its C API.
//!
//! To Boolector a truth value is a bit-vector of one bit, and an array a function of one argument: it does not tell their sorts apart.
//! A variable is bound once in its API, so a variable of ours gets another one where it is bound again (`terms.rs`). It has neither a
//! logic to set nor patterns of quantifiers; both are accepted and change nothing. What it refuses ends in a callback that must not
//! return: `fence.rs` leads back to where the call was made.

mod actions;
mod clone;
mod commands;
mod demands;
mod dialect;
mod errors;
mod fence;
mod ffi;
mod free;
mod handles;
mod inspect;
mod left_out;
mod library;
mod literals;
mod model;
mod model_checking;
mod native;
mod node_map;
mod options;
mod own;
mod own_meaning;
mod profile;
mod round_trip;
mod scope;
mod solver;
mod sorts;
mod table;
mod terminator;
mod terms;
mod text_stream;
mod values;

use std::path::Path;

use murxla_api::smtlib::Dialect;
use murxla_api::{ActionDef, Library, LoadError, Op, Wrapper};
use murxla_native::OnceLibrary;

use crate::library::BoolectorLibrary;

static LIBRARY: OnceLibrary<BoolectorLibrary> = OnceLibrary::new();

pub use native::NATIVE;

/// The wrapper.
pub static WRAPPER: BoolectorWrapper = BoolectorWrapper;

/// What this crate offers to the registry.
pub struct BoolectorWrapper;

impl Wrapper for BoolectorWrapper {
    fn name(&self) -> &'static str {
        "boolector"
    }

    fn title(&self) -> &'static str {
        "Boolector"
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
        LIBRARY.load(path, BoolectorLibrary::load)
    }
}
