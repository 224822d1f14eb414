//! The traits `Wrapper` and `Library`: how a solver is loaded, and what it tells of itself.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::smtlib::{Dialect, STANDARD};
use crate::{ActionDef, ApiFunctions, Op, OptionDef, Profile, Solver, SolverError};

/// Whether a library was built with its own checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assertions {
    /// It checks itself.
    On,
    /// It does not.
    Off,
    /// Nothing in the library tells.
    Unknown,
}

/// The functions of a library, against those that our declarations know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionCount {
    /// API functions that the library exports.
    pub exported: usize,
    /// API functions that we declare.
    pub declared: usize,
    /// Declared functions that the library lacks.
    pub missing: Vec<&'static str>,
}

/// What is known of a loaded library.
#[derive(Clone, Debug)]
pub struct LibraryInfo {
    /// The version, as the library itself says it.
    pub version: String,
    /// The file, if there is one.
    pub path: Option<PathBuf>,
    /// Its functions.
    pub functions: FunctionCount,
    /// Whether it checks itself.
    pub assertions: Assertions,
    /// How many kinds were checked against, or read from, the library.
    pub kinds_checked: usize,
    /// Kinds whose number differs from our declarations; the library's number is used.
    pub kinds_renumbered: usize,
}

impl LibraryInfo {
    /// What the version of a library that checks itself ends with, see [`build`](LibraryInfo::build).
    pub const ASSERTIONS: &'static str = "-assertions";

    /// The version, and that it checks itself: a run on such a build may end otherwise than on the release.
    pub fn build(&self) -> String {
        match self.assertions {
            Assertions::On => format!("{}{}", self.version, LibraryInfo::ASSERTIONS),
            Assertions::Off | Assertions::Unknown => self.version.clone(),
        }
    }
}

/// Why a library cannot be used.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct LoadError(pub String);

/// A library in this process. It stays loaded until the process ends.
pub trait Library {
    /// What is known of it.
    fn info(&self) -> &LibraryInfo;

    /// What it can do.
    fn profile(&self) -> &Profile;

    /// The solver's own options.
    fn options(&self) -> &[OptionDef];

    /// The functions of its C API, if that is what its wrapper calls.
    fn functions(&self) -> Option<&ApiFunctions> {
        None
    }

    /// How it was built, as it tells itself: its commit, its parts. It may print more of that, and end the process, so it is asked in
    /// a child of its own.
    fn configuration(&self) -> Vec<String> {
        Vec::new()
    }

    /// A new instance of the solver.
    fn new_solver(&self) -> Result<Box<dyn Solver>, SolverError>;

    /// Brings the library's global state back to that of a fresh process, as far as its API can. To be called when
    /// no instance is left, so that the next one does what it would have done as the first.
    fn forget(&self) -> Result<(), SolverError> {
        Ok(())
    }
}

/// A wrapper: what a solver's crate offers to the registry.
pub trait Wrapper: Sync {
    /// The name on the command line: lower case.
    fn name(&self) -> &'static str;

    /// The name as its authors write it.
    fn title(&self) -> &'static str;

    /// Whether it needs a library file; if not, the path given to `load` is ignored.
    fn needs_library(&self) -> bool {
        true
    }

    /// Whether it has this version built in, if it needs no library.
    fn has_version(&self, version: &str) -> bool {
        let _ = version;
        false
    }

    /// How it writes what others write otherwise.
    fn dialect(&self) -> &'static Dialect {
        &STANDARD
    }

    /// Operators of its own; a loaded library tells which of them it has.
    fn own_operators(&self) -> &'static [Op] {
        &[]
    }

    /// Actions of its own; a loaded library tells which of them it has.
    fn own_actions(&self) -> &'static [ActionDef] {
        &[]
    }

    /// Loads the library at `path`. At most one version of a solver can be loaded in a process: loading the
    /// same file again gives the library that is there, another file is an error.
    fn load(&self, path: &Path) -> Result<&'static dyn Library, LoadError>;
}
