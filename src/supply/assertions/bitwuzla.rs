//! Bitwuzla with assertions, and its SAT solver CaDiCaL with its own.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::super::SupplyError;
use super::super::workshop::{Group, Language, Workshop};
use super::gmp::{build_gmp, build_mpfr};
use super::{FLAGS, link};

/// What Bitwuzla's own build defines when it finds CaDiCaL alone.
const DEFINES: [&str; 4] = [
    "-DBZLA_USE_CADICAL",
    "-DBZLA_IS_SAT_SOLVER_CONFIGURED",
    "-DMPFR_USE_C99_FEATURE=1",
    "-DHAVE_RUSAGE",
];

/// Programs among CaDiCaL's files.
const CADICAL_PROGRAMS: [&str; 2] = ["cadical.cpp", "mobical.cpp"];

/// Builds the library; tells the folder with the headers of the C API.
pub(super) fn build(
    workshop: &Workshop<'_>,
    source: &Path,
    library: &Path,
) -> Result<PathBuf, SupplyError> {
    let gmp = build_gmp(workshop, source)?;
    let mpfr = build_mpfr(workshop, source, &gmp)?;
    let bitwuzla = source.join("bitwuzla");
    let cadical = source.join("cadical/src");
    let config = write_config(workshop, &bitwuzla)?;
    for header in ["cadical.hpp", "tracer.hpp"] {
        let text = workshop.read(&cadical.join(header))?;
        workshop.write(&format!("headers/cadical/{header}"), &text)?;
    }
    let includes = [
        config,
        workshop.build.join("headers"),
        bitwuzla.join("include"),
        bitwuzla.join("src"),
        bitwuzla.join("src/lib"),
        source.join("symfpu"),
        gmp.clone(),
        source.join("mpfr/src"),
    ];
    let mut flags: Vec<OsString> =
        ["-std=c++17"].iter().chain(&FLAGS).map(OsString::from).collect();
    flags.extend(DEFINES.map(OsString::from));
    for folder in includes {
        flags.extend(["-I".into(), folder.into()]);
    }
    let cadical_flags: Vec<OsString> =
        ["-std=c++11", "-DNBUILD"].iter().chain(&FLAGS).map(OsString::from).collect();
    let mut cadical_sources = workshop.files(&cadical, "cpp")?;
    cadical_sources.retain(|name| !CADICAL_PROGRAMS.contains(&name.as_str()));
    let objects = workshop.compile(&[
        Group {
            language: Language::Cxx,
            name: "bitwuzla",
            folder: &bitwuzla,
            sources: sources(workshop, &bitwuzla)?,
            flags,
        },
        Group {
            language: Language::Cxx,
            name: "cadical",
            folder: &cadical,
            sources: cadical_sources,
            flags: cadical_flags,
        },
    ])?;
    let archives = [mpfr.join("src/.libs/libmpfr.a"), gmp.join(".libs/libgmp.a")];
    let parts: Vec<PathBuf> = objects.into_iter().chain(archives).collect();
    link(workshop, Language::Cxx, &parts, "bitwuzla_*", library)?;
    Ok(bitwuzla.join("include"))
}

/// The files of the library, as Bitwuzla's own build lists them: there are others, of programs and tests.
fn sources(workshop: &Workshop<'_>, bitwuzla: &Path) -> Result<Vec<String>, SupplyError> {
    let mut found = Vec::new();
    for folder in ["src", "src/lib"] {
        let list = workshop.read(&bitwuzla.join(folder).join("meson.build"))?;
        let names = list.split('\'').filter(|text| text.ends_with(".cpp"));
        found.extend(names.map(|name| format!("{folder}/{name}")));
    }
    if found.is_empty() {
        return Err(workshop.incomplete("src/meson.build with a list of files"));
    }
    Ok(found)
}

/// Fills in the header that tells of the build; tells its folder.
fn write_config(workshop: &Workshop<'_>, bitwuzla: &Path) -> Result<PathBuf, SupplyError> {
    let release = workshop.spec.release();
    let mut text = workshop.read(&bitwuzla.join("src/config.h.in"))?;
    for (name, value) in [
        ("is_debug_build", "true"),
        ("is_dev_version", "false"),
        ("is_git_version", "false"),
        ("version", release.version()),
        ("os", "linux"),
        ("git_id", ""),
        ("license", ""),
        ("cc", ""),
        ("cxx", ""),
    ] {
        text = text.replace(&format!("@{name}@"), value);
    }
    workshop.write("config/config.h", &text)?;
    Ok(workshop.build.join("config"))
}
