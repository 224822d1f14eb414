//! Bitwuzla's own options: read from the library, set by their long names.

use std::collections::HashMap;

use murxla_api::{OptionDef, OptionKind, SolverError};

use crate::errors::rejected;
use crate::ffi::{BitwuzlaOptionInfo, BitwuzlaOptions, c_string, call, copy_array, text};

/// A bound for the search, in case a library answers for every number.
const MOST_OPTIONS: u32 = 4096;

/// The options of the loaded library.
pub(crate) struct OptionTable {
    /// In the order of their numbers.
    pub(crate) list: Vec<OptionDef>,
    numbers: HashMap<String, u32>,
}

impl OptionTable {
    /// Reads all options; the first number beyond the last option is refused as an error.
    pub(crate) fn read(options: *mut BitwuzlaOptions) -> Result<OptionTable, SolverError> {
        let mut table = OptionTable { list: Vec::new(), numbers: HashMap::new() };
        for number in 0..MOST_OPTIONS {
            match describe(options, number) {
                Ok(Some(option)) => {
                    table.numbers.insert(option.name.clone(), number);
                    table.list.push(option);
                }
                Ok(None) => {}
                Err(SolverError::Rejected(_)) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(table)
    }

    /// Sets an option from its text.
    pub(crate) fn set(
        &self,
        options: *mut BitwuzlaOptions,
        name: &str,
        value: &str,
    ) -> Result<(), SolverError> {
        let Some((option, number)) = self.find(name) else {
            return rejected(format!("Bitwuzla has no option {name}"));
        };
        match &option.kind {
            OptionKind::Modes { .. } => {
                let mode = c_string(value)?;
                call!(bitwuzla_set_option_mode(options, number, mode.as_ptr()));
            }
            OptionKind::Text { .. } => {
                let content = c_string(value)?;
                call!(bitwuzla_set_option_string(options, number, content.as_ptr()));
            }
            _ => {
                let value = match value {
                    "true" => 1,
                    "false" => 0,
                    _ => match value.parse::<u64>() {
                        Ok(value) => value,
                        Err(_) => {
                            return rejected(format!("option {name} takes a number, not {value}"));
                        }
                    },
                };
                call!(bitwuzla_set_option(options, number, value));
            }
        }
        Ok(())
    }

    /// The numbers of all options.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        self.numbers.values().copied()
    }

    fn find(&self, name: &str) -> Option<(&OptionDef, u32)> {
        let number = *self.numbers.get(name)?;
        self.list.iter().find(|option| option.name == name).map(|option| (option, number))
    }
}

/// The option with this number; `None` if it has no name or a type that we do not know.
fn describe(options: *mut BitwuzlaOptions, number: u32) -> Result<Option<OptionDef>, SolverError> {
    let mut info = std::mem::MaybeUninit::<BitwuzlaOptionInfo>::zeroed();
    call!(bitwuzla_get_option_info(options, number, info.as_mut_ptr()));
    // SAFETY: all fields are numbers, pointers and bools, for which zeroes are valid; Bitwuzla wrote the rest.
    let info = unsafe { info.assume_init() };
    let Some(name) = text(info.lng) else { return Ok(None) };
    let kind = if info.is_mode {
        let modes = copy_array(info.mode.modes.cast_const(), info.mode.num_modes);
        let mut modes: Vec<String> = modes.into_iter().filter_map(text).collect();
        // Bitwuzla lists them in the order of a hash map.
        modes.sort();
        OptionKind::Modes { modes, default: text(info.mode.dflt) }
    } else if info.is_string {
        OptionKind::Text { default: text(info.string.dflt) }
    } else if info.is_numeric && info.numeric.min == 0 && info.numeric.max == 1 {
        OptionKind::Bool { default: Some(info.numeric.dflt == 1) }
    } else if info.is_numeric {
        OptionKind::Integer {
            min: info.numeric.min.into(),
            max: info.numeric.max.into(),
            default: Some(info.numeric.dflt.into()),
        }
    } else {
        return Ok(None);
    };
    Ok(Some(OptionDef { name, kind }))
}
