//! The mock, a solver for our own tests: it checks sorts and scopes as a solver would, answers from a seed, and commits
//! the faults that it is told to. Its version `truthful` decides small problems instead, and each version `wrong-NAME` does
//! so with one wrong behaviour.

mod actions;
mod any_value;
mod condition;
mod digest;
mod disaster;
mod fault;
mod library;
mod solver;
mod truthful;

use std::path::Path;

use murxla_api::{Library, LoadError, Wrapper};

pub use condition::Condition;
pub use fault::{Fault, FaultKind, When};
pub use truthful::{LIES, LieClass, LieDef};

/// The wrapper of the mock.
pub struct MockWrapper;

/// The one wrapper of the mock.
pub static WRAPPER: MockWrapper = MockWrapper;

impl Wrapper for MockWrapper {
    fn name(&self) -> &'static str {
        "mock"
    }

    fn title(&self) -> &'static str {
        "Mock"
    }

    fn needs_library(&self) -> bool {
        false
    }

    fn has_version(&self, version: &str) -> bool {
        library::has_version(version)
    }

    /// There is no file; the path is the version: `assertions` is the mock that checks itself.
    fn load(&self, path: &Path) -> Result<&'static dyn Library, LoadError> {
        let version = path.to_string_lossy();
        library::version(&version)
            .ok_or_else(|| LoadError(format!("the mock has no version '{version}'")))
    }
}
