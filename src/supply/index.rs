//! Which versions of a solver the package index has.

use super::fetch::version_command;
use super::{Pins, SolverSpec, SupplyError, Tools, pip_output};
use crate::sandbox::run_leashed;

/// The line of `pip index versions` that names them.
const AVAILABLE: &str = "Available versions:";

/// The versions of a solver that the index has for this machine, as users call them, the newest first.
pub fn versions(tools: &Tools, solver: &str) -> Result<Vec<String>, SupplyError> {
    let spec = SolverSpec::parse(solver)?;
    let pins = Pins::embedded();
    let Some(known) = pins.solver(spec.name()) else {
        let known = pins.solver_names().map(str::to_owned).collect();
        return Err(SupplyError::UnknownSolver { name: solver.to_owned(), known });
    };
    let scratch = tempfile::tempdir().map_err(SupplyError::disk("make", &std::env::temp_dir()))?;
    let python = tools.python.name();
    let mut command = version_command(tools, known, scratch.path());
    let output = run_leashed(&mut command)
        .map_err(|source| SupplyError::PythonMissing { python: python.clone(), source })?;
    let text = String::from_utf8_lossy(&output.stdout);
    let list = text.lines().find_map(|line| line.trim().strip_prefix(AVAILABLE));
    let Some(list) = list else {
        let mut text = text.into_owned();
        text.push_str(&String::from_utf8_lossy(&output.stderr));
        return Err(pip_output::explain(&text, &python, &spec, known));
    };
    let mut versions: Vec<String> = Vec::new();
    for version in list.split(',').map(str::trim).filter(|version| !version.is_empty()) {
        let version = known.solver_version(version);
        if !versions.contains(&version) {
            versions.push(version);
        }
    }
    Ok(versions)
}
