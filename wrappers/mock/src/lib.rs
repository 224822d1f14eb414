//! The mock, a solver for our own tests: it checks sorts and scopes as a solver would, answers from a seed, and commits
//! the faults that it is told to.

mod actions;
mod any_value;
mod condition;
mod digest;
mod disaster;
mod fault;
mod library;
mod solver;

use std::path::Path;

use murxla_api::{Library, LoadError, Wrapper};

pub use condition::Condition;
pub use fault::{Fault, FaultKind, When};

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

    /// There is no file; the path `assertions` is the mock that checks itself.
    fn load(&self, path: &Path) -> Result<&'static dyn Library, LoadError> {
        Ok(library::library(path == Path::new("assertions")))
    }
}
