//! `NAME[@VERSION]`, how the user names a solver. `VERSION-assertions` is a build with assertions, and `assertions`
//! alone the one that is pinned.

use std::fmt;

use super::{Pins, SupplyError, assertions};

/// What the version of a build with assertions ends with.
const SUFFIX: &str = "-assertions";

/// Whether this is the version of a build with assertions.
pub(super) fn is_assertion_build(version: &str) -> bool {
    version.ends_with(SUFFIX)
}

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
        if let Some(version) = version
            && let Some(release) = match version {
                "assertions" => Some(None),
                other => other.strip_suffix(SUFFIX).map(Some),
            }
            && pins.solver(name).is_some()
        {
            return Self::with_assertions(name, release);
        }
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

    /// A solver with assertions, in the version that can be built; another one is refused.
    pub fn with_assertions(name: &str, version: Option<&str>) -> Result<Self, SupplyError> {
        let Some(build) = assertions::of(name) else {
            return Err(SupplyError::NoAssertionBuild {
                solver: name.to_owned(),
                known: assertions::solvers().map(str::to_owned).collect(),
            });
        };
        let built = format!("{}{SUFFIX}", build.version);
        match version {
            Some(version) if version != build.version => Err(SupplyError::UnknownVersion {
                solver: name.to_owned(),
                version: format!("{version}{SUFFIX}"),
                available: vec![built],
            }),
            _ => Ok(Self { name: name.to_owned(), version: built }),
        }
    }

    /// All solvers that can be built with assertions.
    #[must_use]
    pub fn all_with_assertions() -> Vec<Self> {
        assertions::solvers().filter_map(|name| Self::with_assertions(name, None).ok()).collect()
    }

    /// Whether it is a build with assertions.
    #[must_use]
    pub fn has_assertions(&self) -> bool {
        is_assertion_build(&self.version)
    }

    /// The release of the same version; it need not exist.
    #[must_use]
    pub fn release(&self) -> Self {
        let version = self.version.strip_suffix(SUFFIX).unwrap_or(&self.version);
        Self { name: self.name.clone(), version: version.to_owned() }
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
