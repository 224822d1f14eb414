//! The library in which something was found: findings and campaigns go on with it, and with no other unless the user says so.

use std::path::{Path, PathBuf};

use super::OwnBuilds;
use crate::campaign::{SolverPlan, file_sha256};
use crate::findings::solver_of;
use crate::solvers::{Choice, Location, Locator, SolverProblem};

/// What is recorded of a library.
pub(super) struct RecordedLibrary<'a> {
    /// The solver.
    pub(super) solver: &'a str,
    /// The file.
    pub(super) file: &'a Path,
    /// Its sha256, in hexadecimal digits.
    pub(super) sha256: &'a str,
}

/// Why what is recorded cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum LibraryTrouble {
    /// The library is not there any more.
    #[error("{shown} was made with {}, which {what}; name the library to use with --lib {solver}=PATH", .file.display())]
    Lost { shown: String, file: PathBuf, what: &'static str, solver: String },
    #[error(transparent)]
    Solver(#[from] SolverProblem),
}

impl OwnBuilds {
    /// These builds, and the recorded library if the user named none of its solver and it is no other than the one that
    /// `choice` stands for. It must be the very file that was recorded. `shown` is what was made with it.
    pub(super) fn with_recorded(
        &self,
        choice: &Choice,
        recorded: &RecordedLibrary<'_>,
        shown: &str,
    ) -> Result<OwnBuilds, LibraryTrouble> {
        let locator = self.locator()?;
        if choice.name != recorded.solver || locator.has_own(choice.name) {
            return Ok(self.clone());
        }
        let in_store = |file: &Path| file.starts_with(locator.store().root());
        let chosen = match locator.locate(choice)? {
            Location::File(file) => Some(file),
            Location::BuiltIn | Location::NotInstalled => None,
        };
        // What is installed is never written again.
        if chosen.as_deref().is_some_and(|file| file == recorded.file && in_store(file)) {
            return Ok(self.clone());
        }
        let is_recorded = |file: &Path| file_sha256(file).is_ok_and(|sum| sum == recorded.sha256);
        // A version that was asked for by name is always an installed one.
        if choice.version.is_none() && is_recorded(recorded.file) {
            let mut own = self.clone();
            own.libraries.push((choice.name, recorded.file.to_owned()));
            return Ok(own);
        }
        if chosen.as_deref().is_some_and(is_recorded) {
            return Ok(self.clone());
        }
        let is_there = recorded.file.exists();
        let what = if is_there { "is another file now" } else { "is not there any more" };
        let (file, solver) = (recorded.file.to_owned(), choice.name.to_owned());
        Err(LibraryTrouble::Lost { shown: shown.to_owned(), file, what, solver })
    }

    /// These builds, and the library that `finding.json` beside a trace names, as [`OwnBuilds::with_recorded`] tells. One
    /// that is installed is found by its version.
    pub(super) fn with_library_of(&self, trace: &Path) -> Result<OwnBuilds, LibraryTrouble> {
        // A bare name has an empty parent: the folder in which we are.
        let Some((solver, facts)) = trace.parent().and_then(solver_of) else {
            return Ok(self.clone());
        };
        let (Some(file), Some(sha256)) = (&facts.library, &facts.sha256) else {
            return Ok(self.clone());
        };
        if file.starts_with(self.locator()?.store().root()) && file.exists() {
            return Ok(self.clone());
        }
        if !file.is_absolute() {
            // We write whole paths. This one may lead to a file that came with the trace.
            let (shown, what) = (trace.display().to_string(), "is no absolute path");
            return Err(LibraryTrouble::Lost { shown, file: file.clone(), what, solver });
        }
        let recorded = RecordedLibrary { solver: &solver, file, sha256 };
        self.with_recorded(&Choice::parse(&solver)?, &recorded, &trace.display().to_string())
    }

    /// These builds, and the library that a campaign was begun with, as [`OwnBuilds::with_recorded`] tells.
    pub(super) fn with_library_of_plan(
        &self,
        planned: &SolverPlan,
        choice: &Choice,
        shown: &str,
    ) -> Result<OwnBuilds, LibraryTrouble> {
        match (&planned.library, &planned.sha256) {
            (Some(file), Some(sha256)) => {
                let recorded = RecordedLibrary { solver: &planned.name, file, sha256 };
                self.with_recorded(choice, &recorded, shown)
            }
            _ => Ok(self.clone()),
        }
    }

    /// The same with paths that mean the same in any folder, and with the builds that the environment names.
    pub(super) fn everywhere(&self, locator: &Locator) -> OwnBuilds {
        let absolute = |(name, path): (&'static str, &Path)| {
            (name, std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
        };
        let libraries = locator.own_builds().map(absolute).collect();
        OwnBuilds { libraries, profile: self.profile.clone() }
    }
}
