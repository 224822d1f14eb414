//! Solvers with assertions, built from source.
//!
//! A release has no assertions, and what it does wrong may stay unseen; so [`install`](super::install) of
//! `NAME@assertions` builds the solver from packages that hold its source: `pins` says which, `fetch` gets them,
//! `gmp`, `bitwuzla` and `yices` build. Dependencies that the solver's own build system would look for or download are
//! compiled with it, and all becomes one library that exports only the C API.

mod bitwuzla;
mod fetch;
mod gmp;
mod pins;
mod yices;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

pub(super) use fetch::fetch;
pub(super) use pins::{Build, Kind, Source, of, solvers};

use super::workshop::{Language, Workshop, compiler, require_compiler};
use super::{SolverSpec, SupplyError, Tools};

/// What all solvers with assertions are compiled with: quick enough to fuzz with, and with the names and lines that a
/// stack of calls needs.
const FLAGS: [&str; 4] = ["-w", "-O1", "-g1", "-fPIC"];

/// How many steps building reports besides compiling: GMP, MPFR and linking.
pub(super) const STEPS: usize = 4;

/// Says early, before anything is fetched, which program is missing.
pub(super) fn require_tools(
    tools: &Tools,
    spec: &SolverSpec,
    build: &Build,
) -> Result<(), SupplyError> {
    require_compiler(tools, spec, Language::C)?;
    require_compiler(tools, spec, Language::Cxx)?;
    let purpose = |what: &str| format!("{what} for {}", spec.name());
    tools.require(&tools.make, &purpose("builds GMP"))?;
    for source in &build.sources {
        match source.kind {
            Kind::Sdist => {}
            Kind::Crate => tools.require(&tools.cargo, &purpose("fetches sources"))?,
            Kind::Debian => {
                tools.require(&tools.apt_get, &purpose("fetches sources"))?;
                tools.require(&tools.dpkg_deb, &purpose("unpacks sources"))?;
            }
        }
    }
    Ok(())
}

/// Builds the solver: `source` holds the unpacked packages, `tree` gets the library and the headers.
pub(super) fn build(
    workshop: &Workshop<'_>,
    source: &Path,
    tree: &Path,
) -> Result<(), SupplyError> {
    same_age(source).map_err(SupplyError::disk("write", source))?;
    let library = tree.join("lib");
    fs::create_dir_all(&library).map_err(SupplyError::disk("create", &library))?;
    let headers = match workshop.spec.name() {
        "bitwuzla" => bitwuzla::build(workshop, source, &library.join("libbitwuzla.so"))?,
        "yices" => yices::build(workshop, source, &library.join("libyices.so"))?,
        other => unreachable!("vendor/assertion_builds.toml names {other}, which has no recipe"),
    };
    let target = tree.join("include");
    fs::rename(&headers, &target).map_err(SupplyError::disk("create", &target))
}

/// Gives all files the same time: unpacked in any order, they would look to `make` as if its own files were outdated.
fn same_age(folder: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            same_age(&path)?;
        } else {
            fs::File::options().append(true).open(&path)?.set_modified(SystemTime::UNIX_EPOCH)?;
        }
    }
    Ok(())
}

/// Links everything into one library that exports what `exports` matches.
fn link(
    workshop: &Workshop<'_>,
    language: Language,
    parts: &[PathBuf],
    exports: &str,
    library: &Path,
) -> Result<(), SupplyError> {
    (workshop.step)("linking");
    let exports =
        workshop.write("exports.map", &format!("{{ global: {exports}; local: *; }};\n"))?;
    // More names than a command line may hold, on some machines.
    let lines: Vec<String> = parts.iter().map(|part| format!("\"{}\"", part.display())).collect();
    let list = workshop.write("parts.txt", &lines.join("\n"))?;
    let mut command = compiler(workshop.tools, language).command();
    command.arg("-shared").arg(format!("@{}", list.display())).arg("-lm");
    command.args(["-Wl,--no-undefined", "-Wl,--version-script", "-Xlinker"]).arg(exports);
    command.arg("-o").arg(library);
    workshop.run(language, &mut command, "the library")
}
