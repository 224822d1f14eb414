//! Fetching packages with sources: with the user's pip, cargo and apt-get, so that their settings count.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::super::fetch as pip;
use super::super::pins::{PackageKind, Pins};
use super::super::unpack::sha256;
use super::super::workshop::last_lines;
use super::super::{SolverSpec, SupplyError, Tools};
use super::{Kind, Source};
use crate::sandbox::run_leashed;

/// Fetches a package into `folder`, which must be empty, with temporary files in `scratch`.
pub(in crate::supply) fn fetch(
    tools: &Tools,
    spec: &SolverSpec,
    source: &Source,
    folder: &Path,
    scratch: &Path,
) -> Result<PathBuf, SupplyError> {
    match source.kind {
        Kind::Sdist => {
            let Some(solver) = Pins::embedded().solver(spec.name()) else {
                unreachable!("a SolverSpec names a solver of the list");
            };
            let release = spec.release();
            pip::fetch(tools, &release, solver, PackageKind::Sdist, folder, scratch)
        }
        Kind::Crate => fetch_crate(tools, source, folder, scratch),
        Kind::Debian => fetch_debian(tools, source, folder, scratch),
    }
}

/// `cargo info` leaves the package in cargo's cache; unlike other commands it needs no project, and does not fetch what
/// the package depends on.
fn fetch_crate(
    tools: &Tools,
    source: &Source,
    folder: &Path,
    scratch: &Path,
) -> Result<PathBuf, SupplyError> {
    let file = format!("{}-{}.crate", source.package, source.version);
    let cache = tools.cargo_home.as_ref().map(|home| home.join("registry/cache"));
    let pinned = || {
        let is_pinned = |path: &PathBuf| sha256(path).is_ok_and(|actual| actual == source.sha256);
        cached(cache.as_deref(), &file).find(is_pinned)
    };
    if let Some(cached) = pinned() {
        return copied(&cached, folder, &file);
    }
    let mut command = tools.cargo.command();
    command.args(["info", "--quiet", "--color", "never", "--registry", "crates-io"]);
    command.arg(format!("{}@{}", source.package, source.version)).current_dir(scratch);
    run(&mut command, "cargo", source, folder)?;
    // Should it be another one than the pinned, the caller sees that by its checksum.
    match pinned().or_else(|| cached(cache.as_deref(), &file).next()) {
        Some(cached) => copied(&cached, folder, &file),
        None => Err(failed("cargo", source, "it reported success but left no file in its cache")),
    }
}

/// Where in cargo's cache the package lies: there is a folder for each index.
fn cached(cache: Option<&Path>, file: &str) -> impl Iterator<Item = PathBuf> {
    let folders = cache.and_then(|cache| fs::read_dir(cache).ok());
    let paths = folders.into_iter().flatten().flatten().map(move |entry| entry.path().join(file));
    paths.filter(|path| path.is_file())
}

fn copied(from: &Path, folder: &Path, file: &str) -> Result<PathBuf, SupplyError> {
    let to = folder.join(file);
    fs::copy(from, &to).map_err(SupplyError::disk("write", &to))?;
    Ok(to)
}

/// `apt-get download` needs no rights, but lists of what there is. Where they are missing or old, they are fetched into
/// the work folder.
fn fetch_debian(
    tools: &Tools,
    source: &Source,
    folder: &Path,
    scratch: &Path,
) -> Result<PathBuf, SupplyError> {
    let wanted = format!("{}={}", source.package, source.version);
    let download = |options: &[String]| {
        let mut command = tools.apt_get.command();
        command.args(["-qq"]).args(options).args(["download", &wanted]).current_dir(folder);
        run(&mut command, "apt-get", source, folder)?;
        pip::fetched_file(folder)?
            .ok_or_else(|| failed("apt-get", source, "it reported success but left no file"))
    };
    download(&[]).or_else(|_| {
        let mut options = Vec::new();
        for (setting, name) in [("Dir::State::Lists", "lists"), ("Dir::Cache", "cache")] {
            let place = scratch.join("apt").join(name);
            // apt-get wants a folder for what is not complete.
            let partial = place.join("partial");
            fs::create_dir_all(&partial).map_err(SupplyError::disk("create", &partial))?;
            options.extend(["-o".to_owned(), format!("{setting}={}", place.display())]);
        }
        let mut update = tools.apt_get.command();
        update.arg("-qq").args(&options).arg("update");
        // What is run after an update by the machine's settings may want more rights than we have: what counts is
        // whether the package is there then.
        let updated = run(&mut update, "apt-get", source, folder);
        download(&options).map_err(|error| updated.err().unwrap_or(error))
    })
}

fn run(
    command: &mut Command,
    tool: &'static str,
    source: &Source,
    folder: &Path,
) -> Result<(), SupplyError> {
    let output = run_leashed(command.env("LC_ALL", "C.UTF-8"))
        .map_err(|error| failed(tool, source, &error.to_string()))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(SupplyError::disk_in_output(&text, folder)
        .unwrap_or_else(|| failed(tool, source, &last_lines(&text))))
}

fn failed(tool: &'static str, source: &Source, detail: &str) -> SupplyError {
    SupplyError::FetchFailed {
        tool,
        package: format!("{} {}", source.package, source.version),
        detail: detail.to_owned(),
    }
}
