//! Any solver binary as a solver: interactive SMT-LIB over pipes; or, without one, SMT-LIB on standard output.
//!
//! [`Program`] says which binary; a profile (TOML, see `profiles/`) what it can do. `process` is the binary's process,
//! `connection` speaks to it, `terms` writes terms, `solver` is what the player drives. A binary that dies takes this
//! process with it, in the same way: so whoever watches this process classifies the end as for a solver that is loaded.

mod apply;
mod binders;
mod commands;
mod connection;
mod datatypes;
mod demands;
mod file;
mod library;
mod limits;
mod names;
mod options;
mod process;
mod profile;
mod program;
mod reply;
mod sexpr;
mod solver;
mod sorts;
mod terms;
mod values;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use library::SmtlibLibrary;
use murxla_api::{Library, LoadError, Wrapper};

pub use profile::ProfileError;
pub use program::{Program, ProgramError};

/// The wrapper's name.
pub const NAME: &str = "smtlib";

/// The wrapper of binaries.
pub struct SmtlibWrapper;

/// The one wrapper of binaries.
pub static WRAPPER: SmtlibWrapper = SmtlibWrapper;

/// Binaries that were loaded, by the text of their programs.
static LOADED: Mutex<BTreeMap<String, &'static SmtlibLibrary>> = Mutex::new(BTreeMap::new());

impl Wrapper for SmtlibWrapper {
    fn name(&self) -> &'static str {
        NAME
    }

    fn title(&self) -> &'static str {
        "SMT-LIB"
    }

    fn needs_library(&self) -> bool {
        false
    }

    /// The path is the text of a [`Program`]. Any number of them can be loaded.
    fn load(&self, path: &Path) -> Result<&'static dyn Library, LoadError> {
        let text = path.to_str().ok_or_else(|| LoadError("the command is not text".to_owned()))?;
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(library) = loaded.get(text) {
            return Ok(*library);
        }
        let program = Program::parse(text).map_err(|error| LoadError(error.to_string()))?;
        let library: &'static SmtlibLibrary = Box::leak(Box::new(SmtlibLibrary::load(&program)?));
        loaded.insert(text.to_owned(), library);
        Ok(library)
    }
}

/// Looks whether the profile of a program can be read.
pub fn check_profile(program: &Program) -> Result<(), ProfileError> {
    library::known(program).map(drop)
}
