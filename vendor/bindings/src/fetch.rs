//! Fetching what the declarations are generated from.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use murxla::supply::{Silent, SolverSpec, StoreDir, Tools, install};

/// The release of yices2-sys whose headers declare Yices.
const YICES_CRATE: (&str, &str) = ("yices2-sys", "=2.6.4-patch.1");
/// The release of boolector-sys, which carries Boolector 3.2.2, whose headers declare it.
const BOOLECTOR_CRATE: (&str, &str) = ("boolector-sys", "=0.7.2");
const LIBCLANG: &str = "libclang==18.1.1";

/// The folder of libclang, which bindgen loads.
pub fn libclang(folder: &Path) -> Result<PathBuf> {
    let target = folder.join("clang");
    run(Command::new("python3")
        .args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"])
        .arg(&target)
        .arg(LIBCLANG))?;
    Ok(target.join("clang/native"))
}

/// The sources of the crates that declare solvers, at the versions that this workspace uses.
pub fn crates(root: &Path, folder: &Path) -> Result<PathBuf> {
    let manifest: toml::Table = std::fs::read_to_string(root.join("Cargo.toml"))?.parse()?;
    let version = |name: &str| {
        let version = manifest.get("workspace").and_then(|table| table.get("dependencies"));
        version.and_then(|table| table.get(name)?.as_str()).context("a pinned version")
    };
    let project = folder.join("project");
    std::fs::create_dir_all(project.join("src"))?;
    std::fs::write(project.join("src/lib.rs"), "")?;
    let dependencies = [
        ("z3-sys", version("z3-sys")?),
        ("cvc5-sys", version("cvc5-sys")?),
        YICES_CRATE,
        BOOLECTOR_CRATE,
    ]
    .map(|(name, version)| format!("{name} = \"{version}\"\n"));
    std::fs::write(
        project.join("Cargo.toml"),
        format!(
            "[package]\nname = \"sources\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
             [workspace]\n[dependencies]\n{}",
            dependencies.concat()
        ),
    )?;
    run(Command::new("cargo").args(["vendor", "--quiet", "sources"]).current_dir(&project))?;
    Ok(project.join("sources"))
}

/// The folder of Yices' headers, unpacked from the crate that carries its source.
pub fn yices_headers(crates: &Path, folder: &Path) -> Result<PathBuf> {
    let archive = crates.join(YICES_CRATE.0).join("third-party/yices-2.6.4-src.tar.gz");
    let file = std::fs::File::open(&archive)
        .with_context(|| format!("cannot read {}", archive.display()))?;
    let target = folder.join("yices");
    std::fs::create_dir_all(&target)?;
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(file));
    let mut found = 0;
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = entry.path()?.into_owned();
        let name = path.file_name().unwrap_or_default();
        if path.parent().is_some_and(|parent| parent.ends_with("src/include")) {
            entry.unpack(target.join(name))?;
            found += 1;
        }
    }
    ensure!(found > 0, "the archive holds no headers");
    Ok(target)
}

/// The folder of Boolector's headers, and a header that includes those of its C API: of the solver, of its model checker, and of
/// the maps of nodes that it exports, too.
pub fn boolector_headers(crates: &Path, folder: &Path) -> Result<(PathBuf, PathBuf)> {
    let include = crates.join(BOOLECTOR_CRATE.0).join("boolector/src");
    let whole = folder.join("boolector-api.h");
    let names = ["boolector.h", "boolectormc.h", "utils/boolectornodemap.h"];
    for name in names {
        let header = include.join(name);
        ensure!(header.is_file(), "{} is missing", header.display());
    }
    std::fs::write(&whole, names.map(|name| format!("#include \"{name}\"\n")).concat())?;
    Ok((include, whole))
}

/// The folder of Bitwuzla's headers, which come with the installed solver.
pub fn bitwuzla_headers() -> Result<PathBuf> {
    headers_of("bitwuzla")
}

/// The folder of Z3's headers, which come with the installed solver.
pub fn z3_headers() -> Result<PathBuf> {
    headers_of("z3")
}

fn headers_of(solver: &str) -> Result<PathBuf> {
    let spec = SolverSpec::parse(solver)?;
    let installed = install(&StoreDir::from_env()?, &Tools::from_env(), &spec, &Silent)?;
    Ok(installed.directory.join("include"))
}

fn run(command: &mut Command) -> Result<()> {
    let output = command.output().with_context(|| format!("cannot run {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(())
}
