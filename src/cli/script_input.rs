//! Reading scripts for commands that take them.

use std::path::Path;

use murxla_api::Wrapper;

use crate::smt::{Imported, script_trace};

/// Reads a script and turns it into a trace. It may use the operators of a solver beside the common ones.
pub(super) fn read_script(
    path: &Path,
    wrapper: Option<&'static dyn Wrapper>,
) -> Result<Imported, String> {
    let shown = path.display();
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    script_trace(&bytes, wrapper).map_err(|error| format!("{shown}:{error}"))
}
