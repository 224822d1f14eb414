//! The profile file of a solver's binary, as it is written in TOML.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

/// A text that knows its place in the file.
pub(crate) type Word = Spanned<String>;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct File {
    /// The solver's name, for versions.
    pub(crate) name: String,
    /// Beginnings of the names of its binaries.
    #[serde(default)]
    pub(crate) programs: Vec<String>,
    /// What is added to a command that is one word.
    #[serde(default)]
    pub(crate) arguments: Vec<String>,
    /// Theories, by the names of `murxla list theories`.
    pub(crate) theories: Vec<Word>,
    /// Operators of these theories that it does not have, by key.
    #[serde(default)]
    pub(crate) without: Vec<Word>,
    /// Values with a name of their own that it does not have, by key.
    #[serde(default)]
    pub(crate) without_values: Vec<Word>,
    /// Operators that take two arguments, and no more.
    #[serde(default)]
    pub(crate) binary: Vec<Word>,
    /// Binders, by key.
    #[serde(default)]
    pub(crate) binders: Vec<Word>,
    /// Logics besides ALL; none: any.
    #[serde(default)]
    pub(crate) logics: Vec<String>,
    /// The logic that is set when a run sets none before its first declaration.
    #[serde(default)]
    pub(crate) default_logic: Option<String>,
    /// Options are set before the logic, which is sent when something else is.
    #[serde(default)]
    pub(crate) options_before_logic: bool,
    /// Whether functions can be arguments and results.
    #[serde(default)]
    pub(crate) higher_order: bool,
    /// Arithmetic is linear unless the logic says otherwise.
    #[serde(default)]
    pub(crate) linear: bool,
    /// Where arithmetic is linear, no divisor is zero.
    #[serde(default)]
    pub(crate) nonzero_divisors: bool,
    /// Theories that do not go together.
    #[serde(default)]
    pub(crate) apart: Vec<[Word; 2]>,
    /// Theories with which it is not incremental.
    #[serde(default)]
    pub(crate) not_incremental: Vec<Word>,
    /// Operators that take only values at a place.
    #[serde(default)]
    pub(crate) values_at: Vec<ValueAt>,
    /// Options that must be on with a theory.
    #[serde(default)]
    pub(crate) option_for: Vec<OptionFor>,
    /// Values of options of type mode are written as strings.
    #[serde(default)]
    pub(crate) modes_are_strings: bool,
    #[serde(default)]
    pub(crate) commands: Commands,
    /// What it calls the standard options; one that is not here it does not have; an empty name: it is always on.
    #[serde(default)]
    pub(crate) standard_options: BTreeMap<Word, String>,
    /// Standard options of which one can be on.
    #[serde(default)]
    pub(crate) options_apart: Vec<[Word; 2]>,
    #[serde(default, rename = "sort-limit")]
    pub(crate) sort_limits: Vec<Limit>,
    #[serde(default, rename = "option")]
    pub(crate) options: Vec<OptionRow>,
    #[serde(default, rename = "denied")]
    pub(crate) denied: Vec<DeniedRow>,
    #[serde(default, rename = "clash")]
    pub(crate) clashes: Vec<ClashRow>,
    #[serde(default)]
    pub(crate) dialect: DialectTable,
}

/// An operator that takes only values at a place.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ValueAt {
    pub(crate) operator: Word,
    pub(crate) place: usize,
}

/// An option that must be on with a theory.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OptionFor {
    pub(crate) theory: Word,
    /// One of those that the file lists.
    pub(crate) option: Word,
}

/// How commands behave.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct Commands {
    /// Declarations can be made to survive pop.
    pub(crate) global_declarations: bool,
    pub(crate) check_sat_assuming: Assumptions,
    /// Assertions can have names.
    pub(crate) named_assertions: bool,
    pub(crate) get_unsat_core: bool,
    pub(crate) get_unsat_assumptions: bool,
    pub(crate) get_model: bool,
    /// Without it a new process is started.
    pub(crate) reset: bool,
    pub(crate) reset_assertions: bool,
    /// Patterns of quantifiers are written.
    pub(crate) patterns: bool,
    /// What it does after an error.
    pub(crate) after_error: AfterError,
}

impl Default for Commands {
    fn default() -> Commands {
        Commands {
            global_declarations: true,
            check_sat_assuming: Assumptions::Terms,
            named_assertions: true,
            get_unsat_core: true,
            get_unsat_assumptions: true,
            get_model: true,
            reset: true,
            reset_assertions: true,
            patterns: true,
            after_error: AfterError::GoesOn,
        }
    }
}

/// What can be assumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Assumptions {
    /// Any formula.
    Terms,
    /// A Boolean constant or its negation, as SMT-LIB says.
    Literals,
    /// Nothing.
    None,
}

/// What a solver does after an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum AfterError {
    /// It goes on as if the command had not been there.
    GoesOn,
    /// It may end; then another process is brought into the same state.
    MayExit,
}

/// A limit on sorts: one rule and its reason.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Limit {
    pub(crate) reason: Word,
    /// Sorts of this kind anywhere.
    pub(crate) never: Option<Word>,
    /// Sorts of this kind at this place.
    pub(crate) kind: Option<Word>,
    pub(crate) place: Option<Word>,
    /// Bit-vectors wider than this.
    pub(crate) wider_than: Option<u32>,
    /// The least and the greatest width of an exponent.
    pub(crate) exponent: Option<[u32; 2]>,
    /// The least and the greatest width of a significand.
    pub(crate) significand: Option<[u32; 2]>,
    /// Floating-point formats, by the widths of exponent and significand, other than these.
    pub(crate) formats: Option<Vec<(u32, u32)>>,
}

/// An option with its type and range.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OptionRow {
    pub(crate) name: Word,
    #[serde(rename = "type")]
    pub(crate) kind: OptionType,
    pub(crate) min: Option<i64>,
    pub(crate) max: Option<i64>,
    #[serde(default)]
    pub(crate) modes: Vec<String>,
    pub(crate) default: Option<toml::Value>,
}

/// The type of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OptionType {
    Bool,
    Integer,
    Mode,
}

/// Options that are never drawn.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeniedRow {
    pub(crate) names: Vec<String>,
    pub(crate) reason: String,
}

/// A value of an option that does not go with a theory, or not at all.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClashRow {
    pub(crate) option: String,
    #[serde(default)]
    pub(crate) values: Vec<String>,
    pub(crate) theory: Option<Word>,
    pub(crate) reason: String,
}

/// How it writes what others write otherwise.
#[derive(Debug, Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct DialectTable {
    pub(crate) operators: BTreeMap<Word, SpellingRow>,
    pub(crate) sorts: BTreeMap<Word, String>,
    pub(crate) update: Option<String>,
    pub(crate) no_tuples: bool,
}

/// How an operator is written.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum SpellingRow {
    Symbol(String),
    Form(SpellingForm),
}

/// How an operator is written, if it is not only by another symbol.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) enum SpellingForm {
    Qualified(String),
    FunctionIndex(String),
    IndexFirst(String),
    NumberLast(String),
}
