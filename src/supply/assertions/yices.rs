//! Yices with assertions and MCSAT, and libpoly, on which MCSAT stands, with its own.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::super::SupplyError;
use super::super::workshop::{Group, Language, Workshop};
use super::gmp::build_gmp;
use super::{FLAGS, link};

/// What the build of CUDD (decision diagrams, for MCSAT's bit-vectors) would find out about Linux on x86_64. Its
/// assertions stay off: it is a library that Yices uses, as GMP is.
const CUDD_DEFINES: [&str; 21] = [
    "-DNDEBUG",
    "-DHAVE_ASSERT_H",
    "-DHAVE_GETRLIMIT",
    "-DHAVE_GETRUSAGE",
    "-DHAVE_IEEE_754",
    "-DHAVE_INTTYPES_H",
    "-DHAVE_POWL",
    "-DHAVE_STDDEF_H",
    "-DHAVE_STDINT_H",
    "-DHAVE_STDLIB_H",
    "-DHAVE_STRING_H",
    "-DHAVE_SYSCONF",
    "-DHAVE_SYS_RESOURCE_H",
    "-DHAVE_SYS_TIMES_H",
    "-DHAVE_SYS_TIME_H",
    "-DHAVE_SYS_WAIT_H",
    "-DHAVE_UNISTD_H",
    "-DSIZEOF_INT=4",
    "-DSIZEOF_LONG=8",
    "-DSIZEOF_VOID_P=8",
    "-DSIZEOF_LONG_DOUBLE=16",
];

const CUDD_FOLDERS: [&str; 5] = ["cudd", "epd", "mtr", "st", "util"];

/// Builds the library; tells the folder with the headers of the API.
pub(super) fn build(
    workshop: &Workshop<'_>,
    source: &Path,
    library: &Path,
) -> Result<PathBuf, SupplyError> {
    let gmp = build_gmp(workshop, source)?;
    let (yices, libpoly, cudd) =
        (source.join("yices/src"), source.join("libpoly/src"), source.join("cudd"));
    write_version(workshop, &yices)?;
    write_poly_headers(workshop, &source.join("libpoly/include"))?;
    workshop.write("cudd/config.h", "#define PACKAGE_VERSION \"3.0.0\"\n")?;
    let generated = workshop.build.join("headers");

    let flags = |own: &[&str], includes: &[&Path]| {
        let mut flags: Vec<OsString> = FLAGS.iter().chain(own).map(OsString::from).collect();
        for include in includes {
            flags.extend(["-I".into(), include.into()]);
        }
        flags
    };
    let yices_includes =
        [yices.as_path(), &yices.join("include"), &generated, &cudd.join("cudd"), &gmp];
    // The API is marked as visible; other functions have names that begin like its own.
    let yices_flags = flags(
        &["-fvisibility=hidden", "-DHAVE_MCSAT", "-DLINUX", "-U_FORTIFY_SOURCE"],
        &yices_includes,
    );
    let cudd_build = workshop.build.join("cudd");
    let cudd_folders = CUDD_FOLDERS.map(|folder| cudd.join(folder));
    let cudd_includes: Vec<&Path> =
        std::iter::once(&cudd_build).chain(&cudd_folders).map(PathBuf::as_path).collect();
    let objects = workshop.compile(&[
        Group {
            language: Language::C,
            name: "yices",
            folder: &yices,
            sources: yices_sources(workshop, &yices)?,
            flags: yices_flags.clone(),
        },
        Group {
            language: Language::C,
            name: "version",
            folder: workshop.build,
            sources: vec!["yices_version.c".to_owned()],
            flags: yices_flags,
        },
        Group {
            language: Language::C,
            name: "libpoly",
            folder: &libpoly,
            sources: poly_sources(workshop, &libpoly)?,
            flags: flags(
                &["-std=gnu99", "-DHAVE_OPEN_MEMSTREAM"],
                &[&libpoly, &generated.join("poly"), &gmp],
            ),
        },
        Group {
            language: Language::C,
            name: "cudd",
            folder: &cudd,
            sources: cudd_sources(workshop, &cudd)?,
            flags: flags(&CUDD_DEFINES, &cudd_includes),
        },
    ])?;
    let parts: Vec<PathBuf> = objects.into_iter().chain([gmp.join(".libs/libgmp.a")]).collect();
    link(workshop, Language::C, &parts, "yices_*", library)?;
    Ok(yices.join("include"))
}

