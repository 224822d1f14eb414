//! `NAME[@VERSION]`, how the user names a solver.

use std::fmt;

use super::{Pins, SupplyError};

/// A solver in a certain version.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SolverSpec {
    name: String,
    version: String,
}

impl SolverSpec {
    /// Reads `NAME` or `NAME@VERSION`; without a version the default one is meant.
    pub fn parse(text: &str) -> Result<Self, SupplyError> {
        let pins = Pins::embedded();
        let known = || pins.solver_names().map(str::to_owned).collect();
        let (name, version) = match text.split_once('@') {
            Some((name, version)) => (name, Some(version)),
            None => (text, None),
        };
        // Versions become part of a folder's name and of a command line.
        let plain = |version: &str| {
            version.starts_with(|c: char| c.is_ascii_digit())
                && version.chars().all(|c| c.is_ascii_alphanumeric() || c == '.')
        };
        if name.is_empty() || version.is_some_and(|version| !plain(version)) {
            return Err(SupplyError::BadSpec { text: text.to_owned(), known: known() });
        }
        let Some(solver) = pins.solver(name) else {
            return Err(SupplyError::UnknownSolver { name: name.to_owned(), known: known() });
        };
        let version = match version {
            // A pinned version may also be given as the package calls it, e.g. 5.4.0.0.
            Some(version) => solver.pin(version).map_or(version, |pin| &pin.version),
            None => pins.default_version(name).unwrap_or_default(),
        };
        Ok(Self { name: name.to_owned(), version: version.to_owned() })
    }

    /// Name of the solver.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Version of the solver.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }
}

impl fmt::Display for SolverSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.name, self.version)
    }
}
