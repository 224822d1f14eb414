//! Reading scripts for commands that take them.

use std::path::Path;

use murxla_api::Op;

use crate::smt::{self, Imported};

/// Reads a script and turns it into a trace. The operators are those that it may use beside the standard ones.
pub(super) fn read_script(path: &Path, own: &'static [Op]) -> Result<Imported, String> {
    let shown = path.display();
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    let script = smt::read(&bytes, own).map_err(|error| format!("{shown}:{error}"))?;
    Ok(smt::import(&script))
}
