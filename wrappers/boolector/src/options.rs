//! Boolector's own options: read from the library, set by their long names.

use std::collections::HashMap;

use murxla_api::{OptionDef, OptionKind, SolverError, inspect};

use crate::errors::rejected;
use crate::ffi::{Btor, BtorOption, call, text};

/// A bound for the search, in case a library never ends.
const MOST_OPTIONS: usize = 4096;

/// The options of the loaded library.
pub(crate) struct OptionTable {
    /// In the order of their numbers.
    pub(crate) list: Vec<OptionDef>,
    numbers: HashMap<String, BtorOption::Type>,
}

impl OptionTable {
    /// Reads all options.
    pub(crate) fn read(btor: *mut Btor) -> Result<OptionTable, SolverError> {
        let mut table = OptionTable { list: Vec::new(), numbers: HashMap::new() };
        let mut number = call!(boolector_first_opt(btor));
        while table.list.len() < MOST_OPTIONS && call!(boolector_has_opt(btor, number)) {
            if let Some(option) = describe(btor, number)? {
                table.numbers.insert(option.name.clone(), number);
                table.list.push(option);
            }
            number = call!(boolector_next_opt(btor, number));
        }
        Ok(table)
    }

    /// Sets an option from its text.
    pub(crate) fn set(&self, btor: *mut Btor, name: &str, value: &str) -> Result<(), SolverError> {
        let Some(number) = self.numbers.get(name).copied() else {
            return rejected(format!("Boolector has no option {name}"));
        };
        let value = match value {
            "true" => 1,
            "false" => 0,
            _ => match value.parse::<u32>() {
                Ok(value) => value,
                Err(_) => return rejected(format!("option {name} takes a number, not {value}")),
            },
        };
        call!(boolector_set_opt(btor, number, value));
        Ok(())
    }

    /// The present value of an option; one that the library does not have is 0.
    pub(crate) fn value(&self, btor: *mut Btor, name: &str) -> Result<u32, SolverError> {
        match self.numbers.get(name).copied() {
            Some(number) => Ok(call!(boolector_get_opt(btor, number))),
            None => Ok(0),
        }
    }

    /// Asks for what each option is, which must be what it was when the library was loaded.
    pub(crate) fn inspect(&self, btor: *mut Btor) -> Result<(), SolverError> {
        for known in &self.list {
            // The wrapper's own has no number.
            let Some(number) = self.numbers.get(&known.name).copied() else { continue };
            let told = describe(btor, number)?;
            let function = "boolector_get_opt_lng";
            inspect(function, "name, range and default", Some(known), told.as_ref())?;
            let (least, most) = (
                call!(boolector_get_opt_min(btor, number)),
                call!(boolector_get_opt_max(btor, number)),
            );
            let value = call!(boolector_get_opt(btor, number));
            let is_inside = (least..=most).contains(&value);
            inspect("boolector_get_opt", "whether the value is in the range", true, is_inside)?;
            text(call!(boolector_get_opt_shrt(btor, number)));
            text(call!(boolector_get_opt_desc(btor, number)));
        }
        Ok(())
    }
}

/// The option with this number; `None` if it has no name.
fn describe(btor: *mut Btor, number: BtorOption::Type) -> Result<Option<OptionDef>, SolverError> {
    let Some(name) = text(call!(boolector_get_opt_lng(btor, number))) else { return Ok(None) };
    let least = call!(boolector_get_opt_min(btor, number));
    let most = call!(boolector_get_opt_max(btor, number));
    let default = call!(boolector_get_opt_dflt(btor, number));
    let kind = if (least, most) == (0, 1) {
        OptionKind::Bool { default: Some(default == 1) }
    } else {
        OptionKind::Integer { min: least.into(), max: most.into(), default: Some(default.into()) }
    };
    Ok(Some(OptionDef { name, kind }))
}
