//! The pins of builds with assertions, `vendor/assertion_builds.toml`: what is built, and of which packages.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::super::pins::Selection;

/// A solver that can be built with assertions; the fields are explained at the head of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::supply) struct Build {
    pub version: String,
    pub library: String,
    pub differs: Vec<String>,
    #[serde(rename = "source")]
    pub sources: Vec<Source>,
    #[serde(rename = "archive", default)]
    pub archives: Vec<Archive>,
}

/// A package with sources.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::supply) struct Source {
    pub kind: Kind,
    pub package: String,
    pub version: String,
    pub sha256: String,
    pub contents: Selection,
}

/// Who has a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::supply) enum Kind {
    /// The Python package index.
    Sdist,
    /// The index of Rust's packages.
    Crate,
    /// Debian.
    Debian,
}

/// An archive that lies in a package.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::supply) struct Archive {
    pub file: String,
    pub contents: Selection,
}

fn embedded() -> &'static BTreeMap<String, Build> {
    static EMBEDDED: LazyLock<BTreeMap<String, Build>> = LazyLock::new(|| {
        toml::from_str(include_str!("../../../vendor/assertion_builds.toml"))
            .expect("vendor/assertion_builds.toml is checked by the tests")
    });
    &EMBEDDED
}

/// The solvers that can be built with assertions.
pub(in crate::supply) fn solvers() -> impl Iterator<Item = &'static str> {
    embedded().keys().map(String::as_str)
}

/// What the solver with assertions is made of, if it can be built.
pub(in crate::supply) fn of(solver: &str) -> Option<&'static Build> {
    embedded().get(solver)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::supply::pins::Pins;

    #[test]
    fn every_source_has_a_checksum_and_the_sdist_is_the_pinned_one() {
        assert_eq!(solvers().collect::<Vec<_>>(), ["bitwuzla", "yices"]);
        for (name, build) in embedded() {
            assert!(Pins::embedded().solver(name).is_some(), "{name}");
            for source in &build.sources {
                let digits = source.sha256.bytes();
                assert!(
                    source.sha256.len() == 64 && digits.into_iter().all(|b| b.is_ascii_hexdigit())
                );
                if source.kind == Kind::Sdist {
                    let pins = Pins::embedded().solver(name).unwrap();
                    let pin = pins.pin(&build.version).expect("the release is pinned");
                    let sdist = pin.sha256(crate::supply::pins::PackageKind::Sdist);
                    assert_eq!(sdist, Some(source.sha256.as_str()));
                }
            }
        }
    }
}
