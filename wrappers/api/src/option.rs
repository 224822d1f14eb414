//! Options: the standard ones, which every solver has under one name, and a solver's own.

use crate::SolverError;

/// An option that every wrapper understands under this key, whatever the solver calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StandardOption {
    /// Several checks, push and pop, assumptions.
    Incremental,
    /// get-value after sat.
    Models,
    /// get-unsat-core after unsat.
    UnsatCores,
    /// get-unsat-assumptions after unsat.
    UnsatAssumptions,
}

impl StandardOption {
    /// All of them.
    pub const ALL: &'static [StandardOption] = &[
        StandardOption::Incremental,
        StandardOption::Models,
        StandardOption::UnsatCores,
        StandardOption::UnsatAssumptions,
    ];

    /// The name that `set-option` takes.
    pub const fn key(self) -> &'static str {
        match self {
            StandardOption::Incremental => "incremental",
            StandardOption::Models => "produce-models",
            StandardOption::UnsatCores => "produce-unsat-cores",
            StandardOption::UnsatAssumptions => "produce-unsat-assumptions",
        }
    }

    /// The option with this key.
    pub fn from_key(key: &str) -> Option<StandardOption> {
        StandardOption::ALL.iter().copied().find(|option| option.key() == key)
    }
}

/// The type and range of an option.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionKind {
    /// `true` or `false`.
    Bool {
        /// The default, if the library tells it.
        default: Option<bool>,
    },
    /// A number in a range.
    Integer {
        /// The least value.
        min: i128,
        /// The greatest value.
        max: i128,
        /// The default, if the library tells it.
        default: Option<i128>,
    },
    /// A number with fractions in a range.
    Double {
        /// The least value.
        min: f64,
        /// The greatest value.
        max: f64,
        /// The default, if the library tells it.
        default: Option<f64>,
    },
    /// One of several words.
    Modes {
        /// The words.
        modes: Vec<String>,
        /// The default, if the library tells it.
        default: Option<String>,
    },
    /// Any text.
    Text {
        /// The default, if the library tells it.
        default: Option<String>,
    },
    /// Takes no value; it does something.
    Void,
}

/// One of a solver's own options, as its library lists it.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionDef {
    /// The name that `set-option` takes.
    pub name: String,
    /// Type and range.
    pub kind: OptionKind,
}

/// The standard options of one instance. All are off until they are set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StandardOptions {
    /// [`StandardOption::Incremental`]
    pub incremental: bool,
    /// [`StandardOption::Models`]
    pub models: bool,
    /// [`StandardOption::UnsatCores`]
    pub unsat_cores: bool,
    /// [`StandardOption::UnsatAssumptions`]
    pub unsat_assumptions: bool,
}

impl StandardOptions {
    /// Sets an option from its text.
    pub fn set(&mut self, option: StandardOption, value: &str) -> Result<(), SolverError> {
        let value = match value {
            "true" => true,
            "false" => false,
            _ => {
                return Err(SolverError::Rejected(format!(
                    "option {} takes true or false, not {value}",
                    option.key()
                )));
            }
        };
        match option {
            StandardOption::Incremental => self.incremental = value,
            StandardOption::Models => self.models = value,
            StandardOption::UnsatCores => self.unsat_cores = value,
            StandardOption::UnsatAssumptions => self.unsat_assumptions = value,
        }
        Ok(())
    }
}
