//! Reading scripts for commands that take them.

use std::path::Path;

use murxla_api::Op;

use crate::smt::{self, Imported, ReadError};

/// Reads a script and turns it into a trace. The operators are those that it may use beside the standard ones.
pub(super) fn read_script(path: &Path, own: &'static [Op]) -> Result<Imported, String> {
    let shown = path.display();
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    import(&bytes, own).map_err(|error| format!("{shown}:{error}"))
}

/// The same for a script that was read.
pub(super) fn import(bytes: &[u8], own: &'static [Op]) -> Result<Imported, ReadError> {
    let own: Vec<&'static Op> = own.iter().collect();
    Ok(smt::import(&smt::read(bytes, &own)?))
}
