//! Reading scripts for commands that take them.

use std::path::Path;

use murxla_api::Wrapper;

use crate::smt::{Imported, script_trace};
use crate::solvers::real;

/// Reads a script and turns it into a trace. It may use the operators of a solver beside the common ones.
pub(super) fn read_script(
    path: &Path,
    wrapper: Option<&'static dyn Wrapper>,
) -> Result<Imported, String> {
    let shown = path.display();
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    script_trace(&bytes, wrapper).map_err(|error| {
        format!("{shown}:{error}{}", hint(&bytes, wrapper.map(|wrapper| wrapper.name())))
    })
}

/// Of a script that cannot be read with the operators of a solver, or of none: which solver's are in it.
pub(super) fn hint(bytes: &[u8], not_with: Option<&str>) -> String {
    let mut others = real().filter(|wrapper| Some(wrapper.name()) != not_with);
    let reader = others.find(|wrapper| script_trace(bytes, Some(*wrapper)).is_ok());
    reader.map_or_else(String::new, |wrapper| {
        format!("; {0} has it: name it with --solver {0}", wrapper.name())
    })
}
