//! The store: the folder in which installed solvers lie.

use std::cmp::Ordering;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::pins::Pins;
use super::receipt::Receipt;
use super::spec::is_assertion_build;
use super::{InstalledPackage, SupplyError, default_version};

/// Murxla's own folder; its solvers lie in `solvers/<name>-<version>/`, each with `lib/`, where the
/// package has them `include/` and `bin/`, and `receipt.toml`.
#[derive(Debug, Clone)]
pub struct StoreDir {
    root: PathBuf,
}

impl StoreDir {
    /// A store in this folder, which need not exist yet.
    pub fn new(root: impl AsRef<Path>) -> Self {
        let root = root.as_ref();
        // Commands that are run for the store get its paths, so they must not depend on a folder.
        Self { root: std::path::absolute(root).unwrap_or_else(|_| root.to_owned()) }
    }

    /// The user's store: `MURXLA_HOME`, else `$XDG_DATA_HOME/murxla`, else `$HOME/.local/share/murxla`.
    pub fn from_env() -> Result<Self, SupplyError> {
        let folder = |name: &str| {
            let value = env::var_os(name).filter(|value| !value.is_empty());
            value.map(PathBuf::from)
        };
        if let Some(root) = folder("MURXLA_HOME") {
            return Ok(Self::new(root));
        }
        // The XDG specification says that a relative path is to be ignored.
        if let Some(data) = folder("XDG_DATA_HOME").filter(|data| data.is_absolute()) {
            return Ok(Self::new(data.join("murxla")));
        }
        let home = folder("HOME").ok_or(SupplyError::NoHome)?;
        Ok(Self::new(home.join(".local/share/murxla")))
    }

    /// Murxla's own folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    pub(super) fn solvers(&self) -> PathBuf {
        self.root.join("solvers")
    }

    pub(super) fn directory_of(&self, name: &str, version: &str) -> PathBuf {
        self.solvers().join(format!("{name}-{version}"))
    }
}

/// A solver that is ready for use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Installed {
    /// Name of the solver.
    pub name: String,
    /// Version of the solver.
    pub version: String,
    /// The library to load.
    pub library: PathBuf,
    /// The folder with all that belongs to it.
    pub directory: PathBuf,
    /// What is not as in the pinned release.
    pub differs: Vec<String>,
    /// The packages it was made of.
    pub packages: Vec<InstalledPackage>,
    /// Whether it was installed just now, not found.
    pub fresh: bool,
}

impl Installed {
    /// This solver, unless a file of it is not what was installed.
    pub fn intact(self) -> Result<Self, SupplyError> {
        let damaged = Receipt::read(&self.directory)
            .and_then(|receipt| receipt.damaged_file(&self.directory));
        match damaged {
            None => Ok(self),
            Some(file) => {
                Err(SupplyError::Damaged { solver: self.name, version: self.version, file })
            }
        }
    }

    /// The solver in a folder. A folder without a readable receipt or without its library is none, nor is one that lacks
    /// files which are taken now.
    fn read(directory: PathBuf) -> Option<Self> {
        let receipt = Receipt::read(&directory)?;
        let layout = Pins::embedded().solver(&receipt.solver).map_or(0, |pins| pins.layout);
        if receipt.layout < layout {
            return None;
        }
        let library = directory.join(receipt.library);
        let there = fs::metadata(&library).is_ok_and(|data| data.is_file() && data.len() > 0);
        there.then_some(Self {
            name: receipt.solver,
            version: receipt.version,
            library,
            directory,
            differs: receipt.differs,
            packages: receipt.packages,
            fresh: false,
        })
    }
}

/// Looks for an installed solver. Without a version it is the default one if that is installed,
/// otherwise the newest release there is.
#[must_use]
pub fn find(store: &StoreDir, name: &str, version: Option<&str>) -> Option<Installed> {
    let exactly = |version: &str| {
        Installed::read(store.directory_of(name, version))
            .filter(|installed| installed.name == name && installed.version == version)
    };
    match version {
        Some(version) => exactly(version),
        None => default_version(name).and_then(exactly).or_else(|| {
            let is_release = |one: &Installed| !is_assertion_build(&one.version);
            list(store).into_iter().rfind(|one| one.name == name && is_release(one))
        }),
    }
}

/// All installed solvers, by name and then from the oldest version to the newest.
#[must_use]
pub fn list(store: &StoreDir) -> Vec<Installed> {
    let mut all: Vec<Installed> = fs::read_dir(store.solvers())
        .into_iter()
        .flatten()
        .flatten()
        // Hidden folders are work in progress.
        .filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."))
        .filter_map(|entry| Installed::read(entry.path()))
        .collect();
    all.sort_by(|a, b| a.name.cmp(&b.name).then_with(|| compare_versions(&a.version, &b.version)));
    all
}

/// Orders versions part by part: numbers by value, before anything else by text.
fn compare_versions(a: &str, b: &str) -> Ordering {
    let key = |version: &str| -> Vec<(u64, String)> {
        let part = |part: &str| (part.parse().unwrap_or(u64::MAX), part.to_owned());
        version.split('.').map(part).collect()
    };
    key(a).cmp(&key(b))
}

#[cfg(test)]
mod tests {
    use super::compare_versions;

    #[test]
    fn versions_are_ordered_by_their_numbers() {
        let mut versions = ["5.4.0", "4.13.4", "4.8.12", "4.13.10"];
        versions.sort_by(|a, b| compare_versions(a, b));
        assert_eq!(versions, ["4.8.12", "4.13.4", "4.13.10", "5.4.0"]);
    }
}
