//! Bitwuzla's own options: read from the library, set by their long names.

use std::collections::HashMap;

use murxla_api::{OptionDef, OptionKind, SolverError, inspect};

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

    /// Whether an option that is a number is not 0; one that the library does not have is off.
    pub(crate) fn is_on(
        &self,
        options: *mut BitwuzlaOptions,
        name: &str,
    ) -> Result<bool, SolverError> {
        match self.find(name) {
            Some((_, number)) => Ok(call!(bitwuzla_get_option(options, number)) != 0),
            None => Ok(false),
        }
    }

    /// Asks for what each option is, which must be what it was when the library was loaded; its value must be the same in each
    /// way that the API has to tell it.
    pub(crate) fn inspect(&self, options: *mut BitwuzlaOptions) -> Result<(), SolverError> {
        for known in &self.list {
            let name = &known.name;
            // The wrapper's own has no number.
            let Some(number) = self.numbers.get(name) else { continue };
            let told = describe(options, *number)?;
            let function = "bitwuzla_get_option_info";
            inspect(function, "name, kind, range and default", Some(known), told.as_ref())?;
            let (numeric, mode, string) = (
                call!(bitwuzla_option_is_numeric(options, *number)),
                call!(bitwuzla_option_is_mode(options, *number)),
                call!(bitwuzla_option_is_string(options, *number)),
            );
            let (has_mode, has_text) = (
                matches!(known.kind, OptionKind::Modes { .. }),
                matches!(known.kind, OptionKind::Text { .. }),
            );
            inspect("bitwuzla_option_is_mode", "the kind", has_mode, mode)?;
            inspect("bitwuzla_option_is_string", "the kind", has_text, string)?;
            // Of Booleans it says no, against its documentation: `traces/found/bitwuzla-option-is-numeric.c`.
            if !matches!(known.kind, OptionKind::Bool { .. }) {
                inspect("bitwuzla_option_is_numeric", "the kind", !has_mode && !has_text, numeric)?;
            }
            let whole = c_string(name)?;
            let is_valid = call!(bitwuzla_option_is_valid(options, whole.as_ptr()));
            inspect("bitwuzla_option_is_valid", "a name that there is", true, is_valid)?;
            let info = info_of(options, *number)?;
            let aspect = "the value, as the option's info tells it";
            if mode {
                let known = text(info.mode.cur);
                let told = text(call!(bitwuzla_get_option_mode(options, *number)));
                inspect("bitwuzla_get_option_mode", aspect, known, told)?;
            } else if string {
                let known = text(info.string.cur);
                let told = text(call!(bitwuzla_get_option_string(options, *number)));
                inspect("bitwuzla_get_option_string", aspect, known, told)?;
            } else {
                let told = call!(bitwuzla_get_option(options, *number));
                inspect("bitwuzla_get_option", aspect, info.numeric.cur, told)?;
            }
        }
        let is_valid = call!(bitwuzla_option_is_valid(options, c"no-such-option".as_ptr()));
        inspect("bitwuzla_option_is_valid", "a name that there is not", false, is_valid)
    }

    fn find(&self, name: &str) -> Option<(&OptionDef, u32)> {
        let number = *self.numbers.get(name)?;
        self.list.iter().find(|option| option.name == name).map(|option| (option, number))
    }
}

/// The option with this number; `None` if it has no name or a type that we do not know.
fn describe(options: *mut BitwuzlaOptions, number: u32) -> Result<Option<OptionDef>, SolverError> {
    let info = info_of(options, number)?;
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

/// All that is told of an option; its texts are valid until the next call.
fn info_of(options: *mut BitwuzlaOptions, number: u32) -> Result<BitwuzlaOptionInfo, SolverError> {
    let mut info = std::mem::MaybeUninit::<BitwuzlaOptionInfo>::zeroed();
    call!(bitwuzla_get_option_info(options, number, info.as_mut_ptr()));
    // SAFETY: all fields are numbers, pointers and bools, for which zeroes are valid; Bitwuzla wrote the rest.
    Ok(unsafe { info.assume_init() })
}