/// The files of the library, as its own build lists them: there are others, of programs and tests. Code that only
/// assertions switch on prints terms and variables, with functions that a release has in its programs alone.
fn yices_sources(workshop: &Workshop<'_>, yices: &Path) -> Result<Vec<String>, SupplyError> {
    let makefile = workshop.read(&yices.join("Makefile"))?;
    let mut found = Vec::new();
    for list in ["core_src_c", "mcsat_src_c", "extra_src_c"] {
        let wanted = |name: &&str| match list {
            "extra_src_c" => name.starts_with("solvers/") && name.ends_with("_printer.c"),
            _ => name.ends_with(".c"),
        };
        let start = format!("{list} := \\");
        let lines = makefile.lines().skip_while(|line| *line != start).skip(1);
        let before = found.len();
        for line in lines {
            let (name, goes_on) = match line.trim_end().strip_suffix('\\') {
                Some(name) => (name, true),
                None => (line, false),
            };
            found.extend(Some(name.trim()).filter(wanted).map(str::to_owned));
            if !goes_on {
                break;
            }
        }
        if found.len() == before {
            return Err(workshop.incomplete(&format!("src/Makefile with the list {list}")));
        }
    }
    Ok(found)
}

fn poly_sources(workshop: &Workshop<'_>, libpoly: &Path) -> Result<Vec<String>, SupplyError> {
    let list = workshop.read(&libpoly.join("CMakeLists.txt"))?;
    let files = list.split_whitespace().filter(|word| word.ends_with(".c"));
    // A stand-in for a function that Linux has.
    let found: Vec<String> =
        files.filter(|name| *name != "utils/open_memstream.c").map(str::to_owned).collect();
    if found.is_empty() {
        return Err(workshop.incomplete("libpoly's CMakeLists.txt with a list of files"));
    }
    Ok(found)
}

fn cudd_sources(workshop: &Workshop<'_>, cudd: &Path) -> Result<Vec<String>, SupplyError> {
    let mut found = Vec::new();
    for folder in CUDD_FOLDERS {
        let mut names = workshop.files(&cudd.join(folder), "c")?;
        names.retain(|name| !name.starts_with("test"));
        found.extend(names.into_iter().map(|name| format!("{folder}/{name}")));
    }
    Ok(found)
}

/// Fills in the file that tells of the build.
fn write_version(workshop: &Workshop<'_>, yices: &Path) -> Result<(), SupplyError> {
    let release = workshop.spec.release();
    let mut text = workshop.read(&yices.join("api/yices_version_template.txt"))?;
    for (name, value) in [
        ("\"YICES_VERSION\"", release.version()),
        ("\"YICES_COMPILATION_DATE\"", ""),
        ("\"YICES_ARCH\"", "x86_64-linux"),
        ("\"YICES_BUILD_MODE\"", "debug"),
        ("\"REVISION\"", ""),
    ] {
        text = text.replace(name, &format!("\"{value}\""));
    }
    workshop.write("yices_version.c", &text).map(drop)
}

/// Yices knows libpoly's headers as `poly/*.h`, one of which is made when libpoly is built.
fn write_poly_headers(workshop: &Workshop<'_>, headers: &Path) -> Result<(), SupplyError> {
    for name in workshop.files(headers, "h")? {
        let text = workshop.read(&headers.join(&name))?;
        workshop.write(&format!("headers/poly/{name}"), &text)?;
    }
    let mut version = workshop.read(&headers.join("version.h.in"))?;
    for (name, value) in [
        ("LIBPOLY_VERSION_MAJOR", "0"),
        ("LIBPOLY_VERSION_MINOR", "1"),
        ("LIBPOLY_VERSION_PATCH", "13"),
        ("LIBPOLY_VERSION", "0.1.13"),
    ] {
        version = version.replace(&format!("@{name}@"), value);
    }
    workshop.write("headers/poly/version.h", &version).map(drop)
}
