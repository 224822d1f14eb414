//! Options and logics, which are sent before all else.

use murxla_api::smtlib::can_be_written;
use murxla_api::{SolverError, StandardOption, StandardOptions};

use crate::connection::Effect;
use crate::solver::{SmtlibSolver, rejected, unsupported};

impl SmtlibSolver {
    /// Some solvers know nothing before a logic is set.
    pub(crate) fn ensure_logic(&mut self) -> Result<(), SolverError> {
        if self.has_logic {
            return Ok(());
        }
        self.has_logic = true;
        if let Some(logic) = self.logic.take() {
            match self.set_logic(&logic) {
                // The one that is always set will do.
                Err(SolverError::Rejected(_) | SolverError::Unsupported(_)) => {}
                other => return other,
            }
        }
        match &self.known.file.default_logic {
            Some(logic) => self.set_logic(logic),
            None => Ok(()),
        }
    }

    pub(crate) fn set_logic(&mut self, logic: &str) -> Result<(), SolverError> {
        let command = format!("(set-logic {logic})");
        self.connection.command(&command, Effect::Prologue).map(drop)
    }

    /// Takes the logic that the run chooses.
    pub(crate) fn choose_logic(&mut self, logic: &str) -> Result<(), SolverError> {
        if !logic.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return unsupported("a logic with such a name");
        }
        if self.has_logic || self.logic.is_some() {
            return rejected("there is a logic already");
        }
        if self.known.file.options_before_logic {
            self.logic = Some(logic.to_owned());
        } else {
            self.set_logic(logic)?;
            self.has_logic = true;
        }
        Ok(())
    }

    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> Result<(), SolverError> {
        let standard = StandardOption::from_key(name);
        let told = match standard {
            Some(option) => match self.known.standard_option(option) {
                Some(told) => told,
                None => return unsupported(format!("the option {name}")),
            },
            None => name,
        };
        if let Some(option) = standard {
            // Whether the value is one is told before the solver has it.
            StandardOptions::default().set(option, value)?;
            let clashing = self.known.clashing(option, |other| self.is_on(other));
            if let Some(other) = clashing.filter(|_| value == "true") {
                return unsupported(format!("{} together with {}", option.key(), other.key()));
            }
        }
        let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if !told.bytes().all(is_of_name) {
            return unsupported(format!("the option {name}"));
        }
        if !told.is_empty() {
            let is_string = self.known.file.modes_are_strings && self.known.is_mode(name);
            let plain = !is_string && !value.is_empty() && value.bytes().all(is_of_name);
            let value = match plain {
                true => value.to_owned(),
                false if can_be_written(value) => format!("\"{}\"", value.replace('"', "\"\"")),
                false => return unsupported(format!("that value of the option {name}")),
            };
            let command = format!("(set-option :{told} {value})");
            self.connection.command(&command, Effect::Prologue)?;
        }
        match standard {
            Some(option) => self.standard.set(option, value),
            None => Ok(()),
        }
    }

    pub(crate) fn is_on(&self, option: StandardOption) -> bool {
        match option {
            StandardOption::Incremental => self.standard.incremental,
            StandardOption::Models => self.standard.models,
            StandardOption::UnsatCores => self.standard.unsat_cores,
            StandardOption::UnsatAssumptions => self.standard.unsat_assumptions,
        }
    }
}
